// Formation and facing of the unit in hand, by button, by key and by the ring around it.

import type { Choice } from '../api/types';
import { between, turned } from '../board/turning';
import type { Counter, Turn } from '../board/types';
import { formsOf, turning, turnOf, type Form } from './faces';

/** What the drill needs to know of the table. */
interface Desk {
  readonly choices: readonly Choice[];
  readonly selected: readonly string[];
  readonly shown: { played: number; board: { counters: readonly Counter[] } } | null;
  choose(choice: Choice): Promise<boolean>;
  /** Waits until what was asked of the server last can be seen. */
  idle(): Promise<void>;
  say(text: string): void;
}

export class Drill {
  readonly #desk: Desk;
  /** A formation that can be taken looking one way or another: which is still to be said. */
  #asked = $state.raw({ word: '', at: -1 });
  readonly forms: readonly Form[] = $derived.by(() => formsOf(this.#desk.choices));
  readonly turns: readonly Choice[] = $derived.by(() => turning(this.#desk.choices));
  readonly asked: Form | null = $derived.by(() => {
    const { word, at } = this.#asked;
    return at === this.#desk.shown?.played ? (this.forms.find((form) => form.word === word) ?? null) : null;
  });
  /** What the ring offers: to turn, or which way to look in the formation that is asked about. */
  readonly turn: Turn | null = $derived.by(() => turnOf(this.asked?.choices ?? this.turns, this.#desk.shown?.board.counters ?? [], this.#desk.selected));

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The knob was let go, or a key has turned it. */
  async to(degrees: number): Promise<void> {
    await this.#desk.idle();
    const choice = (this.asked?.choices ?? this.turns).find((one) => one.unit === this.turn?.unit && one.facing?.degrees === degrees);
    if (choice) await this.#desk.choose(choice);
  }

  /** To the right (1) or to the left (-1). */
  async by(way: 1 | -1): Promise<void> {
    await this.#desk.idle();
    const to = this.turn ? turned(this.turn, way) : null;
    // Whoever looks nowhere, as a carré does, has a left and a right of two ways to look all the same.
    const [one, other] = this.turn === null && this.asked?.choices.length === 2 ? this.asked.choices : [];
    if (one?.facing && other?.facing) await this.#desk.choose(between(other.facing.degrees, one.facing.degrees) * way > 0 ? one : other);
    else if (to !== null) await this.to(to);
    else this.#desk.say(this.turn ? 'It cannot be turned further.' : 'No unit that can be turned is in hand.');
  }

  /** Takes the formation of this number, from 1; asks which way first if there are several. */
  async draw(number: number): Promise<void> {
    await this.#desk.idle();
    const form = this.forms[number - 1];
    const ways = form?.choices.map((one) => one.facing?.compass).join(' or ');
    if (!form) this.#desk.say(this.forms.length === 0 ? 'No unit that can be drawn up otherwise is in hand.' : `There are ${this.forms.length} formations.`);
    else if (form.choices.length === 1) await this.#desk.choose(form.choices[0]!);
    else {
      this.#asked = { word: form.word, at: this.#desk.shown?.played ?? -1 };
      this.#desk.say(`${form.name}, facing ${ways}? The comma takes the left one, the full stop the right one.`);
    }
  }

  /** Nothing is asked any more; tells whether something was. */
  drop(): boolean {
    const asked = this.asked !== null;
    this.#asked = { word: '', at: -1 };
    return asked;
  }
}
