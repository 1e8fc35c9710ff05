/* SPDX-License-Identifier: MIT */
/* The page that csp serve serves, by itself: the socket is stood in for, so no
 * search runs.  TAP on standard output, screenshots in $PICTURES. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const { CHROMIUM, CSP, PICTURES } = process.env;
const HELLO = [{ type: 'hello', session: 'stand-in', version: '0' }];

const server = spawn(CSP, ['serve', '--port=0'],
  { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve) =>
  createInterface({ input: server.stdout }).once('line', resolve));
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const faults = [];

async function open(width, height) {
  const page = await browser.newPage({ viewport: { width, height } });

  page.setDefaultTimeout(60000);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      faults.push(message.text());
    }
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) &&
        !request.url().startsWith(address)) {
      faults.push(`asked ${request.url()}`);
    }
  });
  await page.routeWebSocket('**/api/events', (socket) =>
    socket.send(JSON.stringify(HELLO)));
  await page.goto(address);
  await page.waitForSelector('#connection[data-open="true"]');
  return page;
}

const tests = {
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
    await page.screenshot({ path: `${PICTURES}/setup.png` });
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
    await page.screenshot({ path: `${PICTURES}/phone.png` });
    await page.close();
  },

  async 'says nothing on the console and asks nobody else'() {
    assert.deepEqual(faults, []);
  },
};

let [n, nFailed] = [0, 0];
console.log(`1..${Object.keys(tests).length}`);
for (const [claim, test] of Object.entries(tests)) {
  n += 1;
  try {
    await test();
    console.log(`ok ${n} - ${claim}`);
  } catch (error) {
    nFailed += 1;
    console.log(`# ${String(error.stack).replaceAll('\n', '\n# ')}`);
    console.log(`not ok ${n} - ${claim}`);
  }
}
await browser.close();
server.kill();
process.exitCode = nFailed > 0 ? 1 : 0;
