// Who lies on whom: counters of one hex, offset up and to the right, or fanned out side by side.

import type { Reader } from './grid';
import { centre, COUNTER } from './layout';
import type { Counter } from './types';

export interface Placed {
  counter: Counter;
  hex: string;
  /** Upper left corner on the sheet. */
  x: number;
  y: number;
  /** 0 is on top. */
  depth: number;
  /** Said only of the top counter: how many there are. */
  count: number;
  fanned: boolean;
}

/** Counters by hex, the top one first. Those in `raised` come to the top. */
export function stacksOf(counters: readonly Counter[], raised: readonly string[] = []): Map<string, Counter[]> {
  const found = new Map<string, Counter[]>();
  for (const counter of counters) {
    if (!counter.hex) continue;
    const list = found.get(counter.hex);
    if (list) list.push(counter);
    else found.set(counter.hex, [counter]);
  }
  if (raised.length > 0) {
    for (const list of found.values()) {
      if (list.length > 1) list.sort((a, b) => Number(raised.includes(b.tag)) - Number(raised.includes(a.tag)));
    }
  }
  return found;
}

/** Where each counter goes, those that are drawn first in front of the list: hexes further up first, in a stack the lowest first. */
export function place(stacks: ReadonlyMap<string, Counter[]>, fan: string | null, read: Reader): Placed[] {
  const found: Placed[] = [];
  for (const [hex, list] of stacks) {
    const at = read(hex);
    if (at === null) continue;
    const m = centre(at);
    const n = list.length;
    const fanned = fan === hex && n > 1;
    const step = n > 1 ? Math.min(6.5, 16 / (n - 1)) : 0;
    const left = m.x - COUNTER / 2 - (step * (n - 1)) / 2;
    const top = m.y + 1.5 - COUNTER / 2 + (step * (n - 1)) / 2;
    list.forEach((counter, depth) => {
      const spread = (COUNTER + 4) * (depth - (n - 1) / 2);
      found.push({
        counter,
        hex,
        x: fanned ? m.x - COUNTER / 2 + spread : left + step * depth,
        y: fanned ? m.y - COUNTER - 12 : top - step * depth,
        depth,
        count: depth === 0 ? n : 0,
        fanned,
      });
    });
  }
  // A fan lies above everything else.
  return found.sort((a, b) => Number(a.fanned) - Number(b.fanned) || (a.hex === b.hex ? b.depth - a.depth : a.y - b.y || a.x - b.x));
}

/** The unit after `unit` among those of its hex that `may` admits; the first of them if `unit` is none. */
export function nextOf(stack: readonly Counter[], unit: string | null, may: (tag: string) => boolean): string | null {
  const all = stack.map((c) => c.tag).filter(may);
  if (all.length === 0) return null;
  return all[(all.indexOf(unit ?? '') + 1) % all.length] ?? null;
}
