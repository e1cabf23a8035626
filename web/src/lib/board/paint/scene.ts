// A map made ready for painting: regions by terrain word, roads and waters as curves.

import { around, outlines, rightOf, standing, type Corner, type Id } from '../grid';
import { centre, grown, halves, heading, holds, layoutOf, place, plus, SIDE, toward, type Layout, type Point, type Rect } from '../layout';
import type { MapView } from '../types';
import { PALETTES, type Palette, type Season } from './palette';
import { noise, type Nearby } from './pen';
import { layRoads, type Roads } from './roads';
import { banks, surveyWaters, type Water } from './water';

/** A map and where its hexes lie. */
export interface Bare {
  map: MapView;
  layout: Layout;
}

export interface Scene {
  map: MapView;
  layout: Layout;
  colours: Palette;
  roads: Roads;
  waters: Water[];
  banks: Nearby;
  /** What is found out once for a map and needed for every part of it. */
  kept: Map<string, unknown>;
}

/** The part of the sheet that is painted, and how: so that nothing is painted that nobody sees. */
export interface Part extends Rect {
  /** Pixels to a unit of the sheet. */
  density: number;
}

/** From afar: single trees, furrows and numbers would be specks, and names would be too small. */
export const AFAR = 0.34;
/** What is smaller than a pixel is left out. */
export const TINY = 0.5;

/** Finds something out once for each map. */
export function once<T>(scene: Scene, key: string, make: () => T): T {
  if (!scene.kept.has(key)) scene.kept.set(key, make());
  return scene.kept.get(key) as T;
}

/** Those of some hexes that can be seen in a part. */
export function within(part: Rect, hexes: Iterable<Id>, margin = 60): Id[] {
  const box = grown(part, margin);
  const found: Id[] = [];
  for (const hex of hexes) if (holds(box, centre(hex))) found.push(hex);
  return found;
}

export const WOODS = ['woods', 'wood', 'forest'];
export const GROVES = ['grove', 'orchard', 'park', 'garden'];
export const LAKES = ['lake', 'pond', 'water', 'sea'];
export const MARSH = ['marsh', 'swamp', 'bog'];
export const ROUGH = ['rough', 'broken', 'rocks', 'crags'];
export const TOWNS = ['town', 'village', 'city', 'church', 'castle'];
export const FORTS = ['fort', 'redoubt', 'lunette', 'fortress'];

/** A map as it is painted: in words that painters know. */
export function painted(map: MapView): MapView {
  const { looks } = map;
  if (!looks) return map;
  const worn = (word: string) => looks[word]?.split(' ').filter(Boolean) ?? [word];
  const sides = new Map<string, MapView['hexsides'][number]>();
  for (const side of map.hexsides) {
    // A bridge may be listed apart from its river, or with it.
    for (const kind of worn(side.kind)) sides.set([kind, ...[side.from, side.to].sort()].join(' '), { ...side, kind });
  }
  return {
    ...map,
    hexes: map.hexes.map((hex) => ({ ...hex, terrain: hex.terrain.flatMap(worn) })),
    hexsides: [...sides.values()],
    places: map.places.map((place) => ({ ...place, kind: worn(place.kind).at(-1) ?? '' })),
  };
}

export function sceneOf(said: MapView, season: Season): Scene {
  const map = painted(said);
  const layout = layoutOf(map);
  const bare = { map, layout, colours: PALETTES[season] };
  const waters = surveyWaters(bare);
  return { ...bare, roads: layRoads(bare), waters, banks: banks(waters), kept: new Map() };
}

/** The hexes that carry one of these words. */
export function region(scene: Bare, words: readonly string[]): Set<Id> {
  const found = new Set<Id>();
  for (const hex of scene.map.hexes) {
    if (!hex.terrain.some((word) => words.includes(word))) continue;
    const at = scene.layout.read(hex.number);
    if (at !== null) found.add(at);
  }
  return found;
}

/** The hexes of places of these kinds. */
export function places(scene: Bare, kinds: readonly string[]): Set<Id> {
  const all = scene.map.places.filter((p) => kinds.includes(p.kind)).flatMap((p) => p.hexes.map(scene.layout.read));
  return new Set(all.filter((hex) => hex !== null));
}

/** A region together with the hexes just off the map that it would cover if the map went on. */
export function beyond(scene: { layout: Layout }, hexes: ReadonlySet<Id>): Set<Id> {
  const all = new Set(hexes);
  for (const hex of hexes) {
    for (const other of around(hex)) if (!scene.layout.hexes.has(other)) all.add(other);
  }
  return all;
}

/** The points towards which the soft outlines of a region are drawn. `inset` pulls them inwards, `wobble` shakes them. */
export function soft(hexes: ReadonlySet<Id>, inset: number, wobble: number): Point[][] {
  return outlines(hexes).map((walk) => {
    const points: Point[] = [];
    walk.forEach((key, i) => {
      const next = walk[(i + 1) % walk.length]!;
      // The hexes of the region that touch a corner of its outline are those beside the two hexsides that meet there.
      const [one, two] = [rightOf(walk[(i + walk.length - 1) % walk.length]!, key), rightOf(key, next)];
      const inward = halves((one.x + two.x) / 2, (one.y + two.y) / 2, standing(key));
      const [a, b] = [place(key), place(next)];
      points.push(toward(a, inward, inset * (0.3 + 1.4 * noise(key, 1, 31))));
      const to = heading(a, b);
      const depth = SIDE * (inset * 0.75 + wobble * (noise(key, next, 32) - 0.5));
      points.push(plus(toward(a, b, 0.5), -to.y * depth, to.x * depth));
    });
    return points;
  });
}

/** Outlines of a region that cut the corners of its hexes: for what has no reason to be jagged. */
export function smooth(hexes: ReadonlySet<Id>): Point[][] {
  return outlines(hexes).map((walk) => {
    let points = walk.map((key, i) => toward(place(key), place(walk[(i + 1) % walk.length]!), 0.5));
    for (let pass = 0; pass < 2 && points.length > 6; pass += 1) {
      const from = points;
      const n = from.length;
      points = from.map((p, i) => toward(p, toward(from[(i + n - 1) % n]!, from[(i + 1) % n]!, 0.5), 0.42));
    }
    return points;
  });
}

/** A corner, moved a little, always by the same. */
export function shaken(key: Corner): Point {
  return plus(place(key), (noise(key, 3, 91) - 0.5) * 7, (noise(key, 4, 92) - 0.5) * 7);
}

