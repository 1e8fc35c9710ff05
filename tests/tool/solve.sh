# SPDX-License-Identifier: MIT
# Status lines, formats and what goes where.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

answers 0 ". Q . .
. . . Q
Q . . .
. . Q .

status: satisfiable" "$csp" solve queens --size=4 --algorithm=mac
answers 0 "status: unsatisfiable" "$csp" solve queens --size=3
answers 0 "status: complete, 0 solutions" "$csp" solve queens --size=3 --count
answers 0 "status: complete, 0 solutions" \
  "$csp" solve queens --size=3 --solutions=0
answers 0 "status: complete, 92 solutions" "$csp" solve queens --count
answers 0 "status: complete, 92 solutions" \
  "$csp" solve queens --solutions=0 --quiet
answers 0 "status: satisfiable" "$csp" solve queens --solutions=92 --quiet
answers 0 "status: complete, 92 solutions" \
  "$csp" solve queens --solutions=93 --quiet

# Text and its neighbors: the status line is no part of other formats
answers 0 '{"solution": 1, "objective": null, "values": {"column": [1, 3, 0, 2]}}
{"solution": 2, "objective": null, "values": {"column": [2, 0, 3, 1]}}
{"status": "complete", "solutions": 2}' \
  "$csp" solve queens --size=4 --solutions=0 --format=json
is "and the status line goes to standard error" "$(cat "$err")" \
  "status: complete, 2 solutions"
answers 0 '{"status": "complete", "solutions": 2}' \
  "$csp" solve queens --size=4 --count --format=json
answers 0 "column = [1, 3, 0, 2];

column = [2, 0, 3, 1];" \
  "$csp" solve queens --size=4 --solutions=0 --format=dzn
answers 0 "column = [0];" "$csp" solve queens --size=1 --format=dzn

ok "svg is drawn" "$csp" solve queens --format=svg
has "as an svg element" "</svg>" "$out"
ok "png is drawn" "$csp" solve queens --format=png
is "with its signature" "$(head -c 4 "$out" | tail -c 3)" PNG
run "$csp" solve queens --size=6 --format=svg --solutions=0
is "standard output takes one picture, the last" \
  "$(grep -c "</svg>" "$out")" 1

# Objectives
cat >"$tmp/c5.col" <<'END'
p edge 5 5
e 1 2
e 2 3
e 3 4
e 4 5
e 5 1
END
ok "the best is shown" "$csp" solve "$tmp/c5.col"
is "with its value" "$(tail -n 1 "$out")" "status: optimal, objective=3"
is "once" "$(grep -c '^3 colors' "$out")" 1
ok "--solutions=0 shows each improvement" "$csp" solve "$tmp/c5.col" \
  --solutions=0 --format=json
is "the last being the best" \
  "$(tail -n 2 "$out" | sed -n '1s/.*"objective": \([0-9]*\),.*/\1/p')" 3
answers 0 "status: unsatisfiable" "$csp" solve "$tmp/c5.col" --colors=2
answers 0 "status: complete, 30 solutions" \
  "$csp" solve "$tmp/c5.col" --colors=3 --count
ok "a model has formats of its own" \
  "$csp" solve coloring "$tmp/c5.col" --format=dimacs
is "that begin as they should" "$(head -n 1 "$out")" "s col 3"
ok "standard input by its content" sh -c '"$0" solve - <"$1"' "$csp" \
  "$tmp/c5.col"

# What is said and what is not
ok "--verbose tells what was chosen" "$csp" solve queens --verbose
has "on standard error" "^csp: " "$err"
ok "--quiet" "$csp" solve queens --quiet
is "says nothing on standard error" "$(cat "$err")" ""
ok "a pipe shows no progress" "$csp" solve queens --size=20
is "at all" "$(cat "$err")" ""

# Files that cannot be read
says 1 "csp: $tmp/none.col: No such file or directory" \
  "$csp" solve "$tmp/none.col"
says 1 "csp: none.col: No such file or directory" "$csp" solve none.col
: >"$tmp/empty"
says 1 "csp: $tmp/empty: it is empty" "$csp" solve "$tmp/empty"
fails 1 "an empty puzzle" "$csp" solve sudoku "$tmp/empty"
is "is one line" "$(wc -l <"$err")" 1
echo "what is this?" >"$tmp/what"
says 1 "csp: $tmp/what: no model knows this kind of file; name the one that is to read it: csp solve MODEL $tmp/what" \
  "$csp" solve "$tmp/what"
for suffix in dzn:'MiniZinc data' xml:XCSP3; do
  echo "x" >"$tmp/a.${suffix%:*}"
  says 1 "csp: $tmp/a.${suffix%:*}: there is no reader for ${suffix#*:}" \
    "$csp" solve "$tmp/a.${suffix%:*}"
done
head -c 200000 /dev/urandom >"$tmp/garbage.col"
fails 1 "binary garbage is refused" "$csp" solve "$tmp/garbage.col"
is "in one line" "$(wc -l <"$err")" 1
fails 1 "a folder is refused" "$csp" solve coloring "$tmp"
is "in one line" "$(wc -l <"$err")" 1
done_testing
