// Hex numbers and their neighbours, on both kinds of grid. Columns and rows count from 1.
//
// flat-top: hexes stand in columns, odd columns half a hex higher than even ones; numbers are column, row from the top.
// pointy-top: hexes lie in rows, even rows half a hex further left than odd ones; numbers are row from the bottom, column.
// A hex knows its kind, so that nobody has to carry the kind along with it.
// Maps of several printed sheets have names such as `B0312`: `names.ts` knows which hex of the whole map is meant.

export interface Cell {
  c: number;
  r: number;
}

/** A hex as one number, so that sets of hexes are cheap. Columns and rows may run a little off the map. */
export type Id = number;
/** A corner of a hex as one number: halves of a hex, so that hexes that share a corner agree on it exactly. */
export type Corner = number;

const SHIFT = 16;
/** Set in the number of a hex that stands on a corner. */
const POINTY = 1 << 16;

export const pointy = (hex: Id) => hex >= POINTY;
export const id = (c: number, r: number, upright = false): Id => (c + SHIFT) * 256 + r + SHIFT + (upright ? POINTY : 0);
export const cell = (hex: Id): Cell => ({ c: Math.floor((hex % POINTY) / 256) - SHIFT, r: (hex % 256) - SHIFT });

/** Reads a printed number: half of its digits are the column, half the row; on a pointy-top grid the row comes first. */
export function read(number: string, upright = false): Id | null {
  if (!/^\d{4}$|^\d{6}$/.test(number)) return null;
  const half = number.length / 2;
  const [a, b] = [Number(number.slice(0, half)), Number(number.slice(half))];
  return upright ? id(b, a, true) : id(a, b);
}

/** Writes a hex as a printed number of four digits. */
export function write(hex: Id): string {
  const { c, r } = cell(hex);
  const two = (n: number) => String(n).padStart(2, '0');
  return pointy(hex) ? two(r) + two(c) : two(c) + two(r);
}

const odd = (n: number) => (n & 1) === 1;
type Steps = readonly (readonly [number, number])[];
const FROM_ODD: Steps = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]];
const FROM_EVEN: Steps = [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
/** On a pointy-top grid rows count upwards, and the first direction is up right. */
const FROM_ODD_ROW: Steps = [[1, 1], [1, 0], [1, -1], [0, -1], [-1, 0], [0, 1]];
const FROM_EVEN_ROW: Steps = [[0, 1], [1, 0], [0, -1], [-1, -1], [-1, 0], [-1, 1]];

const FLAT_WAYS = ['up', 'up right', 'down right', 'down', 'down left', 'up left'] as const;
const POINTY_WAYS = ['up right', 'right', 'down right', 'down left', 'left', 'up left'] as const;

/** Names of the six directions from a hex, clockwise from the top of the map. */
export const directions = (hex: Id): readonly string[] => (pointy(hex) ? POINTY_WAYS : FLAT_WAYS);

/** The neighbour in a direction, clockwise from the top. */
export function neighbour(hex: Id, direction: number): Id {
  const { c, r } = cell(hex);
  const upright = pointy(hex);
  const steps = upright ? (odd(r) ? FROM_ODD_ROW : FROM_EVEN_ROW) : odd(c) ? FROM_ODD : FROM_EVEN;
  const [dc, dr] = steps[((direction % 6) + 6) % 6]!;
  return id(c + dc, r + dr, upright);
}

export function around(hex: Id): Id[] {
  return [0, 1, 2, 3, 4, 5].map((d) => neighbour(hex, d));
}

/** The direction from a hex to its neighbour, or -1. */
export function direction(from: Id, to: Id): number {
  return around(from).indexOf(to);
}

/** The directions that an arrow key may mean, the best one first: as level or as upright as hexes allow, and without drifting aside. */
export function arrow(hex: Id, key: string): readonly number[] {
  const { c, r } = cell(hex);
  if (pointy(hex)) {
    const left = odd(r);
    return { ArrowRight: [1], ArrowLeft: [4], ArrowUp: left ? [5, 0] : [0, 5], ArrowDown: left ? [3, 2] : [2, 3] }[key] ?? [];
  }
  return { ArrowUp: [0], ArrowDown: [3], ArrowLeft: odd(c) ? [4, 5] : [5, 4], ArrowRight: odd(c) ? [2, 1] : [1, 2] }[key] ?? [];
}

/** How many steps apart two hexes are. */
export function distance(a: Id, b: Id): number {
  const [p, q] = [slanted(a), slanted(b)];
  const dc = p.c - q.c;
  const dr = p.r - q.r;
  return Math.max(Math.abs(dc), Math.abs(dr), Math.abs(dc + dr));
}

/** Column and row on slanted axes, on which all six directions are alike. */
function slanted(hex: Id): Cell {
  const { c, r } = cell(hex);
  return pointy(hex) ? { c: c - Math.floor(r / 2), r } : { c, r: r - Math.ceil(c / 2) };
}

const BASE = 64;
/** Rows that count upwards lie above the origin: their corners have negative heights. */
const DEEP = 640;
const STANDING = 1 << 20;
const corner = (x: number, y: number, upright: boolean): Corner =>
  upright ? STANDING + (x + BASE) * 1024 + y + DEEP : (x + BASE) * 1024 + y + BASE;
/** Whether a corner belongs to a pointy-top grid. */
export const standing = (key: Corner) => key >= STANDING;
export const cornerX = (key: Corner) => Math.floor((key % STANDING) / 1024) - BASE;
export const cornerY = (key: Corner) => (key % 1024) - (standing(key) ? DEEP : BASE);

/** The middle of a hex in halves: of a side across and of a hex's height down, or the other way round on a pointy-top grid. */
export function middle(hex: Id): { x: number; y: number } {
  const { c, r } = cell(hex);
  if (pointy(hex)) return { x: 1 + 2 * (c - 1) + (odd(r) ? 1 : 0), y: 1 - 3 * r };
  return { x: 2 + 3 * (c - 1), y: 1 + 2 * (r - 1) + (odd(c) ? 0 : 1) };
}

const LYING = [[-1, -1], [1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0]] as const;
const UPRIGHT = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]] as const;

/** The corners of a hex, clockwise; side `d`, which faces the neighbour in direction `d`, runs from corner `d` to corner `d + 1`. */
export function corners(hex: Id): Corner[] {
  const { x, y } = middle(hex);
  const upright = pointy(hex);
  return (upright ? UPRIGHT : LYING).map(([dx, dy]) => corner(x + dx, y + dy, upright));
}

/** The hexes that touch a corner, on the map or not. */
export function touching(key: Corner): Id[] {
  const upright = standing(key);
  const [x, y] = [cornerX(key), cornerY(key)];
  const column = upright ? Math.floor(x / 2) + 1 : Math.floor((x - 2) / 3) + 1;
  const row = upright ? Math.floor((1 - y) / 3) + 1 : Math.floor(y / 2) + 1;
  const around = upright ? UPRIGHT : LYING;
  const found: Id[] = [];
  for (let c = column - 1; c <= column + 2; c += 1) {
    for (let r = row - 2; r <= row + 1; r += 1) {
      const hex = id(c, r, upright);
      const m = middle(hex);
      if (around.some(([dx, dy]) => m.x + dx === x && m.y + dy === y)) found.push(hex);
    }
  }
  return found;
}

/** The two corners of the hexside between neighbours; walking from first to second has `of` on the right. */
export function side(of: Id, other: Id): [Corner, Corner] | null {
  const d = direction(of, other);
  if (d < 0) return null;
  const keys = corners(of);
  return [keys[d]!, keys[(d + 1) % 6]!];
}

/** The middle, in halves, of the hex on the right of whoever walks from one of its corners to the next. */
export function rightOf(from: Corner, to: Corner): { x: number; y: number } {
  const [x, y] = [cornerX(from), cornerY(from)];
  const [dx, dy] = [cornerX(to) - x, cornerY(to) - y];
  const offsets = standing(from) ? UPRIGHT : LYING;
  for (let d = 0; d < 6; d += 1) {
    const [a, b] = [offsets[d]!, offsets[(d + 1) % 6]!];
    if (b[0] - a[0] === dx && b[1] - a[1] === dy) return { x: x - a[0], y: y - a[1] };
  }
  return { x, y };
}

/** The outlines of a region, each a closed walk along corners with the region on the right. */
export function outlines(region: ReadonlySet<Id>): Corner[][] {
  const next = new Map<Corner, Corner>();
  for (const hex of region) {
    const keys = corners(hex);
    for (let d = 0; d < 6; d += 1) {
      if (!region.has(neighbour(hex, d))) next.set(keys[d]!, keys[(d + 1) % 6]!);
    }
  }
  const loops: Corner[][] = [];
  for (const start of [...next.keys()].sort((a, b) => a - b)) {
    let at = next.get(start);
    if (at === undefined) continue;
    next.delete(start);
    const walk = [start];
    while (at !== undefined && at !== start) {
      walk.push(at);
      const on = next.get(at);
      next.delete(at);
      at = on;
    }
    loops.push(walk);
  }
  return loops;
}

/** Groups of hexes that hang together. */
export function clumps(region: ReadonlySet<Id>): Set<Id>[] {
  const left = new Set(region);
  const found: Set<Id>[] = [];
  for (const first of region) {
    if (!left.delete(first)) continue;
    const clump = new Set([first]);
    const open = [first];
    for (let hex = open.pop(); hex !== undefined; hex = open.pop()) {
      for (const other of around(hex)) {
        if (left.delete(other)) {
          clump.add(other);
          open.push(other);
        }
      }
    }
    found.push(clump);
  }
  return found;
}

/** Joins hexsides into lines, breaking them where three or more meet. */
export function chains(sides: readonly (readonly [Corner, Corner])[]): Corner[][] {
  const ends = new Map<Corner, Corner[]>();
  const link = (a: Corner, b: Corner) => {
    const list = ends.get(a) ?? [];
    if (!list.includes(b)) list.push(b);
    ends.set(a, list);
  };
  for (const [a, b] of sides) {
    link(a, b);
    link(b, a);
  }
  const used = new Set<string>();
  const mark = (a: Corner, b: Corner) => used.add(`${a} ${b}`).add(`${b} ${a}`);
  const lines: Corner[][] = [];
  const keys = [...ends.keys()];
  const starts = [...keys.filter((k) => ends.get(k)!.length !== 2), ...keys.filter((k) => ends.get(k)!.length === 2)];
  for (const start of starts) {
    for (const first of ends.get(start)!) {
      if (used.has(`${start} ${first}`)) continue;
      const line = [start];
      let [from, at] = [start, first];
      for (;;) {
        mark(from, at);
        line.push(at);
        const to = ends.get(at)!;
        if (to.length !== 2 || at === start) break;
        const on = to[0] === from ? to[1]! : to[0]!;
        if (used.has(`${at} ${on}`)) break;
        [from, at] = [at, on];
      }
      lines.push(line);
    }
  }
  return lines;
}

/** Joins directed hexsides into directed lines. */
export function directedChains(sides: readonly (readonly [Corner, Corner])[]): Corner[][] {
  const next = new Map<Corner, Corner>(sides.map(([a, b]) => [a, b]));
  const arrivals = new Set(sides.map(([, b]) => b));
  const lines: Corner[][] = [];
  const walk = (start: Corner) => {
    const line = [start];
    for (let at = start; ; ) {
      const on = next.get(at);
      if (on === undefined) break;
      next.delete(at);
      line.push(on);
      at = on;
    }
    if (line.length > 1) lines.push(line);
  };
  for (const start of [...next.keys()].filter((k) => !arrivals.has(k))) walk(start);
  for (const start of [...next.keys()]) walk(start);
  return lines;
}
