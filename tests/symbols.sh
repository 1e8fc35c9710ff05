# SPDX-License-Identifier: MIT
# The library exports what libcsp.symbols lists (`make update-symbols` writes
# it), which is what the public headers declare, and it keeps no mutable state.
. "$CSP_SRCDIR/tests/tap.sh"

listed=$CSP_SRCDIR/libcsp/libcsp.symbols
$NM -D --defined-only "$CSP_BUILDDIR/libcsp/.libs/libcsp-1.so" |
  awk '$3 !~ /^__/ { print $3 }' | LC_ALL=C sort >"$tmp/exported"
is "the exported symbols are those listed" \
  "$(diff "$listed" "$tmp/exported")" ""

# A declaration runs from CSP_API to the next one; the name is what stands
# before its first parenthesis, or is made by G_DECLARE_FINAL_TYPE.
cat "$CSP_SRCDIR"/libcsp/csp*.h "$CSP_BUILDDIR/libcsp/csp-version.h" |
  tr '\n' ' ' | sed 's/CSP_API/\n&/g' |
  awk '/^CSP_API __attribute__/ { next }
    /^CSP_API G_DECLARE_FINAL_TYPE/ {
      split($0, part, /, */)
      print part[2] "_get_type"
      next
    }
    /^CSP_API/ && match($0, /csp_[a-z0-9_]+\(/) {
      print substr($0, RSTART, RLENGTH - 1)
    }' | LC_ALL=C sort >"$tmp/declared"
is "the exported symbols are those declared" \
  "$(diff "$tmp/declared" "$tmp/exported")" ""

# What remains in .data and .bss must be the registration of GObject types:
# type ids, parent classes, private offsets, property and signal tables; and
# what a compiler's run-time library knows of the processor.
if [ -n "$CSP_SANITIZERS" ]; then
  skip "no mutable global data" "sanitizers keep data of their own"
else
  found=$(objdump -t "$CSP_BUILDDIR/libcsp/.libs/libcsp-core.a" |
    awk '/file format/ { file = $1 }
      / (O )?\.t?(data|bss)[. \t]/ && !/ \.data\.rel\.ro/ && !/ d / || /\*COM\*/ {
        print file, $NF
      }' |
    grep -vE ' ([a-z_]+\.)?(static_g_define_type_id|g_define_type_id|[a-z_]*_parent_class|[A-Za-z]+_private_offset|properties|signals|quark|__cpu_(model|features2))(\.[0-9]+)?$')
  is "no mutable global data" "$found" ""
fi
done_testing
