# SPDX-License-Identifier: MIT
# Automata, decision diagrams and tables through MiniZinc: the same solutions as
# the standard library's decompositions, and truths that add up.  So do those
# that only our library defines.
. "$CSP_SRCDIR/tests/tap.sh"

need_minizinc "minizinc calls the solver"

# states NAME CONSTRAINT: the model NAME, over x, n and b
states() {
  cat >"$tmp/model-$1.mzn" <<END
include "globals.mzn";
array[1..3] of var 0..4: x;
var -9..9: n;
var bool: b;
array[1..3, 1..3] of int: d = [|2, 0, 1|3, 1, 0|3, 2, 1|];
array[1..3, 1..3] of int: c = [|1, 0, -2|3, 1, 0|0, 2, 5|];
array[1..3, 1..3] of set of int: e =
  [|{1, 2}, {}, {3}|{3}, {1}, {}|{}, {2}, {1, 3}|];
array[1..6] of int: from = [1, 1, 2, 3, 4, 5];
array[1..6] of int: to = [2, 3, 4, 4, 0, 0];
array[1..6] of int: cost = [1, 2, 3, 4, 5, 6];
array[1..6] of set of int: label = [0..1, {3}, {2, 4}, 0..4, {1, 4}, {3}];
array[1..5] of int: level = [1, 2, 2, 3, 3];
constraint $2;
solve satisfy;
output ["x=\(x) n=\(n) b=\(b)\n"];
END
}

solutions() {
  minizinc --solver csp -a "$@" | grep ^x | sort
}

# The same with our library and without it.
agrees() {
  states "$1" "$2"
  solutions "$tmp/model-$1.mzn" >"$tmp/ours"
  solutions -G std "$tmp/model-$1.mzn" >"$tmp/theirs"
  is "$1 agrees with its decomposition" \
    "$(test -s "$tmp/ours" && cmp "$tmp/ours" "$tmp/theirs" && echo same)" same
}

# reified NAME CONSTRAINT: those with b true are those of the constraint, and
# together with the others they are all.
reified() {
  states "$1" "$2 /\\ b"
  solutions "$tmp/model-$1.mzn" >"$tmp/plain"
  states "$1" "n = 0 /\\ (b <-> $2)"
  solutions "$tmp/model-$1.mzn" >"$tmp/all"
  is "$1: as many true as there are" \
    "$(grep -c true "$tmp/all")" "$(grep -c n=0 "$tmp/plain")"
  is "$1: the others false" "$(wc -l <"$tmp/all" | tr -d ' ')" 125
}

agrees regular 'regular(x, 3, 3, d, 1, {1, 3}) /\ n = 0 /\ b'
agrees regular_set \
  'regular(x, 3, 0..2, array2d(1..3, 0..2, array1d(d)), 1, {1}) /\ n = 0 /\ b'
agrees cost_regular 'cost_regular(x, 3, 3, d, 1, {1, 3}, c, n) /\ b'
agrees mdd 'mdd(x, 5, level, 6, from, label, to) /\ n = 0 /\ b'
agrees mdd_nondet 'mdd_nondet(x, 5, level, 6, from, label, to) /\ n = 0 /\ b'
agrees table 'table(x, [|1, 2, 3|2, 2, 2|3, 4, 0|]) /\ n = 0 /\ b'

states nfa 'regular_nfa(x, 3, 3, e, 1, {1, 2}) /\ n = 0 /\ b'
solutions "$tmp/model-nfa.mzn" >"$tmp/ours"
states ways 'exists(p, q in 1..3, r in {1, 2}) (
    x[1] in {v | v in 1..3 where p in e[1, v]} /\
    x[2] in {v | v in 1..3 where q in e[p, v]} /\
    x[3] in {v | v in 1..3 where r in e[q, v]}) /\ n = 0 /\ b'
solutions "$tmp/model-ways.mzn" >"$tmp/theirs"
is "regular_nfa agrees with all ways" \
  "$(test -s "$tmp/ours" && cmp "$tmp/ours" "$tmp/theirs" && echo same)" same

reified regular 'regular(x, 3, 3, d, 1, {1, 3})'
reified regular_nfa 'regular_nfa(x, 3, 3, e, 1, {1, 2})'
reified cost_regular 'cost_regular(x, 3, 3, d, 1, {1, 3}, c, n)'
reified cost_mdd 'cost_mdd(x, 5, level, 6, from, label, cost, to, n)'
reified table 'table(x, [|1, 2, 3|2, 2, 2|3, 4, 0|])'
reified table_bool 'table([v > 1 | v in x], [|true, false, true|false, true, true|])'
reified circuit 'circuit(x)'
reified circuit_from_0 'circuit(array1d(0..2, x))'
reified subcircuit 'subcircuit(x)'
reified subcircuit_from_2 'subcircuit(array1d(2..4, x))'
reified value_precede 'value_precede(2, 1, x)'
reified value_precede_chain 'value_precede_chain([3, 1, 2], x)'
reified seq_precede_chain 'seq_precede_chain(x)'
reified mdd 'mdd(x, 5, level, 6, from, label, to)'
states cost_mdd 'cost_mdd(x, 5, level, 6, from, label, cost, to, n) /\ b'
is "cost_mdd adds up" "$(solutions "$tmp/model-cost_mdd.mzn" |
  grep -c "n=9 ")" 8
done_testing
