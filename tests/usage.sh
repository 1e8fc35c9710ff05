# SPDX-License-Identifier: MIT
# What GNU asks of every program.
. "$CSP_SRCDIR/tests/tap.sh"

ok "--version succeeds" "$csp" --version
is "and names the version" "$(cat "$out")" "csp (libcsp) 0.1.0"
ok "--help succeeds" "$csp" --help
is "and writes nothing to standard error" "$(cat "$err")" ""
done_testing
