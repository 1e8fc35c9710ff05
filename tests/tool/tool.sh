# SPDX-License-Identifier: MIT
# For tests of the command, to be sourced after tap.sh.

# says STATUS MESSAGE COMMAND...: it ends with that status, that one line on
# standard error, and nothing on standard output
says()
{
  expected_status=$1 expected=$2
  shift 2
  run "$@"
  is "$expected" "$status $(cat "$out")$(cat "$err")" "$expected_status $expected"
}

# answers STATUS TEXT COMMAND...: it ends with that status and prints that text
answers()
{
  expected_status=$1 expected=$2
  shift 2
  run "$@"
  claim=$*
  is "csp ${claim#"$csp "}" "$status $(cat "$out")" "$expected_status $expected"
}

# statistic NAME: its value in the JSON object of $err
statistic()
{
  tail -n 1 "$err" | sed -n "s/.*\"$1\": \\(\"[^\"]*\"\\|[^,}]*\\).*/\\1/p"
}

# has CLAIM ARGUMENT...: grep finds something; unlike ok it leaves $out as it is
has()
{
  claim=$1
  shift
  grep -q "$@"
  report $? "$claim"
}
