# SPDX-License-Identifier: MIT
# One line from test-suite.log: how many tests passed, failed and were skipped.
# With -v status=N, make's own, a build that broke counts as a failure too.
/^# (PASS|XFAIL):/ { passed += $3 }
/^# SKIP:/ { skipped += $3 }
/^# (FAIL|XPASS|ERROR):/ { failed += $3 }
END {
  if (!failed && (status || !passed))
    failed = 1
  printf "%d passed, %d failed%s\n", passed, failed,
         skipped ? ", " skipped " skipped" : ""
  exit failed > 0
}
