# SPDX-License-Identifier: MIT
# --check: valid, violated and what, or unreadable and where.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

file=$tmp/solution

# checks NAME STATUS TEXT ARGUMENTS...: with $file as solution
checks()
{
  claim=$1 expected_status=$2 expected=$3
  shift 3
  run "$csp" solve "$@" --check="$file"
  is "$claim" "$status $(cat "$out" "$err")" "$expected_status $expected"
}

"$csp" solve queens >"$file"
checks "what was drawn is valid" 0 valid queens
"$csp" solve queens --solutions=0 --format=json >"$file" 2>"$err"
checks "so is every line of JSON" 0 "valid, 92 solutions" queens
printf '{"values":\n{"column": [1, 3,\n0, 2]}}\n' >"$file"
checks "and JSON over several lines" 0 valid queens --size=4
echo '{"column": [1, 3, 0, 2]}' >"$file"
checks "and the values alone" 0 valid queens --size=4

echo '{"values": {"column": [1, 1, 0, 2]}}' >"$file"
run "$csp" solve queens --size=4 --check="$file"
is "a violation is status 1" "$status" 1
has "and names the constraint" "^csp: $file:1: violated: .*hold" "$err"
echo '{"values": {"column": [1, 3, 0, 4]}}' >"$file"
checks "a value outside its domain" 1 \
  "csp: $file:1: violated: column[3] = 4 is not in its domain" queens --size=4

echo '{"values": {"column": [1, 3, 0, 2]}' >"$file"
run "$csp" solve queens --size=4 --check="$file"
has "JSON cut short has a place" \
  "^csp: $file:1:36: expected JSON" "$err"
is "and status 1" "$status" 1
echo '{"values": {"column": [1, 3, 0]}}' >"$file"
checks "too few values" 1 \
  "csp: $file:1: \"column\": expected 4 values, not 3" queens --size=4
echo '{"values": {"column": [1, 3, 0, "2"]}}' >"$file"
checks "a value that is none" 1 \
  "csp: $file:1: \"column\": expected an integer" queens --size=4
echo '{"values": {"column": [1, 3, 0, 2e9]}}' >"$file"
checks "a value that is no integer" 1 \
  "csp: $file:1: \"column\": expected an integer" queens --size=4
echo '{"values": {"row": [1, 3, 0, 2]}}' >"$file"
checks "an array that is missing" 1 "csp: $file:1: \"column\" is missing" \
  queens --size=4
echo '{"status": "unsatisfiable", "solutions": 0}' >"$file"
checks "no solution" 1 "csp: $file: there is no solution in it" queens
: >"$file"
checks "an empty file" 1 "csp: $file: there is no solution in it" queens
says 1 "csp: $tmp/none: No such file or directory" \
  "$csp" solve queens --check="$tmp/none"

cat >"$tmp/c5.col" <<'END'
p edge 5 5
e 1 2
e 2 3
e 3 4
e 4 5
e 5 1
END
"$csp" solve "$tmp/c5.col" --format=dimacs >"$file" 2>"$err"
checks "a coloring in the form of DIMACS" 0 valid "$tmp/c5.col"
sed 's/^l 2 .*/l 2 1/; s/^l 1 .*/l 1 1/' "$file" >"$tmp/wrong"
fails 1 "an edge between equals" "$csp" solve "$tmp/c5.col" \
  --check="$tmp/wrong"
"$csp" solve "$tmp/c5.col" --format=json 2>"$err" |
  sed 's/"objective": 3/"objective": 2/' >"$file"
checks "an objective that is not the one told" 1 \
  "csp: $file:1: violated: the objective is 3, not 2" "$tmp/c5.col"

printf '1...............\n1234341221434321\n' >"$tmp/two.sdm"
"$csp" solve "$tmp/two.sdm" --order=4 >"$file"
checks "a stream, in its order" 0 "valid, 2 solutions" "$tmp/two.sdm" --order=4
"$csp" solve "$tmp/two.sdm" --order=4 --format=json 2>"$err" >"$file"
checks "and in JSON" 0 "valid, 2 solutions" "$tmp/two.sdm" --order=4
printf '2143341212344321\n1234341221434321\n' >"$file"
checks "clues are constraints" 1 \
  "csp: $file:1: violated: cell[0] is 2, but the input has 1 there" \
  "$tmp/two.sdm" --order=4

# What would break a parser
head -c 100000 /dev/zero | tr '\0' '[' >"$file"
checks "values that nest deep" 1 \
  "csp: $file:1:65: values nest too deep" queens --size=4
echo '{"values": {"column": [1, 3, 0, 18446744073709551618]}}' >"$file"
checks "a number that would wrap" 1 \
  "csp: $file:1:51: the number has too many digits" queens --size=4
done_testing
