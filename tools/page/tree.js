/* SPDX-License-Identifier: MIT */
/* The search tree, as far as it was seen.
 *
 * Nodes come with the number of their parent, or after a gap with the path of
 * decisions that leads to them.  Either way a node stands below its parent
 * under its decision, so what is seen twice is there once.  Where there are too
 * many nodes, subtrees that the search has left are folded away, the oldest
 * first; a folded node remembers that it was more. */
import { plural } from './numbers.js';

const MAX_NODES = 1500;

class TreeNode {
  /* variable: that the decision fixes, null where it takes a value away */
  constructor(parent, variable) {
    this.parent = parent;
    this.variable = variable;
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.outcome = 'branch';
    this.isFolded = false;
    this.children = new Map();
  }
}

export class SearchTree {
  constructor() {
    this.clear();
  }

  clear() {
    this.root = new TreeNode(null, null);
    this.current = this.root;
    this.size = 1;
    this.maxDepth = 0;
    this.byId = new Map();
    this.anchor = this.root; /* where nodes without a known parent hang */
  }

  #child(parent, variable, value, relation = '=') {
    const key = `${variable}${relation}${value}`;
    let child = parent.children.get(key);

    if (child === undefined) {
      child = new TreeNode(parent, relation === '=' ? variable : null);
      parent.children.set(key, child);
      this.size += 1;
      this.maxDepth = Math.max(this.maxDepth, child.depth);
    }
    return child;
  }

  /* After a gap: numbers begin anew, and the path tells where the search is. */
  follow(path) {
    let node = this.root;

    this.byId.clear();
    for (const decision of path) {
      node = this.#child(node, ...decision);
    }
    this.anchor = node;
    this.current = node;
    this.#fold();
  }

  add(message) {
    let node;

    if (message.var === null) {
      node = this.root;
    } else {
      const parent = this.byId.get(message.parent) ?? this.anchor;
      node = this.#child(parent, message.var, message.value,
        message.relation);
      node.outcome = message.outcome;
    }
    this.byId.set(message.id, node);
    this.current = node;
    if (this.size > MAX_NODES) {
      this.#fold();
    }
  }

  /* The variables that the path to here fixes. */
  decided() {
    return new Set([...this.#path()].map((node) => node.variable)
      .filter((variable) => variable !== null));
  }

  solved() {
    this.current.outcome = 'solution';
  }

  /* From the current node to the root. */
  #path() {
    const path = new Set();

    for (let at = this.current; at !== null; at = at.parent) {
      path.add(at);
    }
    return path;
  }

  /* Folds children away, deepest subtrees of the oldest branches first, until
   * half the room is free; the path to the current node stays. */
  #fold() {
    if (this.size <= MAX_NODES) {
      return;
    }
    const path = this.#path();
    const order = this.nodes().reverse();
    for (const keep of [(node) => node.depth > 3, () => true]) {
      for (const node of order) {
        if (this.size <= MAX_NODES / 2) {
          break;
        }
        if (node.children.size > 0 && !path.has(node) && keep(node)) {
          this.size -= countBelow(node);
          node.children.clear();
          node.isFolded = true;
        }
      }
    }
    this.#foldLeaves(path);
    this.#forget();
  }

  /* A node of very many children keeps the last of them. */
  #foldLeaves(path) {
    for (const node of path) {
      for (const [key, child] of node.children) {
        if (this.size <= MAX_NODES / 2 || node.children.size <= 20) {
          break;
        }
        if (!path.has(child)) {
          this.size -= 1 + countBelow(child);
          node.children.delete(key);
          node.isFolded = true;
        }
      }
    }
  }

  #forget() {
    const alive = new Set(this.nodes());

    for (const [id, node] of this.byId) {
      if (!alive.has(node)) {
        this.byId.delete(id);
      }
    }
  }

  /* All nodes, parents before children, siblings in order. */
  nodes() {
    const stack = [this.root];
    const all = [];

    while (stack.length > 0) {
      const node = stack.pop();
      all.push(node);
      stack.push(...[...node.children.values()].reverse());
    }
    return all;
  }

  describe() {
    return `search tree: ${plural(this.size, 'node')} shown, ` +
      `${plural(this.maxDepth, 'decision')} deep, now at depth ${this.current.depth}`;
  }

  /* Leaves stand side by side, parents above the middle of their children. */
  draw(painter, width, height, colors) {
    const nodes = this.nodes();
    const leaves = nodes.filter((node) => node.children.size === 0);
    const margin = 10;
    const stepX = (width - 2 * margin) / Math.max(1, leaves.length);
    const stepY = (height - 2 * margin) / Math.max(1, this.maxDepth);
    const radius = Math.max(1, Math.min(5, stepX * 0.45, stepY * 0.3));
    const place = new Map();

    leaves.forEach((leaf, i) => place.set(leaf, margin + (i + 0.5) * stepX));
    for (const node of [...nodes].reverse()) {
      if (node.children.size > 0) {
        const at = [...node.children.values()].map((one) => place.get(one));
        place.set(node, (at[0] + at[at.length - 1]) / 2);
      }
    }
    const path = this.#path();
    const y = (node) => margin + node.depth * stepY;
    for (const node of nodes) {
      if (node.parent !== null) {
        const isPath = path.has(node);
        painter.line(place.get(node.parent), y(node.parent), place.get(node),
          y(node), isPath ? colors.accent : colors.edge, isPath ? 2 : 1);
      }
    }
    for (const node of nodes) {
      this.#drawNode(painter, place.get(node), y(node), radius, node, colors);
    }
  }

  #drawNode(painter, x, y, radius, node, colors) {
    if (node === this.current) {
      painter.circle(x, y, radius + 3, colors.surface, colors.accent, 2);
    }
    if (node.outcome === 'failed') {
      painter.rect(x - radius * 0.8, y - radius * 0.8, radius * 1.6,
        radius * 1.6, colors.bad);
    } else if (node.outcome === 'solution') {
      painter.circle(x, y, radius + 1, colors.good);
    } else if (node.isFolded && node.children.size === 0) {
      painter.polygon([[x, y - radius], [x + radius * 1.5, y + radius * 1.6],
        [x - radius * 1.5, y + radius * 1.6]], colors.edge);
    } else {
      painter.circle(x, y, radius, colors.muted);
    }
  }
}

function countBelow(node) {
  const stack = [...node.children.values()];
  let n = 0;

  while (stack.length > 0) {
    n += 1;
    stack.push(...stack.pop().children.values());
  }
  return n;
}
