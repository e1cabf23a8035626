// Where hexes lie on the sheet, in sheet units; and the way back from a point to its hex.

import { cornerX, cornerY, corners, id, middle, pointy, standing, type Corner, type Id } from './grid';
import { readerOf, writerOf, type Reader, type Writer } from './names';
import type { MapView } from './types';

/** Distance from the centre of a hex to its corners. */
export const SIDE = 40;
/** Distance from side to opposite side. */
export const HEIGHT = 69.282;
/** Room between the outermost hexes and the inner frame line. */
export const RIM = 15;
/** Width of the band between inner and outer frame. */
export const BAND = 22;
/** Width and height of a counter. */
export const COUNTER = 46;

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const grown = (r: Rect, by: number): Rect => ({ x: r.x - by, y: r.y - by, w: r.w + 2 * by, h: r.h + 2 * by });
export const holds = (r: Rect, p: Point) => p.x >= r.x && p.x <= r.x + r.w && p.y >= r.y && p.y <= r.y + r.h;
export const hits = (a: Rect, b: Rect) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

export const toward = (a: Point, b: Point, part: number): Point => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
export const plus = (a: Point, x: number, y: number): Point => ({ x: a.x + x, y: a.y + y });
export const gap = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Unit vector towards another point; rightwards if they coincide. */
export function heading(a: Point, b: Point): Point {
  const long = gap(a, b);
  return long < 1e-9 ? { x: 1, y: 0 } : { x: (b.x - a.x) / long, y: (b.y - a.y) / long };
}

export function centre(hex: Id): Point {
  const { x, y } = middle(hex);
  return halves(x, y, pointy(hex));
}

/** A point in halves, as corners and middles of hexes are given, on the sheet. */
export function halves(x: number, y: number, upright: boolean): Point {
  return upright ? { x: (x * HEIGHT) / 2, y: (y * SIDE) / 2 } : { x: (x * SIDE) / 2, y: (y * HEIGHT) / 2 };
}

export function place(key: Corner): Point {
  return halves(cornerX(key), cornerY(key), standing(key));
}

/** The hex in which a point of the sheet lies, on the map or not. */
export function hexAt(p: Point, upright = false): Id {
  // The line of hexes is guessed within one; of each line only the hex beside the point comes into question.
  const guess = Math.round(((upright ? -p.y : p.x) - SIDE) / (1.5 * SIDE)) + 1;
  let best: Id = id(1, 1, upright);
  let least = Infinity;
  for (let line = guess - 1; line <= guess + 1; line += 1) {
    const early = (line & 1) === (upright ? 0 : 1);
    const place = Math.round(((upright ? p.x : p.y) - (early ? HEIGHT / 2 : HEIGHT)) / HEIGHT) + 1;
    const hex = upright ? id(place, line, true) : id(line, place);
    const far = gap(centre(hex), p);
    if (far < least) [best, least] = [hex, far];
  }
  return best;
}

/** A hex as path data, drawn smaller or larger. */
export function outline(hex: Id, scale = 1): string {
  const m = centre(hex);
  return `${corners(hex)
    .map((key, i) => {
      const p = toward(m, place(key), scale);
      return `${i === 0 ? 'M' : 'L'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
    })
    .join('')}Z`;
}

export interface Layout {
  /** Whether hexes stand on a corner. */
  upright: boolean;
  /** Reads a printed number of this map. */
  read: Reader;
  /** Writes a hex as this map prints it. */
  write: Writer;
  hexes: ReadonlySet<Id>;
  /** What the inner frame line encloses. */
  frame: Rect;
  /** The whole sheet, with the band around the frame. */
  sheet: Rect;
}

export function layoutOf(map: MapView): Layout {
  const read = readerOf(map);
  const upright = map.grid === 'pointy-top';
  const hexes = new Set<Id>();
  for (const hex of map.hexes) {
    const at = read(hex.number);
    if (at !== null) hexes.add(at);
  }
  const [lines, places] = upright ? [map.rows, map.columns] : [map.columns, map.rows];
  const across = SIDE * (2 + 1.5 * (Math.max(1, lines) - 1));
  const along = HEIGHT * (Math.max(1, places) + (lines > 1 ? 0.5 : 0));
  const frame = grown(upright ? { x: 0, y: -across, w: along, h: across } : { x: 0, y: 0, w: across, h: along }, RIM);
  return { upright, read, write: writerOf(map), hexes, frame, sheet: grown(frame, BAND + 3) };
}
