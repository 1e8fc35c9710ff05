# SPDX-License-Identifier: MIT
# The statistics: one JSON object with every key, whatever ran.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

# The keys of the contract, in any order
has_all_keys()
{
  for key in command model parameters algorithm kernel variable_order \
    value_order branching strength symmetry seed threads status status_reason \
    solutions objective bound variables constraints nodes failures checks \
    propagations removals restarts nogoods moves evaluations violation \
    violation_history max_depth build_seconds solve_seconds cpu_seconds peak_memory_kib version
  do
    grep -q "\"$key\": " "$1" || {
      echo "# $key is missing"
      return 1
    }
  done
}

for algorithm in generate backtracking forward-checking mac min-conflicts tabu
do
  run "$csp" solve queens --size=6 --algorithm=$algorithm \
    --statistics="$tmp/s.json"
  is "$algorithm answers" "$status $(tail -n 1 "$out")$(cat "$err")" \
    "0 status: satisfiable"
  ok "and has all keys" has_all_keys "$tmp/s.json"
  cp "$tmp/s.json" "$err"
  is "naming itself" "$(statistic algorithm)" "\"$algorithm\""
done

run "$csp" solve queens --count --algorithm=backtracking --statistics
is "nodes and checks of 8 queens" "$(statistic nodes) $(statistic checks)" \
  "2057 15720"
is "its size" "$(statistic parameters) $(statistic variables)" '{"size": 8 8'
is "what it was asked" "$(statistic command)" \
  '"csp solve queens --count --algorithm=backtracking --statistics"'
is "the word of the status alone" "$(statistic status)" '"complete"'
is "no reason" "$(statistic status_reason)" null
is "the solutions" "$(statistic solutions)" 92
is "no objective" "$(statistic objective)" null
is "one line" "$(wc -l <"$err")" 1

printf '1...............\n1234341221434321\n' >"$tmp/two.sdm"
run "$csp" solve "$tmp/two.sdm" --order=4 --count --statistics
is "a stream adds up" "$(statistic solutions)" 73
is "and is one object" "$(wc -l <"$err")" 1
# The history of the violation: [[moves, seconds, violation], ...]
history_of()
{
  sed -n 's/.*"violation_history": \[\[\(.*\)\]\], .*/\1/p' "$1" |
    sed 's/\], \[/\n/g' | tr -d ,
}

run "$csp" solve queens --size=3000 --algorithm=min-conflicts --seed=3 \
  --statistics
history_of "$err" >"$tmp/first"
is "the violation falls, over moves and time" \
  "$(awk 'NR > 1 && ($1 <= moves || $2 < seconds || $3 >= violation) { bad = 1 }
    { moves = $1; seconds = $2; violation = $3 }
    END { print (NR > 1 && NR <= 100), bad + 0 }' "$tmp/first")" "1 0"
is "from the start to a solution" \
  "$(awk 'NR == 1 { print $1 } END { print $3 }' "$tmp/first" | tr '\n' ' ')" \
  "0 0 "
run "$csp" solve queens --size=3000 --algorithm=min-conflicts --seed=3 \
  --statistics
history_of "$err" >"$tmp/second"
is "by the same moves for the same seed" \
  "$(awk '{ print $1, $3 }' "$tmp/second")" \
  "$(awk '{ print $1, $3 }' "$tmp/first")"
run "$csp" solve queens --algorithm=mac --statistics
is "there is none without moves" "$(statistic violation_history)" null
# A block that is asked for runs, whatever auto would have done.
for size in 8 20 64; do
  run "$csp" solve queens --size=$size --kernel=block --statistics
  is "a block finds $size queens" "$(statistic status) $(statistic kernel)" \
    '"satisfiable" "block"'
done

done_testing
