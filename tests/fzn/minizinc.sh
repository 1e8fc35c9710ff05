# SPDX-License-Identifier: MIT
# MiniZinc with csp as its solver, from the build tree.
. "$CSP_SRCDIR/tests/tap.sh"

need_minizinc "minizinc calls the solver"

cat >"$tmp/model.mzn" <<'END'
include "globals.mzn";
array[1..4] of var 1..4: q;
var set of 1..3: s;
constraint alldifferent(q) /\ alldifferent([q[i] + i | i in 1..4]);
constraint alldifferent([q[i] - i | i in 1..4]);
constraint count(q, 2, 1) /\ count_leq(q, 3, 1) /\ card(s) = 2;
constraint table([q[1], q[2]], [|2, 4|3, 1|]);
solve :: int_search(q, first_fail, indomain_min) satisfy;
output ["q=\(q) s=\(s)\n"];
END
run minizinc --solver csp -a "$tmp/model.mzn"
is "a model with sets has all its solutions" "$(grep -c ^q "$out")" 6
is "each once" "$(grep ^q "$out" | sort -u | wc -l | tr -d ' ')" 6
is "and says so" "$(tail -n 1 "$out")" "=========="
is "csp solve calls minizinc" \
  "$("$csp" solve "$tmp/model.mzn" --solutions=0 | grep -c ^q)" 6
cat >"$tmp/best.mzn" <<'END'
array[1..5] of var 0..9: x;
constraint sum(x) = 20 /\ forall(i in 1..4)(x[i] < x[i + 1]);
solve minimize max(x) - min(x) + x[1] div 2;
output ["\(max(x) - min(x) + x[1] div 2)\n"];
END
is "an optimum is found" "$(minizinc --solver csp "$tmp/best.mzn")" "5
----------
=========="
fails 2 "what minizinc cannot do is refused" "$csp" solve "$tmp/best.mzn" \
  --count
done_testing
