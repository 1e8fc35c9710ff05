# SPDX-License-Identifier: MIT
# Random models of global constraints have the solutions that Gecode finds; with
# CSP_TEST_GLOBALS=N so many of them.
. "$CSP_SRCDIR/tests/tap.sh"

command -v minizinc >/dev/null || skip_all "there is no minizinc"
command -v fzn-gecode >/dev/null || skip_all "there is no fzn-gecode"

exec /usr/bin/python3 -B "$CSP_SRCDIR/tests/fzn/globals.py" \
  --build="$CSP_BUILDDIR" --runs="${CSP_TEST_GLOBALS-20}"
