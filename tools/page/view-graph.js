/* SPDX-License-Identifier: MIT */
/* A graph laid out by forces: vertices with the color they have, or ringed by
 * how much of their domain is left; edges whose ends agree stand out. */
import { plural } from './numbers.js';

const MAX_VERTICES = 1000;
const MAX_EDGES = 20000;
const FORCE_TICKS = 300;

/* Okabe and Ito (2008): told apart by color-blind people too; numbers stand
 * beside the colors in any case. */
const HUES = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00',
  '#cc79a7', '#9a9a9a'];

function hue(value) {
  return value >= 0 && value < HUES.length ? HUES[value]
    : `hsl(${(value * 137.5) % 360}, 55%, ${50 + 15 * (value % 3 - 1)}%)`;
}

/* Black or white, whichever stands out more. */
function inkOn(color) {
  const { r, g, b } = window.d3.rgb(color);
  const [red, green, blue] = [r, g, b].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92
      : ((part + 0.055) / 1.055) ** 2.4));

  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000'
    : '#ffffff';
}

class GraphPicture {
  constructor(run, redraw) {
    const d3 = window.d3;
    const { n, edges } = run.source.graph;

    this.edges = edges;
    this.first = run.info.arrays.find((array) => array.length === n).first;
    this.least = run.info.arrays.find((array) => array.length === n).min;
    this.nodes = Array.from({ length: n }, () => ({}));
    this.simulation = d3.forceSimulation(this.nodes)
      .force('link', d3.forceLink(edges.map(([source, target]) =>
        ({ source, target }))).distance(1.2).strength(n > 200 ? 0.1 : 0.5))
      .force('charge', d3.forceManyBody().strength(-1.2))
      .force('x', d3.forceX().strength(0.06))
      .force('y', d3.forceY().strength(0.06))
      .on('tick', redraw);
    this.simulation.tick(Math.min(FORCE_TICKS, Math.ceil(20000 / n)));
  }

  destroy() {
    this.simulation.stop();
  }

  height(run, width) {
    return Math.round(width * 0.8);
  }

  #scale(width, height) {
    const xs = this.nodes.map((node) => node.x);
    const ys = this.nodes.map((node) => node.y);
    const margin = 22;
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const wide = Math.max(1e-6, Math.max(...xs) - left);
    const high = Math.max(1e-6, Math.max(...ys) - top);
    const scale = Math.min((width - 2 * margin) / wide,
      (height - 2 * margin) / high);

    return (node) => [
      width / 2 + (node.x - left - wide / 2) * scale,
      height / 2 + (node.y - top - high / 2) * scale,
    ];
  }

  draw(run, painter, width, colors) {
    const height = this.height(run, width);
    const at = this.nodes.map(this.#scale(width, height));
    const radius = Math.max(2.5, Math.min(13, 90 / Math.sqrt(at.length)));
    const value = (i) => run.value(this.first + i);

    painter.rect(0, 0, width, height, colors.surface);
    for (const [a, b] of this.edges) {
      const isBad = value(a) !== null && value(a) === value(b);
      painter.line(...at[a], ...at[b], isBad ? colors.bad : colors.edge,
        isBad ? 3 : 1, isBad || this.edges.length < 1000 ? 1 : 0.4);
    }
    at.forEach(([x, y], i) => this.#drawVertex(painter, x, y, radius, run, i,
      colors));
  }

  #drawVertex(painter, x, y, radius, run, i, colors) {
    const value = run.value(this.first + i);
    const isNew = run.changed.has(this.first + i) && run.isLive;
    const size = (run.domain(this.first + i) ?? []).reduce(
      (sum, [low, high]) => sum + high - low + 1, 0);

    if (isNew) {
      painter.circle(x, y, radius + 4, colors.accentSoft, colors.accent, 1.5);
    }
    if (value === null) {
      painter.circle(x, y, radius, colors.surface, colors.muted, 1.5);
      if (radius >= 8 && size > 0) {
        painter.text(x, y, String(size), radius * 0.9, colors.muted);
      }
    } else {
      const fill = hue(value - this.least);
      painter.circle(x, y, radius, fill, colors.ink, 1);
      if (radius >= 6) {
        painter.text(x, y, String(value), radius, inkOn(fill), 600);
      }
    }
  }

  describe(run) {
    const values = this.nodes.map((_, i) => run.value(this.first + i));
    const used = new Set(values.filter((value) => value !== null));
    const bad = this.edges.filter(([a, b]) =>
      values[a] !== null && values[a] === values[b]).length;

    return `graph of ${values.length} vertices and ` +
      `${plural(this.edges.length, 'edge')}: ` +
      `${values.filter((value) => value !== null).length} colored, ` +
      `${plural(used.size, 'color')} used, ${plural(bad, 'edge')} in conflict`;
  }
}

export const graphView = {
  name: 'Graph',
  fits(run) {
    const graph = run.source.graph;

    return run.info.model === 'coloring' && graph !== null &&
      graph !== undefined && run.domains !== null &&
      graph.n <= MAX_VERTICES && graph.edges.length <= MAX_EDGES &&
      run.info.arrays.some((array) => array.length === graph.n);
  },
  create: (run, redraw) => new GraphPicture(run, redraw),
  legend: () => [['open', 'colors left'], ['vertex', 'colored'],
    ['conflict', 'ends agree']],
};
