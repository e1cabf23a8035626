// Names of places, entry hexes, and the frame around the map with the names of the roads that leave it.

import { id } from '../grid';
import { BAND, centre, gap, grown, HEIGHT, hits, holds, plus, type Point, type Rect } from '../layout';
import { fill, SERIF, straight, stroke, type Pen } from './pen';
import { wayOut } from './roads';
import type { MapView } from '../types';
import { AFAR, FORTS, once, type Part, type Scene } from './scene';

interface Label {
  words: string;
  at: Point;
  size: number;
  font: string;
  colour: string;
  spacing: number;
  rect: Rect;
}

const RANK: Record<string, number> = { town: 0, city: 0, fort: 1, village: 2, farm: 3 };

function spaced(pen: Pen, pixels: number): void {
  if ('letterSpacing' in pen) pen.letterSpacing = `${pixels}px`;
}

/** Writes the names of places where they disturb each other least: in the gaps between counters. From afar those of towns and villages, large enough to be read. */
export function paintNames(pen: Pen, scene: Scene, part: Part): void {
  const c = scene.colours;
  const far = part.density < AFAR;
  // Letters of at least so many pixels; in steps, so that they are set anew only now and then.
  const large = far ? Math.ceil((10.5 / (13 * part.density)) * 4) / 4 : 1;
  const labels = once(scene, `names ${large}`, () => setNames(pen, scene, large, far));
  pen.textAlign = 'center';
  pen.lineJoin = 'round';
  for (const label of labels) {
    if (!hits(grown(label.rect, 6 * large), part)) continue;
    pen.font = label.font;
    spaced(pen, label.spacing);
    pen.globalAlpha = 0.88;
    pen.strokeStyle = c.halo;
    pen.lineWidth = 3.8 * large;
    pen.strokeText(label.words, label.at.x, label.at.y);
    pen.globalAlpha = 1;
    pen.fillStyle = label.colour;
    pen.fillText(label.words, label.at.x, label.at.y);
  }
  spaced(pen, 0);
}

function setNames(pen: Pen, scene: Scene, large: number, far: boolean): Label[] {
  const long = (words: string, font: string, spacing: number) => {
    pen.font = font;
    spaced(pen, spacing);
    return pen.measureText(words).width;
  };
  const done = settle(scene, long, large, far);
  spaced(pen, 0);
  return done;
}

/** Where each name stands, so that no two of them touch. Towns come before villages, and what counts before the rest; a name for which there is no room is left out until one comes nearer. */
export function settle(scene: Pick<Scene, 'map' | 'layout' | 'colours'>, long: (words: string, font: string, spacing: number) => number, large: number, far: boolean): Label[] {
  const c = scene.colours;
  const frame = grown(scene.layout.frame, -4);
  const done: Label[] = [];
  const named = new Map<string, Point[]>();
  const counts = new Set(scene.map.hexes.filter((hex) => hex.objective || hex.terrain.some((word) => FORTS.includes(word))).map((hex) => hex.number));
  const rank = (spot: MapView['places'][number]) => (RANK[spot.kind] ?? 4) - (spot.hexes.some((hex) => counts.has(hex)) ? 0.5 : 0);
  const sorted = [...scene.map.places].sort((a, b) => rank(a) - rank(b));
  for (const spot of sorted) {
    const hexes = spot.hexes.map(scene.layout.read).filter((h) => h !== null);
    if (hexes.length === 0 || (far && (RANK[spot.kind] ?? 4) > 2)) continue;
    // A town that is listed hex by hex is called by its name once.
    const before = named.get(spot.name) ?? [];
    if (hexes.some((hex) => before.some((at) => gap(centre(hex), at) < 4 * HEIGHT))) continue;
    named.set(spot.name, [...before, ...hexes.map(centre)]);
    let [size, colour, spacing, weight] = [11.5, c.ink, 0, 400];
    if (spot.kind === 'town' || spot.kind === 'city') [size, spacing, weight] = [16.5, 0.6, 700];
    else if (spot.kind === 'village') [size, weight] = [13, 700];
    else if (spot.kind === 'wood' || spot.kind === 'park') [size, colour, spacing] = [hexes.length > 6 ? 16 : 13, c.names.wood, 1.4];
    else if (spot.kind === 'lake' || spot.kind === 'river') [colour, spacing] = [c.names.water, 0.4];
    else if (spot.kind === 'hill') [size, colour, spacing] = [12.5, c.names.hill, 1.2];
    size *= large;
    const font = `italic ${weight} ${size}px ${SERIF}`;
    const wide = long(spot.name, font, spacing);
    let best: Label | null = null;
    let least = Infinity;
    candidates(hexes.map(centre), spot.kind, far ? size : 0, wide).forEach((p, order) => {
      // At the edge of the map a name moves inwards.
      const at = { x: Math.min(Math.max(p.x, frame.x + wide / 2), frame.x + frame.w - wide / 2), y: p.y };
      const rect = { x: at.x - wide / 2, y: at.y - size * 0.78, w: wide, h: size };
      if (done.some((other) => hits(grown(other.rect, 1.5 * large), rect))) return;
      const out = holds(frame, rect) && holds(frame, plus(rect, rect.w, rect.h)) ? 0 : 1;
      const cost = out * 100 + order + gap(at, p) / 10;
      if (cost < least) [best, least] = [{ words: spot.name, at, size, font, colour, spacing, rect }, cost];
    });
    if (best !== null) done.push(best);
  }
  return done;
}

/** The letters of the printed sheets, large and faint in the middle of each, and the lines where they join. */
export function paintSheets(pen: Pen, scene: Scene, part: Part): void {
  const { sheets } = scene.map;
  if (!sheets || sheets.length === 0) return;
  const c = scene.colours;
  const { upright } = scene.layout;
  for (const sheet of sheets) {
    const [low, high] = [centre(id(sheet.columns[0] ?? 1, sheet.rows[0] ?? 1, upright)), centre(id(sheet.columns[1] ?? 1, sheet.rows[1] ?? 1, upright))];
    const [x0, x1] = [Math.min(low.x, high.x), Math.max(low.x, high.x)];
    const [y0, y1] = [Math.min(low.y, high.y), Math.max(low.y, high.y)];
    const joins = new Path2D();
    for (const [edge, a, b] of [
      [(sheet.columns[0] ?? 1) > 1, { x: x0, y: y0 }, { x: x0, y: y1 }],
      [(sheet.rows[0] ?? 1) > 1, { x: x0, y: upright ? y1 : y0 }, { x: x1, y: upright ? y1 : y0 }],
    ] as const) {
      if (edge) straight(joins, [a, b]);
    }
    stroke(pen, joins, c.frame, part.density < AFAR ? 3 : 1.4, 0.38, [14, 9]);
    const letter = sheet.prefix.replace(/[^\p{L}\p{N}]+$/u, '');
    const size = Math.min(x1 - x0, y1 - y0) * 0.24;
    pen.font = `600 ${size}px ${SERIF}`;
    pen.textAlign = 'center';
    pen.globalAlpha = 0.09;
    pen.fillStyle = c.frame;
    pen.fillText(letter, (x0 + x1) / 2, (y0 + y1) / 2 + size * 0.34);
    pen.globalAlpha = 1;
  }
}

/** Where a name might stand, the best place first. From afar, with letters larger than a hex, around the middle of its place. */
function candidates(own: Point[], kind: string, large: number, wide: number): Point[] {
  const found: Point[] = [];
  const m = { x: own.reduce((s, p) => s + p.x, 0) / own.length, y: own.reduce((s, p) => s + p.y, 0) / own.length };
  if (large > 0) {
    const aside = wide / 2 + 0.5 * large;
    return ([[0, 0.34], [0, -0.7], [0, 1.4], [aside, 0.34], [-aside, 0.34], [0, -1.7], [0, 2.4]] as const).map(([x, y]) => plus(m, x, y * large));
  }
  if (own.length > 2 || (own.length > 1 && ['hill', 'wood', 'park', 'lake'].includes(kind))) {
    found.push(...own.map((p) => plus(p, 0, 33)).sort((a, b) => gap(a, m) - gap(b, m)));
  }
  const aside = wide / 2 + 27;
  for (const p of [...own].sort((a, b) => b.y - a.y)) {
    for (const [x, y] of [[0, 33], [-22, 33], [22, 33], [0, -34], [-24, -34], [24, -34], [aside, 5], [-aside, 5], [aside, 26], [-aside, 26], [aside, -20], [-aside, -20], [0, 50], [0, -52]] as const) found.push(plus(p, x, y));
  }
  return found;
}

/** Entry hexes: a letter in a disc at the edge, with an arrow into the map. */
export function paintEntries(pen: Pen, scene: Scene): void {
  for (const entry of scene.map.entries) {
    const hex = scene.layout.read(entry.hex);
    if (hex === null) continue;
    const to = scene.roads.exits.find((e) => e.hex === hex)?.to ?? wayOut(scene.layout, hex, null);
    if (!to) continue;
    const p = plus(centre(hex), to.x * 33, to.y * 33);
    pen.save();
    pen.translate(p.x, p.y);
    pen.rotate(Math.atan2(-to.y, -to.x) + Math.PI / 2);
    const arrow = new Path2D('M-8.4 -7h16.8L0 -22z');
    fill(pen, arrow, '#9b2a22');
    stroke(pen, arrow, '#ffffff', 0.8);
    pen.restore();
    const disc = new Path2D();
    disc.arc(p.x, p.y, 10, 0, 2 * Math.PI);
    fill(pen, disc, '#9b2a22');
    stroke(pen, disc, '#ffffff', 1.5);
    const size = entry.code.length > 1 ? 9 : 14;
    pen.font = `700 ${size}px ${SERIF}`;
    pen.textAlign = 'center';
    pen.fillStyle = '#ffffff';
    pen.fillText(entry.code, p.x, p.y + size * 0.34);
  }
}

/** The frame, and in it the names of the roads where they leave. */
export function paintFrame(pen: Pen, scene: Scene): void {
  const inner = scene.layout.frame;
  const outer = grown(inner, BAND);
  const c = scene.colours;
  const band = new Path2D();
  band.rect(outer.x, outer.y, outer.w, outer.h);
  band.rect(inner.x, inner.y, inner.w, inner.h);
  fill(pen, band, c.card, 1, 'evenodd');
  for (const [r, width] of [[inner, 1.4], [grown(outer, -2.8), 0.9], [outer, 2.6]] as const) {
    pen.strokeStyle = c.frame;
    pen.lineWidth = width;
    pen.strokeRect(r.x, r.y, r.w, r.h);
  }
  pen.font = `italic 11.5px ${SERIF}`;
  pen.textAlign = 'center';
  pen.fillStyle = c.ink;
  const taken: Rect[] = [];
  for (const exit of scene.roads.exits) {
    if (exit.name === '') continue;
    const meets = [
      (inner.x - exit.at.x) / exit.to.x,
      (inner.x + inner.w - exit.at.x) / exit.to.x,
      (inner.y - exit.at.y) / exit.to.y,
      (inner.y + inner.h - exit.at.y) / exit.to.y,
    ];
    const near = meets.map((t, side) => ({ t, side })).filter(({ t }) => t >= -1 && t < 120);
    const first = near.sort((a, b) => a.t - b.t)[0];
    if (!first) continue;
    const long = pen.measureText(exit.name).width + 8;
    const cross = plus(exit.at, exit.to.x * first.t, exit.to.y * first.t);
    const upright = first.side < 2;
    const clamp = (v: number, low: number, high: number) => Math.min(Math.max(v, low), Math.max(low, high));
    const p = upright
      ? { x: first.side === 0 ? inner.x - BAND / 2 + 0.5 : inner.x + inner.w + BAND / 2 - 0.5, y: clamp(cross.y, inner.y + long / 2, inner.y + inner.h - long / 2) }
      : { x: clamp(cross.x, inner.x + long / 2, inner.x + inner.w - long / 2), y: first.side === 2 ? inner.y - BAND / 2 + 0.5 : inner.y + inner.h + BAND / 2 - 0.5 };
    const area = upright ? { x: p.x - 6, y: p.y - long / 2, w: 12, h: long } : { x: p.x - long / 2, y: p.y - 6, w: long, h: 12 };
    if (taken.some((r) => hits(r, area))) continue;
    taken.push(area);
    pen.save();
    pen.translate(p.x, p.y);
    if (upright) pen.rotate(first.side === 0 ? -Math.PI / 2 : Math.PI / 2);
    pen.fillText(exit.name, 0, 3.8);
    pen.restore();
  }
}

/** Title, compass and scale in a corner that is cut out of the hexes, if there is one; otherwise only the compass and scale stay away. */
export function paintTitle(pen: Pen, scene: Scene): void {
  const f = scene.layout.frame;
  const c = scene.colours;
  const [w, h] = [330, 136];
  const spots = [
    { x: f.x + 14, y: f.y + 14 },
    { x: f.x + f.w - w - 14, y: f.y + 14 },
    { x: f.x + 14, y: f.y + f.h - h - 14 },
    { x: f.x + f.w - w - 14, y: f.y + f.h - h - 14 },
  ];
  const free = spots.find((p) => {
    const box = { ...p, w, h };
    const [wide, high] = scene.layout.upright ? [HEIGHT + 10, 82] : [82, HEIGHT + 10];
    return [...scene.layout.hexes].map(centre).every((m) => !hits(box, { x: m.x - wide / 2, y: m.y - high / 2, w: wide, h: high }));
  });
  if (!free) return;
  pen.fillStyle = c.card;
  pen.fillRect(free.x, free.y, w, h);
  pen.strokeStyle = c.frame;
  pen.lineWidth = 2.6;
  pen.strokeRect(free.x, free.y, w, h);
  pen.lineWidth = 0.9;
  pen.strokeRect(free.x + 5, free.y + 5, w - 10, h - 10);
  compass(pen, scene, { x: free.x + 60, y: free.y + h / 2 + 2 }, 36);
  const title = scene.map.title.toUpperCase();
  const room = w - 130;
  let size = 40;
  for (; size > 12; size -= 1) {
    pen.font = `600 ${size}px ${SERIF}`;
    spaced(pen, size * 0.14);
    if (pen.measureText(title).width <= room) break;
  }
  const m = free.x + 112 + room / 2;
  pen.textAlign = 'center';
  pen.fillStyle = c.ink;
  pen.fillText(title, m + size * 0.07, free.y + 60);
  spaced(pen, 0);
  scaleBar(pen, scene, m, free.y + 84, room - 20);
}

function scaleBar(pen: Pen, scene: Scene, m: number, y: number, room: number): void {
  const metres = scene.map.metres_per_hex;
  if (metres <= 0) return;
  const unit = HEIGHT / metres;
  const c = scene.colours;
  const long = [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100].find((v) => v * unit <= room) ?? 100;
  const [left, w] = [m - (long * unit) / 2, (long * unit) / 4];
  for (let i = 0; i < 4; i += 1) {
    pen.fillStyle = i % 2 === 0 ? c.ink : c.card;
    pen.fillRect(left + w * i, y, w, 5);
    pen.strokeStyle = c.ink;
    pen.lineWidth = 0.9;
    pen.strokeRect(left + w * i, y, w, 5);
  }
  pen.fillStyle = c.ink;
  pen.font = `11px ${SERIF}`;
  pen.fillText('0', left, y + 17);
  pen.fillText(long >= 1000 ? `${long / 1000} km` : `${long} m`, left + 4 * w, y + 17);
}

function compass(pen: Pen, scene: Scene, p: Point, size: number): void {
  const c = scene.colours;
  const turn = { left: -90, right: 90, down: 180 }[scene.map.north] ?? 0;
  pen.save();
  pen.translate(p.x, p.y);
  for (const [r, width] of [[0.72, 0.8], [0.66, 0.5]] as const) {
    const circle = new Path2D();
    circle.arc(0, 0, size * r, 0, 2 * Math.PI);
    stroke(pen, circle, c.frame, width);
  }
  pen.rotate((turn * Math.PI) / 180);
  for (const [long, wide, start] of [[0.66, 0.13, 45], [1, 0.17, 0]] as const) {
    for (let quarter = 0; quarter < 4; quarter += 1) {
      pen.save();
      pen.rotate(((start + quarter * 90) * Math.PI) / 180);
      const [l, w] = [size * long, size * wide];
      for (const [s, colour] of [[-1, c.card], [1, quarter === 0 && start === 0 ? '#9b2a22' : c.ink]] as const) {
        const blade = new Path2D();
        straight(blade, [{ x: 0, y: 0 }, { x: s * w, y: -w }, { x: 0, y: -l }], true);
        fill(pen, blade, colour);
        stroke(pen, blade, c.ink, 0.7);
      }
      pen.restore();
    }
  }
  pen.restore();
  pen.font = `600 14px ${SERIF}`;
  pen.textAlign = 'center';
  pen.fillStyle = c.ink;
  const [x, y] = { '-90': [-size - 8, 4.5], '90': [size + 8, 4.5], '180': [0, size + 13] }[String(turn)] ?? [0, -size - 4];
  pen.fillText('N', p.x + x!, p.y + y!);
}
