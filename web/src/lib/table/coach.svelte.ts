// A guided turn at a table: which step is on, what it points at, and whether it was done. The steps are data of the rulebook; what may be
// played, and what is refused, is the rules' affair.

import { api } from '../api/client';
import type { Choice, Lesson, LessonStep, Moved, View } from '../api/types';
import { seats } from '../seats';

/** How far one has come: the step, and after how many actions each step before it was done. */
export interface Progress {
  at: number;
  done: number[];
}

/** What the coach needs of the table. */
interface Room {
  id: string;
  readonly view: View | null;
  readonly yours: readonly string[];
  /** Lays an overlay over the map, or takes it away. */
  lay(overlay: string | null): void;
  say(text: string): void;
  flash(hexes: readonly string[]): void;
  /** Asks the rules; what they refuse is shown where it is at fault, and its case is told. */
  tried(action: string, hex: string): Promise<string | null>;
}

/** Whether an action has a form, in which a last word `*` stands for any words. */
export function fits(form: string, action: string): boolean {
  const open = form.endsWith('*');
  return open ? action.startsWith(form.slice(0, -1)) || action === form.slice(0, -1).trim() : form === action;
}

export class Coach {
  lesson = $state.raw<Lesson | null>(null);
  at = $state(0);
  /** What the last roll came to. */
  result = $state('');
  /** Whether somebody did something else than what is asked for: it is said once more. */
  nudged = $state(0);
  readonly #room: Room;
  #done: number[] = [];

  /** The present step; none without a lesson, or while somebody else decides what it hangs on. */
  readonly step: LessonStep | null = $derived.by(() => this.lesson?.steps[this.at] ?? null);
  readonly text = $derived.by(() => this.step?.results?.[this.result] ?? this.step?.text ?? '');
  /** Whether it is enough to read it. */
  readonly reading = $derived.by(() => this.step !== null && (this.step.want ?? []).length === 0 && !this.step.refused);

  /** The hexes that are pointed at: of those of the step the ones where something can be done now, or all of them. */
  readonly hexes = $derived.by(() => {
    const [hexes, choices] = [this.step?.hexes ?? [], this.filter(this.#room.view?.choices ?? [])];
    const now = this.reading || this.step?.refused ? [] : hexes.filter((hex) => choices.some((choice) => choice.hex === hex));
    return now.length > 0 ? now : hexes;
  });

  constructor(room: Room) {
    this.#room = room;
  }

  /** Takes a lesson up where it was left, if this table is one. */
  async open(game: string): Promise<void> {
    const kept = seats.get(this.#room.id).lesson;
    if (!kept || this.lesson) return;
    try {
      const lesson = await api.lesson(game);
      this.at = kept.at;
      this.#done = kept.done;
      this.lesson = lesson;
      this.#enter();
      this.settle();
    } catch {
      // Without its lesson it is a game like any other.
    }
  }

  /** Leaves it: the game goes on as any other. */
  leave(): void {
    if (!this.lesson) return;
    if (this.step?.overlay) this.#room.lay(null);
    this.lesson = null;
    seats.note(this.#room.id, { lesson: undefined });
    this.#room.say('The guided turn is left. The game is yours.');
  }

  /** What is offered: of what can be played that which the step is about. */
  filter(choices: readonly Choice[]): readonly Choice[] {
    const forms = this.#forms();
    if (forms.length === 0) return choices;
    const some = choices.filter((choice) => forms.some((form) => fits(form, choice.text)));
    // Whoever has gone another way is not held up.
    return some.length > 0 ? some : choices;
  }

  /** Whether something may be played now. */
  allows(choice: Choice): boolean {
    return this.step === null || this.#forms().some((form) => fits(form, choice.text)) || this.#astray();
  }

  #forms(): readonly string[] {
    return this.step === null ? [] : [...(this.step.want ?? []), ...(this.step.also ?? [])];
  }

  /** Whether nothing of what the step is about can be played, though there is something to decide. */
  #astray(): boolean {
    const [choices, forms] = [this.#room.view?.choices ?? [], this.#forms()];
    return forms.length > 0 && choices.length > 0 && !choices.some((choice) => forms.some((form) => fits(form, choice.text)));
  }

  /** A click on the board that the coach answers himself: what is to be tried, or anything while there is something to read. */
  async pointed(hex: string): Promise<boolean> {
    const step = this.step;
    if (step === null || (step.want ?? []).length > 0) return false;
    if (!step.refused || !(step.hexes ?? []).includes(hex)) {
      this.nudge();
      return true;
    }
    if ((await this.#room.tried(step.refused.action, hex)) === step.refused.case) this.next();
    return true;
  }

  /** Says once more what is to be done. */
  nudge(): void {
    if (this.step === null) return;
    this.nudged += 1;
    this.#room.flash(this.hexes);
    this.#room.say(this.reading ? `${this.step.title}. Read it, then press Next.` : `${this.step.title}. ${this.text}`);
  }

  /** Something was played. */
  heard(moved: Moved): void {
    if (!this.lesson) return;
    const rolled = moved.log.find((line) => line.roll?.result)?.roll?.result;
    if (rolled) this.result = rolled;
    if (!this.#room.yours.includes(moved.seat ?? '') || !(this.step?.want ?? []).some((form) => fits(form, moved.action))) return;
    this.#turn(moved.entry);
  }

  /** Something was taken back: so is what was learnt by it. */
  cut(played: number): void {
    const back = this.#done.findIndex((entry) => entry > played);
    if (!this.lesson || back < 0) return;
    this.#done.length = back;
    this.#go(back);
  }

  /** It was read, or is passed over. */
  next(): void {
    if (!this.lesson) return;
    if (this.at + 1 >= this.lesson.steps.length) return this.leave();
    this.#turn(this.#room.view?.played ?? 0);
    this.settle();
  }

  #turn(entry: number): void {
    this.#done[this.at] = entry;
    this.#go(this.at + 1);
  }

  #go(to: number): void {
    const before = this.step;
    this.at = to;
    if (before?.overlay && before.overlay !== this.step?.overlay) this.#room.lay(null);
    seats.note(this.#room.id, { lesson: { at: to, done: [...this.#done] } });
    this.#enter();
  }

  /** The step is shown: its overlay is laid. */
  #enter(): void {
    if (this.step?.overlay) this.#room.lay(this.step.overlay);
  }

  /** A new position: steps that do not come about in this game are passed over. */
  settle(): void {
    const view = this.#room.view;
    if (!this.lesson || !view) return;
    for (let step = this.step; step !== null; step = this.step) {
      // A lesson that was left in the middle of a result does not know it any more.
      const untold = Object.keys(step.results ?? {}).length > 0 && !(this.result in step.results!);
      const open = view.choices.some((choice) => fits(step.when ?? '', choice.text));
      if (!untold && !(step.when && view.choices.length > 0 && !open)) return;
      this.#turn(view.played);
    }
    if (this.at >= this.lesson.steps.length) this.leave();
  }

  /** Whether the step waits until somebody else has decided. */
  get waiting(): boolean {
    return this.step !== null && !this.reading && (this.#room.view?.choices.length ?? 0) === 0;
  }
}
