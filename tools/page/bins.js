/* SPDX-License-Identifier: MIT */
/* Variables by values in few enough cells to see: how much of each cell is
 * left, or how many variables stand in it. */

const MAX_BINS = 160;

/* The counts that the server made of a model too large to follow. */
function binsOfDensity(density) {
  const top = density.counts.reduce((most, n) => Math.max(most, n), 1);

  return {
    rows: density.rows,
    columns: density.columns,
    share: density.counts.map((n) => n / top),
    fixed: null,
    min: density.min,
    max: density.max,
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

/* The least and the largest value that variables begin with. */
function valuesOf(run) {
  const arrays = run.info.arrays ?? [];

  return arrays.length === 0 ? range(run.domains)
    : [arrays.reduce((least, array) => Math.min(least, array.min), Infinity),
      arrays.reduce((most, array) => Math.max(most, array.max), -Infinity)];
}

function binsOfDomains(run) {
  const [min, max] = valuesOf(run);
  const n = run.domains.length;
  const width = max - min + 1;
  const rows = Math.max(1, Math.min(MAX_BINS, n));
  const columns = Math.max(1, Math.min(MAX_BINS, width));
  const share = new Array(rows * columns).fill(0);
  const fixed = new Array(rows * columns).fill(0);
  const room = (width / columns) * (n / rows);
  const edge = (value) => Math.floor(((value - min) * columns) / width);

  run.domains.forEach((domain, variable) => {
    const row = Math.floor((variable * rows) / n) * columns;
    for (const [low, high] of domain) {
      for (let at = edge(low); at <= edge(high); at++) {
        const first = Math.max(low, min + (at * width) / columns);
        const last = Math.min(high + 1, min + ((at + 1) * width) / columns);
        share[row + at] += Math.max(0, last - first) / room;
        if (low === high && domain.length === 1) {
          fixed[row + at] = 1;
        }
      }
    }
  });
  return { rows, columns, share, fixed, min, max };
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
  const most = fixed === null ? 1 : Math.max(...share, 1e-9);

  for (let at = 0; at < share.length; at++) {
    if (share[at] > 0) {
      const isFixed = fixed !== null && fixed[at] > 0;
      const level = Math.ceil((share[at] / most) * 8) / 8;
      painter.rect(x + (at % columns) * cellX, Math.floor(at / columns) * cellY,
        cellX - gap, cellY - gap, isFixed ? colors.ink : colors.accent,
        isFixed ? 1 : fixed === null ? level : 0.15 + 0.3 * level);
    }
  }
}
