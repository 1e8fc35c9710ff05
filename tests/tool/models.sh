# SPDX-License-Identifier: MIT
# models and describe, for people and for scripts; candidates and the manual page.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

ok "models lists" "$csp" models
is "a line for each model" "$(awk '{ print $1 }' "$out" | tr '\n' ' ')" \
  "coloring queens sudoku "
ok "as JSON" "$csp" models --format=json
is "with names" "$(grep -c '"name": "[a-z]*", "title": ".*", "summary": "' \
  "$out")" 3

ok "describe tells" "$csp" describe queens
has "a parameter with its range" "1 to 100000000 queens; default 8" "$out"
has "variables" "column\[0..7\]: 0 to 7" "$out"
has "constraints" "3 all-different" "$out"
has "symmetries" "transpose of column" "$out"
ok "describe without a model to build" "$csp" describe coloring
ok "as JSON" "$csp" describe coloring --format=json
has "with null for what depends on the file" '"variables": null' "$out"
ok "JSON of a model" "$csp" describe queens --format=json
has "with ranges as numbers" '"min": 1, "max": 100000000' "$out"
if command -v python3 >/dev/null; then
  for command in "models" "describe queens" "describe sudoku"; do
    "$csp" $command --format=json >"$tmp/json"
    ok "$command is valid JSON" python3 -m json.tool "$tmp/json"
  done
else
  skip "valid JSON" "no python3"
fi

# A plugin that cannot be loaded is told, and the others are listed
mkdir "$tmp/models"
echo "no module" >"$tmp/models/broken.so"
run env CSP_MODELS_PATH="$tmp/models" "$csp" models
is "a broken plugin hides no other" "$status $(grep -c queens "$out")" "0 1"
has "and is told" "broken" "$err"
run env CSP_MODELS_PATH="$tmp/models" "$csp" solve broken
is "asked for, it is status 1" "$status $(wc -l <"$err")" "1 1"

answers 0 "queens" "$csp" --complete solve qu
answers 0 "solve" "$csp" --complete so
answers 0 "--size=" "$csp" --complete solve queens --si
answers 0 "--algorithm=mac
--algorithm=min-conflicts" "$csp" --complete solve queens --algorithm=m
answers 0 "--format=dimacs" "$csp" --complete solve g.col --format=di
answers 0 "--format=json" "$csp" --complete models --format=j
answers 0 "" "$csp" --complete solve sudoku pu
answers 0 "sudoku" "$csp" --complete describe s

manual=$CSP_BUILDDIR/doc/csp.1
for option in solutions algorithm time\\-limit check statistics; do
  has "the manual page has --$option" -F "\\-\\-$option" "$manual"
done
fails 1 "nothing is left to fill in" grep -n "@[A-Z]*@" "$manual"
done_testing
