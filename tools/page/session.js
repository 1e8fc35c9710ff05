/* SPDX-License-Identifier: MIT */
/* The server, as doc/live-page.md describes it: the catalog, runs, and the
 * socket that their messages come from. */

const RETRY_MS = 1000;
const RETRIES = 20;
const TOO_MANY = 429;

async function answerOf(response) {
  const answer = await response.json().catch(() => ({}));

  if (!response.ok) {
    const reason = answer.error ?? `the server answered ${response.status}`;
    throw Object.assign(new Error(reason), { status: response.status });
  }
  return answer;
}

export async function fetchCatalog() {
  return answerOf(await fetch('api/models'));
}

export class Session {
  #socket = null;
  #name = null;
  #listeners = new Map(); /* of runs */
  #early = new Map(); /* messages of runs whose number is not known yet */
  #starting = 0;
  #opened = [];
  #tell;

  /* tell(isOpen) is called when the connection comes and goes. */
  constructor(tell) {
    this.#tell = tell;
    this.#connect();
  }

  #connect() {
    const address = new URL('api/events', location.href);
    address.protocol = 'ws:';
    const socket = new WebSocket(address);

    socket.addEventListener('message', (event) => {
      for (const message of JSON.parse(event.data)) {
        this.#receive(message);
      }
    });
    socket.addEventListener('close', () => this.#close());
    this.#socket = socket;
  }

  #receive(message) {
    if (message.type === 'hello') {
      this.#name = message.session;
      this.#opened.splice(0).forEach((resolve) => resolve());
      this.#tell(true);
    } else if (this.#listeners.has(message.run)) {
      this.#listeners.get(message.run)(message);
      if (message.type === 'end') {
        this.#listeners.delete(message.run);
      }
    } else if (this.#starting > 0 && message.run !== undefined) {
      if (!this.#early.has(message.run)) {
        this.#early.set(message.run, []);
      }
      this.#early.get(message.run).push(message);
    }
  }

  /* With the socket all its runs are gone. */
  #close() {
    const listeners = [...this.#listeners.entries()];

    this.#name = null;
    this.#listeners.clear();
    this.#early.clear();
    for (const [run, listen] of listeners) {
      listen({ type: 'end', run, status: 'unknown', reason: 'cancelled',
        line: 'the connection to the server is lost', clash: null,
        error: 'the connection to the server is lost' });
    }
    this.#tell(false);
    setTimeout(() => this.#connect(), RETRY_MS);
  }

  get isOpen() {
    return this.#name !== null;
  }

  #opening() {
    return this.isOpen ? Promise.resolve()
      : new Promise((resolve) => this.#opened.push(resolve));
  }

  /* Begins a run, whose number it returns and whose messages listen gets.
   * While runs that were cancelled are not gone yet there may be too many: then
   * it is tried again, as long as isWanted(). */
  async start(request, listen, isWanted) {
    for (let left = RETRIES; ; left--) {
      try {
        return await this.#start(request, listen);
      } catch (error) {
        if (error.status !== TOO_MANY || left === 0 || !isWanted()) {
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS / 4));
      }
    }
  }

  async #start(request, listen) {
    await this.#opening();
    this.#starting += 1;
    try {
      const { run } = await answerOf(await fetch('api/run', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...request, session: this.#name }),
      }));
      const early = this.#early.get(run) ?? [];

      this.#early.delete(run);
      this.#listeners.set(run, listen);
      early.forEach((message) => this.#receive(message));
      return run;
    } finally {
      this.#starting -= 1;
      if (this.#starting === 0) {
        this.#early.clear();
      }
    }
  }

  command(run, command, members = {}) {
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ command, run, ...members }));
    }
  }
}
