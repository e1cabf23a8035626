// A turn of somebody else's as a row of stops: each move, each attack before and after its die, each phase. Made of log lines, knowing no rule.

import type { Line, RollView, Trail } from '../api/types';
import type { Called } from './phrase';
import { folded, joined } from './story';

export type Kind = 'phase' | 'move' | 'attack' | 'result' | 'event';

export interface Stop {
  kind: Kind;
  /** The board after so many actions is shown. */
  at: number;
  /** The action that it tells of. */
  entry: number;
  text: string;
  /** What happened between the stop before and this one. */
  lines: Line[];
  glides: Trail[];
  roll: RollView | null;
  /** Where to look. */
  hexes: string[];
}

/** Units that fell, and where. */
export interface Fallen {
  tag: string;
  hex: string;
}

const words = (lines: readonly Line[], from: number) => folded(lines).filter((line) => line.level >= from).map((line) => line.text);

/** What is told of one action: nothing for taking up a counter and the like. */
function stopsOf(entry: number, lines: readonly Line[], called: Called): Stop[] {
  const glides = joined(lines.flatMap((line) => (line.path ? [line.path] : [])));
  const hexes = [...new Set(lines.flatMap((line) => [...(line.path?.hexes.slice(-1) ?? []), ...line.hexes]))];
  const one = (kind: Kind, text: string, more: Partial<Stop> = {}): Stop => ({ kind, at: entry, entry, text, lines: [...lines], glides, roll: null, hexes, ...more });
  const roll = lines.find((line) => line.roll)?.roll ?? null;
  const clash = lines.find((line) => line.battle)?.battle;
  if (roll && (clash || roll.column)) {
    // Where nobody is named who is attacked, it is a hex.
    const whom = clash && clash.defenders.length > 0 ? clash.defenders.map(called) : (lines.find((line) => line.battle)?.hexes.slice(0, 1) ?? []);
    const who = clash ? `${clash.attackers.map(called).join(', ')} against ${whom.join(', ')}` : 'An attack';
    const column = clash?.column ?? roll.column ?? '';
    const before = one('attack', `${who}${column ? ` at ${column}` : ''}`, { at: entry - 1, lines: [], glides: [] });
    return [before, one('result', words(lines.filter((line) => !line.battle), 2).join(' '), { roll })];
  }
  const phase = lines.filter((line) => line.level <= 1).map((line) => line.text);
  if (glides.length > 0) return [one('move', [...words(lines, 2), ...phase].join(' '), { roll })];
  if (phase.length > 0) return [one('phase', [...phase, ...words(lines, 2)].join(' · '), { roll })];
  if (roll || lines.some((line) => line.headline || line.lost.length > 0)) return [one('event', words(lines, 2).join(' '), { roll })];
  return [];
}

/** The stops of some lines, in order, in which units are called so. */
export function stops(lines: readonly Line[], called: Called = (unit) => unit): Stop[] {
  const byEntry = new Map<number, Line[]>();
  for (const line of lines) byEntry.set(line.entry, [...(byEntry.get(line.entry) ?? []), line]);
  return [...byEntry].sort(([a], [b]) => a - b).flatMap(([entry, list]) => stopsOf(entry, list, called));
}

/** Who fell at a stop, and where: where the unit stood before, else where the line points. */
export function fallen(stop: Stop, before: readonly { tag: string; hex?: string | null }[]): Fallen[] {
  return stop.lines.flatMap((line) =>
    line.lost.flatMap((tag) => {
      const hex = before.find((counter) => counter.tag === tag)?.hex ?? line.hexes[0];
      return hex ? [{ tag, hex }] : [];
    }),
  );
}

export type Pace = 'instant' | 'quick' | 'steady' | 'leisurely' | 'hand';
export const PACES: readonly (readonly [Pace, string])[] = [
  ['instant', 'at once'],
  ['quick', 'quickly'],
  ['steady', 'steadily'],
  ['leisurely', 'leisurely'],
  ['hand', 'step by step'],
];

const BEATS: Record<Kind, number> = { move: 1, phase: 1.2, event: 1.6, attack: 2.6, result: 3.2 };
const BEAT: Record<Pace, number> = { instant: 0, quick: 380, steady: 850, leisurely: 1600, hand: Infinity };

/** For how many milliseconds a stop is shown; longer where there is more to read. */
export function dwell(pace: Pace, stop: Stop): number {
  const long = stop.kind === 'move' ? 0 : Math.min(1.5, stop.text.length / 160);
  return BEAT[pace] * (BEATS[stop.kind] + long);
}
