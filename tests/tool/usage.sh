# SPDX-License-Identifier: MIT
# What is wrong with a command line is one line, and status 2.
. "$CSP_SRCDIR/tests/tap.sh"
. "$CSP_SRCDIR/tests/tool/tool.sh"

says 2 "csp: expected a command: solve, compare, models, describe or serve; csp --help tells more" \
  "$csp"
says 2 "csp: unknown command 'slove'; did you mean 'solve'?" "$csp" slove
says 2 "csp: unknown command 'queens'; did you mean 'csp solve queens'?" \
  "$csp" queens
says 2 "csp: unknown command 'xyzzy'; known: solve, compare, models, describe, serve" \
  "$csp" xyzzy
says 2 "csp: unknown option '--bogus'" "$csp" --bogus
says 2 "csp: expected a model or a file; csp models lists the models" \
  "$csp" solve
says 2 "csp: unknown model 'quens'; did you mean 'queens'?" "$csp" solve quens
says 2 "csp: unknown model 'quens'; did you mean 'queens'?" \
  "$csp" describe quens
says 2 "csp: unknown option '--sise'; did you mean '--size'?" \
  "$csp" solve queens --sise=4
says 2 "csp: unknown option '--node-limits'; did you mean '--node-limit'?" \
  "$csp" solve queens --node-limits=4
says 2 "csp: unknown option '-x'" "$csp" solve queens -x
says 2 "csp: option '--t' is ambiguous: --threads, --time-limit, --tenure" \
  "$csp" solve queens --t=3
says 2 "csp: --size needs a value" "$csp" solve queens --size
says 2 "csp: --quiet takes no value" "$csp" solve queens --quiet=yes
says 2 "csp: --statistics needs a value after =" \
  "$csp" solve queens --statistics=
says 2 "csp: --count=maybe: expected true or false" \
  "$csp" solve queens --count=maybe
for value in 0 100000001 1e6 0x8 8.0 -1 +8 "" " 8" 99999999999999999999; do
  says 2 "csp: --size=$value: expected an integer from 1 to 100000000" \
    "$csp" solve queens "--size=$value"
done
says 2 "csp: --solutions=-1: expected an integer from 0" \
  "$csp" solve queens --solutions=-1
says 2 "csp: --time-limit=1s: expected a decimal number from 0 to 1000000000" \
  "$csp" solve queens --time-limit=1s
for value in 1e400 99999999999999999999 1e-9 nan -1; do
  says 2 "csp: --time-limit=$value: expected a decimal number from 0 to 1000000000" \
    "$csp" solve queens --time-limit=$value
done
says 2 "csp: --algorithm=learning: expected auto, generate, backtracking, forward-checking, mac, min-conflicts or tabu" \
  "$csp" solve queens --algorithm=learning
says 2 "csp: --variable-order=default2: expected input, mrv, mrv-degree, dom/deg, dom/wdeg, random or model" \
  "$csp" solve queens --variable-order=default2
for option in --algorithm=min-conflicts --algorithm=tabu; do
  says 2 "csp: --kernel=block is for tree search" \
    "$csp" solve queens --kernel=block "$option"
done
says 2 "csp: --kernel=block: a block does not generate and test" \
  "$csp" solve queens --kernel=block --algorithm=generate
says 2 "csp: --kernel=block: a block does not restart" \
  "$csp" solve queens --kernel=block --restarts=luby
says 2 "csp: --kernel=block: a block takes variables by input or mrv only" \
  "$csp" solve queens --kernel=block --variable-order=dom/wdeg
says 2 "csp: --kernel=block: column[0] has 65 values, and a block holds 64" \
  "$csp" solve queens --kernel=block --size=65
says 2 "csp: --restarts=often: expected none, luby[:UNIT], geometric[:UNIT:FACTOR], linear[:UNIT] or constant[:UNIT], with a unit of at least 1 failure and a factor above 1, at most 1000" \
  "$csp" solve queens --restarts=often
says 2 "csp: --format=pdf: expected text, json, dzn, svg or png" \
  "$csp" solve queens --format=pdf
says 2 "csp: --format=svg: expected text or json" "$csp" models --format=svg
says 2 "csp: queens reads no file: 'x.col' is too much" \
  "$csp" solve queens x.col
says 2 "csp: coloring needs a file: csp solve coloring FILE" \
  "$csp" solve coloring
says 2 "csp: coloring reads one file: 'b.col' is too much" \
  "$csp" solve coloring a.col b.col
says 2 "csp: standard input can be read only once" \
  "$csp" solve sudoku - -
says 2 "csp: models takes no argument: 'x' is too much" "$csp" models x
says 2 "csp: describe takes one model: 'x' is too much" \
  "$csp" describe queens x
says 2 "csp: expected a model; csp models lists them" "$csp" describe
says 2 "csp: --quiet and --verbose do not go together" \
  "$csp" solve queens --quiet --verbose
says 2 "csp: --format=svg and --count do not go together" \
  "$csp" solve queens --format=svg --count
says 2 "csp: --format=png and --quiet do not go together" \
  "$csp" solve queens --format=png --quiet
fails 2 "a new choice of variable needs domains" \
  "$csp" solve queens --algorithm=backtracking --variable-order=dom/wdeg
fails 2 "local search cannot count" \
  "$csp" solve queens --algorithm=min-conflicts --count

# The model stands anywhere, and a value after its option
answers 0 "status: satisfiable" "$csp" solve --size 6 queens --quiet
answers 0 "status: satisfiable" "$csp" solve --quiet -- queens
answers 0 "status: satisfiable" "$csp" solve --quie --siz=010 queens

ok "--help of solve names the parameters" "$csp" solve queens --help
has "the size is among them" -- "--size=N" "$out"
for value in forward-checking dom/wdeg lcv 2-way bounds geometric svg dzn; do
  has "help lists $value" -- "$value" "$out"
done
ok "-h is help" "$csp" solve -h
is "help is no wider than a terminal" "$(awk 'length > 79' "$out")" ""
ok "models has help" "$csp" models --help
ok "describe has help" "$csp" describe --help
answers 0 "csp (libcsp) 0.1.0" "$csp" solve --version
done_testing
