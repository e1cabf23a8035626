// Walking over the map hex by hex, without seeing it.

import { describe, spoken, type Gazetteer } from '../board/describe';
import { cell, DIRECTIONS, neighbour, read, write } from '../board/grid';
import type { Counter, Mark } from '../board/types';

/** The direction of a key, clockwise from the top of the map. Left and right go as level as hexes allow. */
export function heading(key: string, hex: string): number | null {
  const letters = 'wedsaq';
  if (key.length === 1 && letters.includes(key.toLowerCase())) return letters.indexOf(key.toLowerCase());
  const at = read(hex);
  if (at === null) return null;
  const odd = (cell(at).c & 1) === 1;
  switch (key) {
    case 'ArrowUp':
      return 0;
    case 'ArrowDown':
      return 3;
    case 'ArrowLeft':
      return odd ? 4 : 5;
    case 'ArrowRight':
      return odd ? 2 : 1;
    default:
      return null;
  }
}

/** Where a key leads from a hex, or nothing at the edge. On a ragged edge the other hex on that side will do. */
export function step(key: string, hex: string, known: ReadonlySet<string>): string | null {
  const at = read(hex);
  const way = heading(key, hex);
  if (at === null || way === null) return null;
  const other: Record<string, number[]> = { ArrowLeft: [4, 5], ArrowRight: [1, 2] };
  for (const d of [way, ...(other[key] ?? [])]) {
    const to = write(neighbour(at, d));
    if (known.has(to)) return to;
  }
  return null;
}

/** The next of some hexes after this one in reading order, round and round. */
export function next(hexes: readonly string[], from: string, back = false): string | null {
  const sorted = [...new Set(hexes)].sort();
  if (sorted.length === 0) return null;
  if (back) return [...sorted].reverse().find((hex) => hex < from) ?? sorted[sorted.length - 1]!;
  return sorted.find((hex) => hex > from) ?? sorted[0]!;
}

export interface Beside {
  way: string;
  hex: string;
  text: string;
}

/** What lies around a hex, clockwise from the top. */
export function beside(gazetteer: Gazetteer, hex: string, counters: readonly Counter[]): Beside[] {
  const at = read(hex);
  if (at === null) return [];
  return DIRECTIONS.flatMap((way, d) => {
    const there = write(neighbour(at, d));
    if (!gazetteer.terrain.has(there)) return [];
    const { place, terrain } = gazetteer.ground(there);
    const units = counters.filter((c) => c.hex === there).map((c) => `${c.side} ${c.tag}`);
    return [{ way, hex: there, text: [place, terrain, ...units].filter((part) => part !== '').join(', ') }];
  });
}

/** A hex and all that is in it, with what is laid over the map there and what may be done there. */
export function tell(
  gazetteer: Gazetteer,
  hex: string,
  counters: readonly Counter[],
  marks: readonly Mark[],
  notes: readonly string[],
  options: number,
): string {
  const text = describe(gazetteer, hex, counters, marks, []);
  const more = [...notes];
  if (options > 0) more.push(`${options} ${options === 1 ? 'choice' : 'choices'} here`);
  return more.length === 0 ? text : `${text} ${more.join('. ')}.`;
}

export { spoken };
