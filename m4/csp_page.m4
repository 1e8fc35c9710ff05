# SPDX-License-Identifier: MIT
# CSP_PAGE: what the live page embeds.  Sets CHART_JS and D3_JS, the files, and
# GLIB_COMPILE_RESOURCES, and have_page if all of them are there.
AC_DEFUN([CSP_PAGE_FILE], [
  AC_ARG_WITH([$2],
    [AS_HELP_STRING([--with-$2=FILE], [the library for the live page])],
    [$1=$withval],
    [$1=
     for csp_file in $3; do
       AS_IF([test -z "$$1" && test -r "$csp_file"], [$1=$csp_file])
     done])
  AC_MSG_CHECKING([for $2])
  AS_IF([test -n "$$1" && test -r "$$1"], [AC_MSG_RESULT([$$1])],
    [AC_MSG_RESULT([no])
     $1=
     have_page=no])
  AC_SUBST([$1])
])
AC_DEFUN([CSP_PAGE], [
  have_page=yes
  CSP_PAGE_FILE([CHART_JS], [chart.js],
    [/usr/share/javascript/chart.js/chart.min.js dnl
/usr/share/nodejs/chart.js/dist/chart.min.js])
  CSP_PAGE_FILE([D3_JS], [d3.js],
    [/usr/share/nodejs/d3/dist/d3.min.js dnl
/usr/share/javascript/d3/d3.min.js])
  AC_ARG_VAR([GLIB_COMPILE_RESOURCES], [what embeds the live page])
  AC_PATH_PROG([GLIB_COMPILE_RESOURCES], [glib-compile-resources])
  AS_IF([test -z "$GLIB_COMPILE_RESOURCES"], [have_page=no])
])
