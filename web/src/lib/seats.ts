// The seats this browser holds: tokens of tables, kept here and sent to nobody but their own server.

const KEY = 'grognard.seats';

export interface Held {
  token?: string;
  passphrase?: string;
  /** How many actions were seen when the table was last looked at. */
  seen?: number;
  title?: string;
  seats?: string[];
  /** When it was last looked at. */
  at?: number;
  /** Links to seats that are still open, to be handed on. */
  invites?: { seat: string; link: string }[];
}

type Shelf = Record<string, Held>;

export interface Box {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

function box(): Box | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export class Seats {
  readonly #box: Box | null;

  constructor(store: Box | null = typeof localStorage === 'undefined' ? null : box()) {
    this.#box = store;
  }

  all(): Shelf {
    try {
      const found: unknown = JSON.parse(this.#box?.getItem(KEY) ?? '{}');
      return typeof found === 'object' && found !== null ? (found as Shelf) : {};
    } catch {
      return {};
    }
  }

  get(id: string): Held {
    return this.all()[id] ?? {};
  }

  note(id: string, more: Held): void {
    const all = this.all();
    all[id] = { ...all[id], ...more, at: Date.now() };
    // Fifty tables are remembered; those with a token stay longest.
    const ids = Object.keys(all).sort((a, b) => Number(Boolean(all[b]?.token)) - Number(Boolean(all[a]?.token)) || (all[b]?.at ?? 0) - (all[a]?.at ?? 0));
    const keep = Object.fromEntries(ids.slice(0, 50).map((key) => [key, all[key]]));
    try {
      this.#box?.setItem(KEY, JSON.stringify(keep));
    } catch {
      // Full, or not allowed: the seat is held as long as the page is open.
    }
  }

  drop(id: string): void {
    const all = this.all();
    delete all[id];
    try {
      this.#box?.setItem(KEY, JSON.stringify(all));
    } catch {
      // Nothing was kept anyway.
    }
  }
}

export const seats = new Seats();
