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

# gi-docgen names every symbol, parameter and result without a description.
claim="every public symbol is described"
if [ -f "$CSP_BUILDDIR/Csp-1.gir" ] && command -v gi-docgen >/dev/null; then
  ok "$claim" gi-docgen check --fatal-warnings \
    --config="$CSP_BUILDDIR/doc/libcsp.toml" "$CSP_BUILDDIR/Csp-1.gir"
else
  skip "$claim" "no gi-docgen or no introspection"
fi
done_testing
