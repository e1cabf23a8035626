// Follows what others do at one's own pace: the board that is shown lags behind the game, stop by stop, until it has caught up or the
// player skips. The game itself never waits for it.

import type { Line, TableView, Trail, View } from '../api/types';
import { names } from '../board/describe';
import type { Battle } from './kinds';
import { dwell, fallen, stops, type Fallen, type Pace, type Stop } from './stops';
import { joined } from './story';

/** What following needs of its table. */
export interface Scene {
  readonly pace: Pace;
  /** The game as it is now. */
  readonly view: View | null;
  /** Whether more of this is to come: somebody else has to decide. */
  readonly others: boolean;
  /** Whether it is our own phase, and others only answer. */
  readonly answering: boolean;
  /** The board after so many actions, for our eyes. */
  viewAt(at: number): Promise<View | null>;
  say(text: string): void;
  /** Everything has been shown, or was skipped: what came after so many actions can be summed up. */
  caughtUp(from: number, whole: boolean): void;
}

export class Follow {
  /** Whether there is a board on which something could be shown. */
  watched = false;
  stops = $state.raw<Stop[]>([]);
  /** At which stop we are. */
  place = $state(-1);
  /** What is shown. */
  view = $state.raw<View | null>(null);
  paused = $state(false);
  battle = $state.raw<Battle | null>(null);
  /** Losses stay marked until somebody has seen them. */
  fallen = $state.raw<Fallen[]>([]);
  glides = $state.raw<Trail[]>([]);
  readonly active = $derived(this.view !== null);
  readonly stop = $derived(this.stops[this.place] ?? null);
  readonly trails = $derived(joined(this.stops.slice(0, this.place + 1).flatMap((stop) => stop.glides)));

  readonly #scene: Scene;
  /** After how many actions it began; -1 when nothing is being followed. */
  #from = -1;
  /** The last action that was heard of. The board of that moment comes after it, or came already: boards are sent as they are by then. */
  #heard = 0;
  /** Whether the player wants to see no more of it. */
  #skipped = false;
  /** Whether a phase began meanwhile, so that it is worth summing up. */
  #whole = false;
  /** Shown again on request: then nothing is summed up once more. */
  #again = false;
  #order = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #table: TableView | null = null;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Somebody else has played. Says whether it is going to be shown. */
  hear(entry: number, lines: readonly Line[]): boolean {
    const now = this.#scene.view;
    if (!now) return false;
    if (this.#from < 0) {
      this.#from = entry - 1;
      this.#skipped = this.#whole = this.#again = false;
      this.stops = [];
      this.fallen = [];
    }
    this.#heard = entry;
    this.#whole ||= lines.some((line) => line.level <= 1);
    const more = stops(lines, names(now.board.counters));
    if (this.#skipped || !this.watched || this.#scene.pace === 'instant') {
      this.fallen = [...this.fallen, ...more.flatMap((stop) => fallen(stop, now.board.counters))];
      this.settled();
      return false;
    }
    if (!this.active) {
      this.view = now;
      this.place = -1;
      this.paused = false;
    }
    const waiting = this.place >= this.stops.length - 1;
    this.stops = [...this.stops, ...more];
    // Whoever has paused stays where he is, whatever is still to come.
    const stays = this.paused && this.#scene.pace !== 'hand';
    if (waiting && more.length > 0 && !stays) void this.#show(this.place + 1);
    this.settled();
    return true;
  }

  /** We have played ourselves, or a standing order of ours has: nothing to be shown, but perhaps the last that was to come. */
  pass(entry: number): void {
    this.#heard = entry;
    this.settled();
  }

  /** Whether more of it is to come. As long as board and words are not of the same moment, nobody knows. */
  get #goesOn(): boolean {
    return this.#scene.others || this.#scene.view?.played !== this.#heard;
  }

  /** The game stands otherwise now: perhaps nothing more is to come. */
  settled(): void {
    if (this.#from < 0 || this.#goesOn) return;
    if (!this.active || (this.place >= this.stops.length - 1 && this.stop === null)) this.#finish();
    else this.#arm();
  }

  /** Shows again what was told in these lines. */
  async watch(from: number, lines: readonly Line[]): Promise<void> {
    const all = stops(lines, names(this.#scene.view?.board.counters ?? []));
    const view = all.length > 0 ? await this.#scene.viewAt(from) : null;
    if (!view || this.active) return;
    this.#from = from;
    this.#whole = this.#skipped = false;
    this.#again = true;
    this.stops = all;
    this.fallen = [];
    this.view = view;
    this.place = -1;
    this.paused = false;
    await this.#show(0);
  }

  async #show(place: number): Promise<void> {
    const stop = this.stops[place];
    if (!stop) return;
    clearTimeout(this.#timer);
    const order = (this.#order += 1);
    const view = await this.#scene.viewAt(stop.at);
    if (order !== this.#order || !this.active) return;
    const before = this.view?.board.counters ?? [];
    const forward = place > this.place;
    this.glides = forward ? stop.glides : [];
    this.place = place;
    if (stop.kind === 'attack') this.#table = view?.forecast?.table ?? null;
    if (stop.kind === 'result' && stop.roll) this.battle = { table: this.#table, roll: stop.roll, lines: stop.lines };
    else this.battle = null;
    const gone = fallen(stop, before);
    if (forward && gone.length > 0) this.fallen = [...this.fallen.filter((one) => !gone.some((other) => other.tag === one.tag)), ...gone];
    if (view) this.view = view;
    this.#scene.say(stop.text);
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const { stop } = this;
    if (!stop || this.paused) return;
    // Whoever sees everything at once, but asks to be shown something, goes step by step.
    const { pace: usual, answering } = this.#scene;
    // And an answer in our own phase is shown, but does not hold us up.
    const pace = this.#again && usual === 'instant' ? 'hand' : answering && !this.#again && usual !== 'hand' ? 'quick' : usual;
    const wait = dwell(pace, stop);
    if (Number.isFinite(wait)) this.#timer = setTimeout(() => this.#next(), wait);
  }

  #next(): void {
    if (this.place + 1 < this.stops.length) void this.#show(this.place + 1);
    // While others still think, the last stop stays; otherwise everything has been seen.
    else if (this.#again || !this.#goesOn) this.#finish();
  }

  /** One stop on, at the player's word. */
  forward(): void {
    if (this.active) this.#next();
  }

  back(): void {
    if (this.place <= 0) return;
    this.paused = true;
    void this.#show(this.place - 1);
  }

  /** From its beginning once more. */
  again(): void {
    if (this.active && this.stops.length > 0) {
      this.paused = false;
      void this.#show(0);
    }
  }

  toggle(): void {
    this.paused = !this.paused;
    if (!this.paused) return this.#next();
    clearTimeout(this.#timer);
    // A stop whose board is still on its way is not shown any more.
    this.#order += 1;
  }

  /** The pace was changed. */
  paced(): void {
    if (!this.active) return;
    if (this.#scene.pace === 'instant') this.skip();
    else this.#arm();
  }

  /** Enough of it: the present. */
  skip(): void {
    if (!this.active) return;
    const left = this.stops.slice(this.place + 1).flatMap((stop) => fallen(stop, this.view?.board.counters ?? []));
    this.fallen = [...this.fallen, ...left.filter((one) => !this.fallen.some((other) => other.tag === one.tag))];
    if (this.#again || !this.#goesOn) return this.#finish();
    this.#skipped = true;
    this.#leave();
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#order += 1;
    this.view = null;
    this.place = -1;
    this.battle = null;
    this.glides = [];
    this.#table = null;
  }

  #finish(): void {
    const [from, whole, again] = [this.#from, this.#whole, this.#again];
    this.#leave();
    this.#from = -1;
    if (!again) this.#scene.caughtUp(from, whole);
  }

  /** Nothing of it holds any more: something was taken back, or another looks. */
  forget(): void {
    this.#leave();
    this.#from = -1;
    this.#heard = 0;
    this.stops = [];
    this.fallen = [];
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
