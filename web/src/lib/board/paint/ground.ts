// Open ground, woods and groves, marshes; the hex grid, its numbers, the objectives.

import { around, clumps, corners, outlines, type Id } from '../grid';
import { centre, grown, hexAt, hits, place, plus, type Point, type Rect } from '../layout';
import { closed, fill, inside, noise, ring, SANS, SERIF, star, straight, stroke, type Pen } from './pen';
import { AFAR, beyond, FORTS, GROVES, LAKES, MARSH, once, region, ROUGH, soft, TINY, TOWNS, within, WOODS, type Part, type Scene } from './scene';
import { isWet } from './water';

const KNOWN = [...WOODS, ...GROVES, ...LAKES, ...MARSH, ...ROUGH, ...TOWNS, ...FORTS, 'clear'];

/** Open ground with blots of light and shade, so that it is never flat. */
export function paintGround(pen: Pen, scene: Scene, part: Part): void {
  const { frame } = scene.layout;
  const c = scene.colours;
  pen.fillStyle = c.ground;
  pen.fillRect(frame.x, frame.y, frame.w, frame.h);
  const step = 118;
  const near = grown(part, 280);
  for (let row = 0; row <= frame.h / step; row += 1) {
    for (let column = 0; column <= frame.w / step; column += 1) {
      const lies = { x: frame.x + column * step, y: frame.y + row * step, w: step, h: step };
      if (!hits(near, lies)) continue;
      const colour = noise(column, row, 1) < 0.55 ? c.shade : c.light;
      pen.save();
      pen.translate(frame.x + (column + noise(column, row, 2)) * step, frame.y + (row + noise(column, row, 3)) * step);
      pen.rotate(noise(column, row, 6) * Math.PI);
      pen.scale(70 + 90 * noise(column, row, 4), 40 + 60 * noise(column, row, 5));
      const glow = pen.createRadialGradient(0, 0, 0, 0, 0, 1);
      glow.addColorStop(0, `${colour}d8`);
      glow.addColorStop(1, `${colour}00`);
      pen.fillStyle = glow;
      pen.fillRect(-1, -1, 2, 2);
      pen.restore();
    }
  }
}

function bareHexes(scene: Scene, part: Part): Id[] {
  const bare = once(scene, 'bare', () => {
    const covered = region(scene, KNOWN.filter((word) => word !== 'clear'));
    return [...scene.layout.hexes].filter((hex) => !covered.has(hex));
  });
  return within(part, bare);
}

/** Ploughed strips around villages and here and there in the open, and tufts of grass, or what sticks out of the snow. */
export function paintFields(pen: Pen, scene: Scene, part: Part): void {
  const c = scene.colours;
  const bare = bareHexes(scene, part);
  const houses = once(scene, 'towns', () => region(scene, TOWNS));
  const furrows = new Path2D();
  for (const hex of bare) {
    const village = around(hex).some((h) => houses.has(h));
    if (noise(hex, 1, 11) > (village ? 0.75 : 0.16)) continue;
    const m = centre(hex);
    const turn = noise(hex, 2, 12) * Math.PI;
    const at = (x: number, y: number): Point => plus(m, x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn));
    const count = 2 + Math.floor(noise(hex, 3, 13) * 2);
    let left = -26 + 8 * noise(hex, 4, 14);
    for (let strip = 0; strip < count; strip += 1) {
      const wide = 12 + 10 * noise(hex, strip, 15);
      const high = 22 + 16 * noise(hex, strip, 16);
      const top = -high / 2 + 8 * (noise(hex, strip, 17) - 0.5);
      const plot = new Path2D();
      straight(plot, [at(left, top), at(left + wide, top), at(left + wide + 2, top + high), at(left + 1, top + high)], true);
      fill(pen, plot, c.field[Math.floor(noise(hex, strip, 18) * 2.99) as 0 | 1 | 2], 0.8);
      for (let x = left + 3.2; x < left + wide - 1; x += 3.2) straight(furrows, [at(x, top + 1), at(x + 2, top + high - 1)]);
      left += wide + 1.6;
    }
  }
  if (part.density < TINY) return;
  stroke(pen, furrows, c.tuft, 0.5, 0.45);
  const tufts = new Path2D();
  for (const hex of bare) {
    const m = centre(hex);
    for (let i = 0; i < 3; i += 1) {
      if (noise(hex, i, 21) < 0.35) continue;
      const p = plus(m, (noise(hex, i, 22) - 0.5) * 56, (noise(hex, i, 23) - 0.5) * 52);
      if (scene.roads.near.within(p, 7)) continue;
      for (const [dx, tx, ty] of [[0, -1.6, -2.6], [0.8, 0.8, -3.4], [1.7, 3.4, -2.4]] as const) {
        tufts.moveTo(p.x + dx, p.y);
        tufts.lineTo(p.x + tx, p.y + ty);
      }
    }
  }
  stroke(pen, tufts, c.tuft, 0.7, 0.75);
}

/** Broken ground: a brown wash, and crags that are dark on the side away from the light. */
function paintRough(pen: Pen, scene: Scene, part: Part): void {
  const c = scene.colours;
  const rough = once(scene, 'rough', () => region(scene, ROUGH));
  if (rough.size === 0) return;
  const wash = patch(scene, 'wash', rough, 0.12, 0.3);
  fill(pen, wash, c.hill, 0.13, 'evenodd');
  const [lines, shades] = [new Path2D(), new Path2D()];
  for (const hex of within(part, rough)) {
    const m = centre(hex);
    for (let k = 0; k < 11; k += 1) {
      const roll = (salt: number) => noise(hex, k, salt);
      const at = plus(m, -24 + (k % 4) * 15 + (Math.floor(k / 4) % 2) * 7 + (roll(101) - 0.5) * 7, -17 + Math.floor(k / 4) * 17 + (roll(102) - 0.5) * 6);
      if (roll(103) < 0.2 || isWet(scene, at, 9) || scene.roads.near.within(at, 8)) continue;
      const size = 3.4 + 3 * roll(104);
      const [left, top, right] = [plus(at, -size, size * 0.6), plus(at, -size * 0.1, -size), plus(at, size * 1.2, size * 0.7)];
      straight(lines, [left, top, plus(at, size * 0.45, -size * 0.2), right]);
      straight(shades, [top, plus(at, size * 0.45, -size * 0.2), right, plus(at, size * 0.1, size * 0.5)], true);
    }
  }
  fill(pen, shades, c.hill, 0.55);
  pen.lineJoin = 'round';
  stroke(pen, lines, c.names.hill, 0.9, 0.85);
}

/** The soft outline of a region, drawn beyond the edge of the map. */
function patch(scene: Scene, key: string, hexes: ReadonlySet<Id>, inset: number, wobble: number): Path2D {
  return once(scene, key, () => {
    const path = new Path2D();
    for (const shape of soft(beyond(scene, hexes), inset, wobble)) closed(path, shape);
    return path;
  });
}

/** The ground under woods and groves, reeds in marshes, and a word for terrain that has no drawing. */
export function paintFloors(pen: Pen, scene: Scene, part: Part): void {
  const c = scene.colours;
  const woods = once(scene, 'woods', () => region(scene, WOODS));
  if (woods.size > 0) {
    const path = patch(scene, 'wood', woods, 0.17, 0.46);
    fill(pen, path, c.wood, 1, 'evenodd');
    stroke(pen, path, c.woodEdge, part.density < AFAR ? 2.4 : 1, 0.5);
  }
  const groves = once(scene, 'groves', () => region(scene, GROVES));
  if (groves.size > 0) {
    const path = patch(scene, 'grove', groves, 0.08, 0.04);
    fill(pen, path, c.grove, 1, 'evenodd');
    stroke(pen, path, c.woodEdge, 1.1, 0.75, [4, 2]);
  }
  paintRough(pen, scene, part);
  const marsh = once(scene, 'marsh', () => region(scene, MARSH));
  if (marsh.size > 0) {
    const wet = patch(scene, 'wet', marsh, 0.16, 0.3);
    fill(pen, wet, c.water, 0.45, 'evenodd');
  }
  const reeds = new Path2D();
  for (const hex of within(part, marsh)) {
    const m = centre(hex);
    for (let k = 0; k < 9; k += 1) {
      const p = plus(m, -22 + (k % 3) * 18 + (Math.floor(k / 3) % 2) * 7, -18 + Math.floor(k / 3) * 17);
      straight(reeds, [p, plus(p, 12, 0)]);
      for (const [x, y] of [[-2, -4], [0, -5], [2, -4]] as const) straight(reeds, [plus(p, 6 + x / 2, 0), plus(p, 6 + x, y)]);
    }
  }
  stroke(pen, reeds, c.shore, 0.9);
  const strange = once(scene, 'strange', () =>
    scene.map.hexes.flatMap((hex) => {
      const words = hex.terrain.filter((word) => !KNOWN.includes(word));
      const at = scene.layout.read(hex.number);
      return words.length === 0 || at === null ? [] : [{ words: words.join(', '), at: centre(at) }];
    }),
  );
  pen.font = `italic 9px ${SERIF}`;
  pen.textAlign = 'center';
  pen.fillStyle = c.faint;
  for (const { words, at } of strange) pen.fillText(words, at.x, at.y + 3);
}

interface Stamp {
  /** Fills from bottom to top: shape, colour, opacity. */
  fills: [Path2D, string, number][];
  strokes: [Path2D, string, number][];
}

function stamps(scene: Scene): Record<'oak' | 'pine' | 'bush', Stamp> {
  const c = scene.colours;
  const p = (d: string) => new Path2D(d);
  const shadow = (x: number, rx: number, ry: number) => {
    const path = new Path2D();
    path.ellipse(x, 0.6, rx, ry, 0, 0, 2 * Math.PI);
    return path;
  };
  const round = (x: number, y: number, r: number) => {
    const path = new Path2D();
    path.arc(x, y, r, 0, 2 * Math.PI);
    return path;
  };
  const oak: Stamp = c.bare
    ? {
        fills: [
          [shadow(1.4, 4.4, 1.5), '#20281c', 0.2],
          [p('M-4.4 -4.6a3.4 3.4 0 0 1 2 -4.4a4 4 0 0 1 5.4 .6a3.2 3.2 0 0 1 .6 5a4.6 4.6 0 0 1 -8 -1.2z'), c.tree[1], 0.5],
        ],
        strokes: [
          [p('M0 .8V-4.4M0 -2L-3 -5.8M0 -3L2.8 -6.6M0 -4.4L-.7 -8.6M0 -4.4L1.4 -8.2M-1.7 -4.2L-3.8 -4.5M1.4 -4.8L3.7 -4.9'), c.tree[0], 0.75],
        ],
      }
    : {
        fills: [
          [shadow(1.4, 4.4, 1.5), '#20281c', 0.2],
          [p('M-.6 .6l.2 -3h.9l.2 3z'), '#4d3c28', 1],
          [p('M-4.6 -3.6a3 3 0 0 1 1.2 -4a3.6 3.6 0 0 1 6.4 -.4a3 3 0 0 1 1.4 4.6a2.6 2.6 0 0 1 -3.8 1.4a3 3 0 0 1 -5.2 -1.6z'), c.tree[0], 1],
          [p('M-3.9 -4.6a2.8 2.8 0 0 1 1.6 -3.2a3 3 0 0 1 4.2 -.4a2.4 2.4 0 0 1 .6 1a3.6 3.6 0 0 0 -3.6 .6a3.2 3.2 0 0 0 -2.8 2z'), c.tree[1], 1],
        ],
        strokes: [],
      };
  const pine: Stamp = {
    fills: [
      [shadow(1.2, 3.6, 1.3), '#20281c', 0.22],
      [p('M-.5 .8v-2h1v2z'), '#4d3c28', 1],
      [p('M0 -11.4l2.4 3.6h-1.1l2.2 3.4h-1.2l1.7 2.8h-8l1.7 -2.8h-1.2l2.2 -3.4h-1.1z'), c.pine[0], 1],
      [p('M0 -11.4l-2.4 3.6h1l1.6 -2.2zM-1.3 -7.4l-2 3h1.4l1.6 -2.4zM-2.4 -4l-1.5 2.4h1.5l1.4 -2.2z'), c.pine[1], c.frozen ? 0.95 : 0.7],
    ],
    strokes: [],
  };
  const bush: Stamp = {
    fills: [
      [shadow(0.9, 2.9, 1.1), '#20281c', 0.2],
      [round(0, -2.2, 2.7), c.groveTree[0], 1],
      [round(-0.8, -3, 1.3), c.groveTree[1], 1],
    ],
    strokes: [],
  };
  return { oak, pine, bush };
}

/** Calls `f` for the points of a lattice that covers a rectangle, row by row. */
function lattice(box: Rect, across: number, down: number, f: (column: number, row: number, p: Point) => void): void {
  for (let row = Math.floor(box.y / down) - 1; row <= (box.y + box.h) / down + 1; row += 1) {
    for (let column = Math.floor(box.x / across) - 1; column <= (box.x + box.w) / across + 1; column += 1) {
      f(column, row, { x: column * across + (row % 2 === 0 ? 0 : across / 2), y: row * down });
    }
  }
}

interface Tree {
  kind: 'oak' | 'pine' | 'bush';
  at: Point;
  size: 0 | 1 | 2;
}

const SIZES = [0.9, 1.03, 1.16] as const;

/** A wood: its outline, the box it lies in, and its heart, where no tree can stand outside. */
interface Wood {
  rings: Point[][];
  box: Rect;
  heart: ReadonlySet<Id>;
}

function woodsOf(scene: Scene, words: readonly string[], inset: number, wobble: number): Wood[] {
  return clumps(beyond(scene, region(scene, words))).map((clump) => {
    const rings = soft(clump, inset, wobble).map(ring);
    const [xs, ys] = [rings.flat().map((p) => p.x), rings.flat().map((p) => p.y)];
    const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b), Infinity);
    const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b), -Infinity);
    const [x, y] = [least(xs), least(ys)];
    const heart = new Set([...clump].filter((hex) => around(hex).every((other) => clump.has(other))));
    return { rings, heart, box: { x, y, w: most(xs) - x, h: most(ys) - y } };
  });
}

/** From afar fewer and larger trees stand for the wood: single ones would be specks. */
const coarse = (part: Part) => (part.density < AFAR ? 2.4 : 1);

/** Where trees stand in a part of the map, those further up first. */
function plant(scene: Scene, part: Part): Tree[] {
  const found: Tree[] = [];
  const { upright } = scene.layout;
  const pines = scene.colours.bare ? 0.62 : 0.28;
  const near = grown(part, 24 * coarse(part));
  const apart = coarse(part);
  const common = (a: Rect, b: Rect): Rect => {
    const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
    return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y };
  };
  const holds = ({ heart, rings }: Wood, p: Point) => heart.has(hexAt(p, upright)) || inside(rings, p);
  // Wood by wood, so that few points are tried in vain.
  for (const wood of once(scene, 'stands', () => woodsOf(scene, WOODS, 0.17, 0.46))) {
    if (!hits(near, wood.box)) continue;
    lattice(common(near, wood.box), 12.2 * apart, 9.4 * apart, (column, line, lay) => {
      const at = plus(lay, (noise(column, line, 61) - 0.5) * 6.4 * apart, (noise(column, line, 62) - 0.5) * 4.4 * apart);
      if (!holds(wood, plus(at, 0, -2)) || scene.roads.near.within(plus(at, 0, -3), 8) || isWet(scene, plus(at, 0, -2), 3)) return;
      found.push({ kind: noise(column, line, 64) < pines ? 'pine' : 'oak', at, size: Math.floor(noise(column, line, 63) * 2.99) as 0 | 1 | 2 });
    });
  }
  for (const wood of once(scene, 'orchards', () => woodsOf(scene, GROVES, 0.08, 0.04))) {
    if (!hits(near, wood.box)) continue;
    lattice(common(near, wood.box), 11, 9.4, (_column, _line, at) => {
      const stands = ([[-3, -5], [3, -5], [0, 1]] as const).every(([x, y]) => holds(wood, plus(at, x, y)));
      if (stands && !scene.roads.near.within(plus(at, 0, -2), 6.5) && !isWet(scene, at, 3)) found.push({ kind: 'bush', at, size: 1 });
    });
  }
  return found.sort((a, b) => a.at.y - b.at.y);
}

function stampAt(pen: Pen, stamp: Stamp): void {
  for (const [path, colour, opacity] of stamp.fills) fill(pen, path, colour, opacity);
  for (const [path, colour, width] of stamp.strokes) stroke(pen, path, colour, width);
}

/** Paints trees: each kind and size once, then copied to all its places, which is many times faster than painting each. */
export function paintTrees(pen: Pen, scene: Scene, part: Part): void {
  const trees = plant(scene, part);
  const kinds = stamps(scene);
  const frame = pen.getTransform();
  const grain = frame.a;
  const scale = frame.a * coarse(part);
  const [wide, high, left, top] = [Math.ceil(16 * scale), Math.ceil(20 * scale), Math.round(7 * scale), Math.round(16 * scale)];
  const sprites = new Map<string, ImageBitmap>();
  const sprite = (tree: Tree): ImageBitmap | null => {
    const key = tree.kind + tree.size;
    let found = sprites.get(key);
    if (!found && typeof OffscreenCanvas !== 'undefined') {
      const canvas = new OffscreenCanvas(wide, high);
      const brush = canvas.getContext('2d');
      if (!brush) return null;
      const size = SIZES[tree.size] * scale;
      brush.setTransform(size, 0, 0, size, left, top);
      stampAt(brush, kinds[tree.kind]);
      // Of a canvas a picture would be taken each time it is copied.
      found = canvas.transferToImageBitmap();
      sprites.set(key, found);
    }
    return found ?? null;
  };
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  for (const tree of trees) {
    const picture = sprite(tree);
    const [x, y] = [tree.at.x * grain + frame.e, tree.at.y * grain + frame.f];
    if (picture) pen.drawImage(picture, Math.round(x) - left, Math.round(y) - top);
    else {
      const size = SIZES[tree.size] * scale;
      pen.setTransform(size, 0, 0, size, x, y);
      stampAt(pen, kinds[tree.kind]);
    }
  }
  pen.restore();
}

/** The veil over what lies off the map, and the grid. */
export function paintGrid(pen: Pen, scene: Scene, part: Part, grid: boolean): void {
  const { hexes, frame } = scene.layout;
  const c = scene.colours;
  const edge = once(scene, 'edge', () => {
    const path = new Path2D();
    for (const walk of outlines(hexes)) straight(path, walk.map(place), true);
    return path;
  });
  const veil = new Path2D();
  veil.rect(frame.x, frame.y, frame.w, frame.h);
  veil.addPath(edge);
  fill(pen, veil, c.paper, 0.62, 'evenodd');
  if (grid) {
    const lines = new Path2D();
    for (const hex of within(part, hexes)) {
      const keys = corners(hex).map(place);
      // Three sides of each hex; the others are its neighbours' or the edge.
      straight(lines, [keys[5]!, keys[0]!, keys[1]!, keys[2]!]);
    }
    // From afar a fine grid that does not drown the land.
    stroke(pen, lines, c.grid, Math.max(0.8, 0.45 / part.density), part.density < AFAR ? 0.16 : 0.34);
  }
  stroke(pen, edge, c.frame, 1.2, 0.7);
}

export function paintNumbers(pen: Pen, scene: Scene, part: Part): void {
  if (part.density < TINY) return;
  const c = scene.colours;
  const { write } = scene.layout;
  pen.font = `7px ${SANS}`;
  pen.textAlign = 'center';
  pen.lineJoin = 'round';
  for (const hex of within(part, scene.layout.hexes)) {
    const [p, number] = [centre(hex), write(hex)];
    pen.globalAlpha = 0.75;
    pen.strokeStyle = c.halo;
    pen.lineWidth = 2;
    pen.strokeText(number, p.x, p.y - 27);
    pen.globalAlpha = 0.9;
    pen.fillStyle = c.grid;
    pen.fillText(number, p.x, p.y - 27);
  }
  pen.globalAlpha = 1;
}

/** A dashed line around objectives that hang together, and a star in each. */
export function paintObjectives(pen: Pen, scene: Scene): void {
  const hexes = new Set(
    scene.map.hexes
      .filter((h) => h.objective)
      .map((h) => scene.layout.read(h.number))
      .filter((h) => h !== null),
  );
  const path = new Path2D();
  for (const walk of outlines(hexes)) straight(path, walk.map(place), true);
  stroke(pen, path, '#fff3cf', 3.6, 0.75);
  stroke(pen, path, '#9a6a0e', 1.8, 1, [6, 3]);
  for (const hex of hexes) {
    const shape = star(plus(centre(hex), 30.5, 0), 5.8);
    fill(pen, shape, '#d9a62e');
    stroke(pen, shape, '#6e4d0d', 0.8);
  }
}

