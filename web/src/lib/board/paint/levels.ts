// Heights: each level a little lighter or warmer than the one below, with a contour line around it and short strokes downhill.

import type { Id } from '../grid';
import { grown, holds, plus, type Point } from '../layout';
import { closed, fill, noise, paced, ring, straight, stroke, type Pen } from './pen';
import { AFAR, beyond, once, smooth, type Part, type Scene } from './scene';

interface Level {
  /** What lies so high or higher. */
  path: Path2D;
  /** The outline, the high ground on the right. */
  rings: Point[][];
}

/** The levels of a map from the lowest above the plain. */
function levelsOf(scene: Scene): Level[] {
  const heights = scene.map.hexes.map((hex) => hex.level ?? 0);
  const low = heights.reduce((least, h) => Math.min(least, h), Infinity);
  const high = heights.reduce((most, h) => Math.max(most, h), 0);
  const found: Level[] = [];
  for (let level = low + 1; level <= high; level += 1) {
    const hexes = new Set<Id>();
    for (const hex of scene.map.hexes) {
      const at = (hex.level ?? 0) >= level ? scene.layout.read(hex.number) : null;
      if (at !== null) hexes.add(at);
    }
    const path = new Path2D();
    const shapes = smooth(beyond(scene, hexes));
    for (const shape of shapes) closed(path, shape);
    const rings = shapes.map(ring);
    for (const line of rings) if (line[0]) line.push(line[0]);
    found.push({ path, rings });
  }
  return found;
}

/** Light falls from the upper left, as on old maps: slopes away from it are dark. */
const lit = (to: Point) => (-to.y * 0.6 + to.x * 0.8 + 1) / 2;

export function paintLevels(pen: Pen, scene: Scene, part: Part): void {
  const levels = once(scene, 'levels', () => levelsOf(scene));
  if (levels.length === 0) return;
  const c = scene.colours;
  const near = grown(part, 40);
  const far = part.density < AFAR;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  levels.forEach(({ path, rings }) => {
    // A soft edge below the line, so that the step is felt before it is read.
    stroke(pen, path, c.hill, 13, 0.1);
    stroke(pen, path, c.hill, 6, 0.1);
    fill(pen, path, c.height, 0.34, 'evenodd');
    if (!far) {
      const [dark, pale] = [new Path2D(), new Path2D()];
      rings.forEach((line, n) => {
        paced(line, 4.2).forEach(({ at, to }, i) => {
          if (!holds(near, at)) return;
          const shade = lit(to);
          const long = 4 + 5 * shade + 3 * noise(i, n, 95);
          straight(shade > 0.5 ? dark : pale, [at, plus(at, to.y * long, -to.x * long)]);
        });
      });
      stroke(pen, dark, c.hill, 0.95, 0.7);
      stroke(pen, pale, c.hill, 0.7, 0.42);
    }
    stroke(pen, path, c.contour, far ? 2.6 : 1.3, far ? 0.75 : 0.8);
  });
}
