/* SPDX-License-Identifier: MIT */
/* The first solution of each Sudoku of a list with Gecode: 27 all-different
 * constraints to domain consistency, which beats values and bounds by far.  The
 * model is built and propagated once, each puzzle is a copy of it with the
 * clues posted.  With afc (domain size by accumulated failures) it is built anew
 * each time, for else the failures of one puzzle would steer the next.
 *
 * usage: gecode-sudoku FILE afc|size, one puzzle of 81 characters a line, # for
 * comments; prints the 81 digits of a solution, or none, a line each */
#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>

using namespace Gecode;

class Sudoku : public Space
{
public:
  explicit Sudoku(bool by_failures) : cells(*this, 81, 1, 9)
  {
    Matrix<IntVarArray> grid(cells, 9, 9);

    for (int i = 0; i < 9; i++) {
      int column = i % 3 * 3, row = i / 3 * 3;
      distinct(*this, grid.row(i), IPL_DOM);
      distinct(*this, grid.col(i), IPL_DOM);
      distinct(*this, grid.slice(column, column + 3, row, row + 3), IPL_DOM);
    }
    if (by_failures)
      branch(*this, cells, INT_VAR_AFC_SIZE_MAX(1.0), INT_VAL_MIN());
    else
      branch(*this, cells, INT_VAR_SIZE_MIN(), INT_VAL_MIN());
  }

  Sudoku(Sudoku &other) : Space(other)
  {
    cells.update(*this, other.cells);
  }

  Space *
  copy() override
  {
    return new Sudoku(*this);
  }

  void
  set_clues(const std::string &line)
  {
    for (int i = 0; i < 81; i++)
      if (line[i] >= '1' && line[i] <= '9')
        rel(*this, cells[i], IRT_EQ, line[i] - '0');
  }

  std::string
  text() const
  {
    std::string digits(81, '.');

    for (int i = 0; i < 81; i++)
      digits[i] = static_cast<char>('0' + cells[i].val());
    return digits;
  }

private:
  IntVarArray cells;
};

int
main(int argc, char **argv)
{
  if (argc != 3) {
    std::fputs("usage: gecode-sudoku FILE afc|size\n", stderr);
    return 2;
  }

  bool by_failures = std::strcmp(argv[2], "afc") == 0;
  Sudoku empty(by_failures);
  std::ifstream file(argv[1]);
  empty.status();
  for (std::string line; std::getline(file, line);) {
    if (line[0] == '#' || line.size() < 81)
      continue;
    std::unique_ptr<Sudoku> puzzle(
        by_failures ? new Sudoku(true) : static_cast<Sudoku *>(empty.clone()));
    puzzle->set_clues(line);
    DFS<Sudoku> search(puzzle.get());
    std::unique_ptr<Sudoku> solution(search.next());
    std::puts(solution ? solution->text().c_str() : "none");
  }
  return 0;
}
