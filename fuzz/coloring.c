/* SPDX-License-Identifier: MIT */
/* Graphs in DIMACS form, and colorings of them in the same bytes: with the
 * fewest colors, and with three. */
#include "config.h"

#include "fuzz/fuzz.h"

const char fuzz_target[] = "coloring";

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GBytes) input = g_bytes_new(data, size);

  fuzz_read_instances("coloring", "", input);
  fuzz_read_instances("coloring", "colors=3 ignore-loops=true", input);
  return 0;
}
