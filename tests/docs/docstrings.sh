# SPDX-License-Identifier: MIT
# Every exported function has a docstring, in a source file; GObject's and boxed
# types' own get_type functions need none.
. "$CSP_SRCDIR/tests/tap.sh"

find "$CSP_SRCDIR/libcsp" -name '*.c' -exec sed -n \
  's/^ \* \(csp_[a-z0-9_]*\):.*/\1/p' {} + | LC_ALL=C sort -u >"$tmp/described"
is "every exported function is described" \
  "$(grep -v '_get_type$' "$CSP_SRCDIR/libcsp/libcsp.symbols" |
    LC_ALL=C sort | comm -23 - "$tmp/described")" ""
is "nothing else is" \
  "$(LC_ALL=C sort "$CSP_SRCDIR/libcsp/libcsp.symbols" |
    comm -13 - "$tmp/described")" ""
done_testing
