dnl SPDX-License-Identifier: MIT
dnl CSP_COVERAGE: --enable-coverage makes gcov's files; read them with
dnl `gcov` or `gcovr` after `make check`.
AC_DEFUN([CSP_COVERAGE], [
  AC_ARG_ENABLE([coverage],
    [AS_HELP_STRING([--enable-coverage], [count the lines that tests reach])],
    [], [enable_coverage=no])
  AS_VAR_IF([enable_coverage], [yes],
    [COVERAGE_CFLAGS="--coverage -O0"], [COVERAGE_CFLAGS=])
  AC_SUBST([COVERAGE_CFLAGS])
])
