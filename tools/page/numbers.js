/* SPDX-License-Identifier: MIT */
/* Numbers as people read them. */

const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumSignificantDigits: 3,
});

/* 2057 as "2,057", ten million and more as "12.3M", what is not there as a
 * dash */
export function count(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  return Math.abs(value) < 1e7 ? whole.format(value) : short.format(value);
}

/* What stands beside an axis: "5,000", "20K", "1.5M". */
export function mark(value) {
  return Math.abs(value) < 1e4 ? whole.format(value) : short.format(value);
}

export function rate(value) {
  return value === null ? '–' : `${short.format(value)}/s`;
}

export function seconds(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  return value < 100 ? `${value.toFixed(2)} s` : `${whole.format(value | 0)} s`;
}

/* "1 solution", "92 solutions" */
export function plural(value, noun) {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}
