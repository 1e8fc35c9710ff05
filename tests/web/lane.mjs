/* SPDX-License-Identifier: MIT */
/* What tests in a browser do with a run on the page, and with its set-up. */
import { readFile } from 'node:fs/promises';

export class Lane {
  constructor(page, letter = 'A') {
    this.element = page.locator(`[data-lane="${letter}"]`);
  }

  part(name) {
    return this.element.locator(`[data-part="${name}"]`);
  }

  async is(state) {
    await this.element.locator(`[data-part="state"][data-state="${state}"]`)
      .waitFor();
  }

  async ends() {
    await this.is('ended');
  }

  async counter(name) {
    const value = await this.element.locator(`[data-counter="${name}"]`)
      .getAttribute('data-value');
    return value === '' ? null : Number(value);
  }

  async step() {
    const text = await this.part('step').textContent();
    return Number(/^step ([\d,]+)/.exec(text)?.[1].replaceAll(',', '') ?? 0);
  }

  async steps(step) {
    await this.element.page().waitForFunction(([element, text]) =>
      element.textContent.replaceAll(',', '').startsWith(text),
    [await this.part('step').elementHandle(), `step ${step}`]);
  }

  /* How many colors the picture has. */
  colors() {
    return this.part('picture').evaluate((canvas) => {
      const { data } = canvas.getContext('2d')
        .getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  }
}

export async function set(page, name, value, lane = 'A') {
  const field = page.locator(`#parameters [data-name="${name}"], ` +
    `#options-${lane} [data-name="${name}"]`).first();
  const isChoice = await field.evaluate((one) => one.tagName === 'SELECT');

  if (isChoice) {
    await field.selectOption(value);
  } else {
    await field.fill(String(value));
    await field.blur();
  }
}

export async function speed(page, place) {
  await page.locator('#speed').fill(place);
}

export async function saved(page, selector) {
  const [file] = await Promise.all([page.waitForEvent('download'),
    page.click(selector)]);

  return readFile(await file.path(), 'utf8');
}

/* What a button of run A exports. */
export function exported(page, part) {
  return saved(page, `[data-lane="A"] [data-part="${part}"]`);
}
