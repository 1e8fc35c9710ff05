/* SPDX-License-Identifier: MIT */
/* Any model: variables down, values across; what is left of each domain. */
import { binsOf, drawBins } from './bins.js';
import { plural } from './numbers.js';

function describe(run) {
  if (run.domains === null) {
    return `density of ${plural(run.nVariables, 'variable')}`;
  }
  const n = run.domains.filter((_, i) => run.value(i) !== null).length;

  return `domains of ${plural(run.nVariables, 'variable')}, ${n} fixed`;
}

function height(run, width) {
  const rows = Math.min(run.nVariables || 1, 160);

  return Math.round(Math.max(120, Math.min(width, rows * 18)));
}

export const matrixView = {
  name: 'Domains',
  fits: () => true,
  create: () => ({
    height,
    draw(run, painter, width, colors) {
      drawBins(binsOf(run), painter, width, height(run, width), colors);
    },
    describe,
  }),
  legend: [['left', 'value left'], ['fixed', 'fixed']],
};
