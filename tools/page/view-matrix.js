/* SPDX-License-Identifier: MIT */
/* Any model: variables down, values across; what is left of each domain.  Where
 * there is room, the names of variables stand at the left and values below. */
import { binsOf, densityLegend, drawBins } from './bins.js';
import { plural } from './numbers.js';

const MAX_NAMED = 60; /* variables */
const MAX_HEIGHT = 640;
const ROW = 18; /* pixels */
const FONT = 11;
const CHARACTER = 6.2; /* pixels, at most nearly */
const AXIS = 20;

function namesOf(run) {
  const names = new Array(run.nVariables).fill('');

  for (const { name, first, length } of run.info.arrays) {
    for (let i = 0; i < (length ?? 1) && first + i < names.length; i++) {
      names[first + i] = length === null ? name : `${name}[${i}]`;
    }
  }
  return names;
}

function describe(run) {
  if (run.domains === null) {
    return `density of ${plural(run.nVariables, 'variable')}`;
  }
  const n = run.domains.filter((_, i) => run.value(i) !== null).length;

  return `domains of ${plural(run.nVariables, 'variable')}, ${n} fixed`;
}

class Matrix {
  constructor(run) {
    const isNamed = run.domains !== null && run.nVariables <= MAX_NAMED;

    this.names = isNamed ? namesOf(run) : [];
  }

  #margin(width) {
    const longest = this.names.reduce((most, name) =>
      Math.max(most, name.length), 0);

    return longest === 0 ? 0
      : Math.round(Math.min(longest * CHARACTER + 8, width / 3));
  }

  height(run, width) {
    const rows = Math.min(run.nVariables || 1, 160);
    const bins = this.names.length > 0 ? rows * ROW
      : Math.max(120, Math.min(width, rows * 4));

    return Math.round(Math.min(bins, MAX_HEIGHT * 2)) + AXIS;
  }

  draw(run, painter, width, colors) {
    const height = this.height(run, width) - AXIS;
    const left = this.#margin(width);
    const bins = binsOf(run);

    drawBins(bins, painter, left, width - left, height, colors);
    this.names.forEach((name, i) => painter.text(left - 6,
      ((i + 0.5) * height) / this.names.length,
      this.#fitted(name, left), FONT, colors.muted, 400, 'end'));
    if (bins !== null) {
      this.#drawValues(bins, painter, left, width - left, height, colors);
    }
  }

  #fitted(name, room) {
    const n = Math.max(2, Math.floor((room - 8) / CHARACTER));

    return name.length <= n ? name : `${name.slice(0, n - 1)}…`;
  }

  /* As many values as there is room for. */
  #drawValues({ min, max, isCommon }, painter, left, width, y, colors) {
    const n = max - min + 1;
    const base = y + AXIS * 0.6;

    if (!isCommon) {
      painter.text(left, base, 'least value of each', FONT, colors.muted, 400,
        'start');
      painter.text(left + width, base, 'largest', FONT, colors.muted, 400,
        'end');
      return;
    }
    const label = Math.max(String(min).length, String(max).length) *
      CHARACTER + 10;
    const step = Math.max(1, Math.ceil((n * label) / width));

    for (let value = min; value <= max; value += step) {
      const x = left + ((value - min + 0.5) * width) / n;
      painter.text(Math.max(label / 2 - 5, x), base, String(value), FONT,
        colors.muted);
    }
  }
}

export const matrixView = {
  name: 'Domains',
  fits: () => true,
  create: (run) => {
    const matrix = new Matrix(run);

    return {
      height: (...size) => matrix.height(...size),
      draw: (...where) => matrix.draw(...where),
      describe,
    };
  },
  legend: (run) => (run.domains === null ? densityLegend('variables')
    : [['left', 'value left'], ['fixed', 'fixed']]),
};
