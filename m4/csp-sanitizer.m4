dnl SPDX-License-Identifier: MIT
dnl CSP_SANITIZER: --enable-sanitizer=LIST instruments everything or nothing,
dnl because a half-instrumented process reports what is not there.
AC_DEFUN([CSP_SANITIZER], [
  AC_ARG_ENABLE([sanitizer],
    [AS_HELP_STRING([--enable-sanitizer=LIST],
      [build with sanitizers: address, undefined, thread])],
    [], [enable_sanitizer=no])
  AS_CASE([$enable_sanitizer],
    [no], [CSP_SANITIZERS= SANITIZER_CFLAGS=],
    [yes], [AC_MSG_ERROR([--enable-sanitizer wants a list])],
    [CSP_SANITIZERS=$enable_sanitizer
     SANITIZER_CFLAGS="-fsanitize=$enable_sanitizer -fno-omit-frame-pointer"
     AS_CASE([$enable_sanitizer], [*undefined*],
       [SANITIZER_CFLAGS="$SANITIZER_CFLAGS -fno-sanitize-recover=undefined"])
     AX_CHECK_LINK_FLAG([$SANITIZER_CFLAGS], [],
       [AC_MSG_ERROR([$CC cannot sanitize $enable_sanitizer])])])
  AC_SUBST([CSP_SANITIZERS])
  AC_SUBST([SANITIZER_CFLAGS])
  AS_VAR_IF([CSP_SANITIZERS], [], [],
    [AC_SUBST([SANITIZER_CPPFLAGS], [-DCSP_SANITIZED])])
])
