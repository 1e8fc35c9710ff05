/* SPDX-License-Identifier: MIT */
/* One solution for very many queens, in linear expected time.
 *
 * After Sosic and Gu, "Efficient local search with conflict minimization: a
 * case study of the n-queens problem" (1994).  The rows hold a permutation of
 * the columns, so only diagonals can clash, and a count a diagonal tells in
 * constant time whether a square is attacked.  First each row draws columns
 * from those not yet used until one is safe; about 3 n draws leave a few dozen
 * rows, which take what is left.  Then each of these swaps columns with random
 * rows until both are safe.  A row that finds no partner in many tries starts
 * the whole again.
 *
 * The result is checked from the definition before anything is printed.
 *
 * usage: queens-linear N [SEED] */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 10000 };

typedef struct {
  uint32_t n;
  uint64_t random;
  uint32_t *column;  /* of the queen in each row */
  uint16_t *rising;  /* queens on column + row */
  uint16_t *falling; /* queens on column - row + n - 1 */
} Board;

/* A number below bound, by xorshift and multiplication. */
static uint32_t
draw(Board *board, uint32_t bound)
{
  uint64_t x = board->random;

  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  board->random = x;
  return (uint32_t)((x >> 32) * bound >> 32);
}

static void
put(Board *board, uint32_t row, int queens)
{
  board->rising[board->column[row] + row] += queens;
  board->falling[board->column[row] + board->n - 1 - row] += queens;
}

static uint32_t
attackers(const Board *board, uint32_t row, uint32_t column)
{
  return board->rising[column + row] +
         board->falling[column + board->n - 1 - row];
}

static void
swap(Board *board, uint32_t a, uint32_t b)
{
  uint32_t column = board->column[a];

  board->column[a] = board->column[b];
  board->column[b] = column;
}

/* The first row that took what was left. */
static uint32_t
deal(Board *board)
{
  uint32_t n = board->n, row = 0;

  memset(board->rising, 0, (2 * (size_t)n - 1) * sizeof *board->rising);
  memset(board->falling, 0, (2 * (size_t)n - 1) * sizeof *board->falling);
  for (uint32_t i = 0; i < n; i++)
    board->column[i] = i;

  for (uint64_t tries = 0; row < n && tries < (uint64_t)n * 3 + n / 16;
       tries++) {
    uint32_t other = row + draw(board, n - row);
    if (attackers(board, row, board->column[other]) == 0) {
      swap(board, row, other);
      put(board, row++, 1);
    }
  }
  for (uint32_t i = row; i < n; i++) {
    swap(board, i, i + draw(board, n - i));
    put(board, i, 1);
  }
  return row;
}

/* With both queens lifted: whether they may stand in each other's columns. */
static bool
can_swap(const Board *board, uint32_t a, uint32_t b)
{
  uint32_t at_a = board->column[b], at_b = board->column[a];

  return attackers(board, a, at_a) == 0 && attackers(board, b, at_b) == 0 &&
         at_a + a != at_b + b && at_a + b != at_b + a;
}

static bool
settle(Board *board, uint32_t row)
{
  if (attackers(board, row, board->column[row]) == 2)
    return true; /* by itself only, once a diagonal */

  for (int i = 0; i < TRIES; i++) {
    uint32_t other = draw(board, board->n);
    if (other == row)
      continue;
    put(board, row, -1);
    put(board, other, -1);
    bool swaps = can_swap(board, row, other);
    if (swaps)
      swap(board, row, other);
    put(board, row, 1);
    put(board, other, 1);
    if (swaps)
      return true;
  }
  return false;
}

static bool
solve(Board *board)
{
  uint32_t row = deal(board);

  while (row < board->n && settle(board, row))
    row++;
  return row == board->n;
}

/* Rows and columns are a permutation of each other by construction; counted
 * again all the same. */
static bool
is_solution(const Board *board)
{
  uint32_t n = board->n;
  uint8_t *seen = calloc(5 * (size_t)n, 1);
  bool holds = seen != NULL;

  for (uint32_t row = 0; holds && row < n; row++) {
    uint32_t column = board->column[row];
    uint8_t *rising = &seen[n + (size_t)column + row];
    uint8_t *falling = &seen[3 * (size_t)n + column + n - 1 - row];
    holds = column < n && !seen[column] && !*rising && !*falling;
    if (holds)
      seen[column] = *rising = *falling = 1;
  }
  free(seen);
  return holds;
}

int
main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 0;
  long seed = argc > 2 ? atol(argv[2]) : 1;

  if (argc > 3 || n < 4 || n > 100000000) {
    fputs("usage: queens-linear N [SEED], N from 4 to 100000000\n", stderr);
    return 2;
  }

  Board board = {
      .n = (uint32_t)n,
      .random = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) | 1,
      .column = malloc((size_t)n * sizeof *board.column),
      .rising = malloc(2 * (size_t)n * sizeof *board.rising),
      .falling = malloc(2 * (size_t)n * sizeof *board.falling),
  };
  if (board.column == NULL || board.rising == NULL || board.falling == NULL) {
    fputs("queens-linear: out of memory\n", stderr);
    return 1;
  }

  while (!solve(&board))
    continue;
  bool holds = is_solution(&board);
  puts(holds ? "solved" : "wrong");
  free(board.column);
  free(board.rising);
  free(board.falling);
  return holds ? 0 : 1;
}
