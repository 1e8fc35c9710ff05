/* SPDX-License-Identifier: MIT */
/* Counts idempotent quasigroups QG5, ((b * a) * b) * b = a, with Gecode: all
 * different in each row and column, an element constraint for each product of a
 * product, smallest domain first, smallest value first.
 *
 * usage: gecode-quasigroup N value|domain [TIMES]
 *
 * The second word says how all-different and element prune.  It is all done TIMES
 * times. */
#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace Gecode;

class Quasigroup : public Space
{
public:
  Quasigroup(int n, IntPropLevel level) : cells(*this, n * n, 0, n - 1)
  {
    Matrix<IntVarArray> product(cells, n); /* (column, row) */

    for (int b = 0; b < n; b++) {
      distinct(*this, product.row(b), level);
      distinct(*this, product.col(b), level);
      rel(*this, product(b, b) == b);
    }
    for (int a = 0; a < n; a++) {
      IntVar result(*this, a, a);
      for (int b = 0; b < n; b++) {
        IntVar twice(*this, 0, n - 1);
        element(*this, product.col(b), product(a, b), twice, level);
        element(*this, product.col(b), twice, result, level);
      }
    }
    branch(*this, cells, INT_VAR_SIZE_MIN(), INT_VAL_MIN());
  }

  Quasigroup(Quasigroup &other) : Space(other)
  {
    cells.update(*this, other.cells);
  }

  Space *
  copy() override
  {
    return new Quasigroup(*this);
  }

private:
  IntVarArray cells;
};

struct Count {
  unsigned long solutions, failures;
};

static Count
count(int n, IntPropLevel level)
{
  Quasigroup root(n, level);
  DFS<Quasigroup> search(&root);
  unsigned long solutions = 0;

  while (std::unique_ptr<Quasigroup>(search.next()))
    solutions++;
  return {solutions, search.statistics().fail};
}

int
main(int argc, char **argv)
{
  int n = argc == 3 || argc == 4 ? std::atoi(argv[1]) : 0;
  int times = argc == 4 ? std::atoi(argv[3]) : 1;

  if (n < 1 || n > 20 || times < 1) {
    std::fputs("usage: gecode-quasigroup N value|domain [TIMES]\n", stderr);
    return 2;
  }
  IntPropLevel level = std::string(argv[2]) == "domain" ? IPL_DOM : IPL_VAL;
  Count found{};
  while (times-- > 0)
    found = count(n, level);
  std::printf("%lu solutions, %lu failures\n", found.solutions, found.failures);
  return 0;
}
