/* SPDX-License-Identifier: MIT */
/* Typing a Sudoku: 81 fields that arrow keys walk through; the tab key stops
 * at the one that was left last. */
import { make } from './dom.js';

const MOVES = { ArrowUp: -9, ArrowDown: 9, ArrowLeft: -1, ArrowRight: 1 };

export class SudokuInput {
  /* changed is called with the 81 digits, 0 for a free cell */
  constructor(changed) {
    this.changed = changed;
    this.fields = Array.from({ length: 81 }, (_, at) => this.#field(at));
    this.element = make('div', {
      class: 'sudoku-input',
      role: 'group',
      'aria-label': 'the clues, cell by cell',
    }, ...this.fields);
    this.fields[0].tabIndex = 0;
  }

  #field(at) {
    const [row, column] = [Math.floor(at / 9), at % 9];
    const edges = `${row % 3 === 2 && row < 8 ? ' below' : ''}` +
      `${column % 3 === 2 && column < 8 ? ' beside' : ''}`;

    return make('input', {
      class: `cell${edges}`,
      inputmode: 'numeric',
      autocomplete: 'off',
      maxlength: '1',
      tabindex: '-1',
      'aria-label': `row ${row + 1}, column ${column + 1}`,
      oninput: () => this.#typed(at),
      onkeydown: (event) => this.#pressed(event, at),
      onfocus: () => this.#entered(at),
      onpaste: (event) => this.#pasted(event),
    });
  }

  #entered(at) {
    this.fields.forEach((field, i) => {
      field.tabIndex = i === at ? 0 : -1;
    });
    this.fields[at].select();
  }

  #typed(at) {
    const field = this.fields[at];

    if (!/^[1-9]$/.test(field.value)) {
      field.value = '';
    } else {
      this.fields[at + 1]?.focus();
    }
    this.changed(this.cells());
  }

  #pressed(event, at) {
    const to = at + (MOVES[event.key] ?? 0);

    if (to !== at && this.fields[to] !== undefined) {
      event.preventDefault();
      this.fields[to].focus();
    }
  }

  /* A whole puzzle may be pasted into any cell. */
  #pasted(event) {
    const text = event.clipboardData.getData('text');

    if (text.trim().length > 1) {
      event.preventDefault();
      this.pasted(text);
    }
  }

  cells() {
    return this.fields.map((field) => Number(field.value));
  }

  show(cells) {
    cells.forEach((digit, at) => {
      this.fields[at].value = digit || '';
    });
  }
}
