/* SPDX-License-Identifier: MIT */
/* What is to be run: a model, its parameters and instance, and one algorithm or
 * two with their options. */
import { find, make, setText } from './dom.js';
import { Fields } from './forms.js';
import { graphOf } from './graph.js';
import { Instance } from './instance.js';
import { LOCAL } from './run.js';

const MAIN = ['algorithm', 'variable-order', 'value-order', 'branching',
  'solutions'];
const LANES = ['A', 'B'];

export class Setup {
  #parameters = new Map(); /* fields of each model, kept */
  #options;

  /* changed(lanes): those, by number, that have something else to run now */
  constructor(catalog, changed) {
    this.catalog = catalog;
    this.changed = changed;
    this.instance = new Instance(() => changed([0, 1]));
    this.select = find('#model');
    this.compare = find('#compare');
    this.#options = LANES.map((_, i) =>
      new Fields(catalog.options, () => this.#set(i)));
    this.#options[0].set('algorithm', 'backtracking');
    this.#options[1].set('algorithm', 'min-conflicts');
    this.#options[0].set('solutions', 0);
    find('#instance').append(this.instance.element);
    this.select.append(...catalog.models.map((model) =>
      make('option', { value: model.name }, model.title)));
    this.select.addEventListener('change', () => this.use(this.select.value));
    this.compare.addEventListener('change', () => this.#compared());
    this.#options.forEach((fields, i) => this.#fill(fields, i));
    this.#acceptDrops();
    this.use(catalog.models.some((model) => model.name === 'queens')
      ? 'queens' : catalog.models[0].name);
    this.#compared();
  }

  #fill(fields, i) {
    find(`#options-${LANES[i]}`).append(
      ...fields.elements(MAIN),
      make('details', {}, make('summary', {}, 'All options'),
        ...fields.elements(MAIN, false)));
  }

  /* Local search cannot tell when it has all solutions. */
  #set(i) {
    const fields = this.#options[i];

    if (LOCAL.includes(fields.get('algorithm')) &&
        Number(fields.get('solutions')) === 0) {
      fields.set('solutions', 1);
    }
    this.changed([i]);
  }

  #compared() {
    find('#options-B').hidden = !this.compare.checked;
    setText(find('#options-A legend'),
      this.compare.checked ? 'Run A' : 'Search');
    this.changed(this.compare.checked ? [1] : []);
  }

  get model() {
    return this.catalog.models.find((model) =>
      model.name === this.select.value);
  }

  get nLanes() {
    return this.compare.checked ? 2 : 1;
  }

  use(name) {
    this.select.value = name;
    const { model } = this;

    if (!this.#parameters.has(name)) {
      this.#parameters.set(name,
        new Fields(model.parameters ?? [], () => this.changed([0, 1])));
    }
    setText(find('#summary'), model.summary ?? '');
    find('#parameters').replaceChildren(
      ...this.#parameters.get(name).elements([], false));
    this.instance.use(model);
    this.changed([0, 1]);
  }

  /* What lane i is to run, as POST /api/run wants it. */
  request(i) {
    return {
      model: this.model.name,
      parameters: this.#parameters.get(this.model.name).values(),
      ...this.instance.request(),
      ...this.#options[i].values(),
      solutions: this.#options[i].get('solutions') || '1',
      svg: (this.model.formats ?? []).includes('svg'),
    };
  }

  /* What pictures need besides. */
  source() {
    return {
      graph: this.model.name === 'coloring'
        ? graphOf(this.instance.text) : null,
    };
  }

  /* A file may be dropped anywhere; its suffix tells the model. */
  #acceptDrops() {
    const isFile = (event) => event.dataTransfer?.types.includes('Files');
    let depth = 0;
    const mark = () => document.body.classList.toggle('dropping', depth > 0);

    document.addEventListener('dragenter', (event) => {
      depth += isFile(event) ? 1 : 0;
      mark();
    });
    document.addEventListener('dragleave', (event) => {
      depth -= isFile(event) ? 1 : 0;
      mark();
    });
    document.addEventListener('dragover', (event) => {
      if (isFile(event)) {
        event.preventDefault();
      }
    });
    document.addEventListener('drop', (event) => {
      depth = 0;
      mark();
      if (isFile(event)) {
        event.preventDefault();
        this.#dropped(event.dataTransfer.files[0]);
      }
    });
  }

  async #dropped(file) {
    const text = await file.text();
    const fits = (model) => model.suffixes.some((suffix) =>
      file.name.toLowerCase().endsWith(suffix));
    const model = fits(this.model) ? this.model
      : this.catalog.models.find(fits);

    if (model !== undefined && model !== this.model) {
      this.use(model.name);
    }
    this.instance.set(text, file.name);
  }
}
