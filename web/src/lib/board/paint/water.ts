// What runs along hexsides: rivers, streams, ditches, gullies, slopes, walls and fences; the bridges across them; and lakes.

import { chains, clumps, directedChains, side, touching, type Corner, type Id } from '../grid';
import { centre, grown, heading, hits, holds, place, plus, toward, type Point, type Rect } from '../layout';
import { along, closed, fill, Nearby, noise, open, paced, straight, stroke, type Pen } from './pen';
import { beyond, LAKES, once, region, shaken, soft, type Bare, type Part, type Scene } from './scene';

/** How wide each kind of running water is; kinds that are not listed are no water. */
export const BREADTH: Record<string, number> = { canal: 3.4, landgraben: 3, ditch: 3, brook: 3.8, stream: 5, river: 10.5 };
const BUILT = ['wall', 'fence', 'hedge'];
const DRY = ['slope', 'bridge', 'gully', 'ford', 'pontoon', ...BUILT];

export interface Water {
  kind: string;
  path: Path2D;
  line: Point[];
}

function pairs(scene: Bare, kind: string): [Id, Id][] {
  return scene.map.hexsides
    .filter((s) => s.kind === kind)
    .map((s) => [scene.layout.read(s.from), scene.layout.read(s.to)])
    .filter((pair): pair is [Id, Id] => pair[0] !== null && pair[1] !== null);
}

function sides(scene: Bare, kind: string): [Corner, Corner][] {
  return pairs(scene, kind)
    .map(([a, b]) => side(a, b))
    .filter((s) => s !== null);
}

/** A line of hexsides as points to draw a curve towards; its ends run on into a lake or off the map. */
function course(scene: Bare, line: Corner[], lakes: ReadonlySet<Id>): Point[] {
  const points = line.map(shaken);
  for (const atStart of [true, false]) {
    const key = atStart ? line[0] : line[line.length - 1];
    if (key === undefined) continue;
    const near = touching(key).filter((hex) => scene.layout.hexes.has(hex));
    const end = shaken(key);
    const lake = near.find((hex) => lakes.has(hex));
    let more: Point | null = null;
    if (lake !== undefined) more = toward(end, centre(lake), 0.6);
    else if (near.length < 3 && !holds(grown(scene.layout.frame, -60), end)) {
      // Away from the hexes that are there, beyond the frame.
      const sum = near.map(centre).reduce((a, b) => plus(a, b.x, b.y), { x: 0, y: 0 });
      const n = Math.max(1, near.length);
      const to = heading({ x: sum.x / n, y: sum.y / n }, place(key));
      more = plus(end, to.x * 60, to.y * 60);
    }
    if (more && atStart) points.unshift(more);
    else if (more) points.push(more);
  }
  return points;
}

export function surveyWaters(scene: Bare): Water[] {
  const lakes = region(scene, LAKES);
  return Object.keys(BREADTH).flatMap((kind) =>
    chains(sides(scene, kind)).map((line) => {
      const points = course(scene, line, lakes);
      const path = new Path2D();
      open(path, points);
      return { kind, path, line: along(points) };
    }),
  );
}

/** The waters as something to keep away from. */
export function banks(waters: readonly Water[]): Nearby {
  const found = new Nearby();
  for (const water of waters) found.add(water.line, BREADTH[water.kind]! / 2);
  return found;
}

/** Whether a point lies in running water or closer to it than `margin`. */
export const isWet = (scene: Scene, p: Point, margin: number) => scene.banks.within(p, margin);

export function paintWaters(pen: Pen, scene: Scene): void {
  const c = scene.colours;
  const lakes = region(scene, LAKES);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  paintGullies(pen, scene, lakes);
  const strange = new Set(scene.map.hexsides.map((s) => s.kind).filter((k) => !(k in BREADTH) && !DRY.includes(k)));
  for (const kind of strange) {
    const path = new Path2D();
    for (const line of chains(sides(scene, kind))) open(path, course(scene, line, lakes));
    stroke(pen, path, c.faint, 2, 1, [5, 4]);
  }
  for (const water of scene.waters) stroke(pen, water.path, c.shore, BREADTH[water.kind]! + 1.8);
  for (const water of scene.waters) {
    const wide = BREADTH[water.kind]!;
    stroke(pen, water.path, c.water, wide);
    if (wide > 8) {
      stroke(pen, water.path, c.shore, wide * 0.62, 0.35);
      stroke(pen, water.path, c.water, wide * 0.44);
      stroke(pen, water.path, c.glint, 1, 0.9, [9, 16, 4, 22]);
    }
    if (wide < 3.2) stroke(pen, water.path, c.earth, 1, 1, [1.5, 5]);
  }
}

function paintGullies(pen: Pen, scene: Scene, lakes: ReadonlySet<Id>): void {
  const c = scene.colours;
  for (const line of chains(sides(scene, 'gully'))) {
    const points = course(scene, line, lakes);
    const bed = new Path2D();
    open(bed, points);
    const ticks = new Path2D();
    paced(along(points), 3.6).forEach(({ at, to }, i) => {
      const long = 3.8 + 2.2 * noise(i, line.length, 93);
      for (const turn of [-1, 1]) {
        ticks.moveTo(at.x - to.y * turn * (2.2 + long), at.y + to.x * turn * (2.2 + long));
        ticks.lineTo(at.x - to.y * turn * 1.8, at.y + to.x * turn * 1.8);
      }
    });
    stroke(pen, bed, c.hill, 12, 0.22);
    stroke(pen, ticks, c.hill, 1);
  }
}

/** The crests of slopes: lines of points with the low ground on the left. */
function crests(scene: Scene): Point[][] {
  return once(scene, 'crests', () => {
    const list = pairs(scene, 'slope')
      .map(([low, high]) => side(high, low))
      .filter((s) => s !== null);
    return directedChains(list).map((line) => line.map(shaken));
  });
}

/** The soft shade below crests and the light above them. */
export function paintShade(pen: Pen, scene: Scene): void {
  const c = scene.colours;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const crest of crests(scene)) {
    const line = paced(along(crest), 8);
    for (const [away, width, colour, opacity] of [
      [9, 20, c.hill, 0.1],
      [7, 13, c.hill, 0.13],
      [-9, 16, c.light, 0.35],
      [-5, 9, c.light, 0.4],
    ] as const) {
      const path = new Path2D();
      open(
        path,
        line.map(({ at, to }) => plus(at, to.y * away, -to.x * away)),
      );
      stroke(pen, path, colour, width, opacity);
    }
  }
}

/** Hachures: wedges that begin at the crest and point downhill. */
export function paintHachures(pen: Pen, scene: Scene): void {
  const path = once(scene, 'hachures', () => {
    const wedges = new Path2D();
    crests(scene).forEach((crest, n) => {
      paced(along(crest), 3.3).forEach(({ at, to }, i) => {
        const long = 8.5 + 6 * noise(i, n, 94);
        wedges.moveTo(at.x - to.x * 0.9, at.y - to.y * 0.9);
        wedges.lineTo(at.x + to.x * 0.9, at.y + to.y * 0.9);
        wedges.lineTo(at.x + to.y * long, at.y - to.x * long);
        wedges.closePath();
      });
    });
    return wedges;
  });
  fill(pen, path, scene.colours.hill);
}

/** Walls of stone, fences and hedges along hexsides. */
export function paintFences(pen: Pen, scene: Scene): void {
  const c = scene.colours;
  const lines = (kind: string) => once(scene, `built ${kind}`, () => chains(sides(scene, kind)).map((line) => line.map((key) => toward(place(key), shaken(key), 0.35))));
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const kind of BUILT) {
    const [run, posts] = [new Path2D(), new Path2D()];
    for (const line of lines(kind)) {
      straight(run, line);
      for (const { at, to } of paced(line, kind === 'hedge' ? 5 : kind === 'wall' ? 4.6 : 8)) {
        if (kind === 'hedge') {
          posts.moveTo(at.x + 3, at.y);
          posts.arc(at.x, at.y, 3, 0, 2 * Math.PI);
        } else straight(posts, [plus(at, to.y * 2.6, -to.x * 2.6), plus(at, -to.y * 2.6, to.x * 2.6)]);
      }
    }
    if (kind === 'hedge') {
      fill(pen, posts, c.groveTree[0]);
    } else if (kind === 'wall') {
      stroke(pen, run, c.halo, 6.4, 0.8);
      stroke(pen, run, c.house[1], 4.4);
      stroke(pen, run, c.ridge, 2.6);
      stroke(pen, posts, c.house[1], 0.9);
    } else {
      stroke(pen, run, c.halo, 4.6, 0.7);
      stroke(pen, run, c.earth, 1.5);
      stroke(pen, posts, c.earth, 1.5);
    }
  }
}

/** Bridges: a deck across the water and its two rails. */
export function paintBridges(pen: Pen, scene: Scene): void {
  const c = scene.colours;
  const wide = (a: Id, b: Id) =>
    Object.entries(BREADTH)
      .filter(([kind]) => pairs(scene, kind).some(([p, q]) => (p === a && q === b) || (p === b && q === a)))
      .reduce((most, [, w]) => Math.max(most, w), 5);
  for (const [a, b] of pairs(scene, 'bridge')) {
    const [from, to] = [centre(a), centre(b)];
    const m = toward(from, to, 0.5);
    const half = wide(a, b) / 2 + 4;
    pen.save();
    pen.translate(m.x, m.y);
    pen.rotate(Math.atan2(to.y - from.y, to.x - from.x));
    pen.fillStyle = c.road[0];
    pen.fillRect(-half, -3.6, half * 2, 7.2);
    const rails = new Path2D();
    for (const s of [-1, 1]) {
      rails.moveTo(-half - 1, s * 6.6);
      rails.lineTo(-half + 1.6, s * 4.2);
      rails.lineTo(half - 1.6, s * 4.2);
      rails.lineTo(half + 1, s * 6.6);
    }
    stroke(pen, rails, c.ink, 1.6);
    pen.restore();
  }
}

/** Lakes and ponds: frozen in winter, with lines along the shore as old maps have them. */
export function paintLakes(pen: Pen, scene: Scene, part: Part): void {
  const c = scene.colours;
  for (const { clump, path, box } of once(scene, 'lakes', () => lakesOf(scene))) {
    if (!hits(box, part)) continue;
    fill(pen, path, c.water);
    pen.save();
    pen.clip(path);
    stroke(pen, path, c.shore, 13, 0.22);
    stroke(pen, path, c.water, 8.6);
    stroke(pen, path, c.shore, 7.4, 0.38);
    stroke(pen, path, c.water, 3.4);
    const marks = new Path2D();
    for (const hex of clump) {
      const m = centre(hex);
      for (let k = 0; k < 4; k += 1) {
        const x = m.x + (noise(hex, k, 41) - 0.5) * 40;
        const y = m.y + (noise(hex, k, 42) - 0.5) * 36;
        if (c.frozen) {
          const lean = (noise(hex, k, 43) - 0.5) * 10;
          marks.moveTo(x - 5, y);
          marks.lineTo(x + 1, y + lean);
          marks.lineTo(x + 6, y + lean * 0.4);
          marks.moveTo(x + 1, y + lean);
          marks.lineTo(x + 4, y + lean + 5);
        } else {
          marks.moveTo(x - 6, y);
          marks.quadraticCurveTo(x - 3, y - 2, x, y);
          marks.quadraticCurveTo(x + 3, y + 2, x + 6, y);
        }
      }
    }
    stroke(pen, marks, c.glint, 1, 0.9);
    pen.restore();
    stroke(pen, path, c.shore, 1.6);
  }
}

function lakesOf(scene: Scene): { clump: Set<Id>; path: Path2D; box: Rect }[] {
  return clumps(region(scene, LAKES)).map((clump) => {
    const path = new Path2D();
    for (const shape of soft(beyond(scene, clump), 0.25, 0.4)) closed(path, shape);
    const all = [...clump].map(centre);
    const [x, y] = [all.reduce((a, p) => Math.min(a, p.x), Infinity), all.reduce((a, p) => Math.min(a, p.y), Infinity)];
    const [w, h] = [all.reduce((a, p) => Math.max(a, p.x), -Infinity) - x, all.reduce((a, p) => Math.max(a, p.y), -Infinity) - y];
    return { clump, path, box: grown({ x, y, w, h }, 60) };
  });
}
