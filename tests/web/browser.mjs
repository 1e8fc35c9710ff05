/* SPDX-License-Identifier: MIT */
/* What tests in a browser share: a server, pages that must stay silent and ask
 * nobody else, and TAP on standard output. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const { CHROMIUM, CSP, PICTURES } = process.env;

const server = spawn(CSP, ['serve', '--port=0'],
  { stdio: ['ignore', 'pipe', 'inherit'] });
export const address = await new Promise((resolve) =>
  createInterface({ input: server.stdout }).once('line', resolve));
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const faults = [];

/* options: of a browser context; prepare(page) comes before the page is got */
export async function open(width, height, options = {}, prepare = () => {}) {
  const page = await browser.newPage({ viewport: { width, height },
    ...options });

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
  await prepare(page);
  await page.goto(address);
  await page.waitForSelector('#connection[data-open="true"]');
  return page;
}

/* Searches that the server has under way. */
export function nRuns() {
  const tasks = `/proc/${server.pid}/task`;

  return readdirSync(tasks).filter((task) => {
    try {
      return readFileSync(`${tasks}/${task}/comm`, 'utf8') === 'run\n';
    } catch {
      return false; /* it has ended meanwhile */
    }
  }).length;
}

export function residentKib() {
  return Number(/VmRSS:\s+(\d+)/.exec(
    readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);
}

/* Takes the faults that were expected. */
export function takeFaults() {
  return faults.splice(0);
}

/* From the top of the page, with what was asked to be drawn. */
export async function picture(page, name) {
  await page.evaluate(() => {
    scrollTo(0, 0);
    return new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/* What the command says of a search. */
export function statistics(...options) {
  const { stderr } = spawnSync(CSP, ['solve', ...options, '--statistics',
    '--format=json'], { encoding: 'utf8' });

  return JSON.parse(stderr.trim().split('\n').at(-1));
}

/* Runs tests, an object of claims and functions, one after the other: all, or
 * those whose claims hold an argument of the program. */
export async function run(tests) {
  let n = 0;
  const wanted = process.argv.slice(2);
  const all = {
    ...Object.fromEntries(Object.entries(tests).filter(([claim]) =>
      wanted.length === 0 || wanted.some((part) => claim.includes(part)))),
    async 'says nothing on the console and asks nobody else'() {
      assert.deepEqual(takeFaults(), []);
    },
  };

  console.log(`1..${Object.keys(all).length}`);
  for (const [claim, test] of Object.entries(all)) {
    n += 1;
    try {
      await test();
      console.log(`ok ${n} - ${claim}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`# ${String(error.stack).replaceAll('\n', '\n# ')}`);
      console.log(`not ok ${n} - ${claim}`);
    }
  }
  await browser.close();
  server.kill();
}
