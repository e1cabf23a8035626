// Which part of a map a small picture of it shows.

import { centre, gap, layoutOf, type Point, type Rect } from './layout';
import type { MapView } from './types';

/** So many times as wide as its picture is a map too large for the middle of its objectives to say much. */
const LARGE = 2.5;

/** A window of this size: around the objectives, or on a large map where most of what it is about can be seen. `about` names places. */
export function heart(map: MapView, about: string, size: { w: number; h: number }): Rect {
  const { sheet, read } = layoutOf(map);
  const points = (hexes: readonly string[]) => hexes.map(read).filter((hex) => hex !== null).map(centre);
  const clamp = (v: number, low: number, high: number) => Math.max(low, Math.min(high, v));
  const around = (m: Point): Rect => ({
    x: clamp(m.x - size.w / 2, sheet.x, sheet.x + sheet.w - size.w),
    y: clamp(m.y - size.h / 2, sheet.y, sheet.y + sheet.h - size.h),
    ...size,
  });
  const mean = (list: readonly Point[]) => ({ x: list.reduce((s, p) => s + p.x, 0) / list.length, y: list.reduce((s, p) => s + p.y, 0) / list.length });
  const goals = points(map.hexes.filter((hex) => hex.objective).map((hex) => hex.number));
  const middle = goals.length > 0 ? mean(goals) : { x: sheet.x + sheet.w / 2, y: sheet.y + sheet.h / 2 };
  if (sheet.w < LARGE * size.w) return around(middle);

  const text = about.toLowerCase();
  const places = map.places.map((place) => ({ at: points(place.hexes), named: text.includes(place.name.toLowerCase()) })).filter((place) => place.at.length > 0);
  const worth = (r: Rect) => {
    const inside = (p: Point) => p.x > r.x + 70 && p.x < r.x + r.w - 70 && p.y > r.y + 60 && p.y < r.y + r.h - 60;
    const here = places.filter((place) => place.at.every(inside));
    if (here.length === 0) return 0;
    // Of windows with the same places the one that has them in its middle.
    const off = gap(mean(here.flatMap((place) => place.at)), { x: r.x + r.w / 2, y: r.y + r.h / 2 });
    return here.reduce((sum, place) => sum + (place.named ? 10 : 2), 0) - off / size.w;
  };
  const middles = places.map((place) => mean(place.at));
  // Each place, and the way between two of them.
  const tries = middles.flatMap((a, i) => middles.slice(i).map((b) => mean([a, b]))).map(around);
  return tries.reduce((best, one) => (worth(one) > worth(best) ? one : best), around(middle));
}
