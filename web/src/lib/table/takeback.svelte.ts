// Taking back: one action, a whole move, or a question to the other side.

import type { Line, Problem, View } from '../api/types';
import { names } from '../board/describe';
import type { Hand } from './hand.svelte';
import { caption, captionOf } from './phrase';
import { folded } from './story';

/** What taking back needs of the table. */
interface Desk {
  readonly view: View | null;
  readonly past: View | null;
  readonly held: string | null;
  readonly hand: Hand;
  notice: string;
  say(text: string): void;
  /** Waits until nothing is asked of the server any more. */
  idle(): Promise<void>;
}

/** What is said to whoever looks at the past and wants to change it. */
const EARLIER = 'This is an earlier board. Go back to the present first.';

/** What is undone if only so many actions stand, in words of the log: what came first, and how much followed it. */
export function undone(lines: readonly Line[], to: number, played: number): string {
  const gone = folded(lines.filter((line) => line.entry > to));
  const first = (gone.find((line) => line.level === 2) ?? gone[0])?.text.replace(/ \[.*?\]/g, '').replace(/[.:]$/, '');
  const count = played - to;
  // Not everything that is done is told to everybody.
  if (!first) return count === 1 ? 'the last action' : `the last ${count} actions`;
  const dice = gone.some((line) => line.roll) ? ', dice among it' : '';
  return count === 1 ? `“${first}”${dice}` : `“${first}” and all that came after it${dice}: ${count} actions`;
}

export class TakeBack {
  readonly #desk: Desk;
  readonly #ask: (confirm: boolean) => Promise<boolean>;

  constructor(desk: Desk, ask: (confirm: boolean) => Promise<boolean>) {
    this.#desk = desk;
    this.#ask = ask;
  }

  /** Takes back one action, or asks to. */
  async one(confirm = false): Promise<boolean> {
    const desk = this.#desk;
    const undo = desk.view?.undo;
    if (!undo || desk.past || (!undo.can && !undo.ask)) {
      desk.notice = desk.past ? EARLIER : undo?.why || 'There is nothing to take back.';
      desk.say(desk.notice);
      return false;
    }
    const { what } = this;
    try {
      const done = await this.#ask(confirm);
      if (undo.ask && !undo.can) desk.notice = 'The other side was asked.';
      else desk.say(`Taken back: ${what}`);
      return done;
    } catch (problem) {
      desk.notice = (problem as Problem).detail;
      desk.say(desk.notice);
      return false;
    }
  }

  /** Takes back a whole move: with the way of a unit also that it was taken in hand. */
  async move(confirm = false): Promise<boolean> {
    const desk = this.#desk;
    const was = desk.held;
    if (!(await this.one(confirm))) return false;
    const unit = desk.held;
    // A unit that is in hand only because its way was taken back is laid down, too.
    if (unit !== null && unit !== was && this.freely && desk.hand.did(desk.view!.played)?.unit === unit) await this.one();
    return true;
  }

  /**
   * By a key: a whole move or one action, if it can be taken back without a question. What is told of an action comes before the board after it;
   * whoever takes it back in between is heard when the board is there.
   */
  async soon(whole: boolean): Promise<boolean> {
    await this.#desk.idle();
    if (this.#desk.past) return this.one();
    return this.freely && (whole ? this.move() : this.one());
  }

  /** What would be taken back, as its button named it; of what was done elsewhere, or before a reload, only the words of the record are known. */
  get what(): string {
    const { view, hand } = this.#desk;
    if (!view?.undo.what) return '';
    const called = names(view.board.counters);
    const own = hand.did(view.undo.to + 1);
    return own ? captionOf(own, called) : caption(view.undo.what, called);
  }

  /** Whether the last action can be taken back without a question. */
  get freely(): boolean {
    const undo = this.#desk.view?.undo;
    return Boolean(undo?.can && undo.why === '') && this.#desk.past === null;
  }
}
