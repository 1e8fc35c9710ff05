/* SPDX-License-Identifier: MIT */
/* A Sudoku as text: 81 signs, alone or in lines, a dot or zero where a cell is
 * free.  Other sizes are the server's to read. */

/* ROWSxCOLUMNS of a box; without it nearest to square, as the model has it. */
export function boxOf(n, box) {
  const match = /^(\d+)x(\d+)$/.exec(box ?? '');

  if (match !== null) {
    return { rows: Number(match[1]), columns: Number(match[2]) };
  }
  let rows = Math.floor(Math.sqrt(n));
  while (n % rows !== 0) {
    rows -= 1;
  }
  return { rows, columns: n / rows };
}

/* 81 digits, 0 for a free cell; null for what is no such grid. */
export function cellsOf(text) {
  const lines = text.split('\n').filter((line) => !/^\s*[#;]/.test(line));
  const signs = lines.join('').replace(/[\s|+-]/g, '');

  return /^[0-9.]{81}$/.test(signs)
    ? [...signs].map((sign) => (sign === '.' ? 0 : Number(sign))) : null;
}

/* One line a row. */
export function textOf(cells) {
  const rows = [];

  for (let at = 0; at < 81; at += 9) {
    rows.push(cells.slice(at, at + 9).map((digit) => digit || '.').join(''));
  }
  return `${rows.join('\n')}\n`;
}
