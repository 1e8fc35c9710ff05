/* SPDX-License-Identifier: MIT */
/* Light or dark: as the system has it until the user says otherwise.  Colours
 * are those of the style sheet, so pictures and page agree. */

const KEY = 'csp-theme';
const names = ['background', 'surface', 'ink', 'muted', 'faint', 'line',
  'accent', 'accent-soft', 'good', 'bad', 'bad-soft', 'square'];
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

function isDark() {
  const chosen = document.documentElement.dataset.theme;

  return chosen === undefined ? dark.matches : chosen === 'dark';
}

function changed(button) {
  current = null;
  button.setAttribute('aria-pressed', String(isDark()));
  listeners.forEach((listen) => listen());
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; /* a browser may forbid it */
  }
}

function store(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    /* then it lasts as long as the page */
  }
}

export function startTheme(button) {
  const chosen = stored();

  if (chosen === 'dark' || chosen === 'light') {
    document.documentElement.dataset.theme = chosen;
  }
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    store(document.documentElement.dataset.theme);
    changed(button);
  });
  dark.addEventListener('change', () => changed(button));
  changed(button);
}
