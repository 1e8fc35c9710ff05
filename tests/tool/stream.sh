# SPDX-License-Identifier: MIT
# Two or more instances: a line each, in input order.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

cat >"$tmp/four.sdm" <<'END'
1.......3.......
12..............
1234341221434321
END
run "$csp" solve "$tmp/four.sdm" --order=4
is "a line each, then the status" "$(sed 1,2d "$out")" "1234341221434321
status: satisfiable"
is "with the clues in their places" \
  "$(head -n 2 "$out" | grep -cE '^(1.{7}3|12)')" 2
run "$csp" solve "$tmp/four.sdm" --order=4 --solutions=2
is "--solutions=2 asks whether there is one only" \
  "$(sed 's/[1-4]\{16\}/GRID/' "$out")" "several
several
GRID
status: complete, 5 solutions"
answers 0 "24
24
1
status: complete, 49 solutions" "$csp" solve "$tmp/four.sdm" --order=4 --count

cat >"$tmp/clash.sdm" <<'END'
1..1............
1234341221434321
END
run "$csp" solve "$tmp/clash.sdm" --order=4
is "a puzzle without solution is no error" "$status $(cat "$out")" "0 none
1234341221434321
status: complete, 1 solutions"
is "and its clash is told" "$(grep -c "^csp: instance 1: two clues clash" "$err")" 1

# Lines that come one upon the other are written together, but soon.
mkfifo "$tmp/slow"
exec 7<>"$tmp/slow"
cat "$tmp/four.sdm" >&7
"$csp" solve sudoku "$tmp/slow" --order=4 >"$tmp/lines" 7>&- &
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  [ "$(wc -l <"$tmp/lines")" -ge 3 ] || sleep 0.2
done
is "lines do not wait for more input" "$(wc -l <"$tmp/lines")" 3
exec 7>&-
wait $!
is "and the status ends them" "$(tail -n 1 "$tmp/lines")" "status: satisfiable"

run "$csp" solve "$tmp/four.sdm" --order=4 --format=json --solutions=2
is "in JSON the instances are numbered" \
  "$(grep -c '"instance": 2' "$out") $(grep -c '"instance": 3' "$out")" "2 1"
is "and the last line is the status" "$(tail -n 1 "$out")" \
  '{"status": "complete", "solutions": 5}'

cp "$tmp/four.sdm" "$tmp/bad.sdm"
echo "12x" >>"$tmp/bad.sdm"
run "$csp" solve "$tmp/bad.sdm" --order=4
is "a mistake ends the stream after what is before it" \
  "$status $(wc -l <"$out") $(wc -l <"$err")" "1 3 1"
has "with its place" "^csp: $tmp/bad.sdm:4:" "$err"

ok "several files are one stream" "$csp" solve sudoku --order=4 \
  "$tmp/four.sdm" "$tmp/clash.sdm"
is "of all their puzzles" "$(wc -l <"$out")" 6
is "standard input streams too" \
  "$("$csp" solve sudoku --order=4 - <"$tmp/four.sdm" | tail -n 1)" \
  "status: satisfiable"
answers 0 "status: satisfiable" \
  "$csp" solve sudoku --order=4 "$tmp/four.sdm" --quiet

run "$csp" solve sudoku "$tmp/four.sdm" --order=4 --format=svg \
  --output="$tmp/grid.svg"
is "pictures of a stream are numbered" "$(cd "$tmp" && echo grid*)" \
  "grid-1.svg grid-2.svg grid-3.svg"
done_testing
