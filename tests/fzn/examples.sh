# SPDX-License-Identifier: MIT
# The MiniZinc models of examples/, each run: what it finds is what is known of
# it.
. "$CSP_SRCDIR/tests/tap.sh"

need_minizinc "the examples in MiniZinc"

# solve NAME OPTION...: the example's output in $out
solve()
{
  example=$1
  shift
  run minizinc --solver csp "$@" "$CSP_SRCDIR/examples/$example.mzn"
}

# has CLAIM N: as many solutions, all of them, no two the same
has()
{
  solve "$3" -a
  is "$1" "$(grep -c '^----------$' "$out") $(tail -n 1 "$out")" \
    "$2 =========="
}

has "8 queens stand in 92 ways" 92 queens
has "there are 880 magic squares of order 4" 880 magic-square
has "12 cars have 32 sequences" 32 car-sequencing

has "the Sudoku has one solution" 1 sudoku
is "which the solver of Sudokus has too" \
  "$(head -n 9 "$out")" \
  "$("$csp" solve "$CSP_SRCDIR/examples/puzzle.sdk" --format=text |
    sed -n 's/ |//g; /^[1-9]/p')"
has "the zebra's owner is determined" 1 zebra
is "and who drinks water" "$(grep : "$out" | grep -v ':$')" "Norwegian: water
Japanese: zebra"
has "the nonogram has one solution" 1 nonogram
is "which is a queen" "$(head -n 4 "$out")" "....##....
....##....
#..####..#
##.####.##"

solve coloring
is "the Petersen graph takes 3 colors" \
  "$(head -n 1 "$out" | cut -d: -f1) $(tail -n 1 "$out")" \
  "3 colors =========="
solve golomb
is "a ruler of 8 marks is 34 long" \
  "$(grep length "$out" | tail -n 1) $(tail -n 1 "$out")" \
  "length 34: [0, 1, 4, 9, 15, 22, 32, 34] =========="
solve job-shop
is "the job shop ends at 30" \
  "$(grep ^end "$out" | tail -n 1) $(tail -n 1 "$out")" "end 30 =========="
done_testing
