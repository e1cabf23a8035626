// Which way a piece looks: angles in degrees, clockwise from the top of the map. Pure arithmetic.

import type { Point } from './layout';
import type { Turn } from './types';

const FULL = 360;
const wrapped = (degrees: number) => ((degrees % FULL) + FULL) % FULL;

/** How far one has to turn from one angle to another, clockwise: above 0 and up to 180, or down to -180 the other way. */
export function between(from: number, to: number): number {
  const far = wrapped(to - from);
  return far > FULL / 2 ? far - FULL : far;
}

/** The angle at which a point is seen from another. */
export function bearing(from: Point, to: Point): number {
  return wrapped((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI);
}

/** A point at an angle and a distance. */
export function toward(from: Point, degrees: number, far: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: from.x + Math.sin(angle) * far, y: from.y - Math.cos(angle) * far };
}

/** Of the ways to look, the present one included, the one next to an angle. */
export function nearest(turn: Turn, degrees: number): number {
  const far = (angle: number) => Math.abs(between(degrees, angle));
  return [turn.now, ...turn.to].reduce((best, angle) => (far(angle) < far(best) ? angle : best));
}

/** The next way to look to the right (1) or to the left (-1), or nothing if there is none on that side. */
export function turned(turn: Turn, way: 1 | -1): number | null {
  const far = (angle: number) => wrapped(way * (angle - turn.now));
  const all = turn.to.filter((angle) => far(angle) > 0 && far(angle) <= FULL / 2);
  return all.length === 0 ? null : all.reduce((best, angle) => (far(angle) < far(best) ? angle : best));
}

/** From the middle of a square with this half width to its edge, at an angle. */
export function reach(degrees: number, half: number): number {
  const angle = (degrees * Math.PI) / 180;
  return half / Math.max(Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle)));
}
