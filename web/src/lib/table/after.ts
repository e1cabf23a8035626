// A battle looked back upon: points by turn, losses by arm and body, where they fell.

import type { Counter, Line, TurnMark, View } from '../api/types';
import { isGone, takesPart, toll } from './charts';

export interface Curve {
  name: string;
  /** Whose it is, if one side's name stands before it. */
  side: string;
  /** A value for each turn. */
  values: number[];
}

/** The moments at which turns began, and the end: at so many of them one looks. */
export function moments(marks: readonly TurnMark[], last: number): { turn: number; at: number }[] {
  const begun = marks.filter((mark) => mark.new_turn).map((mark) => ({ turn: mark.turn_number, at: mark.entry }));
  return [...begun.filter((one) => one.at < last), { turn: (begun.at(-1)?.turn ?? 0) + 1, at: last }];
}

const WORTH = /points|morale|strength lost|increments lost/i;

/** What was counted of each side, turn by turn. */
export function curves(views: readonly View[], seats: readonly string[]): Curve[] {
  const names = (views[0]?.board.tracks ?? []).map((track) => track.name).filter((name) => WORTH.test(name) && seats.some((seat) => name.startsWith(seat)));
  return names.map((name) => ({
    name,
    side: seats.find((seat) => name.startsWith(seat)) ?? '',
    values: views.map((view) => view.board.tracks.find((track) => track.name === name)?.value ?? 0),
  }));
}

/** Curves that count the same thing for each side stand in one picture. */
export function pairs(all: readonly Curve[]): { title: string; curves: Curve[] }[] {
  const found = new Map<string, Curve[]>();
  for (const curve of all) {
    const title = curve.name.slice(curve.side.length).trim();
    found.set(title, [...(found.get(title) ?? []), curve]);
  }
  return [...found].map(([title, list]) => ({ title, curves: list }));
}

export interface Lost {
  side: string;
  what: string;
  units: number;
  strength: number;
  of: number;
}

/** Losses of each side by arm, or by body, the heaviest first. */
export function losses(counters: readonly Counter[], seats: readonly string[], by: 'kind' | 'body'): Lost[] {
  const found = new Map<string, Lost>();
  for (const counter of counters.filter(takesPart)) {
    const what = by === 'kind' ? counter.kind : counter.body || counter.nation;
    const one = found.get(`${counter.side} ${what}`) ?? { side: counter.side, what, units: 0, strength: 0, of: 0 };
    const { of, lost } = toll(counter);
    one.of += of;
    one.strength += lost;
    if (isGone(counter)) one.units += 1;
    found.set(`${counter.side} ${what}`, one);
  }
  return [...found.values()].filter((one) => one.units > 0 || one.strength > 0).sort((a, b) => seats.indexOf(a.side) - seats.indexOf(b.side) || b.strength - a.strength);
}

/** Where units fell, and how many: the worst places first. */
export function graves(lines: readonly Line[]): { hex: string; tags: string[]; entry: number }[] {
  const found = new Map<string, { hex: string; tags: string[]; entry: number }>();
  for (const line of lines) {
    const hex = line.hexes[0];
    if (line.lost.length === 0 || !hex) continue;
    const one = found.get(hex) ?? { hex, tags: [], entry: line.entry };
    one.tags.push(...line.lost);
    found.set(hex, one);
  }
  return [...found.values()].sort((a, b) => b.tags.length - a.tags.length);
}

/** What a unit that fell was worth: what it began with. Where steps are lost one by one, nothing is left of it by then. */
const worth = (counter: Counter | undefined) => Math.max(1, counter ? toll(counter).of : 1);

/** Strength that was lost in each hex, as marks of the map: the redder the more. */
export function heat(lines: readonly Line[], counters: readonly Counter[]): { hex: string; kind: string }[] {
  const known = new Map(counters.map((counter) => [counter.tag, counter]));
  return graves(lines).map(({ hex, tags }) => ({ hex, kind: `losses ${tags.reduce((sum, tag) => sum + worth(known.get(tag)), 0)}` }));
}

/** The same in words: where most was lost, first. */
export function byStrength(hot: readonly { hex: string; kind: string }[]): { hex: string; strength: number }[] {
  return hot.map(({ hex, kind }) => ({ hex, strength: Number(kind.split(' ')[1]) })).sort((a, b) => b.strength - a.strength);
}

export interface Turning {
  /** The action with which it began: what was before it is shown by its predecessor. */
  entry: number;
  turn: string;
  /** Who was the worse for it, by how much strength. */
  side: string;
  by: number;
  tags: string[];
  hex: string;
}

/** The moments that cost one side most, after what they cost the other: the three heaviest, in their order. */
export function turningPoints(lines: readonly Line[], counters: readonly Counter[], seats: readonly string[], turnOf: (entry: number) => string, most = 3): Turning[] {
  const known = new Map(counters.map((counter) => [counter.tag, counter]));
  const clashes: { entry: number; hex: string; lost: string[] }[] = [];
  for (const line of lines) {
    if (line.battle || (line.lost.length > 0 && clashes.length === 0)) clashes.push({ entry: line.entry, hex: line.hexes[0] ?? '', lost: [] });
    // What falls after a phase has begun anew belongs to no battle before it.
    else if (line.level <= 1) clashes.push({ entry: line.entry, hex: '', lost: [] });
    clashes.at(-1)?.lost.push(...line.lost);
  }
  const weighed = clashes.flatMap(({ entry, hex, lost }) => {
    const of = (side: string) => lost.filter((tag) => known.get(tag)?.side === side);
    const weight = (side: string) => of(side).reduce((sum, tag) => sum + worth(known.get(tag)), 0);
    const [one = '', two = ''] = seats;
    const swing = weight(one) - weight(two);
    const side = swing > 0 ? one : two;
    return swing === 0 ? [] : [{ entry, turn: turnOf(entry), side, by: Math.abs(swing), tags: of(side), hex }];
  });
  return weighed.sort((a, b) => b.by - a.by).slice(0, most).sort((a, b) => a.entry - b.entry);
}
