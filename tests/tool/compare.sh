# SPDX-License-Identifier: MIT
# csp compare: the grid, the table, the rows, and what interrupts it.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

# shape: the table without its times
shape()
{
  awk -v OFS=' ' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "seconds") t = i }
    { $t = ""; $1 = $1; gsub(/  +/, " "); print }' "$out"
}

# field NAME: that column of the CSV file $csv, without its header; quoted fields
# are taken for empty
field()
{
  sed 's/"[^"]*"//g' "$csv" |
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) f = i }
      NR > 1 { print $f }'
}

csv=$tmp/runs.csv

# The grid
run "$csp" compare queens --size=4,8 --repeat=2
is "by default four algorithms" "$status $(awk '{ print $1, $2 }' "$out")" \
  "0 size algorithm
4 backtracking
4 forward-checking
4 mac
4 min-conflicts
8 backtracking
8 forward-checking
8 mac
8 min-conflicts"
is "each with two seeds" "$(grep -c ' 2/2$' "$out")" 8
is "and nothing is said" "$(cat "$err")" ""

run "$csp" compare queens --size=12 --count --algorithm=backtracking,mac
is "medians are those of solve" "$status $(shape)" \
  "0 size algorithm nodes moves solved
12 backtracking 856189 - 1/1
12 mac 130281 - 1/1"

run "$csp" compare queens --count
is "what cannot count is left out" "$status $(cat "$err")" \
  "0 csp: left out: min-conflicts: --count needs a complete search, which min-conflicts and tabu are not"
is "and only that" "$(grep -c 1/1 "$out")" 3

run "$csp" compare queens --algorithm=mac,backtracking --size=6 \
  --variable-order=dom/wdeg,mrv --value-order=max
is "orders are lists too" "$status $(shape)" \
  "0 size algorithm variable-order value-order nodes moves solved
6 mac dom/wdeg max 18 - 1/1
6 mac mrv max 12 - 1/1
6 backtracking mrv max 32 - 1/1"
is "and pairs that do not go together are told" "$(cat "$err")" \
  "csp: left out: backtracking dom/wdeg max: --variable-order=dom/wdeg needs domains that shrink: forward-checking or mac"

# Files, and several models
printf 'p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n' >"$tmp/a.col"
printf 'p edge 2 1\ne 1 2\n' >"$tmp/b.col"
run "$csp" compare "$tmp/a.col" "$tmp/b.col" --colors=2,3 --algorithm=mac
is "files are instances" \
  "$status $(awk '{ print $1, $2, $NF }' "$out" | sed "s,$tmp/,,")" \
  "0 input colors solved
a.col 2 1/1
a.col 3 1/1
b.col 2 1/1
b.col 3 1/1"
run "$csp" compare coloring "$tmp/a.col" "$tmp/b.col" queens --algorithm=mac
is "models are, too" \
  "$status $(awk '{ print $1, $2 }' "$out" | sed "s,$tmp/,,")" \
  "0 model input
coloring a.col
coloring b.col
queens -"

run "$csp" compare "$tmp/a.col" --algorithm=mac
is "an objective is shown" "$(awk '{ print $3, $4, $6, $7 }' "$out")" \
  "seconds nodes objective solved
$(awk 'NR == 2 { print $3, $4 }' "$out") 3 1/1"

# Progress
run "$csp" compare queens --size=4,8 --algorithm=mac --progress
is "progress tells what runs, and what is left" \
  "$(tr '\r' '\n' <"$err" | sed -n '2p;3s/about [0-9]* s/about N s/p' |
    tr -d '\033' | sed 's/\[K//')" \
  "1/2  queens size=4 mac, seed 1
2/2  queens size=8 mac, seed 1  about N s left"

# Time-outs are no times
run "$csp" compare queens --size=8,60 --algorithm=backtracking,mac \
  --time-limit=0.5 --repeat=2
is "a time-out is told and not averaged" \
  "$status $(awk '$1 == 60 { $1 = $1; print }' "$out" | head -n 1)" \
  "0 60 backtracking > 0.5 s - - 0/2 2 time-out"
is "the others are not touched" "$(grep -c 2/2 "$out")" 3

# Rows
run "$csp" compare queens --size=4,8 --seed=7,9 --csv="$csv" \
  --json="$tmp/runs.json" --algorithm=mac,min-conflicts
is "a row a run" "$status $(wc -l <"$csv") $(field size | sort | uniq -c |
  awk '{ print $2, $1 }' | tr '\n' ' ')" "0 9 4 4 8 4 "
is "with its seed" "$(field seed | sort -u | tr '\n' ' ')" "7 9 "
is "and its statistics" "$(field nodes | sort -u | tr '\n' ' ')" " 26 4 "
for name in version model input algorithm kernel variable_order status moves \
  build_seconds peak_memory_kib command; do
  has "there is a column $name" "^\\(.*,\\)\\?$name\\(,\\|\$\\)" "$csv"
done
is "JSON has the same" "$(grep -c '"algorithm": "mac"' "$tmp/runs.json")" 4
is "with numbers as numbers" "$(grep -c '"size": 8, ' "$tmp/runs.json")" 4
is "as an array" "$(head -c 2 "$tmp/runs.json")$(tail -c 3 "$tmp/runs.json")" \
  '[{}]'
run "$csp" compare queens --size=4 --algorithm=mac --csv=-
is "rows on standard output take the table's place" \
  "$status $(wc -l <"$out") $(grep -c solved "$out")" "0 2 0"

# Lists
run "$csp" compare queens queens --size=8,08,8 --seed=3,4,3 --repeat=2 \
  --algorithm=mac,mac
is "what is named twice is compared once" "$status $(shape)" "0 size algorithm nodes moves solved
8 mac 26 - 3/3"
says 2 "csp: --size=: expected an integer from 1 to 100000000" \
  "$csp" compare queens --size=4,,8
says 2 "csp: --size=4-8: expected an integer from 1 to 100000000" \
  "$csp" compare queens --size=4-8
says 2 "csp: --seed=: expected an integer from 0" \
  "$csp" compare queens --seed=1,
says 2 "csp: --time-limit=1,2: expected a decimal number from 0 to 1000000000" \
  "$csp" compare queens --time-limit=1,2
says 2 "csp: unknown option '--colors'" "$csp" compare queens --colors=3
run "$csp" compare queens "$tmp/a.col" --colors=3 --size=6 --algorithm=mac
is "each model takes the parameters that it has" \
  "$status $(awk '{ print $1, $3, $4, $NF }' "$out")" \
  "0 model colors size solved
queens - 6 1/1
coloring 3 - 1/1"
echo 'var 1..3: x; constraint int_ne(x, 1); solve minimize x;' | tr ';' '\n' |
  sed 's/.$/&;/' >"$tmp/x.fzn"
cp "$tmp/x.fzn" "$tmp/-x"
run env -C "$tmp" "$csp" compare x.fzn --algorithm=mac,tabu -- -x
is "a file may be FlatZinc" "$status $(awk '{ print $1, $2, $6, $7 }' "$out")" \
  "0 input algorithm objective solved
x.fzn mac 2 1/1
x.fzn tabu 2 1/1
-x mac 2 1/1
-x tabu 2 1/1"
echo 'solve satisfy;' >"$tmp/x.mzn"
says 1 "csp: $tmp/x.mzn: MiniZinc models are for csp solve only; compile it with minizinc -c --solver csp, and give the .fzn" \
  "$csp" compare "$tmp/x.mzn"
run "$csp" compare queens --size=8,9 --algorithm=min-conflicts --seed=1 \
  --repeat=2 --json="$tmp/runs.json"
median=$(sed -n 's/.*"size": 8,.*"moves": \([0-9]*\),.*/\1/p' "$tmp/runs.json" |
  awk '{ sum += $1 } END { print sum / 2 }')
is "the median of two lies between them" \
  "$(awk '$1 == 8 { print $5 + 0 }' "$out")" "$median"

run "$csp" compare queens --size=30 --algorithm=mac,min-conflicts \
  --csv="$tmp/falls.csv" --json="$tmp/falls.json"
has "the history of the violation is one field" \
  ',30,.*,min-conflicts,.*,"\[\[0, [0-9.e-]*, [0-9]*\].*, 0\]\]",' \
  "$tmp/falls.csv"
has "and an array" '"violation_history": \[\[0, .*, 0\]\], ' \
  "$tmp/falls.json"
has "where there are moves" '"violation_history": null, ' "$tmp/falls.json"

# Resuming
cp "$csv" "$tmp/before"
run "$csp" compare queens --size=4,8 --seed=7,9 --csv="$csv" \
  --algorithm=mac,min-conflicts
is "rows that are there are not run again" "$status $(cksum <"$csv")" \
  "0 $(cksum <"$tmp/before")"
is "and are in the table" "$(grep -c 2/2 "$out")" 4
head -c -40 "$tmp/before" >"$csv"
run "$csp" compare queens --size=4,8,9 --seed=7,9 --csv="$csv" \
  --algorithm=mac,min-conflicts
is "half a line is dropped" \
  "$status $(head -n 8 "$csv" | cksum) $(wc -l <"$csv")" \
  "0 $(head -n 8 "$tmp/before" | cksum) 13"
is "all lines are whole" "$(field command | grep -vc statistics)" 0
run "$csp" compare queens --size=4 --seed=7 --csv="$csv" --algorithm=mac \
  --time-limit=5
is "another limit is another run" "$status $(wc -l <"$csv")" "0 14"
cp "$tmp/a.col" "$tmp/c.col"
for content in a b b; do
  cp "$tmp/$content.col" "$tmp/c.col"
  run "$csp" compare "$tmp/c.col" --algorithm=mac --csv="$tmp/c.csv"
  wc -l <"$tmp/c.csv"
done >"$tmp/lines"
is "another content of a file is another run" \
  "$(tr '\n' ' ' <"$tmp/lines")$(grep -c ' 2 *1/1' "$out")" "2 3 3 1"
has "which tells of it" "$(sha256sum "$tmp/b.col" | cut -d ' ' -f 1)" \
  "$tmp/c.csv"
mkdir "$tmp/o, \"O\"" && cp "$tmp/a.col" "$tmp/o, \"O\"/ä.col"
for i in 1 2; do
  run "$csp" compare "$tmp/o, \"O\"/ä.col" --algorithm=mac --csv="$tmp/o.csv"
done
is "any name of a file is one field" \
  "$status $(wc -l <"$tmp/o.csv") $(grep -c ",coloring,\"$tmp/o, \"\"O\"\"/ä.col\"," "$tmp/o.csv")" \
  "0 2 1"
printf 'version,mod' >"$csv"
ok "a header that is not whole begins anew" \
  "$csp" compare queens --csv="$csv" --algorithm=mac
is "with a whole one" "$(head -n 1 "$csv")" "$(head -n 1 "$tmp/before")"
echo "something else" >"$csv"
says 1 "csp: $csv:1: these are not the columns of this comparison; name another file" \
  "$csp" compare queens --csv="$csv"
is "and is left as it was" "$(cat "$csv")" "something else"

# What is in the middle is not the end of a run that was interrupted
for place in 's/queens,/"queens,/' 's/^0/"0"/'; do
  sed "3{$place}" "$tmp/before" >"$csv"
  cp "$csv" "$tmp/wrong"
  says 1 "csp: $csv:3: this is not a line of a comparison, and others follow" \
    "$csp" compare queens --csv="$csv"
  ok "and is left as it was" cmp "$csv" "$tmp/wrong"
done
sed '3s/queens/queens,/' "$tmp/before" >"$csv"
says 1 "csp: $csv:3: expected $(head -n 1 "$csv" | tr ',' '\n' | wc -l) fields, found $(head -n 1 "$csv" | tr ',' '\n' | sed '$a more' | wc -l)" \
  "$csp" compare queens --csv="$csv"
name=$(printf 'new\nline "\033[31m.col')
cp "$tmp/a.col" "$tmp/$name"
run "$csp" compare "$tmp/$name" --algorithm=mac --csv="$tmp/n.csv"
is "a line of the table is one line whatever the name" \
  "$status $(grep -c 'new line "?\[31m.col  *mac .* 1/1$' "$out")" "0 1"
head -n 2 "$tmp/n.csv" >"$tmp/n2.csv"
run "$csp" compare "$tmp/$name" --algorithm=mac --csv="$tmp/n2.csv"
is "half a line may have begun another" \
  "$status $(wc -l <"$tmp/n2.csv")" "0 $(wc -l <"$tmp/n.csv")"
cp "$tmp/a.col" "$tmp/it's.col"
(cd "$tmp" && "$csp" compare "it's.col" --algorithm=mac --csv=its.csv) >"$out"
has "a command can be given to a shell" "csp solve 'it'\\\\''s.col' --" \
  "$tmp/its.csv"

# Progress
run "$csp" compare queens --size=4,100 --algorithm=backtracking --repeat=2 \
  --time-limit=1.5 --progress
tr '\r' '\n' <"$err" >"$tmp/progress"
has "a run that lasts longer than those before says so of the rest" \
  "3/4  queens size=100 backtracking, seed 1  about [12] s left" "$tmp/progress"
is "and nothing is known before" "$(grep -c '[12]/4.*left' "$tmp/progress")" 0

# Interrupts
rm "$csv"
for signal in INT TERM; do
  run timeout -s $signal --preserve-status 2 "$csp" compare queens \
    --size=8,60 --algorithm=mac,backtracking --csv="$csv" \
    --json="$tmp/runs.json"
  is "SIG$signal ends it" "$status" 3
  is "shows what there is" "$(awk 'NR > 1 { print $1, $2 }' "$out")" \
    "8 mac
8 backtracking
60 mac"
  is "and keeps it" "$(wc -l <"$csv") $(wc -l <"$tmp/runs.json")" "4 3"
done

# Crashes and files that are wrong
CSP_MODELS_PATH=$CSP_BUILDDIR/tests/tool/.libs
export CSP_MODELS_PATH
rm "$csv"
run "$csp" compare crash --size=2,3,8 --algorithm=mac --csv="$csv"
is "a crash is a row and no more" "$status $(field status | tr '\n' ' ')" \
  "0 satisfiable crashed satisfiable "
has "it is in the table" "3 *mac *crashed .* 0/1  1 crashed" "$out"
is "and told" "$(cat "$err")" \
  "csp: crash size=3 mac, seed 1 crashed: signal 9, Killed"
run "$csp" compare crash --size=4,5,6,7,9 --algorithm=mac --time-limit=0.5 \
  --csv="$tmp/ends.csv"
is "so is any other end" \
  "$status $(awk 'NR > 1 { $1 = $1; print $1, $(NF - 2), $(NF - 1), $NF }' "$out")" \
  "0 4 0/1 1 crashed
5 0/1 1 crashed
6 0/1 1 crashed
7 0/1 1 time-out
9 3 - 1/1"
is "with its reason" "$(cat "$err")" \
  "csp: crash size=4 mac, seed 1 crashed: ended without statistics, exit status 0
csp: crash size=5 mac, seed 1 crashed: ended without statistics, exit status 41
csp: crash size=6 mac, seed 1 crashed: killed long after its time limit"

# No child is left, however the program ends
"$csp" compare crash --size=7 --algorithm=mac >"$out" 2>&1 &
until child=$(pgrep -P $! -f 'solve crash --size=7'); do sleep 0.05; done
kill -KILL $!
wait $! 2>/dev/null
is_running() { ps -o stat= -p "$1" | grep -qv Z; }
for i in 1 2 3 4 5 6 7 8 9 10; do
  is_running "$child" && sleep 0.1
done
fails 1 "a comparison that is killed leaves no child" is_running "$child"

echo 'p edge 1 x' >"$tmp/bad.col"
run "$csp" compare "$tmp/bad.col" "$tmp/b.col" --algorithm=mac
is "a file that is wrong" "$status $(grep -c 1/1 "$out")" "1 1"

# Pictures
if command -v gnuplot >/dev/null; then
  ok "a plot" "$csp" compare queens --size=4,8,40 --repeat=3 --time-limit=0.2 \
    --plot="$tmp/plot.svg"
  is "is SVG" "$(grep -c '</svg>' "$tmp/plot.svg")" 1
  for label in backtracking min-conflicts seconds size time-out "time limit" \
    medians; do
    has "that says $label" "$label" "$tmp/plot.svg"
  done
  if command -v xmllint >/dev/null; then
    ok "and valid" xmllint --noout "$tmp/plot.svg"
  else
    skip "and valid" "no xmllint"
  fi
  cp "$tmp/a.col" "$tmp/ä \"\$A\".col"
  ok "names are only names" "$csp" compare "$tmp/ä \"\$A\".col" "$tmp/b.col" \
    --colors=2,3 --algorithm=mac --plot="$tmp/plot.svg"
  has "whatever they are" 'ä "$A".col mac\|ä &quot;$A&quot;.col mac' "$tmp/plot.svg"
  cp "$tmp/a.col" "$tmp/\`echo run\` 50% 'x' \\.col"
  cp "$tmp/a.col" "$tmp/$(printf 'bad\377 new\nline.col')"
  ok "names are not commands" "$csp" compare "$tmp/\`"* "$tmp/bad"?*.col \
    --colors=2,3 --algorithm=mac --plot="$tmp/plot.svg"
  has "nor formats" "\`echo run\` 50% \('x'\|&apos;x&apos;\|&#39;x&#39;\) \\\\.col mac" "$tmp/plot.svg"
  if command -v xmllint >/dev/null; then
    ok "and are text" xmllint --noout "$tmp/plot.svg"
  else
    skip "and are text" "no xmllint"
  fi
  ok "one size" "$csp" compare queens --size=8 --plot="$tmp/plot.svg"
  has "puts the methods side by side" "8 variables" "$tmp/plot.svg"
  run "$csp" compare queens --size=3 --algorithm=generate --node-limit=1 \
    --plot="$tmp/none.svg"
  is "where nothing was solved there is nothing to draw" \
    "$status $(cat "$err") $(test -e "$tmp/none.svg" && echo a file)" \
    "0 csp: $tmp/none.svg: nothing to draw, no run was solved "
  ok "another" "$csp" compare queens "$tmp/b.col" --algorithm=mac \
    --plot="$tmp/plot.png"
  is "is PNG" "$(head -c 4 "$tmp/plot.png" | tail -c 3)" PNG
else
  skip "a plot" "no gnuplot"
fi
# (the program may be libtool's script, which needs a few others)
mkdir "$tmp/bin"
for program in basename dirname expr ls sed; do
  ln -s "$(command -v $program)" "$tmp/bin"
done
run env PATH="$tmp/bin" "$csp" compare queens --plot="$tmp/none.svg"
is "without gnuplot there is none" "$status $(cat "$out")$(cat "$err")" \
  "1 csp: --plot=$tmp/none.svg: gnuplot draws it, and there is no gnuplot (on Debian: gnuplot-nox)"

# Mistakes
says 2 "csp: expected a model or a file; csp models lists the models" \
  "$csp" compare
says 2 "csp: unknown model 'quens'; did you mean 'queens'?" "$csp" compare quens
says 2 "csp: coloring needs a file: csp solve coloring FILE" \
  "$csp" compare coloring
says 2 "csp: standard input can be read only once, and each run reads its input" \
  "$csp" compare coloring -
says 1 "csp: /dev/null: it is not a regular file, and each run reads its input" \
  "$csp" compare coloring /dev/null
says 1 "csp: none.col: No such file or directory" \
  "$csp" compare coloring none.col
says 2 "csp: --size=x: expected an integer from 1 to 100000000" \
  "$csp" compare queens --size=8,x
says 2 "csp: --seed=-1: expected an integer from 0" \
  "$csp" compare queens --seed=1,-1
says 2 "csp: --algorithm=foo: expected auto, generate, backtracking, forward-checking, mac, min-conflicts or tabu" \
  "$csp" compare queens --algorithm=mac,foo
says 2 "csp: --repeat=0: expected an integer from 1 to 1000000" \
  "$csp" compare queens --repeat=0
says 2 "csp: --plot=x.pdf: expected a name that ends in .svg or .png" \
  "$csp" compare queens --plot=x.pdf
says 2 "csp: backtracking dom/wdeg: --variable-order=dom/wdeg needs domains that shrink: forward-checking or mac" \
  "$csp" compare queens --algorithm=backtracking --variable-order=dom/wdeg
says 2 "csp: min-conflicts: --count needs a complete search, which min-conflicts and tabu are not" \
  "$csp" compare queens --count --algorithm=mac,min-conflicts
says 2 "csp: two outputs have one name: 'x.svg'" \
  "$csp" compare queens --json=x.svg --plot=x.svg
ln -s x.csv "$tmp/link.json"
says 2 "csp: two outputs have one name: '$tmp/link.json'" \
  "$csp" compare queens --csv="$tmp/x.csv" --json="$tmp/link.json"
says 2 "csp: two outputs have one name: '/dev/stdout'" \
  "$csp" compare queens --csv=- --json=/dev/stdout
if [ -c /dev/full ]; then
  for option in "" --csv=/dev/full --json=/dev/full; do
    status=0
    "$csp" compare queens --algorithm=mac $option >/dev/full 2>"$err" ||
      status=$?
    is "a full disk is told: ${option:-the table}" \
      "$status $(tail -n 1 "$err" | grep -c 'No space left on device')" "1 1"
  done
else
  skip "a full disk is told" "no /dev/full"
fi
mkfifo "$tmp/pipe"
run timeout -s TERM --preserve-status 1 "$csp" compare queens \
  --csv="$tmp/pipe"
is "a signal ends the waiting for a pipe" "$status" 3
fails 1 "a file that cannot be" "$csp" compare queens --csv="$tmp/no/x.csv"
ok "--help" "$csp" compare coloring --help
has "tells of lists" -- "--colors=N,..." "$out"
is "and is no wider than a terminal" "$(awk 'length > 79' "$out")" ""
done_testing
