// A map made ready for painting: regions by terrain word, roads and waters as curves.

import { around, outlines, touching, type Corner, type Id } from '../grid';
import { centre, heading, layoutOf, place, plus, SIDE, toward, type Layout, type Point } from '../layout';
import type { MapView } from '../types';
import { SUMMER, WINTER, type Palette } from './palette';
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
}

export const WOODS = ['woods', 'wood', 'forest'];
export const GROVES = ['grove', 'orchard', 'park', 'garden'];
export const LAKES = ['lake', 'pond', 'water', 'sea'];
export const MARSH = ['marsh', 'swamp', 'bog'];
export const ROUGH = ['rough', 'broken', 'rocks', 'crags'];
export const TOWNS = ['town', 'village', 'city'];
export const FORTS = ['fort', 'redoubt', 'lunette', 'fortress'];

export function sceneOf(map: MapView, winter: boolean): Scene {
  const layout = layoutOf(map);
  const bare = { map, layout, colours: winter ? WINTER : SUMMER };
  const waters = surveyWaters(bare);
  return { ...bare, roads: layRoads(bare), waters, banks: banks(waters) };
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
  const inward = (key: Corner): Point => {
    const own = touching(key).filter((hex) => hexes.has(hex));
    const sum = own.map(centre).reduce((a, b) => plus(a, b.x, b.y), { x: 0, y: 0 });
    return { x: sum.x / Math.max(1, own.length), y: sum.y / Math.max(1, own.length) };
  };
  return outlines(hexes).map((walk) => {
    const points: Point[] = [];
    walk.forEach((key, i) => {
      const next = walk[(i + 1) % walk.length]!;
      const [a, b] = [place(key), place(next)];
      points.push(toward(a, inward(key), inset * (0.3 + 1.4 * noise(key, 1, 31))));
      const to = heading(a, b);
      const depth = SIDE * (inset * 0.75 + wobble * (noise(key, next, 32) - 0.5));
      points.push(plus(toward(a, b, 0.5), -to.y * depth, to.x * depth));
    });
    return points;
  });
}

/** A corner, moved a little, always by the same. */
export function shaken(key: Corner): Point {
  return plus(place(key), (noise(key, 3, 91) - 0.5) * 7, (noise(key, 4, 92) - 0.5) * 7);
}

