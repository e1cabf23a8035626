// A socket that comes back: it says who we are, hands on what it hears, and when it breaks tries again, later each time.

import type { ClientMessage, Problem, ServerMessage } from './types';

export type Line = 'joining' | 'open' | 'waiting' | 'refused' | 'closed';

export interface LiveEvents {
  hello(): ClientMessage;
  message(message: ServerMessage): void;
  /** How the line is, and in how many milliseconds it is tried again. */
  line(state: Line, retry: number): void;
}

export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** How often it is tried every second or two: a server that was started anew is found at once, for some minutes. */
const EAGER = 120;

/** How often it is looked whether the line still lives, and how long an answer may take: on a busy machine longer than one thinks. */
const BEAT = 20_000;
const SILENCE = 45_000;
/** How long one waits at the door: a table that nobody has used for long is read first. */
const DOOR = 120_000;

/** How long to wait before the next try: a quarter of a second at first, then a second or two, half a minute after a long time, never all at the same time. */
export function patience(tries: number, dice = Math.random()): number {
  const most = tries < EAGER ? 1_500 : 30_000;
  return Math.round(Math.min(most, 250 * 2 ** Math.min(tries, 20)) * (0.7 + 0.6 * dice));
}

interface Asked {
  done: (played: number) => void;
  fail: (problem: Problem) => void;
}

export class Live {
  readonly #open: () => Wire;
  readonly #on: LiveEvents;
  #wire: Wire | null = null;
  #tries = 0;
  #next = 1;
  #asked = new Map<number, Asked>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  /** Until when something has to be heard. */
  #probe: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  #joined = false;
  #unpacking: Promise<void> | null = null;

  constructor(open: () => Wire, on: LiveEvents) {
    this.#open = open;
    this.#on = on;
    this.#join();
  }

  #join(): void {
    if (this.#over) return;
    this.#on.line('joining', 0);
    let wire: Wire;
    try {
      wire = this.#open();
    } catch {
      return this.#lost(1006);
    }
    this.#wire = wire;
    // In a network that swallows everything it would hang for many minutes, and at a door that nobody opens for ever.
    this.#await(DOOR);
    wire.onopen = () => wire.send(JSON.stringify(this.#on.hello()));
    wire.onmessage = ({ data }) => {
      if (this.#wire === wire) this.#receive(wire, data);
    };
    wire.onclose = ({ code }) => {
      if (this.#wire === wire) this.#lost(code);
    };
  }

  /** Long messages come packed, and unpacking takes a moment: what comes after one waits for it. */
  #receive(wire: Wire, data: unknown): void {
    if (typeof data === 'string' && this.#unpacking === null) return this.#hear(data);
    const text = typeof data === 'string' ? data : unpacked(data as ArrayBuffer);
    const before = this.#unpacking;
    const mine = (async () => {
      await before;
      try {
        const whole = await text;
        if (this.#wire === wire) this.#hear(whole);
      } catch {
        // A message that cannot be read is a line that cannot be trusted.
        wire.close();
      }
    })();
    this.#unpacking = mine;
    void mine.then(() => {
      if (this.#unpacking === mine) this.#unpacking = null;
    });
  }

  #hear(text: string): void {
    this.#quiet();
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === 'welcome') {
      this.#tries = 0;
      this.#joined = true;
      this.#on.line('open', 0);
      clearInterval(this.#heart);
      this.#heart = setInterval(() => this.#beat(), BEAT);
    }
    if (message.type === 'ok') {
      this.#asked.get(message.id)?.done(message.played);
      this.#asked.delete(message.id);
    }
    if (message.type === 'refused') {
      // Turned away at the door: trying again would not help.
      if (message.id === 0 && !this.#joined && message.problem.status < 500 && message.problem.status !== 429) {
        this.#over = true;
        this.#on.message(message);
        return this.#on.line('refused', 0);
      }
      this.#asked.get(message.id)?.fail(message.problem);
      this.#asked.delete(message.id);
    }
    this.#on.message(message);
  }

  /**
   * A line on which nothing answers a ping is dead, whatever the browser thinks. The time is taken from the ping on, not from when something was heard
   * last: in a tab that nobody looks at a browser lets a minute and more pass between two beats.
   */
  #beat(): void {
    this.#send({ type: 'ping', id: 0 });
    this.#await(SILENCE);
  }

  /** Something has to be heard within so many milliseconds, else the line is given up. */
  #await(most: number): void {
    this.#probe ??= setTimeout(() => {
      const wire = this.#wire;
      // A dead line would be closed only after another minute: it is left as it is.
      this.#lost(1006);
      wire?.close();
    }, most);
  }

  #quiet(): void {
    clearTimeout(this.#probe);
    this.#probe = undefined;
  }

  /** Nothing that was asked is answered any more. */
  #fail(): void {
    for (const asked of this.#asked.values()) {
      asked.fail({ type: 'urn:grognard:line', title: 'The line broke', status: 0, detail: 'The connection was lost before the server answered. What became of it is shown when it is back.' });
    }
    this.#asked.clear();
  }

  #lost(code: number): void {
    this.#wire = null;
    this.#joined = false;
    this.#unpacking = null;
    clearInterval(this.#heart);
    this.#quiet();
    this.#fail();
    if (this.#over) return;
    if (code === 1000 && this.#over) return this.#on.line('closed', 0);
    const wait = patience(this.#tries);
    this.#tries += 1;
    this.#on.line('waiting', wait);
    this.#timer = setTimeout(() => this.#join(), wait);
  }

  /** Tries at once, as when the network or the window comes back. A line that seems to be there is asked whether it is. */
  hurry(): void {
    if (this.#over) return;
    if (this.#joined) this.#beat();
    if (this.#wire) return;
    clearTimeout(this.#timer);
    this.#join();
  }

  #send(message: ClientMessage): boolean {
    if (!this.#wire || (!this.#joined && message.type !== 'hello')) return false;
    this.#wire.send(JSON.stringify(message));
    return true;
  }

  /** Sends something that is answered; resolves with the number of actions played, or rejects with a problem. */
  ask(message: Exclude<ClientMessage, { type: 'hello' | 'link' | 'word' | 'whole' | 'log' }>): Promise<number> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((done, fail) => {
      this.#asked.set(id, { done, fail });
      if (!this.#send({ ...message, id })) {
        this.#asked.delete(id);
        fail({ type: 'urn:grognard:line', title: 'No connection', status: 0, detail: 'There is no connection to the server at the moment. It is being tried again.' } satisfies Problem);
      }
    });
  }

  /** Sends something that is not answered. */
  tell(message: Exclude<ClientMessage, { type: 'hello' }>): void {
    this.#send(message);
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heart);
    this.#quiet();
    this.#wire?.close();
    this.#wire = null;
    this.#fail();
    this.#on.line('closed', 0);
  }
}

/** Whether this browser can unpack what comes packed. */
export const canUnpack = typeof DecompressionStream === 'function';

async function unpacked(data: ArrayBuffer): Promise<string> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
}

export function dial(id: string): Wire {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(id)}/live`);
  socket.binaryType = 'arraybuffer';
  return socket as unknown as Wire;
}
