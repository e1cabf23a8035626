// The log as far as we have read it: the last turns at first, earlier ones when somebody wants them.

import { api, type Pass } from '../api/client';
import type { Line, LogPage } from '../api/types';

export interface Book {
  lines: Line[];
  /** The first entry of which it tells. */
  from: number;
  /** Whether there is something before it. */
  earlier: boolean;
}

/** The last page, and what was played while it was on its way. */
export function opened(page: LogPage, meanwhile: readonly Line[]): Book {
  return { lines: [...page.lines, ...meanwhile.filter((line) => line.entry > page.to)], from: page.from, earlier: page.earlier };
}

/** An earlier page before what we have. */
export function turnedBack(book: Book, page: LogPage): Book {
  if (page.from >= book.from) return book;
  return { lines: [...page.lines.filter((line) => line.entry < book.from), ...book.lines], from: page.from, earlier: page.earlier };
}

export class Logbook {
  book = $state.raw<Book>({ lines: [], from: 0, earlier: false });
  readonly #id: string;
  readonly #pass: () => Pass;
  /** Raised when something was taken back: a page that was asked for before may still tell of it. */
  #age = 0;

  constructor(id: string, pass: () => Pass) {
    this.#id = id;
    this.#pass = pass;
  }

  forget(): void {
    this.book = { lines: [], from: 0, earlier: false };
  }

  /** Something was played. */
  add(entry: number, lines: readonly Line[]): void {
    const known = this.book.lines.some((line) => line.entry === entry && entry > 0);
    if (!known) this.book = { ...this.book, lines: [...this.book.lines, ...lines] };
  }

  /** Only so many actions stand. */
  cut(played: number): void {
    this.#age += 1;
    this.book = { ...this.book, lines: this.book.lines.filter((line) => line.entry <= played) };
  }

  /** Reads the last turns; `wanted` says whether they still are when they have come. */
  async open(wanted: () => boolean): Promise<void> {
    for (;;) {
      const age = this.#age;
      const page = await api.logPage(this.#id, this.#pass());
      if (!wanted()) return;
      if (age === this.#age) return void (this.book = opened(page, this.book.lines));
    }
  }

  /** Reads the turns before those that we have. */
  async turnBack(wanted: () => boolean): Promise<void> {
    if (!this.book.earlier) return;
    const page = await api.logPage(this.#id, this.#pass(), this.book.from);
    if (wanted()) this.book = turnedBack(this.book, page);
  }
}
