/* SPDX-License-Identifier: MIT */
/* Variables by values in few enough cells to see: how much of each cell is
 * left, or how many variables stand in it. */

const MAX_BINS = 160;
const MAX_SPREAD = 40;
const CROWDED = 0.98; /* of the cells hold no more */
const LEVELS = 8;

/* The counts that the server made of a model too large to follow.  A few cells
 * that hold far more than others do not make those pale. */
function binsOfDensity(density) {
  const held = density.counts.filter((n) => n > 0).sort((a, b) => a - b);
  const top = held[Math.floor(held.length * CROWDED)] ?? 1;

  return {
    rows: density.rows,
    columns: density.columns,
    share: density.counts.map((n) => Math.min(1, n / top)),
    fixed: null,
    min: density.min,
    max: density.max,
    isCommon: true,
  };
}

export function range(domains) {
  let [min, max] = [Infinity, -Infinity];

  for (const domain of domains) {
    if (domain.length > 0) {
      min = Math.min(min, domain[0][0]);
      max = Math.max(max, domain[domain.length - 1][1]);
    }
  }
  return min <= max ? [min, max] : [0, 0];
}

/* The least value of each variable and how many there are from it on: the same
 * for all, unless values of the narrowest would not be seen beside the widest. */
function scalesOf(run) {
  const arrays = run.info.arrays ?? [];
  const [min, max] = arrays.length === 0 ? range(run.domains)
    : range(arrays.map((array) => [[array.min, array.max]]));
  const least = arrays.reduce((width, array) =>
    Math.min(width, array.max - array.min + 1), max - min + 1);
  const isCommon = max - min + 1 <= MAX_SPREAD * least;
  const scales = new Array(run.domains.length).fill(
    { min, width: max - min + 1 });

  for (const array of isCommon ? [] : arrays) {
    scales.fill({ min: array.min, width: array.max - array.min + 1 },
      array.first, array.first + (array.length ?? 1));
  }
  return { scales, min, max, isCommon };
}

function binsOfDomains(run) {
  const { scales, min, max, isCommon } = scalesOf(run);
  const n = run.domains.length;
  const rows = Math.max(1, Math.min(MAX_BINS, n));
  const columns = isCommon ? Math.min(MAX_BINS, max - min + 1) : MAX_BINS;
  const share = new Array(rows * columns).fill(0);
  const fixed = new Array(rows * columns).fill(0);

  run.domains.forEach((domain, variable) => {
    const row = Math.floor((variable * rows) / n) * columns;
    const scale = scales[variable];
    const place = (value) => ((value - scale.min) * columns) / scale.width;
    for (const [low, high] of domain) {
      const [from, to] = [place(low), Math.min(columns, place(high + 1))];
      for (let at = Math.max(0, Math.floor(from)); at < to; at++) {
        share[row + at] += ((Math.min(to, at + 1) - Math.max(from, at)) *
          rows) / n;
        if (low === high && domain.length === 1) {
          fixed[row + at] = 1;
        }
      }
    }
  });
  return { rows, columns, share, fixed, min, max, isCommon };
}

export function binsOf(run) {
  if (run.domains !== null) {
    return binsOfDomains(run);
  }
  return run.density !== null ? binsOfDensity(run.density) : null;
}

/* From x on, at the top. */
export function drawBins(bins, painter, x, width, height, colors) {
  painter.rect(x, 0, width, height, colors.square, 0.35);
  if (bins === null) {
    painter.text(x + width / 2, height / 2, 'waiting for a sample', 13,
      colors.muted);
    return;
  }
  const { rows, columns, share, fixed } = bins;
  const [cellX, cellY] = [width / columns, height / rows];
  const gap = Math.min(cellX, cellY) >= 6 ? 1 : 0;
  const edge = (i, cell) => Math.round(i * cell); /* leaves no seams */
  const most = fixed === null ? 1 : Math.max(...share, 1e-9);

  for (let at = 0; at < share.length; at++) {
    if (share[at] > 0) {
      const isFixed = fixed !== null && fixed[at] > 0;
      const level = Math.ceil((share[at] / most) * LEVELS) / LEVELS;
      const [column, row] = [at % columns, Math.floor(at / columns)];
      const [left, top] = [edge(column, cellX), edge(row, cellY)];
      painter.rect(x + left, top, edge(column + 1, cellX) - left - gap,
        edge(row + 1, cellY) - top - gap, isFixed ? colors.ink : colors.accent,
        isFixed ? 1 : fixed === null ? level : 0.3 + 0.4 * level);
    }
  }
}

export function densityLegend(nouns) {
  return [['left', `the more ${nouns}, the stronger`]];
}
