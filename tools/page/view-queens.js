/* SPDX-License-Identifier: MIT */
/* The board: a row a variable, a column a value.
 *
 * Queens of a decision are full, queens that propagation left no other square
 * are lighter, squares that a queen attacks are tinted and dotted, and squares
 * that were taken from a domain are crossed out, small ones dotted.  Queens that attack each other are of
 * another color, ringed, and joined by lines.  Larger boards are pictures of
 * density. */
import { binsOf, densityLegend, drawBins } from './bins.js';
import { plural } from './numbers.js';

const MAX_BOARD = 200;
const MAX_LINES = 400;
const MIN_CROWN = 14; /* pixels of a square */
const MIN_CROSS = 12;

function placedQueens(run, n) {
  const columns = [];

  for (let row = 0; row < n; row++) {
    columns.push(run.value(row));
  }
  return columns;
}

/* How many queens stand in each column and diagonal. */
function lines(columns) {
  const n = columns.length;
  const held = { column: new Map(), up: new Map(), down: new Map() };
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);

  for (let row = 0; row < n; row++) {
    if (columns[row] !== null) {
      add(held.column, columns[row]);
      add(held.up, row + columns[row]);
      add(held.down, row - columns[row]);
    }
  }
  return {
    at: (row, column) => Math.max(held.column.get(column) ?? 0,
      held.up.get(row + column) ?? 0, held.down.get(row - column) ?? 0),
  };
}

function conflictsOf(columns) {
  const pairs = [];

  for (let a = 0; a < columns.length; a++) {
    for (let b = a + 1; b < columns.length; b++) {
      const isPair = columns[a] !== null && columns[b] !== null &&
        (columns[a] === columns[b] ||
         Math.abs(columns[a] - columns[b]) === b - a);
      if (isPair) {
        pairs.push([a, b]);
      }
    }
  }
  return pairs;
}

function drawQueen(painter, x, y, cell, fill) {
  const at = (u, v) => [x + (u - 0.5) * cell, y + (v - 0.5) * cell];

  if (cell < MIN_CROWN) {
    painter.circle(x, y, Math.max(0.5, cell * 0.42), fill);
    return;
  }
  painter.polygon([at(0.24, 0.7), at(0.16, 0.32), at(0.35, 0.52),
    at(0.5, 0.22), at(0.65, 0.52), at(0.84, 0.32), at(0.76, 0.7)], fill);
  painter.polygon([at(0.24, 0.75), at(0.76, 0.75), at(0.76, 0.83),
    at(0.24, 0.83)], fill);
  for (const [u, v] of [[0.16, 0.27], [0.5, 0.17], [0.84, 0.27]]) {
    painter.circle(...at(u, v), cell * 0.055, fill);
  }
}

function drawSquares(painter, n, cell, colors) {
  if (cell < 6) {
    painter.rect(0, 0, n * cell, n * cell, colors.square, 0.5);
    return;
  }
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      painter.rect(column * cell, row * cell, cell, cell,
        (row + column) % 2 === 0 ? colors.surface : colors.square);
    }
  }
}

function cross(painter, column, row, cell, stroke) {
  const from = 0.36;
  const [left, right] = [(column + from) * cell, (column + 1 - from) * cell];
  const [top, bottom] = [(row + from) * cell, (row + 1 - from) * cell];

  painter.line(left, top, right, bottom, stroke, 1.2);
  painter.line(left, bottom, right, top, stroke, 1.2);
}

function dot(painter, column, row, cell, fill) {
  const size = Math.max(1, cell * 0.16);

  painter.rect((column + 0.5) * cell - size / 2, (row + 0.5) * cell - size / 2,
    size, size, fill);
}

function drawFreeRow(painter, domain, row, n, cell, held, colors) {
  let column = 0;

  for (const [first, last] of [...domain, [n, n]]) {
    for (; column < first; column++) {
      painter.rect(column * cell, row * cell, cell, cell, colors.faint, 0.4);
      (cell < MIN_CROSS ? dot : cross)(painter, column, row, cell,
        colors.muted);
    }
    for (; column <= last && column < n; column++) {
      if (held.at(row, column) > 0) {
        painter.rect(column * cell, row * cell, cell, cell, colors.badSoft);
        dot(painter, column, row, cell, colors.bad);
      }
    }
  }
}

function isDense(run) {
  return run.nVariables > MAX_BOARD || run.domains === null;
}

function draw(run, painter, size, colors) {
  const n = run.nVariables;

  if (isDense(run)) {
    drawBins(binsOf(run), painter, 0, size, size, colors);
    return;
  }
  const cell = size / n;
  const columns = placedQueens(run, n);
  const held = lines(columns);
  const decided = run.decided();

  drawSquares(painter, n, cell, colors);
  for (let row = 0; row < n; row++) {
    if (columns[row] === null) {
      drawFreeRow(painter, run.domain(row), row, n, cell, held, colors);
    }
  }
  const center = (at) => (at + 0.5) * cell;
  for (const [a, b] of conflictsOf(columns).slice(0, MAX_LINES)) {
    painter.line(center(columns[a]), center(a), center(columns[b]), center(b),
      colors.bad, Math.max(1, Math.min(3, cell / 12)));
  }
  for (let row = 0; row < n; row++) {
    if (columns[row] !== null) {
      const isBad = held.at(row, columns[row]) > 1;
      const isPlaced = run.isLocal || !run.isLive || decided.has(row);
      const fill = isBad ? colors.bad : isPlaced ? colors.ink : colors.muted;
      if (cell >= 10 && (isBad || run.changed.has(row))) {
        painter.circle(center(columns[row]), center(row), cell * 0.46,
          isBad ? colors.badSoft : colors.accentSoft,
          isBad ? colors.bad : colors.accent, Math.max(1, cell / 24));
      }
      drawQueen(painter, center(columns[row]), center(row), cell, fill);
    }
  }
  painter.frame(0, 0, size, size, colors.line);
}

function describe(run) {
  const n = run.nVariables;

  if (isDense(run)) {
    return `density of ${plural(n, 'queen')}`;
  }
  const columns = placedQueens(run, n);
  const placed = columns.filter((column) => column !== null).length;
  const list = n > 12 ? '' : `; columns by row: ${columns.map((column) =>
    (column === null ? 'none' : column + 1)).join(', ')}`;

  return `board of ${n} by ${n}: ${plural(placed, 'queen')} placed, ` +
    `${plural(conflictsOf(columns).length, 'pair')} in conflict${list}`;
}

function legend(run) {
  const placed = [['queen', 'placed']];
  const free = [['implied', 'left by propagation'], ['attacked', 'attacked'],
    ['struck', 'out of the domain']];

  if (isDense(run)) {
    return run.domains === null ? densityLegend('queens')
      : [...placed, ['left', 'free']];
  }
  return [...placed, ...(run.isLocal ? [] : free),
    ['conflict', 'in conflict']];
}

export const queensView = {
  name: 'Board',
  fits: (run) => run.info.model === 'queens',
  create: () => ({ height: (run, width) => width, draw, describe }),
  legend,
};
