/* SPDX-License-Identifier: MIT */
/* A solver for 9x9 Sudoku and nothing else: the first solution of each puzzle.
 *
 * For each digit the cells that may still take it are three words of 27 bits,
 * one a band of three rows:
 *
 *     bit 9 * (row in band) + column
 *
 *      0  1  2 |  3  4  5 |  6  7  8
 *      9 10 11 | 12 13 14 | 15 16 17
 *     18 19 20 | 21 22 23 | 24 25 26
 *
 * A decided cell keeps exactly one digit.  Two rules run until neither finds
 * anything: a cell with one digit left takes it (found for all cells of a band
 * at once by adding the nine words in carry-save form), and a digit with one
 * cell left in a row, column or box goes there.  Then a cell with fewest digits
 * is guessed, on a copy of the board.
 *
 * usage: sudoku-bits FILE, one puzzle of 81 characters a line, # for comments;
 * prints the 81 digits of a solution, or none, a line each */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
  BAND = 0x7ffffff,
  ROW = 0x1ff,
  COLUMN = 1 | 1 << 9 | 1 << 18,
  BOX = 7 | 7 << 9 | 7 << 18,
};

typedef struct {
  uint32_t open[9][3];   /* where a digit may stand, by digit and band */
  uint32_t placed[9][3]; /* where it was put and the others told */
} Board;

/* Puts the digit there and takes it from the cell's row, column and box, and
 * the other digits from the cell. */
static bool
place(Board *board, int digit, int band, int bit)
{
  uint32_t cell = UINT32_C(1) << bit;
  int row = bit / 9, column = bit % 9;

  if (!(board->open[digit][band] & cell))
    return false;
  for (int i = 0; i < 9; i++)
    board->open[i][band] &= ~cell;

  uint32_t *open = board->open[digit];
  for (int i = 0; i < 3; i++)
    open[i] &= ~((uint32_t)COLUMN << column);
  open[band] &= ~((uint32_t)ROW << 9 * row);
  open[band] &= ~((uint32_t)BOX << column / 3 * 3);
  open[band] |= cell;
  board->placed[digit][band] |= cell;
  return true;
}

static bool
is_single(uint32_t set)
{
  return (set & (set - 1)) == 0;
}

/* Cells with one digit left.  False when a cell has none. */
static bool
place_naked(Board *board, bool *out_changed)
{
  for (int band = 0; band < 3; band++) {
    uint32_t once = 0, twice = 0, placed = 0;
    for (int digit = 0; digit < 9; digit++) {
      twice |= once & board->open[digit][band];
      once |= board->open[digit][band];
      placed |= board->placed[digit][band];
    }
    if (once != BAND)
      return false;

    uint32_t singles = once & ~twice & ~placed;
    for (; singles != 0; singles &= singles - 1) {
      uint32_t cell = singles & -singles;
      int digit = 0;
      while (digit < 9 && !(board->open[digit][band] & cell))
        digit++;
      if (digit == 9 || !place(board, digit, band, __builtin_ctz(cell)))
        return false;
      *out_changed = true;
    }
  }
  return true;
}

/* The one cell of a unit where the digit may stand.  False when there is
 * none. */
static inline bool
place_in(Board *board, int digit, int band, uint32_t unit, bool *out_changed)
{
  uint32_t cells = board->open[digit][band] & unit;

  if (cells == 0)
    return false;
  if (!is_single(cells) || (cells & board->placed[digit][band]))
    return true;
  *out_changed = true;
  return place(board, digit, band, __builtin_ctz(cells));
}

static bool
place_hidden(Board *board, int digit, bool *out_changed)
{
  uint32_t once = 0, twice = 0, placed = 0;

  for (int band = 0; band < 3; band++)
    for (int i = 0; i < 3; i++)
      if (!place_in(board, digit, band, (uint32_t)ROW << 9 * i, out_changed) ||
          !place_in(board, digit, band, (uint32_t)BOX << 3 * i, out_changed))
        return false;

  for (int band = 0; band < 3; band++)
    for (int i = 0; i < 3; i++) {
      uint32_t row = board->open[digit][band] >> 9 * i & ROW;
      twice |= once & row;
      once |= row;
      placed |= board->placed[digit][band] >> 9 * i & ROW;
    }
  if (once != ROW)
    return false;
  for (uint32_t left = once & ~twice & ~placed; left != 0; left &= left - 1) {
    uint32_t column = (uint32_t)COLUMN << __builtin_ctz(left);
    int band = 0;
    while (band < 3 && !(board->open[digit][band] & column))
      band++;
    if (band == 3 || !place_in(board, digit, band, column, out_changed))
      return false;
  }
  return true;
}

static bool
propagate(Board *board)
{
  bool changed = true;

  while (changed) {
    changed = false;
    if (!place_naked(board, &changed))
      return false;
    if (changed)
      continue;
    for (int digit = 0; digit < 9; digit++)
      if (!place_hidden(board, digit, &changed))
        return false;
  }
  return true;
}

/* An open cell with two digits, else with fewest; -1 when all are placed. */
static int
choose(const Board *board)
{
  int best = -1, fewest = 10;

  for (int band = 0; band < 3; band++) {
    uint32_t once = 0, twice = 0, thrice = 0;
    for (int digit = 0; digit < 9; digit++) {
      uint32_t open = board->open[digit][band];
      thrice |= twice & open;
      twice |= once & open;
      once |= open;
    }
    uint32_t pairs = twice & ~thrice;
    if (pairs != 0)
      return 27 * band + __builtin_ctz(pairs);
    for (; twice != 0 && fewest > 3; twice &= twice - 1) {
      int bit = __builtin_ctz(twice), digits = 0;
      for (int digit = 0; digit < 9; digit++)
        digits += board->open[digit][band] >> bit & 1;
      if (digits < fewest) {
        fewest = digits;
        best = 27 * band + bit;
      }
    }
  }
  return best;
}

/* At most 81 deep, by the number of cells. */
static bool
solve(Board *board)
{
  if (!propagate(board))
    return false;
  int cell = choose(board);
  if (cell < 0)
    return true;

  for (int digit = 0; digit < 9; digit++) {
    if (!(board->open[digit][cell / 27] >> cell % 27 & 1))
      continue;
    Board guess = *board;
    if (place(&guess, digit, cell / 27, cell % 27) && solve(&guess)) {
      *board = guess;
      return true;
    }
  }
  return false;
}

static bool
read_puzzle(Board *board, const char *line)
{
  for (int digit = 0; digit < 9; digit++)
    for (int band = 0; band < 3; band++) {
      board->open[digit][band] = BAND;
      board->placed[digit][band] = 0;
    }
  for (int i = 0; i < 81; i++)
    if (line[i] >= '1' && line[i] <= '9' &&
        !place(board, line[i] - '1', i / 27, i % 27))
      return false;
  return true;
}

static void
print_solution(const Board *board)
{
  char line[83];

  for (int i = 0; i < 81; i++)
    for (int digit = 0; digit < 9; digit++)
      if (board->open[digit][i / 27] >> i % 27 & 1)
        line[i] = (char)('1' + digit);
  line[81] = '\n';
  line[82] = '\0';
  fputs(line, stdout);
}

int
main(int argc, char **argv)
{
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  char line[1024];

  if (file == NULL) {
    fputs("usage: sudoku-bits FILE\n", stderr);
    return 2;
  }
  while (fgets(line, sizeof line, file) != NULL) {
    Board board;
    if (line[0] == '#' || strcspn(line, "\t\r\n") != 81)
      continue;
    if (read_puzzle(&board, line) && solve(&board))
      print_solution(&board);
    else
      puts("none");
  }
  fclose(file);
  return 0;
}
