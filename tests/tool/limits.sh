# SPDX-License-Identifier: MIT
# Limits and signals: what was found is printed, and the status is 3.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

# milliseconds COMMAND...: run, and in $elapsed how long it took
milliseconds()
{
  begin=$(date +%s%N)
  run "$@"
  elapsed=$((($(date +%s%N) - begin) / 1000000))
}

answers 3 "status: unknown" "$csp" solve queens --node-limit=5
answers 3 "status: incomplete, 0 solutions" \
  "$csp" solve queens --node-limit=5 --count
run "$csp" solve queens --size=12 --algorithm=mac --solutions=0 \
  --node-limit=500 --format=json --statistics
is "what was found is printed" "$(grep -c '"values"' "$out")" \
  "$(statistic solutions)"
is "under a status that says so" "$status $(statistic status)" '3 "incomplete"'
is "with the reason" "$(statistic status_reason)" '"node-limit"'

milliseconds "$csp" solve queens --size=30 --count --time-limit=0.3 --statistics
is "a time limit ends counting" "$status $(statistic status_reason)" \
  '3 "time-limit"'
ok "in time ($elapsed ms)" test "$elapsed" -lt 2000

says 3 "status: unknowncsp: the model needs about 1908 MiB, and --memory-limit allows 100 MiB" \
  "$csp" solve queens --size=100000000 --memory-limit=100
if [ -z "$CSP_SANITIZERS" ]; then
  answers 0 "status: satisfiable" "$csp" solve queens --size=1000000 --quiet \
    --algorithm=min-conflicts --memory-limit=40
else
  skip "a million queens in 40 MiB" "sanitizers take memory of their own"
fi

# Reading counts, and waiting for it ends
mkfifo "$tmp/never"
sleep 20 >"$tmp/never" &
sleeper=$!
milliseconds "$csp" solve sudoku "$tmp/never" --time-limit=0.2 --statistics
is "a limit that passes while reading" \
  "$status $(cat "$out") $(statistic status_reason)" \
  '3 status: unknown "time-limit"'
ok "is kept ($elapsed ms)" test "$elapsed" -lt 2000
run timeout -s INT --preserve-status 1 "$csp" solve sudoku "$tmp/never" \
  --statistics
is "SIGINT while reading" \
  "$status $(cat "$out") $(statistic status_reason)" \
  '3 status: unknown "interrupted"'
run timeout -s TERM --preserve-status 1 "$csp" solve - <"$tmp/never"
is "SIGTERM before the model is known" "$status $(cat "$out")" \
  "3 status: unknown"
kill "$sleeper"

for signal in INT TERM; do
  run timeout -s $signal --preserve-status 1 "$csp" solve queens --size=30 \
    --solutions=0 --format=json --statistics
  is "SIG$signal ends a listing" "$status $(statistic status_reason)" \
    '3 "interrupted"'
  is "whose last line is the status" "$(tail -n 1 "$out")" \
    "{\"status\": \"incomplete\", \"solutions\": $(grep -c values "$out")}"
done

echo old >"$tmp/file"
run timeout -s INT --preserve-status 1 "$csp" solve queens --size=30 --count \
  --output="$tmp/file"
is "an interrupted run writes its file" \
  "$status $(sed 's/[0-9][0-9]*/N/' "$tmp/file")" \
  "3 status: incomplete, N solutions"
is "and leaves no temporary" "$(find "$tmp" -name '.*.??????')" ""

# A stream: the limit is of the whole run
i=0
while [ $i -lt 20 ]; do
  echo "................"
  i=$((i + 1))
done >"$tmp/many.sdm"
run "$csp" solve "$tmp/many.sdm" --order=4 --node-limit=40 --count --statistics
is "nodes of a stream add up" "$status $(statistic status)" '3 "incomplete"'
ok "and it ends at the limit" test "$(statistic nodes)" -le 60

run "$csp" solve queens --size=30 --count --time-limit=0.5 --progress
has "--progress shows how far it is" " s  nodes [0-9]" "$err"
is "and is taken away at the end" "$(tail -c 4 "$err" | od -An -c | tr -d ' ')" \
  '\r033[K'

# A better bound makes moves of its own, which count.
for moves in 1 2 5; do
  run "$csp" solve coloring "$CSP_SRCDIR/examples/petersen.col" --minimize \
    --algorithm=tabu --max-moves=$moves --statistics
  is "$moves moves are no more" "$(statistic moves)" "$moves"
done

# What keeps a program waiting
mkfifo "$tmp/pipe"
for option in --check --output --statistics; do
  answers 3 "status: unknown" timeout 10 "$csp" solve queens \
    --time-limit=0.1 $option="$tmp/pipe"
done
answers 3 "status: unknown" timeout -s INT --preserve-status -k 10 1 \
  "$csp" solve queens --check="$tmp/pipe"
run "$csp" solve queens --time-limit=0.000001 --output="$tmp/late" --statistics
is "a limit that comes at once has its statistics and its file" \
  "$status $(statistic status_reason) $(cat "$out" "$tmp/late")" \
  '3 "time-limit" status: unknown'
done_testing
