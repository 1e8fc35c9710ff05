/* SPDX-License-Identifier: MIT */
/* The table of finished runs, the last of them, and the same as CSV. */
import { download, find, make, setText } from './dom.js';
import * as numbers from './numbers.js';

const COLUMNS = [
  ['run', 'Run'], ['model', 'Model'], ['parameters', 'Parameters'],
  ['algorithm', 'Algorithm'], ['variable_order', 'Variable order'],
  ['status', 'Status'], ['solutions', 'Solutions'], ['nodes', 'Nodes'],
  ['checks', 'Checks'], ['failures', 'Failures'], ['moves', 'Moves'],
  ['violation', 'Violation'], ['solve_seconds', 'Seconds'],
];

const MAX_ROWS = 500;

function shown(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([, one]) => one !== null && one !== false)
      .map(([name, one]) => `${name}=${one}`).join(' ') || '–';
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? numbers.count(value) : value.toFixed(3);
  }
  return String(value);
}

/* RFC 4180 */
function field(value) {
  const text = value === null || value === undefined ? ''
    : typeof value === 'object' ? shown(value).replace('–', '')
      : String(value);

  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export class Results {
  #rows = [];
  #n = 0; /* finished, those that gave way included */

  constructor() {
    this.body = find('#results tbody');
    find('#results thead tr').append(...COLUMNS.map(([, title]) =>
      make('th', { scope: 'col' }, title)));
    find('#csv').addEventListener('click', () =>
      download('runs.csv', 'text/csv', this.csv()));
    find('#clear').addEventListener('click', () => {
      this.#rows = [];
      this.#n = 0;
      this.body.replaceChildren();
      this.#count();
    });
    this.#count();
  }

  #count() {
    const isEmpty = this.#rows.length === 0;

    find('#results').hidden = isEmpty;
    find('#csv').disabled = isEmpty;
    find('#clear').disabled = isEmpty;
    setText(find('#n-results'), isEmpty ? 'No run has finished yet.'
      : numbers.plural(this.#n, 'finished run') +
        (this.#n > MAX_ROWS ? `, the last ${MAX_ROWS} are here` : ''));
  }

  add(run) {
    this.#n += 1;
    const row = {
      run: this.#n,
      model: run.info.model,
      parameters: run.info.parameters,
      instance: run.request.name ?? '',
      ...run.statistics,
      command_line: run.info.command,
    };

    this.#rows.push(row);
    if (this.#rows.length > MAX_ROWS) {
      this.#rows.shift();
      this.body.lastElementChild.remove();
    }
    this.body.prepend(make('tr', {}, ...COLUMNS.map(([name], i) =>
      make(i === 0 ? 'th' : 'td', {
        scope: i === 0 ? 'row' : null,
        class: typeof row[name] === 'number' ? 'number' : null,
      }, shown(row[name])))));
    this.#count();
  }

  /* Every statistic of every run, a column each. */
  csv() {
    const names = [...new Set(this.#rows.flatMap((row) => Object.keys(row)))];
    const lines = [names, ...this.#rows.map((row) =>
      names.map((name) => row[name]))];

    return `${lines.map((line) => line.map(field).join(',')).join('\r\n')}\r\n`;
  }
}
