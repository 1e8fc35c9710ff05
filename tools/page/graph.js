/* SPDX-License-Identifier: MIT */
/* A graph in DIMACS form, as much of it as a drawing needs; the server reads it
 * properly. */

export function graphOf(text) {
  const edges = [];
  let n = 0;

  for (const line of text.split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'p') {
      n = Number(words[2]);
    } else if (words[0] === 'e') {
      const [a, b] = [Number(words[1]) - 1, Number(words[2]) - 1];
      if (a >= 0 && b >= 0 && a < n && b < n && a !== b) {
        edges.push([a, b]);
      }
    }
  }
  return Number.isInteger(n) && n > 0 ? { n, edges } : null;
}
