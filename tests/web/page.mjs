/* SPDX-License-Identifier: MIT */
/* The set-up of the live page, before anything runs. */
import assert from 'node:assert/strict';
import { address, open, picture, run } from './browser.mjs';

/* Luminance and contrast as WCAG 2.1 defines them, in the page: the least
 * contrast of any text with what it stands on, and whose it is. */
function leastContrast() {
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => numbers(color).slice(0, 3)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92
      : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const isClear = (color) => (numbers(color)[3] ?? 1) < 1;
  const groundOf = (element) => {
    let at = element;
    while (at !== null && isClear(getComputedStyle(at).backgroundColor)) {
      at = at.parentElement;
    }
    return at === null ? 'rgb(255, 255, 255)'
      : getComputedStyle(at).backgroundColor;
  };
  let least = { contrast: 21, text: '' };

  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) =>
      node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    if (!hasText || !element.checkVisibility() ||
        element.matches(':disabled, .skip, option')) {
      continue;
    }
    const [a, b] = [luminance(getComputedStyle(element).color),
      luminance(groundOf(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < least.contrast) {
      least = { contrast, text: element.textContent.trim().slice(0, 60) };
    }
  }
  return least;
}

await run({
  async 'has a field for each parameter and option of the catalog'() {
    const page = await open(1366, 900);
    const catalog = await (await fetch(`${address}api/models`)).json();

    for (const model of catalog.models) {
      await page.selectOption('#model', model.name);
      for (const parameter of model.parameters ?? []) {
        assert.equal(await page.locator(
          `#parameters [data-name="${parameter.name}"]`).count(), 1);
      }
    }
    for (const option of catalog.options) {
      assert.equal(await page.locator(
        `#options-A [data-name="${option.name}"]`).count(), 1);
    }
    await page.close();
  },

  async 'takes a Sudoku that is typed into its cells'() {
    const page = await open(1366, 900);

    await page.selectOption('#model', 'sudoku');
    await page.fill('#instance-text', '');
    await page.getByLabel('row 1, column 1').focus();
    await page.keyboard.type('53');
    assert.match(await page.inputValue('#instance-text'), /^53\.{7}\n/);
    await picture(page, 'setup');
    await page.close();
  },

  async 'fits a phone, light and dark'() {
    const page = await open(360, 740);
    const width = () =>
      page.evaluate(() => document.documentElement.scrollWidth);

    assert.equal(await width(), 360);
    await page.click('#theme');
    await page.click('#setup > details > summary');
    assert.equal(await width(), 360);
    await picture(page, 'phone-setup');
    await page.close();
  },

  async 'begins as light or dark as the system is, and keeps a choice'() {
    const page = await open(800, 600, { colorScheme: 'dark' });
    const theme = () => page.evaluate(() =>
      document.documentElement.dataset.theme);

    assert.equal(await theme(), 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForSelector('html[data-theme="light"]');
    await page.click('#theme');
    await page.reload();
    assert.equal(await theme(), 'dark');
    await page.close();
  },

  async 'names every control, and says every text with contrast'() {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(1366, 900, { colorScheme });

      for (const details of await page.locator('details').all()) {
        await details.evaluate((element) => {
          element.open = true;
        });
      }
      for (const control of await page.locator(
        'input, select, textarea, button').all()) {
        const isNamed = await control.evaluate((element) =>
          element.labels?.length > 0 || element.ariaLabel ||
          element.textContent.trim() !== '');
        assert.ok(isNamed, await control.evaluate((one) => one.outerHTML));
      }
      const { contrast, text } = await page.evaluate(leastContrast);
      assert.ok(contrast >= 4.5, `${contrast} in ${colorScheme}: ${text}`);
      await page.close();
    }
  },
});
