# SPDX-License-Identifier: MIT
# MiniZinc's constraints on tasks, boxes and bins have the same solutions here as
# by the decompositions of its own library.
. "$CSP_SRCDIR/tests/tap.sh"

MZN_SOLVER_PATH=$CSP_BUILDDIR/share/minizinc/solvers
export MZN_SOLVER_PATH

# solutions SOLVER...: all of them, sorted
solutions()
{
  minizinc --solver "$@" -a "$tmp/model.mzn" 2>&1 | grep -v '^[-=]' | sort
}

# same CLAIM: about the model on standard input
same()
{
  cat >"$tmp/model.mzn"
  if ! command -v minizinc >/dev/null || ! command -v fzn-gecode >/dev/null; then
    skip "$1" "no MiniZinc with Gecode"
    return
  fi
  solutions csp >"$tmp/ours"
  solutions gecode -G std >"$tmp/theirs"
  ok "$1" cmp "$tmp/ours" "$tmp/theirs"
  ok "$1: not only what has no solution" test -s "$tmp/ours"
}

same "cumulative, numbers" <<'END'
include "globals.mzn";
array[1..4] of var 0..4: s;
constraint cumulative(s, [3, 2, 1, 0], [1, 2, 2, 9], 3);
END

same "cumulative, variables and optional tasks" <<'END'
include "globals.mzn";
array[1..3] of var 0..3: s;
array[1..3] of var 0..2: d;
var 0..3: r;
var 0..4: b;
constraint cumulative(s, d, [2, r, 3], b);
END

same "disjunctive" <<'END'
include "globals.mzn";
array[1..4] of var 0..6: s;
constraint disjunctive(s, [3, 1, 0, 2]);
END

same "disjunctive_strict, variables" <<'END'
include "globals.mzn";
array[1..3] of var 0..3: s;
array[1..3] of var 0..2: d;
constraint disjunctive_strict(s, d);
END

same "diffn" <<'END'
include "globals.mzn";
array[1..3] of var 0..2: x;
array[1..3] of var 0..2: y;
constraint diffn(x, y, [2, 1, 0], [1, 3, 2]);
END

same "diffn, sizes below 0" <<'END'
include "globals.mzn";
array[1..2] of var 0..2: x;
array[1..2] of var 0..2: y;
var -1..2: d;
constraint diffn(x, y, [d, 1], [1, 2]);
END

same "diffn_nonstrict" <<'END'
include "globals.mzn";
array[1..3] of var 0..1: x;
array[1..3] of var 0..1: y;
var 0..2: d;
constraint diffn_nonstrict(x, y, [2, 1, d], [1, 2, 2]);
END

same "diffn_k" <<'END'
include "globals.mzn";
array[1..2, 1..3] of var 0..2: x;
constraint diffn_k(x, [| 1, 2, 1 | 2, 0, 1 |]);
END

same "diffn_nonstrict_k" <<'END'
include "globals.mzn";
array[1..3, 1..2] of var 0..1: x;
array[1..3, 1..2] of 0..2: d = [| 1, 2 | 2, 0 | 2, 1 |];
constraint diffn_nonstrict_k(x, d);
END

same "bin_packing" <<'END'
include "globals.mzn";
array[1..4] of var -1..1: bin;
constraint bin_packing(5, bin, [3, 2, 4, 1]);
END

same "bin_packing_capa" <<'END'
include "globals.mzn";
array[1..4] of var 0..4: bin;
constraint bin_packing_capa(array1d(2..4, [3, 5, 4]), bin, [3, 2, 4, 1]);
END

same "bin_packing_load" <<'END'
include "globals.mzn";
array[1..4] of var 0..4: bin;
array[0..2] of var 2..6: load;
constraint bin_packing_load(load, bin, [3, 2, 4, 1]);
END

same "knapsack" <<'END'
include "globals.mzn";
array[1..3] of var -1..3: x;
var 0..9: weight;
var 6..30: profit;
constraint knapsack([2, 3, 1], [4, 5, 0], x, weight, profit);
END

done_testing
