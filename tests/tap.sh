# SPDX-License-Identifier: MIT
# TAP for shell tests, to be sourced.  A test makes claims in order:
#   ok "claim" command...       the command succeeds
#   fails STATUS "claim" command...   it ends with that status
#   is "claim" ACTUAL EXPECTED  two strings are equal
#   skip "claim" why
# and ends with `done_testing`.  Commands run in the test's own shell with
# output in $out and $err; $tmp is a folder that goes away.
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
out=$tmp/out err=$tmp/err csp=$CSP_BUILDDIR/csp
n_done=0 n_failed=0

# run COMMAND...: its status in $status, its output in $out and $err
run()
{
  status=0
  "$@" >"$out" 2>"$err" || status=$?
}

report()
{
  n_done=$((n_done + 1))
  if [ "$1" = 0 ]; then
    echo "ok $n_done - $2"
  else
    n_failed=$((n_failed + 1))
    echo "not ok $n_done - $2"
  fi
}

# The last output as TAP comments, so that a failure explains itself.
show_output()
{
  echo "# exit status $status"
  head -n 40 "$out" | sed 's/^/# out: /'
  head -n 40 "$err" | sed 's/^/# err: /'
}

fails()
{
  expected=$1 claim=$2
  shift 2
  run "$@"
  [ "$status" -eq "$expected" ] || show_output
  [ "$status" -eq "$expected" ]
  report $? "$claim"
}

ok()
{
  fails 0 "$@"
}

is()
{
  if [ "$2" = "$3" ]; then
    report 0 "$1"
  else
    printf '%s\n' "$2" | sed 's/^/# got: /'
    printf '%s\n' "$3" | sed 's/^/# expected: /'
    report 1 "$1"
  fi
}

skip()
{
  n_done=$((n_done + 1))
  echo "ok $n_done - $1 # SKIP $2"
}

# need_minizinc CLAIM: minizinc knows the build's solver; where there is none, the
# claim is skipped and all that would follow
need_minizinc()
{
  if ! command -v minizinc >/dev/null; then
    skip "$1" "there is no minizinc"
    done_testing
  fi
  MZN_SOLVER_PATH=$CSP_BUILDDIR/share/minizinc/solvers
  export MZN_SOLVER_PATH
}

skip_all()
{
  echo "1..0 # SKIP $1"
  exit 0
}

done_testing()
{
  echo "1..$n_done"
  [ "$n_failed" -eq 0 ]
  exit
}
