/* SPDX-License-Identifier: MIT */
/* The contrast of what is drawn, light and dark, as WCAG 2.1 AA asks for it: of
 * text 4.5 with what it stands on, of signs 3.
 *
 * What is drawn is exported as SVG by the same calls, and taken apart: a shape
 * stands on whatever was painted before it at its middle.  Squares of boards,
 * tints and shades stand under signs, or tell of more and less; they are grounds,
 * and no signs. */
import assert from 'node:assert/strict';
import { open, run } from './browser.mjs';
import { Lane, exported, set, speed } from './lane.mjs';

const TEXT = 4.5;
const SIGN = 3;

function numbersOf(color) {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  const hsl = /^hsl\(([\d.]+), ([\d.]+)%, ([\d.]+)%\)$/.exec(color);

  if (hex !== null) {
    return hex.slice(1).map((part) => parseInt(part, 16) / 255);
  }
  assert.ok(hsl, color);
  const [hue, saturation, light] = [Number(hsl[1]), hsl[2] / 100, hsl[3] / 100];
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    return light - saturation * Math.min(light, 1 - light) *
      Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
}

function luminance(color) {
  return color.map((part) => (part <= 0.04045 ? part / 12.92
    : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
}

function contrast(one, other) {
  const [a, b] = [luminance(one), luminance(other)];

  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function over(ground, color, alpha) {
  return ground.map((part, i) => part + (color[i] - part) * alpha);
}

/* Elements of an SVG, in order: tag, attributes, text. */
function elementsOf(svg) {
  return [...svg.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)\/?>([^<]*)/g)]
    .slice(1).map(([, tag, rest, text]) => {
      const given = Object.fromEntries([...rest.matchAll(/ ([\w-]+)="([^"]*)"/g)]
        .map(([, name, value]) => [name,
          /^-?[\d.]+$/.test(value) ? Number(value) : value]));
      return { tag, text, ...given };
    });
}

function middleOf(shape) {
  switch (shape.tag) {
    case 'rect': return [shape.x + shape.width / 2, shape.y + shape.height / 2];
    case 'line': return [(shape.x1 + shape.x2) / 2, (shape.y1 + shape.y2) / 2];
    case 'circle': return [shape.cx, shape.cy];
    case 'text': return [shape.x, shape.y - shape['font-size'] * 0.36];
    default: {
      const points = shape.points.split(' ').map((point) =>
        point.split(',').map(Number));
      return [0, 1].map((i) => points.reduce((sum, point) =>
        sum + point[i], 0) / points.length);
    }
  }
}

function covers(shape, [x, y]) {
  return shape.tag === 'rect' ? shape.fill !== 'none' && x >= shape.x &&
      x <= shape.x + shape.width && y >= shape.y && y <= shape.y + shape.height
    : shape.tag === 'circle' &&
      (x - shape.cx) ** 2 + (y - shape.cy) ** 2 <= shape.r ** 2;
}

function groundOf(shape, before, surface) {
  const middle = middleOf(shape);

  return before.filter((one) => covers(one, middle)).reduce((ground, one) =>
    over(ground, numbersOf(one.fill), one['fill-opacity'] ?? 1), surface);
}

/* The colors that tell a shape from its ground. */
function signsOf(shape) {
  const fill = [shape.fill, shape['fill-opacity'] ?? 1];
  const stroke = [shape.stroke, shape['stroke-opacity'] ?? 1];

  return (shape.tag === 'line' ? [stroke] : [fill, stroke])
    .filter(([color]) => color !== undefined && color !== 'none');
}

/* Shapes of too little contrast; isGround(shape): it is no sign. */
function pale(svg, surface, isGround) {
  const shapes = elementsOf(svg);

  return shapes.flatMap((shape, i) => {
    if (isGround(shape)) {
      return [];
    }
    const ground = groundOf(shape, shapes.slice(0, i), surface);
    const most = Math.max(...signsOf(shape).map(([color, alpha]) =>
      contrast(over(ground, numbersOf(color), alpha), ground)));
    return most >= (shape.tag === 'text' ? TEXT : SIGN) ? []
      : [`${shape.tag} ${shape.fill ?? shape.stroke} ${shape.text}: ` +
        most.toFixed(2)];
  });
}

const isTint = (shape) => shape.tag === 'rect' &&
  (shape.width > 10 || shape.fill === 'none');
const isShade = (shape) => shape.tag === 'rect' &&
  (shape['fill-opacity'] < 0.7 || shape.fill === 'none');

async function checks(page, selectors, isGround) {
  const surface = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--surface'));

  for (const part of selectors) {
    const svg = await exported(page, part);
    assert.ok(elementsOf(svg).length > 3);
    assert.deepEqual([...new Set(pale(svg, numbersOf(surface.trim()),
      isGround))], [], part);
  }
}

async function steps(page, n) {
  const lane = new Lane(page);

  for (let step = 1; step <= n; step++) {
    await page.click('#step');
    await lane.steps(step);
  }
}

const cases = {
  async 'a board and its tree'(page) {
    await steps(page, 14);
    await checks(page, ['picture-svg', 'tree-svg'], isTint);
  },

  async 'a board of domains'(page) {
    await set(page, 'algorithm', 'forward-checking');
    await steps(page, 8);
    await checks(page, ['picture-svg', 'tree-svg'], isTint);
  },

  async 'queens in conflict'(page) {
    await set(page, 'algorithm', 'min-conflicts');
    await page.locator('#options-A summary').click();
    await set(page, 'start', 'random');
    await page.click('#step');
    await new Lane(page).is('paused');
    await page.waitForTimeout(300);
    await checks(page, ['picture-svg'], isTint);
  },

  async 'candidates of a Sudoku'(page) {
    await page.selectOption('#model', 'sudoku');
    await page.getByRole('button', { name: 'a hard puzzle' }).click();
    await set(page, 'algorithm', 'mac');
    await steps(page, 5);
    await checks(page, ['picture-svg', 'tree-svg'], isTint);
  },

  async 'a broken Sudoku'(page) {
    await page.selectOption('#model', 'sudoku');
    await page.getByRole('button', { name: 'a broken puzzle' }).click();
    await page.click('#play');
    await new Lane(page).ends();
    await checks(page, ['picture-svg'], isTint);
  },

  async 'a graph of many colors'(page) {
    await page.selectOption('#model', 'coloring');
    await page.getByRole('button', { name: 'Mycielski 6' }).click();
    await set(page, 'colors', 90);
    await set(page, 'value-order', 'random');
    await set(page, 'solutions', 1);
    await speed(page, '10');
    await page.click('#play');
    await new Lane(page).ends();
    await checks(page, ['picture-svg'], isTint);
  },

  async 'a matrix'(page) {
    await page.selectOption('#model', 'flatzinc');
    await set(page, 'algorithm', 'mac');
    await steps(page, 2);
    await checks(page, ['picture-svg'], isShade);
  },
};

await run(Object.fromEntries(Object.entries(cases).map(([what, check]) =>
  [`can be seen, light and dark: ${what}`, async () => {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(1366, 900, { colorScheme });
      await check(page);
      await page.close();
    }
  }])));
