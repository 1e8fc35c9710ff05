/* SPDX-License-Identifier: MIT */
/* The chart of a run: depth over nodes, or violation over moves. */
import { colors } from './theme.js';
import { count, mark, plural } from './numbers.js';

function axis(title) {
  const { muted, line } = colors();

  return {
    type: 'linear',
    beginAtZero: true,
    title: { display: true, text: title, color: muted },
    ticks: {
      color: muted,
      maxTicksLimit: 6,
      precision: 0,
      callback: (value) => mark(value),
    },
    grid: { color: line, borderColor: line },
  };
}

export class Plot {
  #chart = null;
  #isLocal = null;

  constructor(canvas) {
    this.canvas = canvas;
  }

  #make(isLocal) {
    const { accent, accentSoft } = colors();

    this.#chart?.destroy();
    this.#isLocal = isLocal;
    this.#chart = new window.Chart(this.canvas, {
      type: 'line',
      data: {
        datasets: [{
          data: [],
          borderColor: accent,
          backgroundColor: accentSoft,
          borderWidth: 1.5,
          pointRadius: 0,
          fill: true,
          tension: 0,
        }],
      },
      options: {
        animation: false,
        parsing: false,
        normalized: true,
        responsive: true,
        maintainAspectRatio: false,
        events: [],
        plugins: { legend: { display: false }, tooltip: { enabled: false } },
        scales: {
          x: axis(isLocal ? 'moves' : 'nodes'),
          y: axis(isLocal ? 'violation' : 'depth'),
        },
      },
    });
  }

  /* After a change of colors. */
  renew() {
    if (this.#chart !== null) {
      this.#make(this.#isLocal);
    }
  }

  draw(run) {
    if (this.#chart === null || this.#isLocal !== run.isLocal) {
      this.#make(run.isLocal);
    }
    const points = run.curve.points;
    const last = points.at(-1);

    this.#chart.data.datasets[0].data = points;
    this.#chart.data.datasets[0].pointRadius = points.length === 1 ? 3 : 0;
    const first = points[0]?.x ?? 0;
    this.#chart.options.scales.x.min = first;
    this.#chart.options.scales.x.max = Math.max(last?.x ?? 1, first + 1);
    this.#chart.update('none');
    this.canvas.setAttribute('aria-label', last === undefined
      ? 'no curve yet'
      : `${run.isLocal ? 'violation' : 'depth'} ${count(last.y)} after ` +
        plural(last.x, run.isLocal ? 'move' : 'node'));
  }
}
