/* SPDX-License-Identifier: MIT */
/* The grid: clues, digits found, and the candidates that are left in a cell;
 * those struck stay to be seen, crossed out. */
import { plural } from './numbers.js';
import { boxOf } from './sudoku.js';

const MAX_CANDIDATES = 16; /* digits to a side */
const DIGITS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function shape(run) {
  const n = Math.round(Math.sqrt(run.nVariables));

  return { n, ...boxOf(n, run.info.parameters.box) };
}

function sign(value, n) {
  return n <= 9 ? String(value) : n <= 16 ? DIGITS[value - 1] : String(value);
}

/* Cells whose digit stands elsewhere in their row, column or box. */
function clashes(run, { n, rows, columns }) {
  const seen = new Map();
  const bad = new Set();

  for (let cell = 0; cell < n * n; cell++) {
    const value = run.value(cell);
    if (value === null) {
      continue;
    }
    const [row, column] = [Math.floor(cell / n), cell % n];
    const box = Math.floor(row / rows) * n + Math.floor(column / columns);
    for (const unit of [`r${row}`, `c${column}`, `b${box}`]) {
      const key = `${unit}:${value}`;
      if (seen.has(key)) {
        bad.add(cell).add(seen.get(key));
      }
      seen.set(key, cell);
    }
  }
  return bad;
}

function drawCandidates(painter, domain, x, y, size, n, columns, colors) {
  const across = Math.ceil(Math.sqrt(n));
  const down = Math.ceil(n / across);
  const font = (size / Math.max(across, down)) * 0.72;
  const has = (value) => domain.some(([low, high]) =>
    low <= value && value <= high);

  for (let value = 1; value <= n; value++) {
    const at = [x + (((value - 1) % across) + 0.5) * (size / across),
      y + (Math.floor((value - 1) / across) + 0.5) * (size / down)];
    if (has(value)) {
      painter.text(...at, sign(value, n), font, colors.ink);
    } else {
      painter.text(...at, sign(value, n), font, colors.muted);
      painter.line(at[0] - font * 0.35, at[1] + font * 0.35,
        at[0] + font * 0.35, at[1] - font * 0.35, colors.muted, 0.8);
    }
  }
}

function draw(run, painter, width, colors) {
  const { n, rows, columns } = shape(run);
  const inset = 1.5;
  const cell = (width - 2 * inset) / n;
  const bad = clashes(run, { n, rows, columns });
  const edge = (i) => inset + i * cell;

  painter.rect(0, 0, width, width, colors.surface);
  for (let i = 0; i < n * n && run.domains !== null; i++) {
    const [x, y] = [edge(i % n), edge(Math.floor(i / n))];
    const value = run.value(i);
    const isGiven = run.givens.has(i);
    if (bad.has(i)) {
      painter.rect(x, y, cell, cell, colors.badSoft);
    } else if (run.changed.has(i) && run.isLive) {
      painter.rect(x, y, cell, cell, colors.accentSoft);
    } else if (isGiven) {
      painter.rect(x, y, cell, cell, colors.square);
    }
    if (value !== null) {
      painter.text(x + cell / 2, y + cell / 2, sign(value, n), cell * 0.6,
        bad.has(i) ? colors.bad : isGiven ? colors.ink : colors.accent,
        isGiven ? 650 : 400);
    } else if (n <= MAX_CANDIDATES && cell >= 20) {
      drawCandidates(painter, run.domain(i), x + cell * 0.06, y + cell * 0.06,
        cell * 0.88, n, columns, colors);
    }
  }
  for (let i = 0; i <= n; i++) {
    painter.line(inset, edge(i), width - inset, edge(i),
      i % rows === 0 ? colors.ink : colors.edge, i % rows === 0 ? 2 : 1);
    painter.line(edge(i), inset, edge(i), width - inset,
      i % columns === 0 ? colors.ink : colors.edge, i % columns === 0 ? 2 : 1);
  }
}

function describe(run) {
  const { n } = shape(run);
  const digits = run.domains?.map((_, i) => run.value(i)) ?? [];
  const found = digits.filter((digit) => digit !== null).length;
  const left = (run.domains ?? []).reduce((sum, domain) => sum +
    domain.reduce((size, [low, high]) => size + high - low + 1, 0), 0);
  const lines = [];

  for (let row = 0; row < n && n <= 9; row++) {
    lines.push(digits.slice(row * n, (row + 1) * n)
      .map((digit) => digit ?? 'blank').join(' '));
  }
  return `grid of ${n} by ${n}: ${found} of ${plural(n * n, 'cell')} filled, ` +
    `${plural(left, 'candidate')} left; rows: ${lines.join('; ')}`;
}

export const sudokuView = {
  name: 'Grid',
  fits(run) {
    const n = Math.round(Math.sqrt(run.nVariables));

    return run.info.model === 'sudoku' && n * n === run.nVariables &&
      run.domains !== null;
  },
  create: () => ({ height: (run, width) => width, draw, describe }),
  legend: () => [['clue', 'clue'], ['digit', 'found'], ['candidate', 'candidate'],
    ['struck', 'struck'], ['conflict', 'clash']],
};
