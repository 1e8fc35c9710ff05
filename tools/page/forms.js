/* SPDX-License-Identifier: MIT */
/* Fields made from the tables of parameters and options, whatever they hold. */
import { make } from './dom.js';

let lastId = 0;

function title(name) {
  const words = name.replace(/[-_]/g, ' ');

  return words.charAt(0).toUpperCase() + words.slice(1);
}

function choiceControl(spec, id) {
  const choices = spec.choices.map((choice) =>
    make('option', { value: choice }, choice));

  if (spec.default === null) {
    choices.unshift(make('option', { value: '' }, 'default'));
  }
  return make('select', { id }, ...choices);
}

function textControl(spec, id) {
  const isNumber = spec.kind === 'integer' || spec.kind === 'real';

  return make('input', {
    id,
    type: isNumber ? 'number' : 'text',
    min: spec.min,
    max: spec.max,
    step: spec.kind === 'real' ? 'any' : isNumber ? 1 : null,
    placeholder: spec.form ?? (spec.default === null ? 'default' : null),
    autocomplete: 'off',
    spellcheck: 'false',
  });
}

class Field {
  constructor(spec, changed) {
    const id = `field-${++lastId}`;

    this.spec = spec;
    this.isBoolean = spec.kind === 'boolean';
    if (this.isBoolean) {
      this.control = make('input', { id, type: 'checkbox' });
    } else if (spec.kind === 'choice') {
      this.control = choiceControl(spec, id);
    } else {
      this.control = textControl(spec, id);
    }
    this.control.dataset.name = spec.name;
    this.control.setAttribute('aria-describedby', `${id}-hint`);
    this.reset();
    this.control.addEventListener('change', changed);
    this.element = this.#wrap(id);
  }

  #wrap(id) {
    const { spec } = this;
    const label = make('label', { for: id }, title(spec.name));
    const hint = make('p', { class: 'hint', id: `${id}-hint` }, spec.meaning);

    if (spec.unit && spec.unit !== spec.name && !this.isBoolean) {
      label.append(make('span', { class: 'unit' }, ` ${spec.unit}`));
    }
    return this.isBoolean
      ? make('div', { class: 'field field-check' }, this.control, label, hint)
      : make('div', { class: 'field' }, label, this.control, hint);
  }

  /* What no browser makes a number of it does not tell either; the server says
   * what it expects instead. */
  get value() {
    return this.isBoolean ? this.control.checked
      : this.control.validity.badInput ? '?' : this.control.value.trim();
  }

  set value(value) {
    if (this.isBoolean) {
      this.control.checked = value === true || value === 'true';
    } else {
      this.control.value = value ?? '';
    }
  }

  reset() {
    this.value = this.spec.default;
  }

  get isDefault() {
    return String(this.value) === String(this.spec.default ?? '') ||
      this.value === '';
  }
}

export class Fields {
  #fields;

  constructor(specs, changed) {
    this.#fields = new Map(specs.map((spec) =>
      [spec.name, new Field(spec, changed)]));
  }

  get size() {
    return this.#fields.size;
  }

  /* Those of the names, or all that are not among them. */
  elements(names, isAmong = true) {
    return [...this.#fields.values()]
      .filter((field) => names.includes(field.spec.name) === isAmong)
      .map((field) => field.element);
  }

  /* What differs from the defaults: the rest is the server's to know. */
  values() {
    return Object.fromEntries([...this.#fields]
      .filter(([, field]) => !field.isDefault)
      .map(([name, field]) => [name, field.value]));
  }

  set(name, value) {
    const field = this.#fields.get(name);

    if (field !== undefined) {
      field.value = value;
    }
  }

  get(name) {
    return this.#fields.get(name)?.value ?? '';
  }
}
