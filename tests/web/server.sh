# SPDX-License-Identifier: MIT
# The server of the live page, without a browser: server.py says what is tried.
. "$CSP_SRCDIR/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
[ -f "$CSP_BUILDDIR/tools/serve.la" ] || skip_all "no libsoup"

# Memory that the address sanitizer holds back would look like a leak.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}quarantine_size_mb=4"
exec python3 -B "$CSP_SRCDIR/tests/web/server.py" "$csp"
