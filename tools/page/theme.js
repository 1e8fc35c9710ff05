/* SPDX-License-Identifier: MIT */
/* Light or dark: as the system has it until the user says otherwise.  Colors
 * are those of the style sheet, so pictures and page agree. */

const KEY = 'csp-theme';
const names = ['background', 'surface', 'ink', 'muted', 'faint', 'edge',
  'line', 'accent', 'accent-soft', 'good', 'bad', 'bad-soft', 'square'];
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = [];
let current = null;

export function colors() {
  if (current === null) {
    const style = getComputedStyle(document.documentElement);

    current = Object.fromEntries(names.map((name) => [
      name.replace(/-(.)/, (_, letter) => letter.toUpperCase()),
      style.getPropertyValue(`--${name}`).trim(),
    ]));
  }
  return current;
}

export function onThemeChange(listen) {
  listeners.push(listen);
}

function show(theme, button) {
  document.documentElement.dataset.theme = theme;
  button.setAttribute('aria-pressed', String(theme === 'dark'));
  current = null;
  listeners.forEach((listen) => listen());
}

function choice() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; /* a browser may forbid it */
  }
}

function choose(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    /* then it lasts as long as the page */
  }
}

/* scheme.js has set the theme that the page begins with. */
export function startTheme(button) {
  const { dataset } = document.documentElement;

  button.addEventListener('click', () => {
    show(dataset.theme === 'dark' ? 'light' : 'dark', button);
    choose(dataset.theme);
  });
  dark.addEventListener('change', () => {
    if (choice() === null) {
      show(dark.matches ? 'dark' : 'light', button);
    }
  });
  show(dataset.theme, button);
}
