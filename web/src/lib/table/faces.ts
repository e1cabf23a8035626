// Pieces with a face: which way the unit in hand may be turned, and overlays that know several kinds of hexes.

import type { Choice, OverlayHex } from '../api/types';
import type { Counter, Spot, Tone, Turn } from '../board/types';

/** The unit in hand and the ways in which it may be made to look. If none is in hand, the only one that can be turned. */
export function turnOf(choices: readonly Choice[], counters: readonly Counter[], selected: readonly string[]): Turn | null {
  const turns = choices.filter((choice) => choice.facing && choice.unit);
  const units = new Set(turns.map((choice) => choice.unit!));
  const unit = selected.find((tag) => units.has(tag)) ?? (units.size === 1 ? [...units][0] : undefined);
  const now = counters.find((counter) => counter.tag === unit)?.stance?.facing;
  if (unit === undefined || !now) return null;
  const own = turns.filter((choice) => choice.unit === unit).map((choice) => choice.facing!);
  const names = new Map([now, ...own].map((facing) => [facing.degrees, facing.compass]));
  return { unit, now: now.degrees, to: [...new Set(own.map((facing) => facing.degrees))].filter((degrees) => degrees !== now.degrees), names };
}

/** The choice that makes a unit look somewhere: of several the shortest, which does nothing else besides. */
export function turnTo(choices: readonly Choice[], unit: string, degrees: number): Choice | null {
  const all = choices.filter((choice) => choice.unit === unit && choice.facing?.degrees === degrees);
  return all.sort((a, b) => a.path.length - b.path.length || a.text.length - b.text.length)[0] ?? null;
}

/** How the kinds of hexes of an overlay are lit. */
const KINDS: Record<string, Tone> = { front: 'front', flank: 'flank', rear: 'rear', seen: 'seen', hidden: 'hidden' };

export function overlaySpot({ hex, side, note, kind }: OverlayHex, seats: readonly string[]): Spot {
  return { hex, tone: KINDS[kind ?? ''] ?? (side ? (side === seats[0] ? 'one' : 'two') : 'note'), label: note };
}
