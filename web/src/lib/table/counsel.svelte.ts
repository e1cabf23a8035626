// The computer as a counsellor: what it would do in our place, and why others did what they did.

import { api, type Pass } from '../api/client';
import type { Choice, Line, MapView, Reasoned, View } from '../api/types';
import { hintOf, type Hint } from './hints';

/** What counsel needs of its table. */
interface Desk {
  readonly id: string;
  readonly pass: Pass;
  readonly view: View | null;
  readonly map: MapView | null;
  readonly choices: readonly Choice[];
  readonly missed: { told: { from: number } | null };
  readonly log: { book: { lines: Line[] } };
  choose(choice: Choice): Promise<boolean>;
  flashHexes(hexes: readonly string[]): void;
}

export class Counsel {
  /** What it advises, for the moment in which it was asked. */
  hint = $state.raw<Hint | null>(null);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Asks what it would do in our place. Says whether it had advice. */
  async ask(level: string): Promise<boolean> {
    const desk = this.#desk;
    const { hint } = await api.advice(desk.id, desk.pass, level);
    const known = new Set(desk.map?.hexes.map((hex) => hex.number));
    if (hint && hint.played === desk.view?.played) this.hint = hintOf(hint, desk.choices, (hex) => known.has(hex));
    if (this.hint?.hex) desk.flashHexes([this.hint.hex]);
    return hint != null;
  }

  /** Does what was advised. What cannot be taken back is asked about, as always. */
  async follow(): Promise<void> {
    const { hint } = this;
    this.hint = null;
    for (const action of hint?.actions ?? []) {
      const choice = this.#desk.choices.find((one) => one.text === action);
      if (!choice || !(await this.#desk.choose(choice))) return;
    }
  }

  /** Why the others did what they did in their last turn: since we were away, or in the last phases. */
  reasons(): Promise<Reasoned[]> {
    const desk = this.#desk;
    const phases = desk.log.book.lines.filter((line) => line.level === 1);
    const from = desk.missed.told ? desk.missed.told.from + 1 : (phases.at(-3)?.entry ?? 0);
    return api.reasons(desk.id, desk.pass, from);
  }
}
