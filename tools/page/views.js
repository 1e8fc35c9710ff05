/* SPDX-License-Identifier: MIT */
/* The pictures that a run can have, the most telling first.
 *
 * A view has a name, tells by fits(run) whether it can show a run, by
 * legend(run) what its colors mean, and by create(run, redraw) gives what draws:
 * height(run, width), draw(run, painter, width, colors), describe(run), and
 * destroy() where it keeps something.  The picture that a model draws itself is
 * no canvas: PICTURE. */
import { queensView } from './view-queens.js';
import { sudokuView } from './view-sudoku.js';
import { graphView } from './view-graph.js';
import { matrixView } from './view-matrix.js';

const drawn = [queensView, sudokuView, graphView];

export const PICTURE = {
  name: 'Solution',
  fits: (run) => run.request.svg === true,
  legend: () => [],
};

/* A model that is known here is drawn here; another draws itself. */
export function viewsOf(run) {
  const own = drawn.filter((view) => view.fits(run));
  const others = [PICTURE, matrixView].filter((view) => view.fits(run));

  return own.length > 0 ? [...own, ...others.reverse()] : others;
}
