// Choices as lists to be read and heard: like with like, and found by a few letters.

import type { Choice, Counter } from '../api/types';
import { takesPart } from '../table/charts';

export interface Group {
  /** The word they share. */
  word: string;
  title: string;
  choices: Choice[];
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** What some words of the records mean to a person; the others speak for themselves. */
const TITLES: Record<string, string> = {
  pick: 'Take a unit in hand',
  force: 'Force march a unit',
  go: 'Go to',
  step: 'One step to',
  join: 'Take part in the attack',
  target: 'Attack',
  place: 'Put in',
  build: 'Build a bridge',
  break: 'Break down into cadres',
  unite: 'Build up from cadres',
  flee: 'Retreat to',
  toward: 'Retreat towards',
  lose: 'Pay for the exchange',
  name: 'Name a counter',
  pay: 'Rally for a Morale Point',
  stack: 'Put under a stack',
  mark: 'Lay a marker',
  lower: 'Attack at a lower column',
  shift: 'A column instead of points',
  disengage: 'Break away',
  penetrate: 'Slip past',
  remnant: 'Leave a cadre',
};
export const groupTitle = (word: string) => TITLES[word] ?? capital(word);

/** Like choices together, in the order in which the server names them; what is a button on the board comes last. */
export function groups(choices: readonly Choice[]): Group[] {
  const found = new Map<string, Group>();
  const buttons: Choice[] = [];
  for (const choice of choices) {
    if ('button' in choice.at) {
      buttons.push(choice);
      continue;
    }
    const group = found.get(choice.group) ?? { word: choice.group, title: groupTitle(choice.group), choices: [] };
    group.choices.push(choice);
    found.set(choice.group, group);
  }
  const all = [...found.values()];
  return buttons.length === 0 ? all : [...all, { word: 'button', title: all.length === 0 ? 'Decide' : 'Or', choices: buttons }];
}

/** A choice in one line: its label, what is left of the points, where it leads, and that it cannot be taken back. */
export function lineOf(choice: Choice): string {
  const parts = [choice.label];
  if (choice.left) parts.push(`${choice.left} left`);
  if (choice.note) parts.push(choice.note);
  if (choice.commits) parts.push('cannot be taken back');
  return parts.join(', ');
}

/** The choices in which every word occurs: in the label, in the words of the record, in the unit or the hex. */
export function filtered(choices: readonly Choice[], question: string): Choice[] {
  const words = question.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [...choices];
  return choices.filter((choice) => {
    const text = `${choice.label} ${choice.text} ${choice.unit ?? ''} ${choice.hex ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Everything that may be done at a hex or with a unit in it. */
export function choicesAt(choices: readonly Choice[], counters: readonly Counter[], hex: string): Choice[] {
  const here = new Set(counters.filter((c) => c.hex === hex).map((c) => c.tag));
  return choices.filter((choice) => {
    if ('hex' in choice.at) return choice.at.hex === hex;
    return 'unit' in choice.at && here.has(choice.at.unit);
  });
}

export interface Muster {
  place: string;
  counters: Counter[];
}

/** The units of a side: those on the map by hex, the others by where they are. */
export function muster(counters: readonly Counter[], side: string): Muster[] {
  const own = counters.filter((c) => c.side === side && takesPart(c));
  const on = own.filter((c) => c.hex).sort((a, b) => (a.hex! < b.hex! ? -1 : a.hex! > b.hex! ? 1 : 0));
  const off = new Map<string, Counter[]>();
  for (const counter of own.filter((c) => !c.hex)) {
    const place = counter.off_map ?? 'off the map';
    off.set(place, [...(off.get(place) ?? []), counter]);
  }
  return [
    ...(on.length > 0 ? [{ place: 'on the map', counters: on }] : []),
    ...[...off].map(([place, list]) => ({ place, counters: list })),
  ];
}
