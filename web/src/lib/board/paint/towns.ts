// Towns, villages, farms, forts, churches and mills.

import { around, corners, type Id } from '../grid';
import { centre, gap, place, plus, toward, type Point } from '../layout';
import { closed, fill, inside, noise, paced, ring, straight, stroke, type Pen } from './pen';
import { FORTS, once, places, region, soft, TOWNS, within, type Part, type Scene } from './scene';
import { isWet } from './water';

interface House {
  at: Point;
  w: number;
  h: number;
  turn: number;
}

/** Hexes that are built up closely: those of a place called a town. */
const dense = (scene: Scene) => places(scene, ['town', 'city']);

/** The ground of towns and the gardens of villages. */
export function paintYards(pen: Pen, scene: Scene): void {
  const c = scene.colours;
  const close = dense(scene);
  const all = [...region(scene, TOWNS)];
  const towns = new Set(all.filter((hex) => close.has(hex)));
  const villages = new Set(all.filter((hex) => !close.has(hex)));
  for (const [hexes, inset, dash] of [[villages, 0.2, [3, 2]], [towns, 0.08, []]] as const) {
    const path = once(scene, `yards ${inset}`, () => {
      const yard = new Path2D();
      for (const shape of soft(hexes, inset, 0.06)) closed(yard, shape);
      return yard;
    });
    fill(pen, path, c.yard, 0.92, 'evenodd');
    stroke(pen, path, c.house[1], 1.1, 0.6, [...dash]);
  }
}

function turned(house: House, x: number, y: number): Point {
  const [sin, cos] = [Math.sin(house.turn), Math.cos(house.turn)];
  return plus(house.at, x * cos - y * sin, x * sin + y * cos);
}

function paintHouses(pen: Pen, scene: Scene, list: House[]): void {
  const c = scene.colours;
  const [shadow, roofs, ridges] = [new Path2D(), new Path2D(), new Path2D()];
  for (const house of list) {
    const [w, h] = [house.w / 2, house.h / 2];
    const points = [turned(house, -w, -h), turned(house, w, -h), turned(house, w, h), turned(house, -w, h)];
    straight(roofs, points, true);
    straight(
      shadow,
      points.map((p) => plus(p, 1.3, 1.3)),
      true,
    );
    straight(ridges, w > h ? [turned(house, -w, 0), turned(house, w, 0)] : [turned(house, 0, -h), turned(house, 0, h)]);
  }
  fill(pen, shadow, '#2a1d14', 0.3);
  fill(pen, roofs, c.house[0]);
  stroke(pen, roofs, c.house[1], 0.7);
  stroke(pen, ridges, c.ridge, 0.8, 0.8);
}

/** What stands in a hex with houses. */
interface Built {
  hex: Id;
  houses: House[];
  church: Point | null;
}

function build(scene: Scene): Built[] {
  const all = region(scene, TOWNS);
  const close = dense(scene);
  const found: Built[] = [];
  for (const hex of all) {
    const rings = soft(new Set([hex]), 0.1, 0.06).map(ring);
    const houses = close.has(hex) ? blocks(scene, hex, rings) : cottages(scene, hex, rings);
    const m = centre(hex);
    const church = houses.filter((h) => gap(h.at, m) > 11).sort((a, b) => gap(a.at, m) - gap(b.at, m))[0];
    found.push({ hex, houses, church: church?.at ?? null });
  }
  for (const hex of places(scene, ['farm', 'manor', 'mill'])) {
    if (all.has(hex)) continue;
    const m = centre(hex);
    const turn = noise(hex, 1, 81) * 0.3;
    const way = noise(hex, 2, 82) < 0.5 ? -1 : 1;
    const houses = ([[15, -9, 9, 5], [20, -2, 5, 8], [12, 0, 6, 4.5]] as const).map(([x, y, w, h]) => ({ at: plus(m, way * x, y), w, h, turn }));
    found.push({ hex, houses, church: null });
  }
  return found;
}

export function paintTowns(pen: Pen, scene: Scene, part: Part): void {
  const built = once(scene, 'built', () => build(scene));
  const seen = new Set(within(part, built.map((one) => one.hex)));
  const here = built.filter((one) => seen.has(one.hex));
  const [churches, castles] = [once(scene, 'churches', () => region(scene, ['church'])), once(scene, 'castles', () => region(scene, ['castle']))];
  paintHouses(pen, scene, here.flatMap((one) => (churches.has(one.hex) || castles.has(one.hex) ? one.houses.filter((h) => gap(h.at, centre(one.hex)) > 17) : one.houses)));
  for (const { hex, church } of here) {
    if (churches.has(hex)) paintChurch(pen, scene, plus(centre(hex), 0, 4), 2.3);
    else if (castles.has(hex)) paintCastle(pen, scene, centre(hex));
    else if (church) paintChurch(pen, scene, church);
  }
  for (const hill of scene.map.places.filter((p) => p.kind === 'hill' && /mill/i.test(p.name))) {
    const hex = hill.hexes[0] === undefined ? null : scene.layout.read(hill.hexes[0]);
    if (hex === null) continue;
    const spots = ([[-25, 12], [25, 12], [25, -10], [-25, -10]] as const).map(([x, y]) => plus(centre(hex), x, y));
    paintMill(pen, scene, spots.find((p) => !scene.roads.near.within(p, 13)) ?? spots[0]!);
  }
  for (const hex of within(part, once(scene, 'forts', () => region(scene, FORTS)))) paintFort(pen, scene, hex);
}

/** Close blocks with streets between them, aligned within the whole town. */
function blocks(scene: Scene, hex: Id, rings: Point[][]): House[] {
  const m = centre(hex);
  const turn = 0.22;
  const found: House[] = [];
  for (let row = -5; row <= 5; row += 1) {
    for (let column = -5; column <= 5; column += 1) {
      const [gx, gy] = [column * 9.6, row * 8.4];
      const at = plus(m, gx * Math.cos(turn) - gy * Math.sin(turn), gx * Math.sin(turn) + gy * Math.cos(turn));
      const roll = (salt: number) => noise(hex * 16 + column, row, salt);
      if (roll(71) < 0.08 || !inside(rings, at) || scene.roads.near.within(at, 7.4) || isWet(scene, at, 5)) continue;
      found.push({ at, w: 6 + 2.2 * roll(72), h: 4.8 + 2 * roll(73), turn: turn + (roll(74) - 0.5) * 0.16 });
    }
  }
  return found;
}

/** Loose houses along the roads, or around a green if no road comes by. */
function cottages(scene: Scene, hex: Id, rings: Point[][]): House[] {
  const m = centre(hex);
  const found: House[] = [];
  for (let row = -4; row <= 4; row += 1) {
    for (let column = -4; column <= 4; column += 1) {
      const roll = (salt: number) => noise(hex * 16 + column, row, salt);
      const at = plus(m, column * 10.5 + (row % 2 === 0 ? 0 : 5) + (roll(75) - 0.5) * 4, row * 9 + (roll(76) - 0.5) * 3);
      if (!inside(rings, at) || scene.roads.near.within(at, 6.6) || isWet(scene, at, 4)) continue;
      const byRoad = scene.roads.near.within(at, 14) || gap(at, m) < 17;
      if (roll(77) > (byRoad ? 0.9 : 0.32)) continue;
      const [long, short] = [5.4 + 2.4 * roll(79), 3.6 + roll(80)];
      const upright = roll(78) < 0.4;
      found.push({ at, w: upright ? short : long, h: upright ? long : short, turn: (roll(83) - 0.5) * 0.9 });
    }
  }
  return found;
}

function at(pen: Pen, p: Point, f: () => void): void {
  pen.save();
  pen.translate(p.x, p.y);
  f();
  pen.restore();
}

function paintChurch(pen: Pen, scene: Scene, p: Point, large = 1): void {
  const c = scene.colours;
  at(pen, p, () => {
    pen.scale(large, large);
    const nave = new Path2D('M-4 2.4h8v-4.4h-3.4v-3.6l-1.6 -2.4l-1.6 2.4v3.6h-1.4z');
    fill(pen, nave, c.card);
    stroke(pen, nave, c.house[1], 0.8);
    stroke(pen, new Path2D('M-1 -8v-3.6m-1.4 1.2h2.8'), c.ink, 0.9);
  });
}

/** A keep with four towers around a yard. */
function paintCastle(pen: Pen, scene: Scene, p: Point): void {
  const c = scene.colours;
  at(pen, p, () => {
    const [keep, towers] = [new Path2D('M-11 -8h22v16h-22zM-5 -3v6h10v-6z'), new Path2D('M-14 -11h6.4v6.4h-6.4zM7.6 -11h6.4v6.4h-6.4zM-14 4.6h6.4v6.4h-6.4zM7.6 4.6h6.4v6.4h-6.4z')];
    fill(pen, keep, c.house[0], 1, 'evenodd');
    stroke(pen, keep, c.house[1], 1);
    fill(pen, towers, c.card);
    stroke(pen, towers, c.house[1], 1.1);
  });
}

function paintMill(pen: Pen, scene: Scene, p: Point): void {
  const c = scene.colours;
  at(pen, p, () => {
    const body = new Path2D('M-2.6 4l.9 -7.6h3.4l.9 7.6z');
    fill(pen, body, c.card);
    stroke(pen, body, c.ink, 0.8);
    stroke(pen, new Path2D('M-5.4 -8.6L5.4 2.2M5.4 -8.6L-5.4 2.2'), c.ink, 1.3);
  });
}

/** An earthwork that faces away from what it guards: the objectives, or the middle of the map. */
function paintFort(pen: Pen, scene: Scene, hex: Id): void {
  const c = scene.colours;
  const guarded = scene.map.hexes
    .filter((h) => h.objective)
    .map((h) => scene.layout.read(h.number))
    .filter((h) => h !== null)
    .map(centre);
  const { frame } = scene.layout;
  const sum = guarded.reduce((a, b) => plus(a, b.x, b.y), { x: 0, y: 0 });
  const heart = guarded.length > 0 ? { x: sum.x / guarded.length, y: sum.y / guarded.length } : { x: frame.x + frame.w / 2, y: frame.y + frame.h / 2 };
  // The gorge is the hexside that faces what is guarded; the rampart goes round the other five.
  const far = around(hex).map((other) => gap(centre(other), heart));
  const behind = far.indexOf(Math.min(...far));
  const keys = corners(hex);
  const m = centre(hex);
  const line = [1, 2, 3, 4, 5, 6].map((i) => toward(m, place(keys[(behind + i) % 6]!), 0.82));
  const [wall, yard, ticks] = [new Path2D(), new Path2D(), new Path2D()];
  straight(wall, line);
  straight(yard, line, true);
  for (const { at: p, to } of paced(line, 3.1)) straight(ticks, [p, plus(p, to.y * 6, -to.x * 6)]);
  pen.lineJoin = 'round';
  stroke(pen, ticks, c.earth, 1);
  fill(pen, yard, c.yard, 0.85);
  stroke(pen, wall, c.house[1], 5.4);
  stroke(pen, wall, c.earth, 3.4);
}
