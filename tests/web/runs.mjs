/* SPDX-License-Identifier: MIT */
/* Searches on the live page: what it shows is what the command says. */
import assert from 'node:assert/strict';
import { nRuns, open, picture, residentKib, run, statistics, takeFaults }
  from './browser.mjs';
import { Lane, exported, saved, set, speed } from './lane.mjs';

const FULL = '10'; /* the last place of the slider */

async function drop(page, name, text) {
  const data = await page.evaluateHandle(([file, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], file));
    return transfer;
  }, [name, text]);

  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/* A wheel: a rim of n vertices and a hub. */
function wheel(n) {
  const edges = [];

  for (let i = 1; i <= n; i++) {
    edges.push(`e ${i} ${(i % n) + 1}`, `e ${i} ${n + 1}`);
  }
  return `p edge ${n + 1} ${edges.length}\n${edges.join('\n')}\n`;
}

/* Waits until the server has no more runs than that. */
async function atMost(page, n) {
  for (let left = 1200; nRuns() > n && left > 0; left--) {
    await page.waitForTimeout(50);
  }
  assert.equal(nRuns(), n);
}

await run({
  async 'counts 92 solutions of 8 queens as the command does'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);
    const told = statistics('queens', '--size=8', '--algorithm=backtracking',
      '--solutions=0');

    assert.equal(told.nodes, 2057);
    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    for (const name of ['nodes', 'checks', 'failures', 'solutions']) {
      assert.equal(await lane.counter(name), told[name], name);
    }
    assert.equal(told.solutions, 92);
    assert.match(await lane.part('line').textContent(), /92 solutions/);
    await picture(page, 'queens');
    await page.close();
  },

  async 'shows each step of a slow search, one by one and back'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.click('#step');
    await lane.steps(1);
    for (let step = 2; step <= 12; step++) {
      await page.click('#step');
      await lane.steps(step);
    }
    await lane.is('paused');
    const board = () => lane.part('picture').getAttribute('aria-label');
    const before = await board();
    await page.click('#back');
    await lane.steps(11);
    await page.click('#back');
    await lane.steps(10);
    await page.click('#step');
    await lane.steps(11);
    await page.click('#step');
    await lane.steps(12);
    assert.equal(await board(), before);
    await picture(page, 'steps');
    await page.click('#stop');
    await lane.ends();
    await page.close();
  },

  async 'shows what forward checking leaves of domains'() {
    const page = await open(1280, 850);
    const lane = new Lane(page);

    await set(page, 'size', 10);
    await set(page, 'algorithm', 'forward-checking');
    await speed(page, '7');
    await page.click('#play');
    await page.waitForFunction((element) =>
      Number(/\d+/.exec(element.textContent)) > 40,
    await lane.part('step').elementHandle());
    await page.click('#play');
    await lane.is('paused');
    assert.match(await lane.part('picture').getAttribute('aria-label'),
      /board of 10 by 10: \d+ queens placed/);
    await picture(page, 'forward-checking');
    await page.close();
  },

  async 'pauses, and goes on where it was'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await speed(page, '6');
    await page.click('#play');
    await page.waitForFunction((element) => element.textContent !== '',
      await lane.part('step').elementHandle());
    await page.click('#play');
    await lane.is('paused');
    /* What was on its way comes yet; then nothing does. */
    let step = -1;
    for (let left = 100; left > 0 && await lane.step() !== step; left--) {
      step = await lane.step();
      await page.waitForTimeout(300);
    }
    await page.waitForTimeout(300);
    assert.equal(await lane.step(), step);
    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    assert.equal(await lane.counter('nodes'), 2057);
    await page.close();
  },

  async 'runs anew when the size changes'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.click('#play');
    await page.waitForFunction((element) => element.textContent !== '',
      await lane.part('step').elementHandle());
    await set(page, 'size', 6);
    await page.waitForFunction((element) =>
      element.getAttribute('aria-label').startsWith('board of 6 by 6'),
    await lane.part('picture').elementHandle());
    await speed(page, FULL);
    await lane.ends();
    assert.equal(await lane.counter('solutions'), 4);
    await page.close();
  },

  async 'keeps up with twenty changes, and nothing of those before the last'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);
    const frames = () => page.evaluate(() => new Promise((resolve) => {
      const begin = performance.now();
      requestAnimationFrame(() => requestAnimationFrame(() =>
        resolve(performance.now() - begin)));
    }));
    const slowest = [];
    let resident = 0;

    await set(page, 'size', 40);
    await speed(page, FULL);
    await page.check('#compare');
    await page.click('#play');
    for (let i = 0; i < 20; i++) {
      await set(page, 'size', [24, 150, 30, 300][i % 4] + i);
      if (i % 3 === 0) {
        await set(page, 'algorithm',
          ['mac', 'backtracking', 'forward-checking'][i % 9 / 3]);
      }
      await page.waitForTimeout(i % 2 === 0 ? 350 : 50);
      slowest.push(await frames());
      resident = i === 9 ? residentKib() : resident;
    }
    await set(page, 'algorithm', 'backtracking');
    await set(page, 'size', 26);
    await page.waitForFunction((element) =>
      element.getAttribute('aria-label').startsWith('board of 26 by 26'),
    await lane.part('picture').elementHandle());
    await lane.is('running');
    slowest.sort((a, b) => a - b);
    assert.ok(slowest[10] < 500, slowest.join());
    await atMost(page, 1);
    assert.ok(residentKib() < resident + (64 << 10));
    await page.click('#stop');
    await lane.ends();
    await atMost(page, 0);
    await page.close();
  },

  async 'solves a million queens and draws them'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await set(page, 'size', 1000000);
    await set(page, 'algorithm', 'min-conflicts');
    await set(page, 'solutions', 1);
    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    assert.equal(await lane.counter('solutions'), 1);
    assert.equal(await lane.counter('violation'), 0);
    await page.waitForTimeout(100);
    assert.ok(await lane.colors() > 3);
    await picture(page, 'million');
    await page.close();
  },

  async 'runs two searches side by side'() {
    const page = await open(1500, 1250);
    const lanes = [new Lane(page, 'A'), new Lane(page, 'B')];

    await set(page, 'size', 40);
    await set(page, 'variable-order', 'input');
    await set(page, 'solutions', 1);
    await page.check('#compare');
    await page.locator('#options-B summary').click();
    await set(page, 'start', 'random', 'B');
    await page.locator('#options-B summary').click();
    await speed(page, FULL);
    await page.click('#play');
    await lanes[1].ends();
    assert.equal(await lanes[1].counter('violation'), 0);
    await page.waitForTimeout(500);
    assert.ok(await lanes[0].counter('nodes') > 0);
    await picture(page, 'side-by-side');
    await page.click('#stop');
    await lanes[0].ends();
    assert.equal(await page.locator('#results tbody tr').count(), 2);
    await page.close();
  },

  async 'starts a second run beside the first, and leaves that alone'() {
    const page = await open(1366, 900);
    const lanes = [new Lane(page, 'A'), new Lane(page, 'B')];

    await page.click('#step');
    await lanes[0].steps(1);
    await page.click('#step');
    await lanes[0].steps(2);
    await page.check('#compare');
    await lanes[1].is('paused');
    assert.equal(await lanes[0].step(), 2);
    await page.close();
  },

  async 'solves a Sudoku that is typed in'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);
    const first = '53..7....6..195....98....6.';

    await page.selectOption('#model', 'sudoku');
    await page.fill('#instance-text', '');
    for (let at = 0; at < first.length; at++) {
      if (first[at] !== '.') {
        await page.getByLabel(
          `row ${Math.floor(at / 9) + 1}, column ${(at % 9) + 1}`,
          { exact: true }).fill(first[at]);
      }
    }
    await set(page, 'algorithm', 'mac');
    await set(page, 'solutions', 1);
    await page.click('#step');
    await lane.steps(1);
    await picture(page, 'sudoku-steps');
    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    const grid = await lane.part('picture').getAttribute('aria-label');
    assert.match(grid, /81 of 81 cells filled/);
    assert.match(grid, /rows: 5 3 \d \d 7/);
    await picture(page, 'sudoku');
    await page.close();
  },

  async 'explains a broken Sudoku'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.selectOption('#model', 'sudoku');
    await page.getByRole('button', { name: 'a broken puzzle' }).click();
    await page.click('#play');
    await lane.ends();
    assert.match(await lane.part('line').textContent(), /0 solutions/);
    assert.match(await lane.part('note').textContent(),
      /row 1.*5|5.*row 1/);
    await picture(page, 'broken');
    await page.close();
  },

  async 'says that it took the first of a list'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);
    const puzzle = '53..7....6..195....98....6.8...6...3' +
      '4..8.3..17...2...6.6....28....419..5....8..79';

    await page.selectOption('#model', 'sudoku');
    await page.fill('#instance-text', `${puzzle}\n`.repeat(12));
    await page.locator('#instance-text').blur();
    await set(page, 'algorithm', 'mac');
    await page.click('#play');
    await lane.ends();
    assert.equal(await lane.part('warnings').textContent(),
      'took the first of 12 puzzles');
    await page.close();
  },

  async 'explains what cannot be read'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.selectOption('#model', 'sudoku');
    await page.fill('#instance-text', '12345');
    await page.locator('#instance-text').blur();
    await page.click('#play');
    await lane.is('failed');
    assert.match(await lane.part('note').textContent(), /^instance\.sdk:1:6: /);
    assert.ok(takeFaults().every((fault) => /400/.test(fault)));
    await page.close();
  },

  async 'does not take for the default what is no number'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.focus('#parameters [data-name="size"]');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1e400');
    await page.click('#play');
    await lane.is('failed');
    assert.match(await lane.part('note').textContent(),
      /^--size=\?: expected an integer from 1/);
    assert.ok(takeFaults().every((fault) => /400/.test(fault)));
    await page.close();
  },

  async 'tells which limit ended a search'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.locator('#options-A summary').click();
    await set(page, 'node-limit', 5);
    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    assert.equal(await lane.part('line').textContent(),
      'status: incomplete, 0 solutions (node-limit)');
    await page.close();
  },

  async 'colors a graph that is dropped'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await drop(page, 'wheel.col', wheel(9));
    await page.waitForFunction(() =>
      document.querySelector('#model').value === 'coloring');
    await set(page, 'colors', 4);
    await set(page, 'solutions', 1);
    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    const graph = await lane.part('picture').getAttribute('aria-label');
    assert.match(graph, /graph of 10 vertices and 18 edges: 10 colored/);
    assert.match(graph, /4 colors used, 0 edges in conflict/);
    await picture(page, 'graph');
    await page.close();
  },

  async 'shows the domains of a FlatZinc file'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.selectOption('#model', 'flatzinc');
    await set(page, 'algorithm', 'mac');
    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    assert.equal(await lane.counter('solutions'), 1);
    assert.match(await lane.part('picture').getAttribute('aria-label'),
      /domains of 8 variables, 8 fixed/);
    await picture(page, 'flatzinc');
    await page.close();
  },

  async 'exports runs as CSV, pictures as SVG, and the command'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    await set(page, 'size', 6);
    await page.click('#play');
    await page.locator('#n-results', { hasText: '2 finished' }).waitFor();
    const lines = (await saved(page, '#csv')).trim().split('\r\n');
    const names = lines[0].split(',');
    assert.equal(lines.length, 3);
    assert.equal(lines[1].split(',')[names.indexOf('nodes')], '2057');
    assert.match(await exported(page, 'picture-svg'),
      /^<svg [\s\S]*<\/svg>\n$/);
    assert.match(await exported(page, 'tree-svg'),
      /^<svg [\s\S]*<\/svg>\n$/);
    const command = await lane.part('command').textContent();
    const [, verb, ...options] = command.split(' ');
    assert.equal(verb, 'solve');
    assert.equal(statistics(...options).nodes, await lane.counter('nodes'));
    await page.close();
  },

  async 'tells what a step did, not what the engine does meanwhile'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await set(page, 'algorithm', 'min-conflicts');
    assert.equal(await page.inputValue('#options-A [data-name="solutions"]'),
      '1');
    await set(page, 'size', 50);
    for (let step = 1; step <= 3; step++) {
      await page.click('#step');
      await lane.steps(step);
    }
    const violation = await lane.counter('violation');
    await page.click('#step');
    await lane.steps(4);
    await page.waitForTimeout(1500);
    assert.equal(await lane.counter('moves'), 4);
    await page.click('#back');
    await lane.steps('3 of 4');
    assert.equal(await lane.counter('violation'), violation);
    await page.close();
  },

  async 'takes the first move of local search back'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);
    const board = () => lane.part('picture').getAttribute('aria-label');

    await set(page, 'size', 12);
    await set(page, 'algorithm', 'min-conflicts');
    await page.locator('#options-A summary').click();
    await set(page, 'start', 'random');
    await page.click('#step');
    await lane.steps(1);
    const [first, violation] = [await board(), await lane.counter('violation')];
    await page.click('#back');
    await lane.steps('0 of 1');
    await page.waitForTimeout(100);
    assert.match(await board(), /12 queens placed/);
    assert.notEqual(await board(), first);
    assert.ok(await lane.counter('violation') > 0);
    await page.click('#step');
    await lane.steps(1);
    await page.waitForTimeout(100);
    assert.equal(await board(), first);
    assert.equal(await lane.counter('violation'), violation);
    await page.close();
  },

  async 'draws a large board while it is stepped, which goes one way'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await set(page, 'size', 100000);
    await set(page, 'algorithm', 'min-conflicts');
    await page.click('#step');
    await lane.steps(1);
    await page.waitForTimeout(100);
    assert.ok(await lane.colors() > 3);
    const back = page.locator('#back');
    assert.equal(await back.getAttribute('aria-disabled'), 'true');
    assert.match(await back.getAttribute('title'), /more than 4,096 variables/);
    assert.match(await page.locator('#back-reason').textContent(), /recorded/);
    await back.click({ force: true });
    assert.equal(await lane.step(), 1);
    await page.close();
  },

  async 'scales the rows of a matrix apart where their widths differ'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.selectOption('#model', 'flatzinc');
    await page.fill('#instance-text', 'var 0..1: x :: output_var;\n' +
      'var 0..9999: y :: output_var;\nsolve maximize y;\n');
    await page.locator('#instance-text').blur();
    await page.click('#step');
    await lane.steps(1);
    await page.waitForTimeout(100);
    const isEven = await lane.part('picture').evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(
        canvas.width * 0.3, canvas.height / 5, canvas.width * 0.6, 1);
      return new Set(new Uint32Array(data.buffer)).size === 1;
    });
    assert.ok(isEven);
    await page.close();
  },

  async 'shows domains until a model has drawn a solution'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);
    const edges = Array.from({ length: 1199 }, (_, i) => `e ${i + 1} ${i + 2}`);

    await drop(page, 'path.col', `p edge 1200 1199\n${edges.join('\n')}\n`);
    await set(page, 'colors', 3);
    await set(page, 'solutions', 1);
    await page.click('#step');
    await lane.steps(1);
    assert.match(await lane.part('picture').getAttribute('aria-label'),
      /domains of 1,200 variables/);
    await speed(page, FULL);
    await page.click('#play');
    await lane.ends();
    await lane.part('solution').waitFor();
    await page.close();
  },

  async 'is driven by keys'() {
    const page = await open(1366, 900);
    const lane = new Lane(page);

    await page.keyboard.press('ArrowRight');
    await lane.steps(1);
    await page.keyboard.press('ArrowRight');
    await lane.steps(2);
    await page.keyboard.press('ArrowLeft');
    await lane.steps(1);
    await page.keyboard.press(' ');
    await lane.steps(5);
    await page.close();
  },

  async 'fits a phone while it runs, in the dark'() {
    const page = await open(360, 740, { colorScheme: 'dark' });
    const lane = new Lane(page);

    await page.click('#step');
    await lane.steps(1);
    for (let step = 2; step <= 9; step++) {
      await page.click('#step');
      await lane.steps(step);
    }
    assert.equal(await page.evaluate(() =>
      document.documentElement.scrollWidth), 360);
    await picture(page, 'phone');
    await page.close();
  },
});
