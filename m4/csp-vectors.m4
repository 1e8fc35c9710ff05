dnl SPDX-License-Identifier: MIT
dnl CSP_VECTORS(NAME, NAME AS AN OPTION, FLAGS, TRIAL)
dnl Can the compiler build for these units, and tell at run time whether the
dnl processor has them?  Sets CSP_NAME_CFLAGS and HAVE_NAME, and defines
dnl CSP_HAVE_NAME.  --disable-NAME leaves the build out.
AC_DEFUN([CSP_VECTORS],
  [AC_ARG_ENABLE([$2],
     [AS_HELP_STRING([--disable-$2], [build no kernel for $1])],
     [], [enable_$2=yes])
   AS_VAR_IF([enable_$2], [yes],
     [AC_CACHE_CHECK([whether $CC builds for $1], [csp_cv_$2],
        [csp_saved_CFLAGS=$CFLAGS
         CFLAGS="$CFLAGS $3"
         AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <immintrin.h>]],
           [[$4; return !__builtin_cpu_supports ("avx2");]])],
           [csp_cv_$2=yes], [csp_cv_$2=no])
         CFLAGS=$csp_saved_CFLAGS])],
     [csp_cv_$2=no])
   AS_VAR_IF([csp_cv_$2], [yes],
     [AC_DEFINE([CSP_HAVE_$1], [1], [Define to build a kernel for $1.])
      AC_SUBST([CSP_$1_CFLAGS], ["$3"])])
   AM_CONDITIONAL([HAVE_$1], [test "x$csp_cv_$2" = xyes])])
