// Walking over the map hex by hex, without seeing it.

import { describe, spoken, type Gazetteer } from '../board/describe';
import { arrow, directions, neighbour, pointy, type Id } from '../board/grid';
import type { Counter, HexsideMark, Mark } from '../board/types';

/** The letters for the six directions, clockwise from the top: they lie on the keyboard as the hexes lie around a hex. */
export const letters = (upright: boolean) => (upright ? 'edxzaw' : 'wedsaq');

/** The directions that a key may mean, clockwise from the top of the map, the best one first. */
export function headings(key: string, at: Id): readonly number[] {
  const letter = key.length === 1 ? letters(pointy(at)).indexOf(key.toLowerCase()) : -1;
  return letter >= 0 ? [letter] : arrow(at, key);
}

/** Where a key leads from a hex, or nothing at the edge. On a ragged edge the other hex on that side will do. */
export function step(key: string, hex: string, known: { has(hex: string): boolean }, { read, write }: Pick<Gazetteer, 'read' | 'write'>): string | null {
  const at = read(hex);
  if (at === null) return null;
  const there = headings(key, at).map((d) => write(neighbour(at, d)));
  return there.find((to) => known.has(to)) ?? null;
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
  const at = gazetteer.read(hex);
  if (at === null) return [];
  return directions(at).flatMap((way, d) => {
    const there = gazetteer.write(neighbour(at, d));
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
  borders: readonly HexsideMark[] = [],
): string {
  const text = describe(gazetteer, hex, counters, marks, [], borders);
  const more = [...notes];
  if (options > 0) more.push(`${options} ${options === 1 ? 'choice' : 'choices'} here`);
  return more.length === 0 ? text : `${text} ${more.join('. ')}.`;
}

export { spoken };
