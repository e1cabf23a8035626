// What the hexes of a map are called. Most maps print four digits, which say where a hex lies. Those that are made of several
// printed sheets have names such as `B0312`, and the map tells column and row of each.

import { id, read, write, type Id } from './grid';

/** As much of a map as names depend on. */
export interface Named {
  grid: string;
  hexes?: readonly { number: string; at?: readonly number[] | null }[];
}

/** Reads the names of a map. */
export type Reader = (name: string) => Id | null;
/** Writes a hex as the map prints it. What is off the map has no name there, and gets an empty word. */
export type Writer = (hex: Id) => string;

interface Names {
  read: Reader;
  write: Writer;
}

const known = new WeakMap<object, Names>();

/** The names of a map's hexes, collected once for each map. */
export function namesOf(map: Named): Names {
  let found = known.get(map);
  if (!found) known.set(map, (found = collected(map)));
  return found;
}

export const readerOf = (map: Named): Reader => namesOf(map).read;
export const writerOf = (map: Named): Writer => namesOf(map).write;

function collected(map: Named): Names {
  const upright = map.grid === 'pointy-top';
  const [hexes, names] = [new Map<string, Id>(), new Map<Id, string>()];
  for (const { number, at } of map.hexes ?? []) {
    const [column, row] = at ?? [];
    if (column === undefined || row === undefined) continue;
    const hex = id(column, row, upright);
    hexes.set(number, hex);
    names.set(hex, number);
  }
  if (hexes.size === 0) return { read: (name) => read(name, upright), write };
  return { read: (name) => hexes.get(name) ?? null, write: (hex) => names.get(hex) ?? '' };
}
