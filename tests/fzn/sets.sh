# SPDX-License-Identifier: MIT
# Set variables: through MiniZinc, with the solver's own way of Booleans and with
# the standard library's, the solutions are the same, and no order of sets is
# searched for longer.
. "$CSP_SRCDIR/tests/tap.sh"

need_minizinc "sets are solved"

# same CLAIM CONSTRAINT: over sets s and t, numbers n and i, a Boolean r;
# nosets.mzn is the one of the library compiled with
same()
{
  cat >"$tmp/model.mzn" <<END
include "all_disjoint.mzn";
include "partition_set.mzn";
include "nosets.mzn";
array[1..3] of var set of 1..3: s;
var set of {-1, 2, 4}: t;
var 0..5: n;
var 1..4: i;
var bool: r;
constraint $2;
solve satisfy;
END
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

# nodes OPTIONS: how many are searched, and there is an answer
nodes()
{
  minizinc "$@" -a -s "$tmp/model.mzn" >"$tmp/out"
  grep -q -e '==========' "$tmp/out" &&
    sed -n 's/^%%%mzn-stat: nodes=//p' "$tmp/out" | tail -n 1
}

same "order" 's[1] < s[2] /\ s[2] <= t /\ s[3] <= s[1] /\ n = 0 /\ i = 1 /\ r'
same "truth of an order" '(r <-> s[1] < s[2]) /\ (n > 2 -> t <= s[1]) /\
  (s[2] < s[1] -> n = 2) /\ s[3] = {} /\ i = 1 /\ n in {2, 4} /\ card(t) >= 2'
same "order and constants" \
  's[1] < {2, 3} /\ {1, 3} <= s[2] /\ s[3] < {} \/ t < {} \/ s[1] = {} /\
   {} < t /\ s[3] = {3} /\ n = 0 /\ i = 2 /\ r'
same "equality" '(s[1] = t <-> r) /\ (s[2] != s[3] \/ n > 3) /\
  n in {1, 5} /\ i = 1 /\ card(t) = 1'
same "subsets" 's[1] subset s[2] /\ (r <-> s[2] subset t) /\
  s[1] superset s[3] /\ n = 0 /\ i = 1'
same "union and intersection" 's[1] union s[2] = s[3] /\
  s[1] intersect t = {} /\ n = card(s[3]) /\ i = 1 /\ r'
same "differences" 's[1] diff t = s[2] /\ s[2] symdiff s[1] = s[3] /\
  n = card(t) /\ i = 1 /\ r'
same "members" '(n in s[1] -> r) /\ (i in s[1] <-> n in t) /\ i in s[2] /\
  s[3] = {}'
same "parts" 'partition_set(s, 1..3) /\ n = card(s[1]) /\ i = 1 /\ r \/
  all_disjoint(s) /\ s[i] subset t /\ n = 1'
same "elements" 's[i] = t /\ [{2}, {}, {1, 3}, {2, 4}][i] = s[1] /\ n = 0 /\
  (r <-> s[n + 1] = s[2])'
same "extremes" 'min(s[1]) = i /\ max(s[1]) = n /\ s[2] = {} /\
  s[3] subset s[1] /\ r'

# more numbers than a rank is made of; the answers counted by hand: subsets of
# {1, 2, 32, 33, 34} of two at most, the first of one, (s1 < s2), whether s3 < s1
cat >"$tmp/model.mzn" <<'END'
array[1..3] of var set of 1..34: s;
var bool: r;
var bool: q;
constraint forall (a in s) (card(a) <= 2 /\
                            forall (k in 3..31) (not (k in a)));
constraint s[1] < s[2] /\ card(s[1]) = 1;
constraint r <-> s[2] <= s[3];
constraint q -> s[3] < s[1];
solve satisfy;
END
list --solver csp >"$tmp/own"
is "sets of many numbers are compared" "$(grep -c ';' "$tmp/own")" 624

# all sets of three out of six in their order
cat >"$tmp/model.mzn" <<'END'
array[1..20] of var set of 1..6: s;
constraint forall (i in 1..20) (card(s[i]) = 3);
constraint forall (i in 1..19) (s[i] < s[i + 1]);
solve satisfy;
END
n=$(nodes --solver csp)
ok "sizes and an order leave little to search ($n nodes)" test "$n" -lt 1000
done_testing
