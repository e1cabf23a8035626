// Pieces with a face: which way the unit in hand may be turned, how it may be drawn up, and overlays that know several kinds of hexes.

import type { Choice, OverlayHex } from '../api/types';
import type { Counter, Spot, Tone, Turn } from '../board/types';
import { atHex } from './lit';

/** Choices that turn a unit and do nothing else. */
export const turning = (choices: readonly Choice[]) => choices.filter((choice) => atHex(choice) === null && choice.facing && !choice.formation && choice.unit);

/** The unit in hand and the ways in which these choices make it look. If none is in hand, the only one that can be turned. */
export function turnOf(turns: readonly Choice[], counters: readonly Counter[], selected: readonly string[]): Turn | null {
  const units = new Set(turns.filter((choice) => choice.facing).map((choice) => choice.unit!));
  const unit = selected.find((tag) => units.has(tag)) ?? (units.size === 1 ? [...units][0] : undefined);
  const now = counters.find((counter) => counter.tag === unit)?.stance?.facing;
  if (unit === undefined || !now) return null;
  const own = turns.filter((choice) => choice.unit === unit && choice.facing).map((choice) => choice.facing!);
  const names = new Map([now, ...own].map((facing) => [facing.degrees, facing.compass]));
  return { unit, now: now.degrees, to: [...new Set(own.map((facing) => facing.degrees))].filter((degrees) => degrees !== now.degrees), names };
}

/** A way to be drawn up, with a choice for each way to look then. */
export interface Form {
  /** What tells it from the others. */
  word: string;
  name: string;
  shape: string;
  choices: Choice[];
}

const SIDES: Record<string, string> = { left: ', second hex to the left', right: ', second hex to the right', second: ', keeping the second hex' };

/** What tells a way to be drawn up from the others: its words without the way to look. */
const formWord = ({ text, facing }: { text: string; facing?: unknown }): string => (facing ? text.split(' ').slice(0, -1).join(' ') : text);

/** What it is called, with where its other hexes lie. */
export const formName = (choice: { text: string; formation?: { name: string } | null; facing?: unknown }): string =>
  (choice.formation?.name ?? '') + (SIDES[/-(\w+)$/.exec(formWord(choice))?.[1] ?? ''] ?? '');

/** How the unit in hand may be drawn up, each way once. */
export function formsOf(choices: readonly Choice[]): Form[] {
  const found = new Map<string, Form>();
  for (const choice of choices) {
    if (!choice.formation || atHex(choice) !== null) continue;
    const word = formWord(choice);
    const form = found.get(word) ?? { word, name: formName(choice), shape: choice.formation.shape, choices: [] };
    form.choices.push(choice);
    found.set(word, form);
  }
  return [...found.values()];
}

/** How the kinds of hexes of an overlay are lit. */
const KINDS: Record<string, Tone> = { front: 'front', flank: 'flank', rear: 'rear', seen: 'seen', hidden: 'hidden', reached: 'seen', unreached: 'hidden' };

export function overlaySpot({ hex, side, note, kind }: OverlayHex, seats: readonly string[]): Spot {
  return { hex, tone: KINDS[kind ?? ''] ?? (side ? (side === seats[0] ? 'one' : 'two') : 'note'), label: note };
}
