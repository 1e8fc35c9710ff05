/* SPDX-License-Identifier: MIT */
/* Sudoku puzzles: of an order that is read off, asked for, and with boxes that
 * are no squares. */
#include "config.h"

#include "fuzz/fuzz.h"

const char fuzz_target[] = "sudoku";

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GBytes) input = g_bytes_new(data, size);

  fuzz_read_instances("sudoku", "", input);
  fuzz_read_instances("sudoku", "order=4", input);
  fuzz_read_instances("sudoku", "box=3x2", input);
  return 0;
}
