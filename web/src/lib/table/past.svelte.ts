// The board at an earlier moment, if that is looked at.

import { Refusal } from '../api/client';
import type { View } from '../api/types';

/** What looking back needs of its table. */
interface Eyes {
  /** How many actions have been played. */
  played(): number;
  /** The board after so many actions. */
  viewAt(at: number): Promise<View>;
  /** Another board is shown now. */
  turned(): void;
  say(text: string): void;
  fail(text: string): void;
}

export class Past {
  view = $state.raw<View | null>(null);
  readonly #eyes: Eyes;
  /** What was wanted last: a board that was asked for before comes too late, and may be for other eyes by then. */
  #order = 0;

  constructor(eyes: Eyes) {
    this.#eyes = eyes;
  }

  /** Shows the board as it was after so many actions. */
  async look(at: number): Promise<void> {
    if (at >= this.#eyes.played()) return this.leave();
    const order = (this.#order += 1);
    try {
      const view = await this.#eyes.viewAt(at);
      if (order !== this.#order) return;
      this.view = view;
      this.#eyes.turned();
      this.#eyes.say(`The board after action ${at}.`);
    } catch (error) {
      if (order === this.#order && error instanceof Refusal) this.#eyes.fail(error.message);
    }
  }

  /** Only so many actions stand. */
  cut(played: number): void {
    this.#order += 1;
    if (this.view && this.view.at >= played) this.leave();
  }

  /** Back to the present. */
  leave(): void {
    const away = this.view !== null;
    this.forget();
    if (away) this.#eyes.turned();
  }

  /** Nothing of it is left, and nothing of it comes any more. */
  forget(): void {
    this.#order += 1;
    this.view = null;
  }
}
