# SPDX-License-Identifier: MIT
# Each header can be included alone: the public ones from C and from C++ with
# the flags that pkg-config gives, the private ones after config.h.
. "$CSP_SRCDIR/tests/tap.sh"

# compiles LANGUAGE LINE...: a file of these lines, with $flags
compiles()
{
  language=$1
  shift
  printf '%s\n' "$@" >"$tmp/alone.$language"
  $CC $flags -fsyntax-only -Wall -Wextra -Wno-unused-parameter -Werror \
    -x "$language" "$tmp/alone.$language"
}

flags="-I$CSP_BUILDDIR -I$CSP_SRCDIR
  $($PKG_CONFIG --cflags glib-2.0 gobject-2.0)"
cxx=false
printf '#include <cstddef>\n' >"$tmp/probe.c++"
$CC -fsyntax-only -x c++ "$tmp/probe.c++" 2>/dev/null && cxx=true

for header in "$CSP_SRCDIR"/libcsp/csp*.h "$CSP_BUILDDIR/libcsp/csp-version.h"
do
  name=libcsp/${header##*/}
  ok "$name alone" compiles c "#include <$name>"
  if $cxx; then
    ok "$name alone in C++" compiles c++ "#include <$name>"
  else
    skip "$name alone in C++" "no C++ compiler"
  fi
done

flags=$CPPFLAGS
for header in $(find "$CSP_SRCDIR/libcsp" -mindepth 2 -name '*.h' | sort); do
  name=${header#"$CSP_SRCDIR/libcsp/"}
  ok "$name alone" compiles c '#include "config.h"' "#include \"$name\""
done
done_testing
