// Roads: smooth curves through hexes, each stretch drawn once even if several roads use it.

import { around, type Id } from '../grid';
import { centre, grown, heading, holds, plus, toward, type Layout, type Point } from '../layout';
import type { MapView } from '../types';
import { Nearby, noise, stroke, type Pen } from './pen';
import type { Palette } from './palette';

export interface Exit {
  hex: Id;
  at: Point;
  to: Point;
  name: string;
}

export interface Roads {
  main: Path2D;
  lesser: Path2D;
  tracks: Path2D;
  near: Nearby;
  exits: Exit[];
}

/** Crossroads and both ends of bridges, where a road must pass where it does. */
function fixed({ map, layout: { read } }: { map: MapView; layout: Layout }): Set<Id> {
  const seen = new Set<Id>();
  const found = new Set<Id>();
  for (const number of map.roads.flatMap((road) => road.path)) {
    const hex = read(number);
    if (hex === null) continue;
    if (seen.has(hex)) found.add(hex);
    seen.add(hex);
  }
  for (const side of map.hexsides.filter((s) => s.kind === 'bridge')) {
    for (const hex of [read(side.from), read(side.to)]) if (hex !== null) found.add(hex);
  }
  return found;
}

/** The way out of an edge hex that best goes on from where the road came. */
export function wayOut(layout: Layout, hex: Id, cameFrom: Id | null): Point | null {
  const m = centre(hex);
  const wanted = cameFrom === null ? { x: 0, y: 0 } : heading(centre(cameFrom), m);
  let best: Point | null = null;
  let most = -Infinity;
  for (const other of around(hex)) {
    if (layout.hexes.has(other)) continue;
    const to = heading(m, centre(other));
    // Leaving through the sheet's own edge is better than leaving into a corner that was cut out.
    const off = holds(grown(layout.frame, -20), plus(m, to.x * 60, to.y * 60)) ? 0 : 0.6;
    const score = to.x * wanted.x + to.y * wanted.y + off;
    if (score > most) [best, most] = [to, score];
  }
  return best;
}

/** How a road is drawn: as its class says, and where there are no classes, by whether it leaves the map. */
function rank(road: MapView['roads'][number]): 'main' | 'lesser' | 'tracks' {
  if (!road.class) return road.edge ? 'main' : 'lesser';
  if (/major|main|chaussee|highway/i.test(road.class)) return 'main';
  return /track|trail|path/i.test(road.class) ? 'tracks' : 'lesser';
}

export function layRoads({ map, layout }: { map: MapView; layout: Layout }): Roads {
  const found: Roads = { main: new Path2D(), lesser: new Path2D(), tracks: new Path2D(), near: new Nearby(), exits: [] };
  const anchored = fixed({ map, layout });
  const used = new Set<string>();
  // Main roads first, so that a stretch shared with a lesser one is drawn as main road.
  const roads = (['main', 'lesser', 'tracks'] as const).flatMap((one) => map.roads.filter((road) => rank(road) === one));
  for (const road of roads) {
    const hexes = road.path.map(layout.read).filter((hex) => hex !== null);
    const raw = hexes.map((hex) => plus(centre(hex), (noise(hex, 1, 51) - 0.5) * 7, (noise(hex, 2, 52) - 0.5) * 7));
    // Takes the zigzag out of roads that run across the grain of the hexes.
    const points = raw.map((p, i) => {
      const [before, after] = [raw[i - 1], raw[i + 1]];
      return before && after && !anchored.has(hexes[i]!) ? toward(p, toward(before, after, 0.5), 0.36) : p;
    });
    const last = hexes[hexes.length - 1];
    const to = road.edge && last !== undefined ? wayOut(layout, last, hexes[hexes.length - 2] ?? null) : null;
    if (to && last !== undefined) {
      const m = centre(last);
      points.push(plus(m, to.x * 90, to.y * 90));
      found.exits.push({ hex: last, at: plus(m, to.x * 34.6, to.y * 34.6), to, name: road.name });
    }
    const path = found[rank(road)];
    let pen: Point | null = null;
    for (let i = 0; i + 1 < points.length; i += 1) {
      const [a, b] = [hexes[i], hexes[i + 1]];
      if (a !== undefined && b !== undefined) {
        const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
        if (used.has(key)) continue;
        used.add(key);
      }
      const [from, end] = [points[i]!, points[i + 1]!];
      const before = points[i - 1] ?? from;
      const after = points[i + 2] ?? end;
      const one = plus(from, (end.x - before.x) / 5.4, (end.y - before.y) / 5.4);
      const two = plus(end, (from.x - after.x) / 5.4, (from.y - after.y) / 5.4);
      if (pen !== from) path.moveTo(from.x, from.y);
      path.bezierCurveTo(one.x, one.y, two.x, two.y, end.x, end.y);
      pen = end;
      const line: Point[] = [];
      for (let t = 0; t <= 6; t += 1) {
        const [p, q, r] = [toward(from, one, t / 6), toward(one, two, t / 6), toward(two, end, t / 6)];
        line.push(toward(toward(p, q, t / 6), toward(q, r, t / 6), t / 6));
      }
      found.near.add(line);
    }
  }
  return found;
}

/** First the borders, then the surface, so that crossings join. */
export function paintRoads(pen: Pen, roads: Roads, c: Palette): void {
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  stroke(pen, roads.tracks, c.kerb, 2, 0.8, [6, 4]);
  stroke(pen, roads.lesser, c.kerb, 4.4);
  stroke(pen, roads.main, c.kerb, 6.6);
  stroke(pen, roads.lesser, c.road[1], 2.8);
  stroke(pen, roads.main, c.road[0], 4.4);
}
