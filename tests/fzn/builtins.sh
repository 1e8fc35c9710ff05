# SPDX-License-Identifier: MIT
# Each builtin of FlatZinc against trying every assignment.
. "$CSP_SRCDIR/tests/tap.sh"

[ -x /usr/bin/python3 ] || skip_all "there is no Python"
exec /usr/bin/python3 -B "$CSP_SRCDIR/tests/fzn/builtins.py" \
  "$CSP_BUILDDIR/fzn-csp"
