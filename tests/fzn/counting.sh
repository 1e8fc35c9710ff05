# SPDX-License-Identifier: MIT
# Constraints that count, and circuits, through MiniZinc: as many solutions as their
# decompositions in the standard library have.
. "$CSP_SRCDIR/tests/tap.sh"

need_minizinc "counts like the standard library"
# the same solver without a library of its own
mkdir "$tmp/solvers"
sed -e 's/"id": *"[^"]*"/"id": "org.libcsp.plain"/' \
  -e 's/"mznlib": *"[^"]*"/"mznlib": "-Gstd"/' \
  -e "s|\"executable\": *\"[^\"]*\"|\"executable\": \"$CSP_BUILDDIR/fzn-csp\"|" \
  "$MZN_SOLVER_PATH/csp.msc" >"$tmp/solvers/plain.msc"

# solutions SOLVER: of model.mzn, sorted
solutions()
{
  minizinc --solver "$1" -a "$tmp/model.mzn" | grep -v '^[-=]' | LC_ALL=C sort
}

# agrees NAME NATIVE DECLARATIONS OUTPUT: the model calls the predicate and has
# the solutions of its decomposition
agrees()
{
  {
    echo 'include "globals.mzn";'
    echo "$3"
    echo 'solve satisfy;'
    echo "output [show($4)];"
  } >"$tmp/model.mzn"
  minizinc --solver csp -c --fzn "$tmp/model.fzn" --no-output-ozn \
    "$tmp/model.mzn"
  is "$1 is native" "$(grep -c "^constraint $2(" "$tmp/model.fzn")" 1
  native=$(solutions csp)
  is "$1 has the solutions of its decomposition" "$native" \
    "$(MZN_SOLVER_PATH=$tmp/solvers solutions org.libcsp.plain)"
  is "$1 has some" "$(test -n "$native" && echo yes)" yes
}

agrees "global cardinality" fzn_global_cardinality '
array[1..4] of var -1..3: x;
array[1..2] of var int: c;
constraint global_cardinality(x, [3, 0], c) /\ c[1] >= c[2];' 'x ++ c'

agrees "closed global cardinality" fzn_global_cardinality_closed '
array[1..4] of var 0..4: x;
array[1..3] of var 0..2: c;
constraint global_cardinality_closed(x, [1, 4, 2], c);' 'x ++ c'

agrees "global cardinality between limits" fzn_global_cardinality_low_up '
array[1..4] of var 0..4: x;
constraint global_cardinality_low_up(x, [1, 4], [1, 0], [2, 1]);' 'x'

agrees "closed global cardinality between limits" \
  fzn_global_cardinality_low_up_closed '
array[1..4] of var 0..4: x;
constraint global_cardinality_low_up_closed(x, [1, 4, 0], [1, 0, 1], [2, 1, 4]);
' 'x'

agrees "among" fzn_among '
array[1..4] of var 0..4: x;
var int: n;
constraint among(n, x, {0, 2, 3}) /\ n != 2;' 'x ++ [n]'

agrees "number of values" fzn_nvalue '
array[1..4] of var 0..3: x;
var int: n;
constraint nvalue(n, x) /\ n mod 2 = 1;' 'x ++ [n]'

agrees "all-different except 0" fzn_alldifferent_except_0 '
array[1..4] of var -1..2: x;
constraint alldifferent_except_0(x);' 'x'

agrees "inverse" csp_inverse '
array[3..6] of var int: f;
array[0..3] of var int: g;
constraint inverse(f, g) /\ f[3] < f[5];' 'f ++ g'

agrees "an involution" csp_inverse '
array[1..5] of var 1..5: f;
constraint inverse(f, f);' 'f'

agrees "circuit" csp_circuit '
array[2..6] of var 1..7: x;
constraint circuit(x);' 'x'

agrees "subcircuit" csp_subcircuit '
array[0..4] of var 0..5: x;
constraint subcircuit(x) /\ x[0] != 0;' 'x'

cat >"$tmp/model.mzn" <<'END'
include "globals.mzn";
array[1..4] of var 1..9: x;
constraint all_equal(x) /\ x[1] + x[4] > 16;
solve satisfy;
output [show(x)];
END
is "all equal variables are one" "$(solutions csp)" "[9, 9, 9, 9]"
done_testing
