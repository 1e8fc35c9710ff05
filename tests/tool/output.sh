# SPDX-License-Identifier: MIT
# Files that are whole or not there, and outputs that fail.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

mode() { stat -c %a "$1"; }

(umask 027 && "$csp" solve queens --size=4 --output="$tmp/new")
is "a new file has the answer" "$(tail -n 1 "$tmp/new")" "status: satisfiable"
is "and the mode of new files" "$(mode "$tmp/new")" 640
run "$csp" solve queens --size=4 --output="$tmp/new"
is "nothing else is printed" "$(cat "$out" "$err")" ""

chmod 604 "$tmp/new"
ln -s new "$tmp/link"
ok "a link is followed" "$csp" solve queens --size=3 --output="$tmp/link"
is "to its file" "$(cat "$tmp/new")" "status: unsatisfiable"
is "whose mode is kept" "$(mode "$tmp/new")" 604
ok "and stays a link" test -L "$tmp/link"
ln -s "$tmp/far" "$tmp/dangling"
ok "a link to nothing" "$csp" solve queens --size=3 --output="$tmp/dangling"
is "makes its file" "$(cat "$tmp/far")" "status: unsatisfiable"

says 1 "csp: $tmp/no/file: No such file or directory" \
  "$csp" solve queens --output="$tmp/no/file"
says 1 "csp: $tmp: Is a directory" "$csp" solve queens --output="$tmp"
says 1 "csp: /dev/full: No space left on device" \
  "$csp" solve queens --output=/dev/full
says 1 "csp: $tmp/no/file: No such file or directory" \
  "$csp" solve queens --statistics="$tmp/no/file"
ok "/dev/null takes all" "$csp" solve queens --output=/dev/null \
  --statistics=/dev/null
ok "and stays" test -c /dev/null
answers 0 "status: unsatisfiable" \
  "$csp" solve queens --size=3 --output=/dev/stdout
answers 0 "status: unsatisfiable" "$csp" solve queens --size=3 --output=-
(echo before && "$csp" solve queens --size=3 --output=/dev/stdout) >"$tmp/both"
is "/dev/stdout is written where it stands" "$(head -n 1 "$tmp/both")" before
mkfifo "$tmp/pipe"
cat "$tmp/pipe" >"$tmp/piped" &
ok "a pipe is written directly" "$csp" solve queens --size=3 \
  --output="$tmp/pipe"
wait $!
is "with the answer" "$(cat "$tmp/piped")" "status: unsatisfiable"

echo old >"$tmp/kept"
fails 1 "a file that fails in the middle" "$csp" solve coloring \
  "$tmp/none.col" --output="$tmp/kept"
is "leaves the old one" "$(cat "$tmp/kept")" old
fails 2 "so does an option refused by the search" "$csp" solve queens \
  --algorithm=tabu --count --output="$tmp/kept"
is "which is seen late" "$(cat "$tmp/kept")" old
is "no temporary is left behind" "$(find "$tmp" -name '.*.??????')" ""

run sh -c '"$0" solve queens --size=4 >/dev/full' "$csp"
is "a full disk is told" "$status $(cat "$err")" \
  "1 csp: standard output: No space left on device"
run sh -c '"$0" models >/dev/full' "$csp"
is "by models too" "$status $(cat "$err")" \
  "1 csp: standard output: No space left on device"
run sh -c '"$0" solve queens --size=4 >&-' "$csp"
is "a closed output is told" "$status $(cat "$err")" \
  "1 csp: standard output: Bad file descriptor"
run sh -c '{ "$0" solve queens --size=20 --solutions=0; echo $? >&3; } |
  head -n 1 >/dev/null' "$csp" 3>"$tmp/status"
is "a closed pipe ends the run" "$(cat "$tmp/status") $(cat "$err")" \
  "1 csp: standard output: Broken pipe"

# Pictures
ok "one picture" "$csp" solve queens --size=4 --format=svg \
  --output="$tmp/board.svg"
has "has the name given" "</svg>" "$tmp/board.svg"
rm "$tmp/board.svg"
ok "two pictures" "$csp" solve queens --size=4 --format=png --solutions=0 \
  --output="$tmp/board.png"
is "are numbered" "$(cd "$tmp" && echo board*)" "board-1.png board-2.png"
ok "no picture" "$csp" solve queens --size=3 --format=svg \
  --output="$tmp/kept"
is "leaves the file as it was" "$(cat "$tmp/kept")" old

says 2 "csp: --output and --statistics name one file: '$tmp/./kept'" \
  "$csp" solve queens --output="$tmp/kept" --statistics="$tmp/./kept"
is "which stays as it was" "$(cat "$tmp/kept")" old
done_testing
