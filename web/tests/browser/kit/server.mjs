// A server of its own for each test: own data, own port, the same dice in every run, and ended with it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { binary } from './where.mjs';

/** A port that stays free while nobody listens at it: systems give out higher ones than these by themselves. */
async function lastingPort() {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const probe = createServer();
    const free = await new Promise((done) => probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true)));
    if (!free) continue;
    await new Promise((done) => probe.close(done));
    return port;
  }
}

/** Whatever happens to a test, its server does not outlive it. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

export class Server {
  #child = null;
  #words = '';

  constructor(data, port) {
    this.data = data;
    this.port = port;
    this.url = '';
  }

  /** Starts one at any port; at a lasting one if it is to be killed and found again at the same address. */
  static async start({ lasting = false, unhurried = false } = {}) {
    const server = new Server(mkdtempSync(join(tmpdir(), 'grognard-browser-')), lasting ? await lastingPort() : 0);
    await server.run({ unhurried });
    return server;
  }

  /** Another server for the same data at another port, which this one's pages do not know. */
  elsewhere() {
    return new Server(this.data, 0);
  }

  /** Starts the program, also once more after it was killed, and waits until it says where it is. Its clock may be so many hours ahead, and its analyses unhurried. */
  async run({ ahead = 0, unhurried = false } = {}) {
    const args = ['serve', '--port', String(this.port), '--no-open', '--data', this.data];
    // A machine clicks faster than the limits for people allow.
    args.push('--no-rate-limit');
    if (process.env.GROGNARD_WEB) args.push('--web', process.env.GROGNARD_WEB);
    const env = { ...process.env, GROGNARD_FIXED_DICE: '1813', GROGNARD_HOURS_AHEAD: String(ahead), ...(unhurried ? { GROGNARD_UNHURRIED: 'yes' } : {}) };
    const child = spawn(binary(), args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.#child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    this.#words = '';
    const hear = (text) => (this.#words = (this.#words + text).slice(-4000));
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    // Its address is the first thing that it prints, and it listens by then.
    const address = () => /^(http:\/\/[^/]+)\/\n/m.exec(this.#words)?.[1];
    await new Promise((done, fail) => {
      child.stdout.on('data', () => address() && done());
      child.once('error', fail);
      child.once('close', () => fail(new Error(`the server ended: ${this.#words}`)));
    });
    this.url = address();
  }

  /** What it has said last, on either line. */
  get words() {
    return this.#words;
  }

  /** Ends it as a power cut would. */
  async kill(signal = 'SIGKILL') {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
    this.#child = null;
  }

  async stop() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  async get(path, token) {
    return this.#ask(path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  }

  /** Asks for the view of a table until it is as wanted: now and then, since every answer takes time from whoever is to bring it about. */
  async until({ id, token }, wanted) {
    for (;;) {
      const view = await this.get(`/api/tables/${id}/view`, token);
      if (wanted(view)) return view;
      await sleep(100);
    }
  }

  async post(path, body, token) {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #ask(path, init) {
    const answer = await fetch(this.url + path, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 400)}`);
    return (answer.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : text;
  }

  /** A table at which one person holds both seats, begun anew or from a record. */
  async hotSeat(game, more = {}) {
    const made = await this.post('/api/tables', { game, name: 'Test', ...more });
    return { id: made.id, token: made.seats.find((seat) => seat.token)?.token, seats: made.seats, link: `${this.url}/table/${made.id}` };
  }
}
