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

done_testing
