# SPDX-License-Identifier: MIT
# Searches on the live page in a browser: runs.mjs says what is tried.
. "$CSP_SRCDIR/tests/web/browser.sh"
node "$CSP_SRCDIR/tests/web/runs.mjs"
