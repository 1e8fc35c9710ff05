/* SPDX-License-Identifier: MIT */
/* All solutions of n queens with Gecode, in its fastest setting of those tried:
 * three all-different constraints that prune by value, smallest domain first,
 * smallest value first.  Bounds and domain consistency visit fewer nodes and
 * take longer.
 *
 * usage: gecode-queens N [COPY-DISTANCE] */
#include <gecode/int.hh>
#include <gecode/search.hh>

#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace Gecode;

class Queens : public Space
{
public:
  explicit Queens(int n) : columns(*this, n, 0, n - 1)
  {
    IntArgs rising(n), falling(n);

    for (int row = 0; row < n; row++) {
      rising[row] = row;
      falling[row] = -row;
    }
    distinct(*this, columns, IPL_VAL);
    distinct(*this, rising, columns, IPL_VAL);
    distinct(*this, falling, columns, IPL_VAL);
    branch(*this, columns, INT_VAR_SIZE_MIN(), INT_VAL_MIN());
  }

  Queens(Queens &other) : Space(other)
  {
    columns.update(*this, other.columns);
  }

  Space *
  copy() override
  {
    return new Queens(*this);
  }

private:
  IntVarArray columns;
};

int
main(int argc, char **argv)
{
  int n = argc > 1 ? std::atoi(argv[1]) : 0;

  if (argc > 3 || n < 1 || n > 1000) {
    std::fputs("usage: gecode-queens N [COPY-DISTANCE]\n", stderr);
    return 2;
  }

  Search::Options options;
  if (argc > 2)
    options.c_d = static_cast<unsigned>(std::atoi(argv[2]));
  Queens root(n);
  DFS<Queens> search(&root, options);
  unsigned long solutions = 0;
  while (std::unique_ptr<Queens>(search.next()))
    solutions++;
  std::printf("%lu solutions, %lu failures\n", solutions,
              search.statistics().fail);
  return 0;
}
