# SPDX-License-Identifier: MIT
# What README and the documents show is what happens: each command is run, in a
# copy of examples/, and prints what stands below it; each quotation of a file
# stands in that file; each link leads to a file.  examples.awk says how examples
# are marked.
. "$CSP_SRCDIR/tests/tap.sh"

# program NAME COMMAND: stands in for one of an installed system
mkdir "$tmp/bin"
program()
{
  printf '#!/bin/sh\nPATH="%s"\n%s\n' "$PATH" "$2" >"$tmp/bin/$1"
}
flags=$($PKG_CONFIG --cflags --libs glib-2.0 gobject-2.0)
program csp "exec '$CSP_BUILDDIR/csp' \"\$@\""
program cc "exec $CC $SANITIZER_CFLAGS -Wall -Wextra -Wno-unused-parameter \
  -Werror \"\$@\""
program pkg-config "echo -I'$CSP_BUILDDIR' -I'$CSP_SRCDIR' \
  -L'$CSP_BUILDDIR/libcsp/.libs' -lcsp-1 $flags"
program python3 "GI_TYPELIB_PATH='$CSP_BUILDDIR' exec /usr/bin/python3 \"\$@\""
chmod +x "$tmp"/bin/*
PATH=$tmp/bin:$PATH
LD_LIBRARY_PATH=$CSP_BUILDDIR/libcsp/.libs
export PATH LD_LIBRARY_PATH

has_python=false
[ -f "$CSP_BUILDDIR/Csp-1.typelib" ] &&
  /usr/bin/python3 -c 'import gi' 2>/dev/null && has_python=true

# The whole of file $1 stands in file $2, lines together.
stands_in()
{
  awk 'FNR == NR { part = part $0 "\n"; next } { whole = whole $0 "\n" }
    END { exit index(whole, part) == 0 }' "$1" "$2"
}

# try DOCUMENT N: the example; commands see the exit status of the last one
try()
{
  claim="$1:$(cat "$parts/$2.line")"
  if [ -f "$parts/$2.quote" ]; then
    path=$(cat "$parts/$2.path")
    ok "$claim quotes ${path:-no file}" \
      stands_in "$parts/$2.quote" "$CSP_SRCDIR/$path"
    return
  fi
  command=$(head -n 1 "$parts/$2.command")
  case $command in
    python3*)
      if ! $has_python; then
        skip "$claim $command" "no introspection"
        return
      fi
      ;;
  esac
  (exit "$last")
  . "$parts/$2.command" >"$parts/$2.got" 2>&1
  last=$?
  is "$claim $command" "$(cat "$parts/$2.got")" "$(cat "$parts/$2.expected")"
}

cd "$CSP_SRCDIR" || exit 99
documents=$(ls README.md *.md doc/*.md | sort -u)

for document in $documents; do
  parts=$tmp/parts/$document
  mkdir -p "$parts"
  awk -v dir="$parts" -f "$CSP_SRCDIR/tests/docs/examples.awk" \
    "$CSP_SRCDIR/$document"
  mkdir -p "$tmp/tree/$document"
  cp "$CSP_SRCDIR"/examples/* "$tmp/tree/$document"
  chmod -R u+w "$tmp/tree/$document"
  cd "$tmp/tree/$document" || exit 99
  last=0 number=1
  while [ -f "$parts/$number.line" ]; do
    try "$document" "$number"
    number=$((number + 1))
  done
done

cd "$CSP_SRCDIR" || exit 99
for document in $documents doc/decisions/*.md; do
  broken=
  for link in $(grep -oE '\]\([^:)]*\)' "$document" | tr -d '])('); do
    [ -e "$(dirname "$document")/$link" ] || broken="$broken $link"
  done
  is "$document links to files that are there" "$broken" ""
done
done_testing
