// What a computer advises, as a player sees it: in words, on the map, and as what is to be played.

import type { Choice, Reasoned } from '../api/types';
import type { Spot, Trail } from '../board/types';
import { atUnit } from './lit';
import { caption } from './phrase';

export interface Hint {
  /** The moment for which it was given. */
  at: number;
  actions: string[];
  label: string;
  reason: string;
  unit: string | null;
  hex: string | null;
}

/** The last word of an action that is a hex of the map. */
const hexIn = (action: string, known: (hex: string) => boolean) => action.split(' ').reverse().find(known) ?? null;

/** Advice as a hint: what it is about, and where that is. */
export function hintOf(advice: Reasoned, choices: readonly Choice[], known: (hex: string) => boolean): Hint {
  const choice = choices.find((one) => one.text === advice.action);
  const unit = choice ? (atUnit(choice) ?? choice.unit ?? null) : null;
  const to = (advice.then ? hexIn(advice.then, known) : null) ?? hexIn(advice.action, known) ?? choice?.hex ?? null;
  const label = (choice?.label ?? caption(advice.action)).replace(/ \[.*?\]/g, '');
  return { at: advice.played, actions: [advice.action, ...(advice.then ? [advice.then] : [])], label: advice.then && to ? `${label} to ${to}:` : `${label}:`, reason: advice.reason, unit, hex: to };
}

/** How a hint is drawn: where it leads, and the way there from where the unit stands. */
export function drawn(hint: Hint, hexOf: (unit: string) => string | null, side: string): { spots: Spot[]; trails: Trail[] } {
  const from = hint.unit === null ? null : hexOf(hint.unit);
  const spots: Spot[] = [...new Set([from, hint.hex])].filter((hex) => hex !== null).map((hex) => ({ hex, tone: 'note' as const }));
  const trails = hint.unit !== null && from !== null && hint.hex !== null && from !== hint.hex ? [{ unit: hint.unit, kind: 'hint', side, hexes: [from, hint.hex] }] : [];
  return { spots, trails };
}

/** Reasons of a turn: like with like, each with the units that it is about, in the order in which they came. */
export function told(reasons: readonly Reasoned[]): { reason: string; units: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { action, reason } of reasons) {
    // Who is taken in hand is named; where he goes is in the reason.
    const unit = action.split(' ')[1];
    const units = found.get(reason) ?? [];
    if (unit && !/^\d+$/.test(unit) && !units.includes(unit)) units.push(unit);
    found.set(reason, units);
  }
  return [...found].map(([reason, units]) => ({ reason, units }));
}
