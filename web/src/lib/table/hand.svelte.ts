// The player's hand on the board: what a click, a tap, a drag or Enter does with what is lit.

import type { Choice, View } from '../api/types';
import { called } from '../board/describe';
import { atUnit, meant, rephrase, usual } from './lit';

/** What the hand needs of its table. */
export interface Desk {
  readonly view: View | null;
  readonly shown: View | null;
  readonly choices: readonly Choice[];
  readonly mine: boolean;
  /** Waits until what was asked of the server last can be seen. */
  idle(): Promise<void>;
  readonly held: string | null;
  readonly walking: readonly string[];
  readonly midway: boolean;
  readonly back: { readonly freely: boolean; one(confirm?: boolean): Promise<boolean> };
  /** A guided turn, if there is one. */
  readonly coach: { pointed(hex: string): Promise<boolean>; nudge(): void };
  picked: string | null;
  /** A unit that is to attack, named before anybody to be attacked. */
  lead: string | null;
  readonly you: string | null;
  say(text: string): void;
  refused: unknown;
  menu: { hex: string; unit: string | null; x: number; y: number; choices: Choice[] } | null;
  choose(choice: Choice, sure?: boolean): Promise<boolean>;
  why(text: string, hex?: string | null): Promise<string[] | null>;
}

/** The words with which both rulebooks name whom one attacks, and with whom. */
const TARGET = 'target';
const JOIN = 'join';

type At = { hex: string; unit: string | null };

export class Hand {
  readonly #desk: Desk;
  /** Own choices by the entry that they became, so that one of them can be withdrawn. */
  #played = new Map<number, Choice>();
  /** How often something was noted: whoever reads it looks again. */
  #notes = $state(0);
  /** The choices before the last own one, so that another unit can be taken instead. */
  #before: { entry: number; choice: Choice; choices: readonly Choice[] } | null = null;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** A choice was played, and became this entry. */
  note(entry: number, choice: Choice, choices: readonly Choice[]): void {
    this.#played.set(entry, choice);
    this.#notes += 1;
    this.#before = { entry, choice, choices };
  }

  /** Only so many actions stand. */
  cut(played: number): void {
    for (const entry of [...this.#played.keys()]) if (entry > played) this.#played.delete(entry);
  }

  forget(): void {
    this.#played.clear();
    this.#before = null;
  }

  /** What we played as this entry, if we did. */
  did(entry: number): Choice | undefined {
    void this.#notes;
    return this.#played.get(entry);
  }

  /** A click, a tap or Enter on the board. */
  async point(at: At, other = false): Promise<void> {
    const desk = this.#desk;
    desk.menu = null;
    desk.refused = null;
    // Whoever is quicker than the server means the board that is coming.
    await desk.idle();
    if ((await desk.coach.pointed(at.hex)) || !desk.mine) return;
    const found = meant(desk.choices, at.hex, at.unit, desk.picked ?? desk.held);
    if (found.length > 0) {
      const one = other ? (found.find((c) => c !== usual(found, desk.choices)) ?? found[0]!) : usual(found, desk.choices);
      if (one) return void (await this.#attack(one));
      return void (desk.menu = { ...at, x: -1, y: -1, choices: found });
    }
    if (this.#leads(at.unit)) return;
    // One of several units that wait for an order.
    const waiting = (desk.view?.board.counters ?? []).filter((c) => c.hex === at.hex && desk.walking.includes(c.tag));
    if (desk.walking.length > 1 && waiting.length > 0) {
      const tags = waiting.map((c) => c.tag);
      const now = desk.picked ?? desk.held;
      // The counter itself, if it is not in hand yet; of a stack that is clicked again the next one.
      desk.picked = at.unit !== null && at.unit !== now && tags.includes(at.unit) ? at.unit : (tags[(tags.indexOf(now ?? '') + 1) % tags.length] ?? null);
      return;
    }
    if (await this.#instead(at)) return;
    if (at.unit && (await this.#withdraw(at.unit))) return;
    // A counter that lies face down has no name that could be asked about.
    const unit = desk.view?.board.counters.find((c) => c.tag === at.unit)?.hidden ? null : at.unit;
    const said = rephrase(desk.choices, at.hex, unit, desk.picked ?? desk.held);
    // What is allowed, and yet was not offered, is something else than what is being taught.
    if (said && (await desk.why(said, at.hex)) !== null) desk.coach.nudge();
  }

  /** Plays a choice; if somebody was named to attack, and this names whom, he takes part. */
  async #attack(choice: Choice): Promise<void> {
    const { lead } = this.#desk;
    if (!(await this.#desk.choose(choice)) || lead === null || choice.group !== TARGET) return;
    this.#desk.lead = null;
    const join = this.#desk.choices.find((c) => c.group === JOIN && atUnit(c) === lead);
    if (join) await this.#desk.choose(join);
    else await this.#desk.why(`${JOIN} ${lead}`);
  }

  /** The attacker is named first: he waits until it is said whom he attacks. */
  #leads(unit: string | null): boolean {
    const desk = this.#desk;
    const own = desk.view?.board.counters.find((c) => c.tag === unit);
    if (!own || own.side !== desk.you || desk.midway || !desk.choices.some((c) => c.group === TARGET)) return false;
    desk.lead = desk.lead === unit ? null : unit;
    desk.say(`${called(own, own.tag)} ${desk.lead ? 'is to attack. Whom?' : 'does not attack.'}`);
    return true;
  }

  /** Another unit is clicked while one is in hand: that one is taken instead. In a stack a second click takes the next one. */
  async #instead(at: At): Promise<boolean> {
    const [desk, last] = [this.#desk, this.#before];
    if (!desk.held || !last || !desk.back.freely || last.entry !== desk.view?.played || atUnit(last.choice) !== desk.held) return false;
    const here = (desk.view.board.counters ?? []).filter((c) => c.hex === at.hex).map((c) => c.tag);
    const may = here.map((tag) => last.choices.find((c) => atUnit(c) === tag && c.group === last.choice.group)).filter((c) => c !== undefined);
    const now = may.findIndex((c) => atUnit(c) === desk.held);
    const next = now >= 0 ? may[(now + 1) % may.length] : (may.find((c) => atUnit(c) === at.unit) ?? may[0]);
    if (!next) return false;
    if (!(await desk.back.one())) return true;
    // The only unit of its hex, clicked again, is put down.
    if (atUnit(next) === atUnit(last.choice)) return true;
    const same = desk.choices.find((c) => c.text === next.text);
    if (same) await desk.choose(same);
    return true;
  }

  /** A unit that was added in this declaration is clicked again: it is left out, and the others are named anew. */
  async #withdraw(unit: string): Promise<boolean> {
    const desk = this.#desk;
    if (!desk.view || !desk.back.freely || !desk.midway) return false;
    const entry = [...this.#played].filter(([, choice]) => atUnit(choice) === unit).map(([at]) => at).sort((a, b) => b - a)[0];
    if (entry === undefined) return false;
    const later: Choice[] = [];
    for (let at = entry + 1; at <= desk.view.played; at += 1) {
      const choice = this.#played.get(at);
      if (!choice || choice.commits) return false;
      later.push(choice);
    }
    while (desk.view.played >= entry) {
      const before: number = desk.view.played;
      if (!desk.back.freely || !(await desk.back.one()) || desk.view.played >= before) return true;
    }
    for (const choice of later) {
      const same = desk.choices.find((c) => c.text === choice.text);
      if (same) await desk.choose(same);
    }
    return true;
  }

  /** Whether dragging a unit means something. */
  movable(unit: string): boolean {
    const desk = this.#desk;
    return desk.mine && (desk.held === unit || desk.walking.includes(unit) || desk.choices.some((c) => atUnit(c) === unit && !c.commits));
  }

  async grab(unit: string): Promise<void> {
    const desk = this.#desk;
    if (desk.held === unit) return;
    if (desk.walking.includes(unit)) return void (desk.picked = unit);
    const choice = desk.choices.find((c) => atUnit(c) === unit);
    if (choice) await desk.choose(choice);
  }

  async drop(unit: string, hex: string): Promise<void> {
    const desk = this.#desk;
    // The unit may still be on its way into the hand.
    await desk.idle();
    if (desk.held !== unit && desk.picked !== unit) return;
    await this.point({ hex, unit: null });
  }

  /** Looks into a hex: every choice that has to do with it or with a unit in it. Nothing ends that. */
  inspect(at: (At & { x: number; y: number }) | null): void {
    const desk = this.#desk;
    if (at === null) return void (desk.menu = null);
    const here = new Set((desk.shown?.board.counters ?? []).filter((c) => c.hex === at.hex).map((c) => c.tag));
    const choices = desk.choices.filter((c) => c.hex === at.hex || (atUnit(c) !== null && here.has(atUnit(c)!)));
    desk.menu = { ...at, choices };
  }
}
