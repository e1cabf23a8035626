// Paints all counters of a map onto a canvas that lies over the window, in every frame anew: whoever moves the map moves hundreds of
// pictures, not thousands of nodes.

import type { Camera, Size } from './camera';
import { coat } from './coats';
import { detailAt, roughly, serves, type Detail } from './detail';
import { faceKey, type Dress } from './face';
import { COUNTER, grown, hits, toward, type Point, type Rect } from './layout';
import { Sprites, spriteKey, type Sprite } from './sprites';
import { fanRect, WING, type Fan, type Placed } from './stacks';
import type { Counter, Tone } from './types';

export interface Sight {
  camera: Camera;
  view: Size;
  /** So much of the view lies beyond each edge of the window. */
  margin: Size;
  /** Pixels of the device to a pixel of the page. */
  density: number;
  /** While the map moves, pictures that were painted for another size will do. */
  moving: boolean;
}

export interface Show {
  placed: readonly Placed[];
  /** The stack that is fanned out, and the middle of its hex. */
  fan: { fan: Fan; at: Point; count: number } | null;
  held: ReadonlySet<string>;
  glow: ReadonlyMap<string, Tone>;
  /** The counter that is being dragged: it is painted faintly where it was. */
  carried: string | null;
  dress: (counter: Counter) => Dress;
  /** Where a counter is at this moment, if it is on its way. */
  way: (tag: string) => Point | null;
}

export interface Painted {
  detail: Detail;
  /** How many counters were painted. */
  drawn: number;
  /** Whether some of them wait for a better picture. */
  more: boolean;
  /** Whether only such wait that nobody sees yet. */
  spare: boolean;
}

const RINGS: Partial<Record<Tone | 'held', { colour: string; wide: number; dash?: number[] }>> = {
  held: { colour: '#f4c542', wide: 4.6 },
  option: { colour: '#ffdc73', wide: 2.8 },
  foe: { colour: '#d0281f', wide: 4 },
  friend: { colour: '#f4c542', wide: 4.4 },
  fault: { colour: '#b3261e', wide: 5, dash: [6, 3] },
  note: { colour: '#8e5bd0', wide: 4 },
};

/** From afar no more than this many counters of a stack are painted. */
const PILE = 3;
/** Milliseconds in a frame for painting pictures that are not there yet. */
const MOVING = 3;
const RESTING = 24;
const FIRST = 100;

const alive = (sprite: Sprite | undefined): sprite is Sprite => sprite !== undefined && sprite.picture.width > 0;

export class Pieces {
  readonly sprites = new Sprites();
  /** The picture with which each counter was painted last. */
  #last = new Map<string, Sprite>();
  #keys = new WeakMap<Counter, { dress: string; keys: Partial<Record<Detail, string>> }>();
  #first = true;
  /** Whether something that is seen was left waiting the last time: then what is not seen waits, too. */
  #pressed = true;

  /** What a counter looks like, as a word; found out once for each counter. */
  #key(counter: Counter, detail: Detail, dress: Dress): string {
    const worn = `${dress.cut}${dress.silhouette}`;
    let known = this.#keys.get(counter);
    if (known?.dress !== worn) this.#keys.set(counter, (known = { dress: worn, keys: {} }));
    return (known.keys[detail] ??= faceKey(counter, detail, dress));
  }

  draw(pen: CanvasRenderingContext2D, { camera, view, margin, density, moving }: Sight, show: Show): Painted {
    const scale = camera.scale * density;
    const [left, top] = [camera.x * density, camera.y * density];
    const seen: Rect = grown({ x: -camera.x / camera.scale, y: -camera.y / camera.scale, w: view.w / camera.scale, h: view.h / camera.scale }, 40);
    const inner = grown(seen, -40 - Math.min(margin.w, margin.h) / camera.scale);
    const until = performance.now() + (this.#first ? FIRST : moving ? MOVING : RESTING);
    const found: Painted = { detail: detailAt(COUNTER * camera.scale), drawn: 0, more: false, spare: false };
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    pen.imageSmoothingEnabled = true;
    pen.imageSmoothingQuality = moving ? 'low' : 'medium';

    const small = moving ? roughly : quarter;
    const copy = (sprite: Sprite, x: number, y: number, size: number, still: boolean) => {
      const k = size / sprite.size;
      const { width, height } = sprite.picture;
      const [px, py] = [x * scale + left - sprite.offset * k, y * scale + top - sprite.offset * k];
      if (still && Math.abs(k - 1) < 0.01) pen.drawImage(sprite.picture, Math.round(px), Math.round(py));
      else pen.drawImage(sprite.picture, px, py, width * k, height * k);
    };
    const picture = (counter: Counter, detail: Detail, exact: number, within: boolean): Sprite | null => {
      const dress = show.dress(counter);
      const size = detail === 'far' ? small(exact) : exact;
      const key = spriteKey(this.#key(counter, detail, dress), size);
      const last = this.#last.get(counter.tag);
      let sprite = this.sprites.find(key);
      if (!sprite && moving && alive(last) && last.detail === detail && serves(last.size, size)) return last;
      if (!sprite && (detail === 'far' || ((within || !this.#pressed) && performance.now() < until))) sprite = this.sprites.take(counter, detail, size, dress, key);
      if (!sprite) {
        if (within) found.more = true;
        else found.spare = true;
        if (alive(last)) return last;
        // Where nothing stands yet, nothing is missed for another frame; a rough picture would only be in the way of the good one.
        return this.#first ? null : this.sprites.take(counter, 'far', small(size), dress);
      }
      this.#last.set(counter.tag, sprite);
      return sprite;
    };
    const ring = (x: number, y: number, size: number, kind: Tone | 'held', out: number) => {
      const style = RINGS[kind];
      if (!style) return;
      const unit = (scale * size) / COUNTER;
      pen.beginPath();
      pen.roundRect(x * scale + left - out * unit, y * scale + top - out * unit, (COUNTER + 2 * out) * unit, (COUNTER + 2 * out) * unit, 6.5 * unit);
      pen.strokeStyle = style.colour;
      pen.lineWidth = Math.max(1.6 * density, style.wide * unit);
      pen.setLineDash((style.dash ?? []).map((n) => n * unit));
      pen.stroke();
      pen.setLineDash([]);
    };
    // Pieces on two hexes first: a bridge between the two, and a small copy in the other one.
    for (const one of show.placed) {
      if (!one.second || one.fanned) continue;
      const from = { x: one.x + one.size / 2, y: one.y + one.size / 2 };
      if (!hits(seen, grown({ ...one.second, w: 0, h: 0 }, 40)) && !hits(seen, grown({ ...from, w: 0, h: 0 }, 40))) continue;
      const paint = coat(one.counter.nation);
      for (const [colour, wide] of [[paint.edge, 19], [paint.face, 16.6], [paint.strip, 4]] as const) {
        pen.beginPath();
        pen.moveTo(from.x * scale + left, from.y * scale + top);
        pen.lineTo(one.second.x * scale + left, one.second.y * scale + top);
        pen.lineCap = 'butt';
        pen.strokeStyle = colour;
        pen.lineWidth = wide * scale;
        pen.stroke();
      }
      copy(this.sprites.take(one.counter, 'far', small(WING * scale), show.dress(one.counter)), one.second.x - WING / 2, one.second.y - WING / 2, WING * scale, !moving);
    }

    let opened = false;
    for (const one of show.placed) {
      if (one.fanned && show.fan && !opened) {
        opened = true;
        const { x, y, w, h } = grown(fanRect(show.fan.at, show.fan.count, show.fan.fan), 6 * show.fan.fan.scale);
        pen.beginPath();
        pen.roundRect(x * scale + left, y * scale + top, w * scale, h * scale, 8 * scale * show.fan.fan.scale);
        pen.fillStyle = 'rgb(34 27 18 / 0.72)';
        pen.fill();
        pen.strokeStyle = 'rgb(255 249 230 / 0.85)';
        pen.lineWidth = 1.5 * density;
        pen.stroke();
      }
      const { counter, size } = one;
      const under = show.way(counter.tag);
      const { x, y } = under ?? one;
      if (!hits(seen, { x, y, w: size, h: size })) continue;
      const pixels = quarter(size * scale);
      const detail = one.fanned ? detailAt(size * camera.scale) : found.detail;
      const held = show.held.has(counter.tag);
      const tone = show.glow.get(counter.tag);
      if (!one.fanned && detail !== 'near' && one.depth >= PILE && !held && !tone) continue;
      if (counter.tag === show.carried) pen.globalAlpha = 0.4;
      if (held) ring(x, y, size, 'held', 3.5);
      if (tone) ring(x, y, size, tone, 2.6);
      const facing = counter.stance?.facing;
      if (facing && (one.depth === 0 || one.fanned) && !counter.hidden) {
        copy(this.sprites.wedge(counter.nation, facing.degrees, detail, small(pixels)), x + size / 2, y + size / 2, pixels, !moving);
      }
      const sprite = picture(counter, detail, pixels, hits(inner, { x, y, w: size, h: size }));
      if (sprite) copy(sprite, x, y, pixels, !moving && under === null);
      if (one.count > 1 && !one.fanned && detail !== 'far') copy(this.sprites.disc(one.count, detail !== 'near', small(pixels)), x + 2, y + 44, pixels, !moving);
      pen.globalAlpha = 1;
      found.drawn += 1;
    }
    this.#first &&= found.more;
    this.#pressed = found.more;
    this.sprites.tidy();
    return found;
  }
}

/** Sizes are told apart by quarters of a pixel. */
const quarter = (pixels: number) => Math.max(1, Math.round(pixels * 4) / 4);

/** Where a counter is on its way along some stops, after a part of it from 0 to 1. */
export function along(stops: readonly Point[], part: number): Point {
  const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
  const far = eased * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(far));
  return toward(stops[i]!, stops[i + 1]!, far - i);
}
