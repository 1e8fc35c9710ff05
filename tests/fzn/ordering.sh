# SPDX-License-Identifier: MIT
# Global constraints about order: through MiniZinc, with the solver's own
# constraint and with the standard library's decomposition, the solutions are
# the same.
. "$CSP_SRCDIR/tests/tap.sh"

need_minizinc "constraints about order are solved"

# same CLAIM NAMES CONSTRAINT: over arrays x, y of integers and b, c of Booleans
same()
{
  cat >"$tmp/model.mzn" <<END
include "globals.mzn";
array[1..4] of var -1..2: x;
array[1..4] of var {0, 2, 3}: y;
array[1..3] of var bool: b;
array[1..2] of var bool: c;
var 0..6: z;
constraint $3;
solve satisfy;
END
  minizinc --solver csp -c --output-fzn-to-stdout "$tmp/model.mzn" \
    >"$tmp/model.fzn"
  for name in $2; do
    ok "$1: $name is the solver's own" grep -q "^constraint $name(" \
      "$tmp/model.fzn"
  done
  list --solver csp >"$tmp/own"
  list --solver csp -G std >"$tmp/std"
  ok "$1: there are solutions" grep -q ';' "$tmp/own"
  ok "$1: they are the same" cmp "$tmp/own" "$tmp/std"
}

# list OPTIONS: all solutions, a line each, sorted
list()
{
  minizinc "$@" -a --output-mode dzn "$tmp/model.mzn" | tr '\n' ' ' |
    sed 's/---------- */\n/g' | sort
}

same "lists" "fzn_lex_less_int fzn_lex_lesseq_int fzn_lex_less_bool" \
  'lex_less(x, y) /\ lex_lesseq(y, [x[i] + 2 | i in 1..3]) /\
   lex_chain_lesseq(array2d(1..2, 1..4, x ++ reverse(y))) /\
   lex_less(c, b) /\ z = bool2int(b[1]) /\ sum(x) = 3'
same "chains" \
  "fzn_increasing_int fzn_strictly_decreasing_int fzn_increasing_bool" \
  'increasing(x) /\ decreasing(y) /\ increasing(b) /\ decreasing(c) /\
   strictly_decreasing([y[1], x[2], x[1]]) /\ z = bool2int(b[1])'
same "precedences" "fzn_value_precede_int fzn_value_precede_chain_int" \
  'value_precede(2, -1, x) /\ value_precede_chain([3, 0, 2], y) /\
   seq_precede_chain(x) /\ z = 0 /\ not b[1] /\ increasing(b ++ c)'
same "extrema" \
  "csp_maximum_arg_int csp_minimum_arg_int csp_maximum_arg_bool fzn_sort" \
  'arg_max(x) = z /\ arg_min(array1d(0..3, y)) = z - 1 /\ arg_max(b) = z /\
   sort([x[1], y[2], x[3]], [y[1], x[2], y[3]]) /\ not c[1]'
same "half-reified relations" "int_lin_le_imp" \
  '(b[1] -> x[1] + 2 * x[2] - y[1] <= 0) /\ (b[2] -> x[3] != y[2]) /\
   y[3] = y[4] /\ z = x[4] /\ sum(y) = 5'
done_testing
