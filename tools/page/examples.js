/* SPDX-License-Identifier: MIT */
/* Instances to begin with, for models that take one. */

/* Mycielski (1955): without triangles, and each needs a color more. */
function mycielski(colors) {
  let n = 2;
  let edges = [[0, 1]];

  for (let k = 2; k < colors; k++) {
    const more = edges.flatMap(([a, b]) => [[a, n + b], [b, n + a]]);
    for (let copy = 0; copy < n; copy++) {
      more.push([n + copy, 2 * n]);
    }
    edges = [...edges, ...more];
    n = 2 * n + 1;
  }
  return `p edge ${n} ${edges.length}\n` +
    `${edges.map(([a, b]) => `e ${a + 1} ${b + 1}`).join('\n')}\n`;
}

function petersen() {
  const edges = [];

  for (let i = 1; i <= 5; i++) {
    edges.push(`e ${i} ${(i % 5) + 1}`, `e ${i} ${i + 5}`,
      `e ${i + 5} ${((i + 1) % 5) + 6}`);
  }
  return `p edge 10 15\n${edges.join('\n')}\n`;
}

const puzzle = [
  '53..7....', '6..195...', '.98....6.', '8...6...3', '4..8.3..1',
  '7...2...6', '.6....28.', '...419..5', '....8..79',
].join('\n');
const hard = [
  '8........', '..36.....', '.7..9.2..', '.5...7...', '....457..',
  '...1...3.', '..1....68', '..85...1.', '.9....4..',
].join('\n');

const letters = [
  'var 1..9: s :: output_var;', 'var 0..9: e :: output_var;',
  'var 0..9: n :: output_var;', 'var 0..9: d :: output_var;',
  'var 1..9: m :: output_var;', 'var 0..9: o :: output_var;',
  'var 0..9: r :: output_var;', 'var 0..9: y :: output_var;',
  'constraint int_lin_eq([1000,91,-90,1,-9000,-900,10,-1],' +
    '[s,e,n,d,m,o,r,y],0);',
  'constraint fzn_all_different_int([s,e,n,d,m,o,r,y]);',
  'solve satisfy;',
].join('\n');

const examples = {
  sudoku: [
    { label: 'an easy puzzle', name: 'easy.sdk', text: () => `${puzzle}\n` },
    { label: 'a hard puzzle', name: 'hard.sdk', text: () => `${hard}\n` },
    { label: 'a broken puzzle', name: 'broken.sdk',
      text: () => `${puzzle.replace('53', '55')}\n` },
  ],
  coloring: [
    { label: 'Petersen', name: 'petersen.col', text: petersen },
    { label: 'Mycielski 4', name: 'myciel4.col', text: () => mycielski(5) },
    { label: 'Mycielski 6', name: 'myciel6.col', text: () => mycielski(7) },
  ],
  flatzinc: [
    { label: 'SEND + MORE = MONEY', name: 'money.fzn',
      text: () => `${letters}\n` },
  ],
};

export function examplesOf(model) {
  return examples[model] ?? [];
}
