/* SPDX-License-Identifier: MIT */
/* The instance of a model: pasted, typed, chosen, dropped, or an example. */
import { make, setText } from './dom.js';
import { examplesOf } from './examples.js';
import { SudokuInput } from './sudoku-input.js';
import { cellsOf, textOf } from './sudoku.js';

export class Instance {
  /* changed is called after another text was given */
  constructor(changed) {
    this.changed = changed;
    this.text = '';
    this.name = null;
    this.grid = new SudokuInput((cells) => this.#typed(cells));
    this.grid.pasted = (text) => this.set(text, null);
    this.area = make('textarea', {
      id: 'instance-text',
      rows: '6',
      spellcheck: 'false',
      'aria-describedby': 'instance-hint',
      onchange: () => this.set(this.area.value, null),
      oninput: () => this.#show(this.area.value, this.area),
    });
    this.file = make('input', {
      type: 'file',
      id: 'instance-file',
      class: 'visually-hidden',
      onchange: () => this.#chosen(),
    });
    this.examples = make('div', { class: 'examples' });
    this.hint = make('p', { class: 'hint', id: 'instance-hint' });
    this.heading = make('label', { for: 'instance-text' }, 'Instance');
    this.element = make('div', { class: 'instance' },
      this.heading, this.grid.element, this.area, this.hint,
      make('div', { class: 'row' }, this.file,
        make('label', { for: 'instance-file', class: 'button small' },
          'Choose a file'), this.examples));
  }

  /* Fits the model; what was given for another model is forgotten. */
  use(model) {
    const isNew = this.model?.name !== model.name;

    this.model = model;
    this.element.hidden = model.files === 'none';
    this.file.accept = model.suffixes.join(',');
    setText(this.hint, `Paste, type or drop a ${model.suffixes.join(', ')} ` +
      `file${model.files === 'optional' ? ', or leave it empty' : ''}.`);
    this.examples.replaceChildren(...examplesOf(model.name).map((example) =>
      make('button', {
        type: 'button',
        class: 'button small',
        onclick: () => this.set(example.text(), example.name),
      }, example.label)));
    if (isNew) {
      const first = examplesOf(model.name)[0];
      this.name = first?.name ?? null;
      this.#show(first?.text() ?? '');
    }
  }

  #chosen() {
    const file = this.file.files[0];

    if (file !== undefined) {
      file.text().then((text) => this.set(text, file.name));
      this.file.value = '';
    }
  }

  #typed(cells) {
    this.name = null;
    this.#show(cells.some((digit) => digit > 0) ? textOf(cells) : '',
      this.grid);
    this.changed();
  }

  /* name: of the file, null if it was typed */
  set(text, name) {
    this.name = name;
    this.#show(text);
    this.changed();
  }

  /* from: where it was typed, which is left alone */
  #show(text, from = null) {
    this.text = text;
    if (from !== this.area) {
      this.area.value = text;
    }
    if (from !== this.grid) {
      this.grid.show(cellsOf(text) ?? new Array(81).fill(0));
    }
    this.grid.element.hidden = this.model.name !== 'sudoku' ||
      (cellsOf(text) === null && text.replace(/\s/g, '').length > 81);
  }

  /* Members of a request. */
  request() {
    if (this.model.files === 'none' || this.text.trim() === '') {
      return {};
    }
    const suffix = this.model.suffixes[0] ?? '';
    return { instance: this.text, name: this.name ?? `instance${suffix}` };
  }
}
