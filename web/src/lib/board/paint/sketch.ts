// The map in a few strokes: a patch for each hex, a line for each river and road. It is made at once, and stands in for the painting until that is there.

import { side } from '../grid';
import { centre, HEIGHT, layoutOf, place } from '../layout';
import type { MapView } from '../types';
import { PALETTES, type Palette, type Season } from './palette';
import { lamplight, straight, stroke, type Pen } from './pen';
import { FORTS, GROVES, LAKES, MARSH, painted, region, TOWNS, WOODS } from './scene';
import { BREADTH } from './water';

/** How much broader than they are waters are drawn, and how broad roads: in a small picture, what is finer cannot be seen. */
const BROADER = 2.5;
const ROAD = 9;

const patches = (c: Palette): [readonly string[], string][] => [
  [WOODS, c.wood],
  [GROVES, c.grove],
  [MARSH, c.glint],
  [LAKES, c.water],
  [[...TOWNS, ...FORTS], c.house[0]],
];

/** Draws the whole sheet, at so many pixels to a unit of it. */
export function sketch(pen: Pen, said: MapView, season: Season, dark: boolean, density: number): void {
  const map = painted(said);
  const layout = layoutOf(map);
  const { sheet, frame } = layout;
  const c = PALETTES[season];
  pen.setTransform(density, 0, 0, density, -sheet.x * density, -sheet.y * density);
  pen.fillStyle = c.paper;
  pen.fillRect(sheet.x, sheet.y, sheet.w, sheet.h);
  pen.fillStyle = c.ground;
  pen.fillRect(frame.x, frame.y, frame.w, frame.h);
  for (const [words, colour] of patches(c)) {
    pen.fillStyle = colour;
    const half = (words.includes('town') ? 0.3 : 0.52) * HEIGHT;
    for (const hex of region({ map, layout }, words)) {
      const { x, y } = centre(hex);
      pen.fillRect(x - half, y - half, 2 * half, 2 * half);
    }
  }
  for (const [kind, breadth] of Object.entries(BREADTH)) {
    const waters = new Path2D();
    for (const one of map.hexsides.filter((hexside) => hexside.kind === kind)) {
      const [from, to] = [layout.read(one.from), layout.read(one.to)];
      const corners = from !== null && to !== null ? side(from, to) : null;
      if (corners) straight(waters, corners.map(place));
    }
    stroke(pen, waters, c.water, breadth * BROADER);
  }
  const roads = new Path2D();
  for (const { path } of map.roads) straight(roads, path.flatMap((number) => layout.read(number) ?? []).map(centre));
  stroke(pen, roads, c.road[0], ROAD);
  if (dark) lamplight(pen, sheet);
}
