/* SPDX-License-Identifier: MIT */
/* The live page: what is set up, one lane or two that run it, and the controls
 * that they share. */
import { find, make, setText } from './dom.js';
import { Lane } from './lane.js';
import { count } from './numbers.js';
import { Results } from './results.js';
import { Session, fetchCatalog } from './session.js';
import { Setup } from './setup.js';
import { onThemeChange, startTheme } from './theme.js';

const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 0]; /* 0: full */
const SETTLE_MS = 300; /* after a change, before it is run */

class App {
  constructor(catalog) {
    this.lanes = [];
    this.limits = catalog.limits;
    this.results = new Results();
    this.session = new Session((isOpen) => this.#connected(isOpen));
    this.setup = null;
    this.stale = new Set();
    this.setup = new Setup(catalog, (lanes) => this.#changed(lanes));
    this.#arrange();
    this.#listen();
    onThemeChange(() => this.lanes.forEach((lane) => lane.renew()));
    setText(find('#version'), catalog.version);
    this.#showSpeed();
    this.#update();
  }

  #connected(isOpen) {
    const text = isOpen ? 'connected' : 'connecting …';

    setText(find('#connection'), text);
    find('#connection').dataset.open = isOpen;
    this.lanes.forEach((lane) => lane.redraw());
  }

  get speed() {
    return SPEEDS[Number(find('#speed').value)];
  }

  get isLive() {
    return this.lanes.some((lane) => lane.isLive);
  }

  get isPaused() {
    return this.isLive &&
      this.lanes.every((lane) => !lane.isLive || lane.isPaused);
  }

  #arrange() {
    const n = this.setup.nLanes;

    while (this.lanes.length > n) {
      this.lanes.pop().destroy();
    }
    while (this.lanes.length < n) {
      const lane = new Lane('AB'[this.lanes.length], this.session,
        (told) => this.#told(told));
      this.lanes.push(lane);
      find('#lanes').append(lane.element);
    }
    find('#lanes').dataset.lanes = n;
  }

  /* Lanes that have something else to run now run it, where any is live. */
  #changed(lanes) {
    if (this.setup === null) {
      return;
    }
    this.#arrange();
    if (this.isLive) {
      lanes.forEach((i) => this.stale.add(i));
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#renew(), SETTLE_MS);
    }
    this.#update();
  }

  #renew() {
    const { isPaused } = this;

    this.lanes.forEach((lane, i) => {
      if (this.stale.has(i)) {
        this.#start(lane, i, isPaused);
      }
    });
    this.stale.clear();
    this.#update();
  }

  #told(lane) {
    const { run } = lane;

    if (!run.isLive && run.failure === null && run.statistics !== null) {
      this.results.add(run);
    }
    this.#update();
  }

  #start(lane, i, isPaused) {
    lane.start({
      ...this.setup.request(i),
      speed: this.speed,
      paused: isPaused,
    }, this.setup.source());
  }

  start(isPaused = false) {
    clearTimeout(this.timer);
    this.stale.clear();
    this.lanes.forEach((lane, i) => this.#start(lane, i, isPaused));
    this.#update();
  }

  play() {
    if (!this.isLive) {
      this.start();
    } else if (this.isPaused) {
      this.lanes.forEach((lane) => lane.resume(this.speed));
    } else {
      this.lanes.forEach((lane) => lane.pause());
    }
    this.#update();
  }

  step() {
    if (!this.isLive) {
      this.start(true);
    }
    this.lanes.forEach((lane) => lane.step());
    this.#update();
  }

  back() {
    this.lanes.filter((lane) => lane.canGoBack).forEach((lane) => lane.back());
    this.#update();
  }

  stop() {
    clearTimeout(this.timer);
    this.stale.clear();
    this.lanes.forEach((lane) => lane.stop());
  }

  #showSpeed() {
    const { speed } = this;
    const text = speed === 0 ? 'full speed'
      : `${speed} step${speed === 1 ? '' : 's'} a second`;

    setText(find('#speed-text'), text);
    find('#speed').setAttribute('aria-valuetext', text);
  }

  #update() {
    const isPlaying = this.isLive && !this.isPaused;

    setText(find('#play-text'), isPlaying ? 'Pause'
      : this.isPaused ? 'Resume' : 'Play');
    find('#play').dataset.state = isPlaying ? 'playing' : 'still';
    find('#stop').disabled = !this.isLive;
    this.#updateBack();
  }

  /* A reason can be read only where there is a control that has it. */
  #updateBack() {
    const back = find('#back');
    const isOff = this.isLive && !this.lanes.some((lane) => lane.canGoBack);
    const reason = isOff ? 'Steps of more than ' +
      `${count(this.limits.domain_variables)} variables are not recorded.` : '';

    back.disabled = !this.isLive;
    back.setAttribute('aria-disabled', String(isOff || !this.isLive));
    back.title = reason;
    setText(find('#back-reason'), reason);
  }

  #listen() {
    const on = (selector, type, listen) =>
      find(selector).addEventListener(type, listen);

    on('#play', 'click', () => this.play());
    on('#step', 'click', () => this.step());
    on('#back', 'click', () => this.back());
    on('#stop', 'click', () => this.stop());
    on('#setup', 'submit', (event) => {
      event.preventDefault(); /* Enter in a field changes it, no more */
    });
    on('#speed', 'input', () => this.#showSpeed());
    on('#speed', 'change', () => {
      if (this.isLive && !this.isPaused) {
        this.lanes.forEach((lane) => lane.resume(this.speed));
      }
    });
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  /* Keys act where no control has the focus. */
  #pressed(event) {
    const keys = { ' ': () => this.play(), ArrowRight: () => this.step(),
      ArrowLeft: () => this.back() };
    const isFree = document.activeElement === document.body ||
      document.activeElement === null;

    if (isFree && keys[event.key] !== undefined && !event.ctrlKey &&
        !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

startTheme(find('#theme'));
/* On a phone what is seen first is the search; where there is room the set-up
 * stands beside it, always open. */
const narrow = matchMedia('(max-width: 900px)');
const fold = () => {
  find('#setup > details').open = !narrow.matches;
};
narrow.addEventListener('change', fold);
fold();
try {
  new App(await fetchCatalog());
} catch (error) {
  find('#lanes').replaceChildren(make('p', { class: 'note', role: 'alert' },
    `The server cannot be reached: ${error.message}`));
}
document.body.dataset.ready = 'true';
