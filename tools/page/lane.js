/* SPDX-License-Identifier: MIT */
/* One run on the screen: its picture, counters, chart, tree and command. */
import { download, find, make, setText } from './dom.js';
import * as numbers from './numbers.js';
import { CanvasPainter, SvgPainter } from './paint.js';
import { Plot } from './plot.js';
import { Run } from './run.js';
import { colors } from './theme.js';
import { PICTURE, viewsOf } from './views.js';

const TREE_HEIGHT = 220; /* at most */
const LEVEL_HEIGHT = 30;
const COUNTERS = ['nodes', 'checks', 'failures', 'moves', 'violation',
  'restarts', 'solutions', 'objective'];

export class Lane {
  #isDirty = false;
  #view = null; /* one of views.js */
  #drawer = null; /* what it made for this run */
  #chosen = null; /* the name of the view that the user chose */

  /* told(lane) is called when a run of it has started, or ended. */
  constructor(letter, session, told) {
    this.letter = letter;
    this.session = session;
    this.told = told;
    this.run = null;
    this.element = find('#lane').content.firstElementChild.cloneNode(true);
    this.part = (name) => find(`[data-part="${name}"]`, this.element);
    this.element.setAttribute('aria-label', `run ${letter}`);
    this.element.dataset.lane = letter;
    setText(this.part('letter'), letter);
    this.#makeCounters();
    this.painter = new CanvasPainter(this.part('picture'));
    this.treePainter = new CanvasPainter(this.part('tree'));
    this.plot = new Plot(this.part('chart'));
    this.part('view').addEventListener('change', (event) => {
      this.#chosen = event.target.value;
      this.#choose();
    });
    this.part('picture-svg').addEventListener('click', () => this.#export());
    this.part('tree-svg').addEventListener('click', () => this.#exportTree());
    this.part('copy').addEventListener('click', () => this.#copy());
    new ResizeObserver(() => this.redraw()).observe(this.element);
    this.redraw();
  }

  #makeCounters() {
    this.values = new Map();
    for (const name of [...COUNTERS, 'rate', 'time']) {
      const value = make('dd', { 'data-counter': name });
      this.values.set(name, value);
      this.part('counters').append(
        make('div', {}, make('dt', {}, name), value));
    }
  }

  /* Runs ------------------------------------------------------------------ */

  /* Ends what runs, and begins another. */
  async start(request, source) {
    this.cancel();
    const run = new Run(request, source);
    this.run = run;
    this.#view = null;
    this.redraw();
    try {
      const id = await this.session.start(request,
        (message) => this.#receive(run, message),
        () => run === this.run && run.isLive);
      run.id = id;
      for (const [command, members] of run.commands.splice(0)) {
        this.session.command(id, command, members);
      }
    } catch (error) {
      if (run === this.run && run.isLive) {
        run.fail(error.message);
        this.redraw();
        this.told(this);
      }
    }
  }

  #receive(run, message) {
    run.apply(message);
    if (run !== this.run || run.isLeft) {
      return;
    }
    if (message.type === 'start') {
      this.#list();
      this.#choose();
      this.told(this);
    }
    if (message.type === 'solution' && this.#view !== this.#bestView()) {
      this.#choose();
    }
    if (message.type === 'end') {
      this.told(this);
    }
    this.redraw();
  }

  /* What is commanded before the run has its number waits for it. */
  command(command, members = {}) {
    if (this.run?.isLive && this.run.id !== null) {
      this.session.command(this.run.id, command, members);
    } else if (this.run?.isLive) {
      this.run.commands.push([command, members]);
    }
  }

  pause() {
    this.#halt('pause');
  }

  step() {
    this.#halt('step');
  }

  back() {
    this.#halt('back');
  }

  #halt(command) {
    if (this.run?.isLive) {
      this.command(command);
      this.run.state = 'paused';
      this.redraw();
    }
  }

  resume(speed) {
    if (this.run?.isLive) {
      this.run.request.speed = speed;
      this.run.state = 'running';
      this.command('speed', { speed });
      this.redraw();
    }
  }

  cancel() {
    this.command('cancel');
  }

  /* While its model is built a run has no number, and is left to itself. */
  stop() {
    this.cancel();
    if (this.run?.isLive && this.run.id === null) {
      this.run.leave();
      this.redraw();
      this.told(this);
    }
  }

  get canGoBack() {
    return this.isLive && this.run.canGoBack;
  }

  get isLive() {
    return this.run !== null && this.run.isLive;
  }

  get isPaused() {
    return this.isLive && this.run.state === 'paused';
  }

  /* The picture ----------------------------------------------------------- */

  #list() {
    const views = viewsOf(this.run);

    this.part('view').replaceChildren(...views.map((view) =>
      make('option', {}, view.name)));
  }

  /* What the user chose, or else the most telling that there is by now. */
  #bestView() {
    const views = viewsOf(this.run);

    return views.find((view) => view.name === this.#chosen) ??
      views.find((view) => view !== PICTURE || this.run.svg !== null);
  }

  #choose() {
    this.#drawer?.destroy?.();
    this.#view = this.#bestView();
    this.part('view').value = this.#view.name;
    this.#drawer = this.#view.create?.(this.run, () => this.redraw()) ?? null;
    this.part('legend').replaceChildren(...this.#view.legend(this.run).map(
      ([name, text]) => make('li', {},
        make('span', { class: `key key-${name}`, 'aria-hidden': 'true' }),
        text)));
    this.redraw();
  }

  redraw() {
    if (!this.#isDirty) {
      this.#isDirty = true;
      requestAnimationFrame(() => {
        this.#isDirty = false;
        this.#draw();
      });
    }
  }

  #draw() {
    const { run } = this;

    this.#drawState(run);
    this.#drawCounters(run);
    this.#drawPicture(run);
    const isTree = run !== null && !run.isLocal;
    this.part('tree-block').hidden = !isTree;
    this.element.classList.toggle('empty', run?.info === null ||
      run?.info === undefined);
    if (run !== null && run.info !== null) {
      this.#drawChart(run);
      setText(this.part('chart-title'),
        run.isLocal ? 'Violation' : 'Depth');
      this.#drawCommand(run.info.command);
      if (isTree) {
        this.#drawTree(run);
      }
    }
  }

  #stateText(run) {
    if (run === null) {
      return 'ready';
    }
    if (run.failure !== null) {
      return 'failed';
    }
    return run.state === 'ended' ? run.end.status : run.state;
  }

  #drawState(run) {
    const text = this.#stateText(run);
    const state = this.part('state');
    const notes = [run?.failure, run?.end?.clash];

    setText(state, text);
    state.dataset.state = run?.failure ? 'failed' : run?.state ?? 'ready';
    setText(this.part('algorithm'), run === null ? 'Search'
      : [run.request.algorithm ?? 'auto', run.request['variable-order'],
        run.request['value-order']].filter(Boolean).join(', '));
    const { line = '', reason = null } = run?.end ?? {};
    setText(this.part('line'), reason === null || reason === 'cancelled' ? line
      : `${line} (${reason})`);
    setText(this.part('step'), run !== null && run.lastStep > 0
      ? `step ${numbers.count(run.step)}${run.step < run.lastStep
        ? ` of ${numbers.count(run.lastStep)}` : ''}` : '');
    const note = notes.filter(Boolean).filter((one, i, all) =>
      all.indexOf(one) === i && one !== run.end?.line).join('; ');
    this.part('note').hidden = note === '';
    setText(this.part('note'), note);
    setText(this.part('warnings'), this.#remarks(run).join('; '));
  }

  /* Lines are broken between words only, where they fit. */
  #drawCommand(command) {
    const element = this.part('command');

    if (element.textContent !== command) {
      element.replaceChildren(...command.split(' ').flatMap((word, i) =>
        [i > 0 ? ' ' : '', make('span', {}, word)]));
    }
  }

  #remarks(run) {
    const info = run?.info;

    if (info === null || info === undefined) {
      return [];
    }
    const noun = info.model === 'sudoku' ? 'puzzles' : 'instances';
    const first = info.instances > 1
      ? [`took the first of ${numbers.count(info.instances)} ${noun}`] : [];
    return [...first, ...info.warnings];
  }

  #drawCounters(run) {
    for (const name of COUNTERS) {
      const value = run?.counters[name] ?? null;
      const element = this.values.get(name);
      setText(element, numbers.count(value));
      element.dataset.value = value ?? '';
      element.parentElement.hidden = value === null && run !== null;
    }
    setText(this.values.get('rate'), numbers.rate(run?.rate ?? null));
    setText(this.values.get('time'), numbers.seconds(run?.seconds));
  }

  #drawPicture(run) {
    const isPicture = this.#view === PICTURE && run !== null;
    const canvas = this.part('picture');
    const image = this.part('solution');

    canvas.hidden = isPicture;
    image.hidden = !isPicture || run.svg === null;
    setText(this.part('placeholder'), this.#placeholder(run, isPicture));
    if (isPicture && run.svg !== null) {
      if (this.shown !== run.svg) {
        this.shown = run.svg;
        image.src = `data:image/svg+xml,${encodeURIComponent(run.svg)}`;
      }
    } else if (!isPicture && this.#drawer !== null && run?.info) {
      const width = Math.floor(canvas.parentElement.clientWidth);
      if (width > 0) {
        this.painter.begin(width, this.#drawer.height(run, width));
        this.#drawer.draw(run, this.painter, width, colors());
        canvas.setAttribute('aria-label', this.#drawer.describe(run));
      }
    }
  }

  #placeholder(run, isPicture) {
    if (run?.info === null || run?.info === undefined) {
      return run === null || !run.isLive ? 'Press play to watch the search.'
        : this.session.isOpen ? 'building the model …'
          : 'waiting for the server …';
    }
    return isPicture && run.svg === null ? 'no solution yet' : '';
  }

  #drawChart(run) {
    const isEmpty = !run.isLive && run.curve.points.length < 2;

    this.part('chart').hidden = isEmpty;
    setText(this.part('chart-note'),
      isEmpty ? 'no curve: the search ended where it began' : '');
    this.plot.draw(run);
  }

  #drawTree(run) {
    const canvas = this.part('tree');
    const width = Math.floor(canvas.parentElement.clientWidth);

    if (width > 0) {
      const height = Math.min(TREE_HEIGHT,
        LEVEL_HEIGHT * (run.tree.maxDepth + 1));
      this.treePainter.begin(width, height);
      run.tree.draw(this.treePainter, width, height, colors());
      canvas.setAttribute('aria-label', run.tree.describe());
    }
  }

  /* After a change of colors. */
  renew() {
    this.plot.renew();
    this.redraw();
  }

  /* Exports --------------------------------------------------------------- */

  #export() {
    const { run } = this;

    if (this.#view === PICTURE && run?.svg) {
      download(`${run.info.model}.svg`, 'image/svg+xml', run.svg);
    } else if (this.#drawer !== null && run?.info) {
      const painter = new SvgPainter();
      painter.begin(640, this.#drawer.height(run, 640));
      this.#drawer.draw(run, painter, 640, colors());
      download(`${run.info.model}.svg`, 'image/svg+xml', painter.toString());
    }
  }

  #exportTree() {
    if (this.run !== null) {
      const painter = new SvgPainter();
      painter.begin(960, 400);
      this.run.tree.draw(painter, 960, 400, colors());
      download('search-tree.svg', 'image/svg+xml', painter.toString());
    }
  }

  async #copy() {
    const button = this.part('copy');

    try {
      await navigator.clipboard.writeText(this.part('command').textContent);
      setText(button, 'Copied');
    } catch {
      getSelection().selectAllChildren(this.part('command'));
      setText(button, 'Selected');
    }
    setTimeout(() => setText(button, 'Copy'), 2000);
  }

  destroy() {
    this.cancel();
    this.#drawer?.destroy?.();
    this.element.remove();
  }
}
