# SPDX-License-Identifier: MIT
# --cp-profiler of csp solve and fzn-csp, before a listener that reads what
# CP-Profiler would.
. "$CSP_SRCDIR/tests/tap.sh"

[ -x /usr/bin/python3 ] || skip_all "there is no Python"
exec /usr/bin/python3 -B "$CSP_SRCDIR/tests/tool/cp-profiler.py" \
  "$CSP_BUILDDIR" "$tmp"
