# SPDX-License-Identifier: MIT
# What tests in a browser need, to be sourced.  `npm ci` in this folder gets
# playwright-core, which ./bootstrap check does.
. "$CSP_SRCDIR/tests/tap.sh"

chromium=$(command -v chromium || command -v chromium-browser)
command -v node >/dev/null || skip_all "no node"
[ -n "$chromium" ] || skip_all "no chromium"
[ -d "$CSP_SRCDIR/tests/web/node_modules/playwright-core" ] ||
  skip_all "no playwright-core: npm ci in tests/web"
[ -f "$CSP_BUILDDIR/tools/serve.la" ] || skip_all "no libsoup"
[ -f "$CSP_BUILDDIR/tools/page/page-resource.c" ] || skip_all "no page"

CHROMIUM=$chromium CSP=$csp PICTURES=$CSP_BUILDDIR/tests/web
export CHROMIUM CSP PICTURES
mkdir -p "$PICTURES"
