// Who lies on whom: counters of one hex, offset up and to the right, or fanned out side by side. Pure arithmetic.

import { centre, COUNTER, hits, type Point, type Rect } from './layout';
import type { Reader } from './names';
import type { Counter } from './types';

export interface Placed {
  counter: Counter;
  hex: string;
  /** Upper left corner on the sheet. */
  x: number;
  y: number;
  /** How wide and high it is on the sheet; a fan is drawn larger where the map is small. */
  size: number;
  /** 0 is on top. */
  depth: number;
  /** Said only of the top counter: how many there are. */
  count: number;
  fanned: boolean;
  /** The middle of the other hex of a counter that stands on two. */
  second: Point | null;
}

/** A stack that is spread out: how many times larger than lying on the map, and whether it opens downwards. */
export interface Fan {
  hex: string;
  scale: number;
  below: boolean;
}

/** So many counters of a fan stand side by side; a larger stack gets a second row. */
const ABREAST = 4;
const APART = 4;
/** In a fan counters are at least this many pixels wide. */
const LEGIBLE = 40;

/** How much larger a fan is drawn where a unit of the sheet is so many pixels. */
export const fanScale = (pixels: number) => Math.max(1, LEGIBLE / (COUNTER * pixels));

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

/** The part of the sheet that a fan of so many counters takes. */
export function fanRect(middle: Point, count: number, { scale, below }: Pick<Fan, 'scale' | 'below'>): Rect {
  const columns = Math.min(count, ABREAST);
  const rows = Math.ceil(count / ABREAST);
  const step = (COUNTER + APART) * scale;
  const [w, h] = [columns * step - APART * scale, rows * step - APART * scale];
  return { x: middle.x - w / 2, y: below ? middle.y + 12 : middle.y - 12 - h, w, h };
}

/** Where each counter goes, those that are drawn first in front of the list: hexes further up first, in a stack the lowest first. */
export function place(stacks: ReadonlyMap<string, Counter[]>, fan: Fan | null, read: Reader): Placed[] {
  const found: Placed[] = [];
  for (const [hex, list] of stacks) {
    const at = read(hex);
    if (at === null) continue;
    const m = centre(at);
    const n = list.length;
    const fanned = fan?.hex === hex && n > 1;
    const room = fanned ? fanRect(m, n, fan) : null;
    const step = n > 1 ? Math.min(6.5, 16 / (n - 1)) : 0;
    const left = m.x - COUNTER / 2 - (step * (n - 1)) / 2;
    const top = m.y + 1.5 - COUNTER / 2 + (step * (n - 1)) / 2;
    list.forEach((counter, depth) => {
      const second = counter.stance?.second ? read(counter.stance.second) : null;
      const wide = (COUNTER + APART) * (fan?.scale ?? 1);
      // The last row of a fan may be shorter: it stands in the middle.
      const row = Math.floor(depth / ABREAST);
      const short = (Math.min(n, ABREAST) - Math.min(ABREAST, n - row * ABREAST)) / 2;
      found.push({
        counter,
        hex,
        x: room ? room.x + ((depth % ABREAST) + short) * wide : left + step * depth,
        y: room ? room.y + row * wide : top - step * depth,
        size: room ? COUNTER * (fan?.scale ?? 1) : COUNTER,
        depth,
        count: depth === 0 ? n : 0,
        fanned,
        second: second === null ? null : centre(second),
      });
    });
  }
  // A fan lies above everything else.
  return found.sort((a, b) => Number(a.fanned) - Number(b.fanned) || (a.hex === b.hex ? b.depth - a.depth : a.y - b.y || a.x - b.x));
}

/** The half counter in the other hex of a counter that stands on two. */
export const WING = 30;
export const wingOf = (at: Point): Rect => ({ x: at.x - WING / 2, y: at.y - WING / 2, w: WING, h: WING });

/** The counter at a point of the sheet: the topmost one, or the one that reaches there from another hex. */
export function unitAt(placed: readonly Placed[], p: Point): Placed | null {
  const spot = { x: p.x, y: p.y, w: 0.001, h: 0.001 };
  for (let i = placed.length - 1; i >= 0; i -= 1) {
    const one = placed[i]!;
    if (hits({ x: one.x, y: one.y, w: one.size, h: one.size }, spot)) return one;
  }
  for (let i = placed.length - 1; i >= 0; i -= 1) {
    const one = placed[i]!;
    if (one.second && hits(wingOf(one.second), spot)) return one;
  }
  return null;
}

/** The unit after `unit` among those of its hex that `may` admits; the first of them if `unit` is none. */
export function nextOf(stack: readonly Counter[], unit: string | null, may: (tag: string) => boolean): string | null {
  const all = stack.map((c) => c.tag).filter(may);
  if (all.length === 0) return null;
  return all[(all.indexOf(unit ?? '') + 1) % all.length] ?? null;
}
