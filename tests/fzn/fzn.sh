# SPDX-License-Identifier: MIT
# fzn-csp: what it prints for the files of tests/data/fzn, and the protocol.
# "% args:" on a file's first line are its options; FILE.out is what is printed,
# FILE.err what is told besides.
. "$CSP_SRCDIR/tests/tap.sh"

fzn=$CSP_BUILDDIR/fzn-csp
cd "$CSP_SRCDIR/tests/data/fzn" || exit 99

for file in *.fzn; do
  name=${file%.fzn}
  args=$(sed -n '1s/^% args: *//p' "$file")
  # shellcheck disable=SC2086
  run "$fzn" $args "$file"
  is "$name" "$(cat "$out" "$err")" "$(cat "$name.out" "$name.err" 2>/dev/null)"
  case $name in
    error-*)
      is "$name: it fails" "$status" 1
      run "$CSP_BUILDDIR/csp" solve "$file"
      is "$name: and is a file that is wrong" "$status" 1
      ;;
    *) is "$name: it succeeds" "$status" 0 ;;
  esac
done

is "standard input is read" "$("$fzn" -a - <projection.fzn)" \
  "$(cat projection.out)"
is "-n stops after so many" "$("$fzn" -n 2 projection.fzn | grep -c '^---')" 2
is "what was asked for is not all" "$("$fzn" -n 2 projection.fzn | grep -c ===)" 0
is "more than there are is all" "$("$fzn" -n 9 projection.fzn | grep -c ===)" 1
is "-node stops after so many below the root" \
  "$("$fzn" -a -node 3 projection.fzn | grep -c ==)" 1
is "-i shows improvements" \
  "$("$fzn" -i optimum.fzn | grep '^v' | tail -n 1)" \
  "v = 15;"

run "$fzn" -s -a projection.fzn
is "statistics end" "$(tail -n 1 "$out")" "%%%mzn-stat-end"
cp "$out" "$tmp/statistics"
for key in nodes failures restarts variables propagators propagations \
  peakDepth initTime solveTime nSolutions; do
  ok "statistics tell $key" grep -q "^%%%mzn-stat: $key=[0-9]" "$tmp/statistics"
done

# A problem without end: 12 pigeons, 11 holes.
{
  n=12
  for i in $(seq $n); do echo "var 1..11: p$i :: output_var;"; done
  for i in $(seq $n); do
    for k in $(seq $((i - 1))); do echo "constraint int_ne(p$i, p$k);"; done
  done
  echo "solve :: int_search([p1], input_order, indomain_min, complete) satisfy;"
} >"$tmp/pigeons.fzn"
run "$fzn" -t 300 "$tmp/pigeons.fzn"
is "a time limit ends the search" "$status $(cat "$out")" "0 =====UNKNOWN====="
"$fzn" "$tmp/pigeons.fzn" >"$out" &
pid=$!
sleep 1
kill -TERM $pid
wait $pid
is "so does a signal" "$? $(cat "$out")" "0 =====UNKNOWN====="

# Ten million solutions.
{
  for i in $(seq 0 6); do echo "var 0..9: x$i :: output_var;"; done
  echo "solve satisfy;"
} >"$tmp/many.fzn"
# An optimum whose proof takes too long: the sum of 14 different numbers.
{
  n=14
  for i in $(seq $n); do echo "var 1..20: p$i;"; done
  echo "var 0..9999: sum :: output_var;"
  for i in $(seq $n); do
    for k in $(seq $((i - 1))); do echo "constraint int_ne(p$i, p$k);"; done
  done
  vars=$(seq -s , -f p%g $n)
  echo "constraint int_lin_eq([$(seq -s , $n),-1], [$vars,sum], 0);"
  echo "solve :: int_search([$vars], input_order, indomain_min, complete)"
  echo "  minimize sum;"
} >"$tmp/sum.fzn"
run "$fzn" -t 500 "$tmp/sum.fzn"
is "at the time limit the best is shown" \
  "$status $(tail -n 1 "$out") $(grep -c '^sum' "$out")" "0 ---------- 1"
run "$fzn" -i -n 2 -t 500 "$tmp/sum.fzn"
is "with -i each better one" "$(sed -n 's/^sum = \(.*\);/\1/p' "$out")" \
  "$(sed -n 's/^sum = \(.*\);/\1/p' "$out" | sort -rn | uniq)"
"$fzn" "$tmp/sum.fzn" >"$out" &
pid=$!
sleep 1
kill -INT $pid
wait $pid
is "a signal keeps the best too" "$? $(grep -c '^sum' "$out")" "0 1"
run "$fzn" -p 2 -r 3 -v -s optimum.fzn
is "threads are a wish" "$status $(grep '^v' "$out")" "0 v = 15;"
if [ -c /dev/full ]; then
  fails 1 "a full disk is an error" sh -c '"$1" -a "$2" >/dev/full' - "$fzn" \
    projection.fzn
fi
is "a reader that leaves ends the search" \
  "$("$fzn" -a -t 60000 "$tmp/many.fzn" 2>"$err" | head -n 1)" "x0 = 0;"

fails 2 "an unknown option is refused" "$fzn" --nonsense projection.fzn
fails 2 "so is a number that is none" "$fzn" -n x projection.fzn
fails 2 "and one below 0" "$fzn" -t -1 projection.fzn
is "-n 0 is all" "$("$fzn" -n 0 projection.fzn | grep -c '^---')" 3
# MiniZinc's way to say -3
for seed in 0 -3 18446744073709551613 5000000000; do
  ok "a seed is any number: $seed" "$fzn" -r $seed projection.fzn
done
ok "a time limit may be long" "$fzn" -t 9999999999 projection.fzn
fails 1 "and a file that is not there" "$fzn" "$tmp/none.fzn"
is "which is an error of the protocol" "$(cat "$out")" "=====ERROR====="
ok "help is shown" "$fzn" --help
ok "and the version" "$fzn" --version
is "csp solve reads it too" "$("$csp" solve optimum.fzn)" "v = 15;
t = array1d(1..3, [1, 1, 1]);

status: optimal, objective=15"
is "in MiniZinc's form as it prints it" \
  "$("$csp" solve projection.fzn --format=dzn)" \
  "$("$fzn" projection.fzn | grep -v -e --)"
is "told by its beginning" "$("$csp" solve - <optimum.fzn | tail -n 1)" \
  "status: optimal, objective=15"
is "and counts by the output items" "$("$csp" solve projection.fzn --count)" \
  "status: complete, 3 solutions"
is "or by those named" "$("$csp" solve projection.fzn --count --project=x,y)" \
  "status: complete, 6 solutions"
fails 2 "of which there must be some" "$csp" solve projection.fzn --count \
  --project=w
echo '{"x": 3, "y": 3}' >"$tmp/hint.json"
run "$csp" solve projection.fzn --hint="$tmp/hint.json" --format=json
is "a hint is tried first" "$(sed -n '1s/.*"x": 3, "y": 3.*/yes/p' "$out")" yes
done_testing
