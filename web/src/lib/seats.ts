// The seats this browser holds: tokens of tables, kept here and sent to nobody but their own server.

const KEY = 'grognard.seats';
/** Tables that were only looked at, and games that are over: so many of each are remembered. A seat in a running game is never forgotten. */
const VISITS = 50;
const FINISHED = 200;

/** Where the notes on the dice of a table are kept. They are far longer than all else, and go when the table is forgotten. */
export const notesKey = (id: string) => `grognard.dice.${id}`;

export interface Held {
  token?: string | undefined;
  passphrase?: string | undefined;
  /** How many actions were seen when the table was last looked at. */
  seen?: number;
  title?: string;
  seats?: string[];
  /** Whether the game had ended when it was last looked at. */
  over?: boolean;
  /** How far one has come in the guided turn that the table is. */
  lesson?: { at: number; done: number[] } | undefined;
  /** Whether it is a proving ground, which has an address of its own. */
  proving?: boolean;
  /** When it was last looked at. */
  at?: number;
  /** Links to seats that are still open, to be handed on. */
  invites?: { seat: string; link: string }[];
  /** Tokens of our own making with which seats were asked for, by seat, until the server has answered. */
  claims?: Record<string, string> | undefined;
  /** Seats of the same table that were held before another was taken. */
  former?: { token: string; seats: string[] }[];
}

type Shelf = Record<string, Held>;

export interface Box {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem?(key: string): void;
}

function box(): Box | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const seated = (held: Held) => Boolean(held.token ?? held.claims ?? held.former?.length);

/** What is kept of a shelf: all seats of running games, and the latest of the rest. */
function kept(all: Shelf, visits: number, finished: number): Shelf {
  const latest = (which: (held: Held) => boolean, most: number) =>
    Object.entries(all)
      .filter(([, held]) => which(held))
      .sort(([, a], [, b]) => (b.at ?? 0) - (a.at ?? 0))
      .slice(0, most);
  return Object.fromEntries([
    ...latest((held) => seated(held) && !held.over, Infinity),
    ...latest((held) => seated(held) && held.over === true, finished),
    ...latest((held) => !seated(held), visits),
  ]);
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

  /** Notes something of a table. Says whether the browser keeps it. */
  note(id: string, more: Held): boolean {
    const all = this.all();
    all[id] = { ...all[id], ...more, at: Date.now() };
    return this.#write(kept(all, VISITS, FINISHED)) || this.#write(kept(all, 5, 20)) || this.#write(kept(all, 1, 0));
  }

  drop(id: string): void {
    const all = this.all();
    delete all[id];
    this.#write(all);
  }

  #write(all: Shelf): boolean {
    const box = this.#box;
    if (!box) return false;
    try {
      const before = box.getItem(KEY);
      const forgotten = Object.keys(this.all()).filter((id) => !(id in all));
      const dropNotes = () => forgotten.forEach((id) => box.removeItem?.(notesKey(id)));
      try {
        box.setItem(KEY, JSON.stringify(all));
      } catch (full) {
        // A browser that is full has room when notes are gone; one that keeps nothing at all, not even what it holds already, loses none by it.
        if (before === null) throw full;
        box.setItem(KEY, before);
        dropNotes();
        box.setItem(KEY, JSON.stringify(all));
      }
      dropNotes();
      return true;
    } catch {
      // Full, or not allowed: the seat is held as long as the page is open.
      return false;
    }
  }
}

export const seats = new Seats();
