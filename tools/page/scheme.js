/* SPDX-License-Identifier: MIT */
/* Light or dark, before anything is drawn: what the user chose last, or what
 * the system has.  A classic script, as modules wait for the page. */
{
  let chosen = null;

  try {
    chosen = localStorage.getItem('csp-theme');
  } catch {
    /* a browser may forbid it */
  }
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme =
    ['light', 'dark'].includes(chosen) ? chosen : isDark ? 'dark' : 'light';
}
