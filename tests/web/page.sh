# SPDX-License-Identifier: MIT
# The set-up of the live page in a browser: page.mjs says what is tried.
. "$CSP_SRCDIR/tests/web/browser.sh"
node "$CSP_SRCDIR/tests/web/page.mjs"
