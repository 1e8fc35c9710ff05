# SPDX-License-Identifier: MIT
# The installed tree: what is in it, that its csp runs, and that a program and
# a plugin from outside build against it with pkg-config alone.
. "$CSP_SRCDIR/tests/tap.sh"

root=$tmp/root
variable()
{
  sed -n "s/^$1=//p" "$CSP_BUILDDIR/libcsp-1.pc" |
    sed "s|\${exec_prefix}|$prefix|; s|\${prefix}|$prefix|"
}
prefix=
prefix=$(variable prefix)
libdir=$root$(variable libdir)
includedir=$root$(variable includedir)/libcsp-1/libcsp

unset MAKEFLAGS MFLAGS MAKELEVEL
ok "make install DESTDIR=..." "$MAKE" -s -C "$CSP_BUILDDIR" install \
  DESTDIR="$root"

for file in "$libdir/libcsp-1.so" "$libdir/pkgconfig/libcsp-1.pc" \
  "$libdir/csp-1/models/queens.so" "$libdir/csp-1/models/sudoku.so" \
  "$libdir/csp-1/models/coloring.so" "$libdir/csp-1/png.so" "$root$prefix/bin/csp" \
  "$root$prefix/share/man/man1/csp.1" \
  "$root$prefix/share/bash-completion/completions/csp"; do
  ok "installs ${file##*/}" test -s "$file"
done
headers=$(cd "$CSP_SRCDIR/libcsp" && ls csp*.h csp-version.h.in |
  sed 's/\.in$//' | LC_ALL=C sort)
is "installs the public headers and no others" \
  "$(ls "$includedir" | LC_ALL=C sort)" "$headers"
is "a plugin exports its descriptor only" \
  "$($NM -D --defined-only "$libdir/csp-1/models/queens.so" |
    awk '$3 !~ /^__/ { print $3 }')" csp_plugin

LD_LIBRARY_PATH=$libdir
export LD_LIBRARY_PATH
csp=$root$prefix/bin/csp
ok "the installed csp runs" "$csp" --version
ok "and finds its plugins" "$csp" solve queens --size=8 --count
is "and solves with them" "$(tail -n 1 "$out")" \
  "status: complete, 92 solutions"

ok "and draws" "$csp" solve queens --format=png
is "a PNG" "$(head -c 4 "$out" | tail -c 3)" PNG
mv "$libdir/csp-1/png.so" "$tmp/png.so"
fails 1 "without the module it says so" "$csp" solve queens --format=png
is "in one line" "$(grep -c '^csp: no PNG can be drawn, use svg: ' "$err")" 1
ok "and does the rest" "$csp" solve queens --format=svg
mv "$tmp/png.so" "$libdir/csp-1/png.so"

# MiniZinc finds the solver, and the solver's description what it names.
mznlibdir=$root$prefix/share/minizinc
ok "installs the description for MiniZinc" test -s "$mznlibdir/solvers/csp.msc"
value()
{
  sed -n "s/^ *\"$1\": \"\(.*\)\",\$/\1/p" "$mznlibdir/solvers/csp.msc"
}
ok "which leads to the library" \
  test -s "$mznlibdir/solvers/$(value mznlib)/redefinitions.mzn"
ok "and to the executable" \
  "$mznlibdir/solvers/$(value executable)" --version
is "each constraint of the source has its file there" \
  "$(ls "$mznlibdir/csp")" "$(ls "$CSP_SRCDIR/share/minizinc/csp")"
if command -v minizinc >/dev/null; then
  MZN_SOLVER_PATH=$mznlibdir/solvers
  export MZN_SOLVER_PATH
  ok "minizinc lists it" minizinc --solvers
  is "by its name" "$(grep -c 'org.libcsp.csp' "$out")" 1
  cat >"$tmp/model.mzn" <<'END'
include "globals.mzn";
array[1..3] of var 1..3: x;
constraint all_different(x) /\ x[1] > x[2] /\ x[2] > x[3];
solve satisfy;
END
  ok "and solves with it" minizinc --solver csp "$tmp/model.mzn"
  is "all of it" "$(head -n 1 "$out")" "x = [3, 2, 1];"
  unset MZN_SOLVER_PATH
else
  skip "minizinc solves with it" "there is no minizinc"
fi

# pkg-config is to see the tree where it lies, not where it is meant to go.
sed -i "s|^prefix=.*|prefix=$root$prefix|" "$libdir/pkgconfig/libcsp-1.pc"
PKG_CONFIG_PATH=$libdir/pkgconfig
export PKG_CONFIG_PATH
flags=$($PKG_CONFIG --cflags --libs libcsp-1)
cd "$tmp" || exit 99

ok "an external program builds" $CC $SANITIZER_CFLAGS -Wall -Wextra -Werror \
  -o program "$CSP_SRCDIR/tests/install/program.c" $flags
ok "and runs" ./program
is "and counts 92 ways" "$(cat "$out")" 92

mkdir models
ok "an external plugin builds" $CC $SANITIZER_CFLAGS -Wall -Wextra \
  -Wno-unused-parameter -Werror -shared -fPIC -o models/triples.so \
  "$CSP_SRCDIR/tests/install/triples.c" $flags
CSP_MODELS_PATH=$tmp/models
export CSP_MODELS_PATH
ok "csp lists it" "$csp" models
is "by its name" "$(grep -c '^triples' "$out")" 1
ok "csp solves it" "$csp" solve triples --limit=13 --count
is "with the right number" "$(cat "$out")" "status: complete, 3 solutions"
ok "csp draws a solution" "$csp" solve triples --limit=5
is "by the plugin's own hand" "$(head -n 1 "$out")" "3 4 5"
fails 2 "and holds it to its parameters" "$csp" solve triples --limit=0

unset CSP_MODELS_PATH
mkdir -p "$tmp/data/csp-1"
mv "$tmp/models" "$tmp/data/csp-1/models"
ok "csp finds it in the user's data folder" \
  env XDG_DATA_HOME="$tmp/data" "$csp" solve triples --limit=13 --count
done_testing
