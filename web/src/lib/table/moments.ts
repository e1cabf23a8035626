// Boards of some moments of the game, as we were or might have been shown them: those that came over the socket, others asked for.

import type { View } from '../api/types';

/** So many are remembered; the oldest is forgotten first. */
const MOST = 200;

export class Moments {
  readonly #ask: (at: number) => Promise<View>;
  #known = new Map<number, View>();
  /** Raised when something was taken back, or another looks: what was asked for before is not what is wanted. */
  #age = 0;

  constructor(ask: (at: number) => Promise<View>) {
    this.#ask = ask;
  }

  note(view: View): void {
    this.#known.delete(view.at);
    this.#known.set(view.at, view);
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!);
  }

  /** Only so many actions stand. */
  cut(played: number): void {
    this.#age += 1;
    for (const at of [...this.#known.keys()]) if (at > played) this.#known.delete(at);
  }

  forget(): void {
    this.#age += 1;
    this.#known.clear();
  }

  /** The board after so many actions; nothing if it cannot be had. */
  async at(at: number): Promise<View | null> {
    const known = this.#known.get(at);
    if (known) return known;
    const age = this.#age;
    try {
      const view = await this.#ask(at);
      if (age !== this.#age) return null;
      this.note(view);
      return view;
    } catch {
      return null;
    }
  }
}
