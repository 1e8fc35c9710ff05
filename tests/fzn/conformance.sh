# SPDX-License-Identifier: MIT
# MiniZinc's conformance tests, where $CSP_DATA has them: some, or with
# CSP_TEST_CONFORMANCE=all all.
. "$CSP_SRCDIR/tests/tap.sh"

folder=$CSP_DATA/minizinc-spec
[ -f "$folder/tests.tsv" ] || skip_all "there is no $folder/tests.tsv"
command -v minizinc >/dev/null || skip_all "there is no minizinc"
/usr/bin/python3 -c 'import yaml' 2>/dev/null || skip_all "no Python with yaml"

step=12
[ "${CSP_TEST_CONFORMANCE-}" != all ] || step=1
MZN_SOLVER_PATH=$CSP_BUILDDIR/share/minizinc/solvers \
  exec /usr/bin/python3 -B "$CSP_SRCDIR/tests/fzn/conformance.py" \
  "$(cd "$folder" && pwd)" $step
