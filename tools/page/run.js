/* SPDX-License-Identifier: MIT */
/* What is known of a run: the state that its messages add up to. */
import { SearchTree } from './tree.js';
import { Curve } from './curve.js';

export const LOCAL = ['min-conflicts', 'tabu'];
const MAX_STEPS = 1000; /* as many as the server records */
const STEPPED = ['nodes', 'failures', 'moves', 'violation']; /* told by steps */

function noCounters() {
  return { nodes: null, checks: null, failures: null, moves: null,
    violation: null, restarts: null, solutions: null, objective: null };
}

/* The value that an array of intervals leaves, or null. */
function only(domain) {
  return domain !== null && domain !== undefined && domain.length === 1 &&
    domain[0][0] === domain[0][1] ? domain[0][0] : null;
}

export class Run {
  /* request: as it was posted; source: what the page knows of the instance */
  constructor(request, source) {
    this.request = request;
    this.source = source;
    this.id = null;
    this.commands = []; /* given before the number was known */
    this.state = 'starting'; /* running, paused, ended */
    this.failure = null;
    this.info = null;
    this.domains = null;
    this.density = null;
    this.tree = new SearchTree();
    this.curve = new Curve();
    this.counters = noCounters();
    this.statistics = null;
    this.end = null;
    this.seconds = null;
    this.rate = null; /* of nodes or moves a second */
    this.step = 0;
    this.lastStep = 0;
    this.isAtStep = false; /* no sample came since the last step */
    this.changed = new Set(); /* variables of the last step */
    this.solution = null;
    this.svg = null;
    this.isLocal = LOCAL.includes(request.algorithm);
    this.isLeft = false; /* stopped before the server told its number */
    this.steps = []; /* of the recorded window: {step, node, violation} */
    this.base = null; /* the same, of the state before the first of them */
    this.rateFrom = null;
  }

  get isLive() {
    return this.state !== 'ended';
  }

  get nVariables() {
    return this.info?.n_variables ?? 0;
  }

  domain(variable) {
    return this.domains?.[variable] ?? null;
  }

  value(variable) {
    return only(this.domain(variable));
  }

  decided() {
    return this.tree.decided();
  }

  fail(reason) {
    this.failure = reason;
    this.state = 'ended';
  }

  /* Whatever comes of it, nobody waits for it any more. */
  leave() {
    this.isLeft = true;
    this.end = { status: 'unknown', line: 'stopped before the search began' };
    this.state = 'ended';
  }

  /* Steps of a model whose domains are not followed are not recorded. */
  get canGoBack() {
    return this.info === null || this.domains !== null;
  }

  apply(message) {
    const method = `on_${message.type}`;

    if (!this.isLeft && typeof this[method] === 'function') {
      this[method](message);
    }
  }

  on_start(message) {
    this.info = message;
    this.domains = message.domains;
    this.givens = new Map(message.assumed ?? []);
    if (this.domains !== null) {
      for (const [variable, value] of this.givens) {
        this.domains[variable] = [[value, value]];
      }
    }
    this.isLocal = LOCAL.includes(message.options.algorithm);
    if (this.state === 'starting') {
      this.state = this.request.paused ? 'paused' : 'running';
    }
  }

  #count(name) {
    this.counters[name] = (this.counters[name] ?? 0) + 1;
  }

  #took(step, violation = null) {
    const isNew = step > this.lastStep;

    this.isAtStep = true;
    this.step = step;
    this.lastStep = Math.max(this.lastStep, step);
    this.steps.push({ step, node: this.tree.current, violation });
    if (this.steps.length > MAX_STEPS) {
      this.base = this.steps.shift();
    }
    return isNew;
  }

  /* Counters of samples are the engine's; between them steps are counted. */
  on_node(message) {
    this.isLocal = false;
    this.tree.add(message);
    const isNew = this.#took(message.step);
    if (isNew) {
      this.#count(message.outcome === 'failed' ? 'failures' : 'nodes');
      this.curve.add(this.counters.nodes ?? 0, message.depth);
    }
  }

  on_move(message) {
    this.isLocal = true;
    const isNew = this.#took(message.step, message.violation);
    this.counters.violation = message.violation;
    if (isNew) {
      this.counters.moves = message.move;
      this.curve.add(message.move, message.violation);
    }
    if (this.domains !== null && message.var !== null) {
      this.changed = new Set([message.var]);
    }
  }

  on_restart(message) {
    this.counters.restarts = message.restarts;
    this.tree.clear();
  }

  on_bound(message) {
    this.counters.objective = message.objective;
  }

  #change(changes) {
    this.changed = new Set(changes.map((change) => change.var));
    if (this.domains !== null) {
      for (const change of changes) {
        this.domains[change.var] = change.domain;
      }
    }
  }

  on_change(message) {
    this.#change(message.changes);
    this.density = message.density ?? this.density;
  }

  on_back(message) {
    this.#change(message.changes);
    while (this.steps.length > 0 &&
           this.steps[this.steps.length - 1].step >= message.step) {
      this.steps.pop();
    }
    const last = this.steps.at(-1) ?? this.base;
    this.step = message.step - 1;
    this.tree.current = last?.node ?? this.tree.root;
    this.counters.violation = last?.violation ?? null;
  }

  on_sample(message) {
    this.isAtStep = false;
    Object.assign(this.counters, message.counters);
    if (message.domains !== null && message.domains !== undefined) {
      this.domains = message.domains;
    }
    this.density = message.density ?? this.density;
    this.#time(message.seconds);
    if (this.isLocal || this.counters.violation !== null) {
      this.isLocal = true;
      this.curve.add(this.counters.moves ?? 0, this.counters.violation);
    } else {
      this.curve.add(this.counters.nodes ?? 0, message.depth);
      this.tree.follow(message.path ?? []);
    }
    this.steps = [];
    this.base = { node: this.tree.current,
      violation: this.counters.violation };
  }

  /* The rate of the last second or so. */
  #time(seconds) {
    const done = this.counters.moves ?? this.counters.nodes;

    this.seconds = seconds;
    if (done === null) {
      return;
    }
    if (this.rateFrom === null) {
      this.rateFrom = { seconds, done };
    } else if (seconds - this.rateFrom.seconds >= 0.5) {
      this.rate = Math.max(0, (done - this.rateFrom.done) /
        (seconds - this.rateFrom.seconds));
      this.rateFrom = { seconds, done };
    }
  }

  on_solution(message) {
    this.counters.solutions = message.solution;
    this.counters.objective = message.objective ?? this.counters.objective;
    this.solution = message;
    this.svg = message.svg ?? this.svg;
    this.density = message.density ?? this.density;
    if (!this.isLocal && this.isAtStep) {
      this.tree.solved();
    }
    if (this.isLocal && message.values !== null && this.domains !== null) {
      this.domains = message.values.map((value) => [[value, value]]);
    }
  }

  /* The engine is ahead of the step that is shown: what steps tell is theirs
   * until the end. */
  on_statistics(message) {
    this.statistics = message.statistics;
    this.#take(this.isAtStep ? STEPPED : []);
    this.#time(message.statistics.solve_seconds);
  }

  #take(except) {
    for (const name of Object.keys(this.counters)) {
      if (this.statistics[name] !== undefined && !except.includes(name)) {
        this.counters[name] = this.statistics[name];
      }
    }
  }

  on_end(message) {
    this.end = message;
    this.state = 'ended';
    this.failure = message.error ?? null;
    if (this.statistics !== null) {
      this.#take([]);
    }
    const seconds = this.statistics?.solve_seconds;
    const done = this.counters.moves ?? this.counters.nodes;
    if (seconds > 0 && done !== null) {
      this.seconds = seconds;
      this.rate = done / seconds;
    }
    this.#completeCurve();
    this.#showSolution();
  }

  /* Of a search that was sampled, the statistics know more: when the violation
   * was less than ever before. */
  #completeCurve() {
    const history = this.statistics?.violation_history ?? [];

    if (history.length > this.curve.points.length) {
      this.curve = new Curve();
      history.forEach(([moves, , violation]) =>
        this.curve.add(moves, violation));
    }
    if (this.isLocal && this.counters.moves !== null) {
      this.curve.add(this.counters.moves, this.counters.violation);
    }
  }

  /* What the search left is its last state; what was asked for is more use. */
  #showSolution() {
    const values = this.solution?.values;

    if (values && this.domains !== null) {
      this.domains = values.map((value) => [[value, value]]);
      this.changed = new Set();
    }
  }
}
