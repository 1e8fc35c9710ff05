# SPDX-License-Identifier: MIT
# The contrast of what the live page draws: contrast.mjs says how it is found.
. "$CSP_SRCDIR/tests/web/browser.sh"
node "$CSP_SRCDIR/tests/web/contrast.mjs"
