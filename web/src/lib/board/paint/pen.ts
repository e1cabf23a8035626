// Noise that is the same every time, smooth curves, and a few strokes that every painter needs.

import { gap, heading, plus, toward, type Point, type Rect } from '../layout';

export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A number from 0 to 1 that depends on its arguments only. */
export function noise(a: number, b: number, salt: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(salt, 0xc2b2ae3d);
  for (let i = 0; i < 2; i += 1) {
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
    h ^= h >>> 15;
  }
  return (h >>> 0) / 0xffffffff;
}

/** Adds a smooth open curve that begins and ends at the given points and rounds off those between. */
export function open(path: Path2D, points: readonly Point[]): void {
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || !last) return;
  path.moveTo(first.x, first.y);
  for (let i = 1; i < points.length - 1; i += 1) {
    const [p, on] = [points[i]!, toward(points[i]!, points[i + 1]!, 0.5)];
    path.quadraticCurveTo(p.x, p.y, on.x, on.y);
  }
  path.lineTo(last.x, last.y);
}

/** Adds a smooth closed curve drawn towards the given points. */
export function closed(path: Path2D, points: readonly Point[]): void {
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || !last) return;
  const start = toward(last, first, 0.5);
  path.moveTo(start.x, start.y);
  points.forEach((p, i) => {
    const on = toward(p, points[(i + 1) % points.length]!, 0.5);
    path.quadraticCurveTo(p.x, p.y, on.x, on.y);
  });
  path.closePath();
}

/** Adds straight lines. */
export function straight(path: Path2D, points: readonly Point[], close = false): void {
  points.forEach((p, i) => (i === 0 ? path.moveTo(p.x, p.y) : path.lineTo(p.x, p.y)));
  if (close) path.closePath();
}

function quadratic(a: Point, b: Point, c: Point, t: number): Point {
  return toward(toward(a, b, t), toward(b, c, t), t);
}

/** Points along the curve that `open` draws. */
export function along(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points];
  const all = [points[0]!];
  let from = toward(points[0]!, points[1]!, 0.5);
  all.push(from);
  for (let i = 1; i < points.length - 1; i += 1) {
    const to = toward(points[i]!, points[i + 1]!, 0.5);
    for (let step = 1; step <= 6; step += 1) all.push(quadratic(from, points[i]!, to, step / 6));
    from = to;
  }
  all.push(points[points.length - 1]!);
  return all;
}

/** Points along the curve that `closed` draws. */
export function ring(points: readonly Point[]): Point[] {
  const all: Point[] = [];
  if (points.length === 0) return all;
  let from = toward(points[points.length - 1]!, points[0]!, 0.5);
  points.forEach((p, i) => {
    const to = toward(p, points[(i + 1) % points.length]!, 0.5);
    for (let step = 1; step <= 4; step += 1) all.push(quadratic(from, p, to, step / 4));
    from = to;
  });
  return all;
}

/** Points at equal steps along a line, each with the heading there. */
export function paced(points: readonly Point[], step: number): { at: Point; to: Point }[] {
  const found: { at: Point; to: Point }[] = [];
  let left = step / 2;
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [a, b] = [points[i]!, points[i + 1]!];
    const long = gap(a, b);
    const to = heading(a, b);
    let at = left;
    for (; at < long; at += step) found.push({ at: toward(a, b, at / long), to });
    left = at - long;
  }
  return found;
}

/** Whether a point lies inside a set of rings; holes count as outside. */
export function inside(rings: readonly (readonly Point[])[], p: Point): boolean {
  let odd = false;
  for (const points of rings) {
    for (let i = 0, j = points.length - 1; i < points.length; j = i, i += 1) {
      const [a, b] = [points[i]!, points[j]!];
      if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
    }
  }
  return odd;
}

/** Distance from a point to a line of points. */
export function afar(line: readonly Point[], p: Point): number {
  let least = Infinity;
  for (let i = 0; i + 1 < line.length; i += 1) {
    const [a, b] = [line[i]!, line[i + 1]!];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const long = dx * dx + dy * dy;
    const t = long < 1e-9 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / long));
    least = Math.min(least, gap(p, plus(a, t * dx, t * dy)));
  }
  return least;
}

/** Squares of this size hold the lines that pass through them. */
const BUCKET = 96;
/** Nobody asks whether a line is nearer than this. */
const FARTHEST = 40;

interface Piece {
  line: readonly Point[];
  wider: number;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Lines that know where they lie, so that asking how near a point is stays cheap on a map of any size. */
export class Nearby {
  readonly #buckets = new Map<number, Piece[]>();

  /** Adds a line, in short pieces, for a line `wider` than its middle. */
  add(line: readonly Point[], wider = 0): void {
    for (let i = 0; i + 1 < line.length; i += 8) {
      const piece = line.slice(i, i + 9);
      const xs = piece.map((p) => p.x);
      const ys = piece.map((p) => p.y);
      const one: Piece = {
        line: piece,
        wider,
        x0: Math.min(...xs) - wider,
        y0: Math.min(...ys) - wider,
        x1: Math.max(...xs) + wider,
        y1: Math.max(...ys) + wider,
      };
      for (let c = bucket(one.x0 - FARTHEST); c <= bucket(one.x1 + FARTHEST); c += 1) {
        for (let r = bucket(one.y0 - FARTHEST); r <= bucket(one.y1 + FARTHEST); r += 1) {
          const key = c * 4096 + r;
          const list = this.#buckets.get(key);
          if (list) list.push(one);
          else this.#buckets.set(key, [one]);
        }
      }
    }
  }

  /** Whether some line comes closer to a point than `reach`, which is at most 40. */
  within(p: Point, reach: number): boolean {
    const list = this.#buckets.get(bucket(p.x) * 4096 + bucket(p.y));
    if (!list) return false;
    return list.some(
      (l) => p.x > l.x0 - reach && p.x < l.x1 + reach && p.y > l.y0 - reach && p.y < l.y1 + reach && afar(l.line, p) < reach + l.wider,
    );
  }
}

const bucket = (v: number) => Math.floor(v / BUCKET) + 1024;

export function stroke(pen: Pen, path: Path2D, colour: string, width: number, opacity = 1, dash: number[] = []): void {
  pen.globalAlpha = opacity;
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.stroke(path);
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

export function fill(pen: Pen, path: Path2D, colour: string, opacity = 1, rule: CanvasFillRule = 'nonzero'): void {
  pen.globalAlpha = opacity;
  pen.fillStyle = colour;
  pen.fill(path, rule);
  pen.globalAlpha = 1;
}

/** A five-pointed star. */
export function star(m: Point, size: number): Path2D {
  const path = new Path2D();
  const points: Point[] = [];
  for (let i = 0; i < 10; i += 1) {
    const angle = Math.PI * (i / 5 - 0.5);
    const r = i % 2 === 0 ? size : size * 0.42;
    points.push({ x: m.x + r * Math.cos(angle), y: m.y + r * Math.sin(angle) });
  }
  straight(path, points, true);
  return path;
}

export const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", "Book Antiqua", Georgia, "Liberation Serif", serif';
export const SANS = '"Avenir Next Condensed", "Roboto Condensed", "Arial Narrow", "Liberation Sans Narrow", "Helvetica Neue", Arial, sans-serif';

/** By lamplight: the same colours, darker and warmer. */
export function lamplight(pen: Pen, { x, y, w, h }: Rect): void {
  pen.globalCompositeOperation = 'multiply';
  pen.fillStyle = '#8f8a86';
  pen.fillRect(x, y, w, h);
  pen.globalCompositeOperation = 'source-over';
}
