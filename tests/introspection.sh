# SPDX-License-Identifier: MIT
# 8 queens from Python, by the introspection data of the build.
. "$CSP_SRCDIR/tests/tap.sh"

[ -f "$CSP_BUILDDIR/Csp-1.typelib" ] || skip_all "built without introspection"
/usr/bin/python3 -c 'import gi' 2>/dev/null || skip_all "no Python with gi"

GI_TYPELIB_PATH=$CSP_BUILDDIR LD_LIBRARY_PATH=$CSP_BUILDDIR/libcsp/.libs \
  /usr/bin/python3 "$CSP_SRCDIR/tests/introspection.py"
