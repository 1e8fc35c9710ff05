#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Random small MiniZinc models over the whole catalogue, in TAP: csp has its own
constraints, Gecode gets the standard library's definitions, and the solutions
must be the same.

    globals.py [--build=DIR] [--seed=N] [--runs=N]

csp's are found by its FlatZinc solver with the model's search and free, at a
random strength, and what its local search says must be one of them.  A model on
which they differ is kept as globals-SEED.mzn in the current folder.  At the end
stands which rows of libcsp/io/flatzinc-constraints.def were never drawn."""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
TABLE = SOURCE / "libcsp" / "io" / "flatzinc-constraints.def"
LIMIT = 60  # seconds for each solver
MOST = 2000  # solutions
SOLUTION_END = "----------"

# X, Y: arrays of variables of equal length, B, D: of Booleans, v, w: variables,
# o: an optional one, S, T: sets, N: numbers from 0, as many as X, C: different
# numbers, c: a number.  Gecode has another order of sets.
CONSTRAINTS = """
all_different(X); all_different([v, w] ++ X); all_different_except_0(X)
alldifferent_except(X, {0, 2}); all_equal(X); nvalue(v, X)
symmetric_all_different(X)
count(X, c, v); count_leq(X, c, v); count_lt(X, c, v); count_geq(X, c, v)
count_gt(X, c, v); count_neq(X, c, v); count(X, v, c); among(v, X, {1, 2})
at_least(1, X, c); at_most(1, X, c); exactly(1, X, c); count(X, v, w)
global_cardinality(X, C, [v | i in index_set(C)])
global_cardinality(X, C, [v, w]); global_cardinality_closed(X, C, [v, w])
global_cardinality_low_up(X, C, [0, 1], [1, 2])
global_cardinality_low_up_closed(X, C, [0, 1], [1, 3])
inverse(X, Y); inverse(array1d(0..1, [v, w]), [X[1], X[2]])
circuit(X); subcircuit(X); circuit(array1d(0..2, [v, w, X[1]]))
subcircuit(array1d(0..2, [v, w, X[1]]))
lex_less(X, Y); lex_lesseq(X, Y); lex_less(B, D); lex_lesseq(B, D)
lex2(array2d(1..2, index_set(X), X ++ Y))
increasing(X); decreasing(X); strictly_increasing(X); increasing(B)
decreasing(B); strictly_decreasing(Y); strictly_increasing(D)
strictly_decreasing(D)
value_precede(1, 2, X); value_precede_chain(C, X); seq_precede_chain(X)
v = max(X); v = min(X); v = arg_max(X); v = arg_min(X); v = arg_max(B)
v = arg_min(B); v = arg_max(array1d(0..1, [X[1], w])); v = max([w, X[1]])
v = min([w, X[1]]); v = min(w, X[1]); v = max(w, X[1])
sort(X, Y); member(X, v); X[v] = w; N[v] = w; B[v]; D[w] = B[v]
[true, false, true][v] = B[1]; v = if B[1] then w else X[1] endif
[|3, 0, 2|1, 1, 3|][w, v] = X[1]; array2d(0..0, index_set(X), X)[v, w] = Y[1]
array2d(1..2, 0..1, [B[1], B[2], D[1], D[2]])[v, w]
bin_packing(c, X, N); bin_packing_load([v, w], X, N)
bin_packing_load(array1d(0..1, [v, w]), X, N)
bin_packing_capa([2, 3, 4, 5], X, N); knapsack(N, N, X, v, w)
cumulative(X, N, Y, c); cumulative(X, Y, N, v); cumulative(X, N, N, c)
cumulative([o, v], [2, w], [1, 2], 2); cumulative([o, v], [2, 1], [1, 2], w)
disjunctive(X, N); disjunctive(X, Y); disjunctive([o, v], [2, 1])
disjunctive_strict(X, Y); diffn(X, Y, N, N); diffn_nonstrict(X, Y, N, N)
diffn(X, Y, Y, N)
diffn_k(array2d(index_set(X), 1..1, X), array2d(index_set(X), 1..1, Y))
diffn_nonstrict_k(array2d(1..2, 1..2, [v, w, X[1], Y[1]]), [|1, 2|2, w|])
table(X, array2d(1..2, index_set(X), N ++ N)); table(B, [|true, false|])
table([v, w], [|1, 2|2, 0|0, 1|3, 3|]); table(D, [|false, false|true, true|])
regular(X, 2, 3, [|1, 2, 2|2, 0, 1|], 1, {2}); regular(X, "(1 2?)* 3*")
regular(X, 2, 0..2, array2d(1..2, 0..2, [1, 2, 2, 2, 0, 1]), 1, {1, 2})
regular_nfa(X, 2, 3, [|{1, 2}, {2}, {}|{2}, {1}, {1, 2}|], 1, {2})
cost_regular(X, 2, 3, [|1, 2, 2|2, 0, 1|], 1, {2}, [|1, 0, 2|0, 1, 1|], v)
mdd([v, w], 2, [1, 2], 3, [1, 1, 2], [{0, 1}, {2}, {1, 3}], [2, 0, 0])
mdd([v, w], 2, [1, 2], 3, [1, 1, 2], [{0, 1}, {2}, {1, 3}], [2, 2, 0])
mdd_nondet([v, w], 3, [1, 2, 2], 4, [1, 1, 2, 3], [{0, 1}, {1}, {1, 3}, {2}],
[2, 3, 0, 0]); cost_mdd([v, w], 2, [1, 2], 3, [1, 1, 2], [{0, 1}, {2}, {1, 3}],
[2, 2, 0], [1, 0, 2], X[1])
v = sum(X); v * w = X[1]; v div w = X[1]; v mod w = X[1]; pow(v, 2) = w
pow(v, 3) = w; pow(v, -1) = w
pow(v, w) = X[1]; v * v = w; v div 2 = w; X[1] mod (v - 1) = w; v - w = X[1]
abs(v - w) = X[1]; abs(v) = w; v in {1, 3}; sum(B) = v; xorall(B); forall(B)
exists(B); sum(B) != v; 2 * B[1] - 3 * D[1] + D[2] < v; clause(B, D); B[1] = D[2]
B[1] < D[1]; B[1] <= D[2]; (B[1] xor D[2]) = D[1]; B[1] != D[1]; iffall(B ++ D)
X[1] - 2 * Y[1] + v != c; X[1] + Y[1] <= v; sum(X) = sum(Y); v = w; v != X[1]
sliding_sum(1, 5, 2, X); X[1] < X[2] -> Y[1] >= Y[2]; v <= w; v < X[1]
(v = 1) <-> (w = 2); (v < w) xor (w < X[1]); if v > 1 then all_different(X) endif
v in S; card(S) = v; X[1] in S -> w in T; S subset T; S union T = 1..3
S intersect T = {2}; S != T; S diff T = {1}; S symdiff T = {1, 3}
max(S) = v; sum(i in S)(i) = w; [S, T][v] = {2}; disjoint(S, T)
o = v; occurs(o) -> v = 1; deopt(o) = w; max([o, v]) = w; absent(o) \\/ o < v
""".replace(",\n", ", ").replace("\n", ";").split(";")
CONSTRAINTS = [text.strip() for text in CONSTRAINTS if text.strip()]
# The standard library's reified forms of these are none.
PLAIN_ONLY = ["mdd_nondet", "sliding_sum"]
FORMS = ["{}", "{}", "{}", "B[1] <-> ({})", "B[2] -> ({})", "not ({})",
         "({}) -> D[1]", "({}) \\/ D[2]"]
STRENGTHS = ["value", "bounds", "domain"]


def write_model(rand):
    """Only what the constraints name is a variable: few solutions."""
    size, low = rand.randint(2, 3), rand.choice([0, 1, 1])
    chosen = [text if any(name in text for name in PLAIN_ONLY) else
              rand.choice(FORMS).format(text)
              for text in rand.sample(CONSTRAINTS, rand.randint(1, 3))]
    notes = ["", "", ":: domain_propagation", ":: bounds_propagation",
             ":: value_propagation"]
    domains = [f"{low}..{low + rand.randint(1, 2)}" for _ in range(2)]
    declared = {
        "X": f"array[1..{size}] of var {domains[0]}: X;",
        "Y": f"array[1..{size}] of var {domains[1]}: Y;",
        "B": "array[1..2] of var bool: B;",
        "D": "array[1..2] of var bool: D;",
        "S": "var set of 1..3: S;",
        "T": "var set of 0..2: T;",
        "o": "var opt 0..2: o;",
        "v": f"var {rand.choice(['-1..3', '0..3', '1..3', '{-2, 1, 3}'])}: v;",
        "w": f"var {rand.choice(['0..3', '0..3', '1..2', '{0, 2, 3}'])}: w;"}
    used = [name for name in declared
            if any(re.search(rf"\b{name}\b", text) for text in chosen)]
    shown = ' ++ " ++ " ++ '.join(f"show({name})" for name in used)
    return "\n".join([
        'include "globals.mzn";',
        f"int: c = {rand.randint(0, 3)};",
        f"array[1..{size}] of int: N = "
        f"{[rand.randint(0, 2) for _ in range(size)]};",
        f"array[1..2] of int: C = {rand.sample([0, 1, 2, 3], 2)};",
        *(declared[name] for name in used),
        *(f"constraint ({text}) {rand.choice(notes)};" for text in chosen),
        "solve satisfy;",
        f'output ["= " ++ {shown} ++ "\\n"];']) + "\n"


def call(argv, text=None):
    """What a program writes; None where it fails, or takes too long."""
    try:
        done = subprocess.run([*map(str, argv)], input=text,
                              capture_output=True, text=True, timeout=LIMIT,
                              check=False)
    except subprocess.TimeoutExpired:
        return None
    has_failed = done.returncode != 0 or "ERROR" in done.stdout
    return None if has_failed else done.stdout


def solutions(text):
    """The solutions in minizinc's output, sorted."""
    return None if text is None else sorted(
        line for line in text.splitlines() if line.startswith("= "))


class Comparison:
    """csp on a model, flattened once."""

    def __init__(self, build, path, folder):
        self.build = build
        self.fzn, self.ozn = folder / "model.fzn", folder / "model.ozn"
        self.is_flat = call(["minizinc", "--solver", "csp", "-c", "--fzn",
                             self.fzn, "--ozn", self.ozn, path]) is not None

    def show(self, text):
        return solutions(text and call(
            ["minizinc", "--ozn-file", self.ozn], text))

    def find_all(self, *options):
        return self.show(call([self.build / "fzn-csp", "-a", *options,
                               self.fzn]))

    def differences(self, expected, rand):
        """What differs from the solutions that are expected, as text."""
        if not self.is_flat:
            return ["it is not compiled"]
        found = [name for name in ("-s", "-f") if
                 self.find_all(name) != expected]
        strength = f"--strength={rand.choice(STRENGTHS)}"
        solve = [self.build / "csp", "solve", self.fzn]
        count = call([*solve, "--count", strength])
        if f" {len(expected)} solution" not in (count or ""):
            found.append(strength)
        if expected:
            how = rand.choice(["tabu", "min-conflicts"])
            text = call([*solve, f"--algorithm={how}", "--format=dzn",
                         "--time-limit=2"])
            one = text and self.show(f"{text}{SOLUTION_END}\n")
            if one and one[0] not in expected:
                found.append(how)
        return found

    def names(self):
        """The constraints in the FlatZinc."""
        return set(re.findall(r"^constraint (\w+)", self.fzn.read_text(), re.M))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=100)
    options = parser.parse_args()
    os.environ["MZN_SOLVER_PATH"] = str(
        options.build.resolve() / "share" / "minizinc" / "solvers")
    names = re.findall(r'^FLATZINC\("(\w+)"', TABLE.read_text(), re.M)
    n_drawn = dict.fromkeys(names, 0)
    n_failed = 0
    print(f"1..{options.runs}")
    for number in range(1, options.runs + 1):
        seed = options.seed + number - 1
        rand = random.Random(seed)
        path = Path(f"globals-{seed}.mzn")
        path.write_text(write_model(rand))
        theirs = solutions(call(
            ["minizinc", "-n", MOST, "--solver", "gecode", "-G", "std", path]))
        if theirs is None or len(theirs) == MOST:
            print(f"ok {number} - seed {seed} # SKIP not for Gecode", flush=True)
            path.unlink()
            continue
        with tempfile.TemporaryDirectory() as folder:
            ours = Comparison(options.build, path, Path(folder))
            found = ours.differences(theirs, rand)
            for name in ours.names() & n_drawn.keys():
                n_drawn[name] += 1
        n_failed += bool(found)
        print(f"{'not ok' if found else 'ok'} {number} - seed {seed}: "
              f"{len(theirs)} solutions {' '.join(found)}", flush=True)
        if not found:
            path.unlink()
    print("# never drawn:",
          " ".join(name for name, n in n_drawn.items() if n == 0) or "none")
    sys.exit(n_failed > 0)


if __name__ == "__main__":
    main()
