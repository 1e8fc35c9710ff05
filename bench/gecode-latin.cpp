/* SPDX-License-Identifier: MIT */
/* Counts Latin squares with Gecode: all different in each row and column,
 * smallest domain first, smallest value first.
 *
 * usage: gecode-latin latin|reduced N value|domain [TIMES]
 *
 * `reduced` fixes the first row and the first column; `value` and `domain` say
 * how all-different prunes.  It is all done TIMES times. */
#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace Gecode;

class Latin : public Space
{
public:
  Latin(int n, bool is_reduced, IntPropLevel level)
      : cells(*this, n * n, 0, n - 1)
  {
    Matrix<IntVarArray> square(cells, n);

    for (int i = 0; i < n; i++) {
      distinct(*this, square.row(i), level);
      distinct(*this, square.col(i), level);
      if (is_reduced) {
        rel(*this, square(0, i) == i);
        rel(*this, square(i, 0) == i);
      }
    }
    branch(*this, cells, INT_VAR_SIZE_MIN(), INT_VAL_MIN());
  }

  Latin(Latin &other) : Space(other)
  {
    cells.update(*this, other.cells);
  }

  Space *
  copy() override
  {
    return new Latin(*this);
  }

private:
  IntVarArray cells;
};

static unsigned long
count(int n, bool is_reduced, IntPropLevel level)
{
  Latin root(n, is_reduced, level);
  DFS<Latin> search(&root);
  unsigned long solutions = 0;

  while (std::unique_ptr<Latin>(search.next()))
    solutions++;
  return solutions;
}

int
main(int argc, char **argv)
{
  int n = argc == 4 || argc == 5 ? std::atoi(argv[2]) : 0;
  int times = argc == 5 ? std::atoi(argv[4]) : 1;

  if (n < 1 || n > 100 || times < 1) {
    std::fputs("usage: gecode-latin latin|reduced N value|domain [TIMES]\n",
               stderr);
    return 2;
  }
  bool is_reduced = std::string(argv[1]) == "reduced";
  IntPropLevel level = std::string(argv[3]) == "domain" ? IPL_DOM : IPL_VAL;
  unsigned long solutions = 0;
  while (times-- > 0)
    solutions = count(n, is_reduced, level);
  std::printf("%lu solutions\n", solutions);
  return 0;
}
