// Pictures of counters, painted once and copied to wherever they lie: many times faster than painting each in every frame.

import { faceKey, faceOf, isLetters, type Dress, type Face } from './face';
import type { Detail } from './detail';
import { coat } from './coats';
import { COUNTER } from './layout';
import { SANS, type Pen } from './paint/pen';
import { reach } from './turning';
import type { Counter } from './types';

export type Picture = ImageBitmap | HTMLCanvasElement;

/** A counter as a picture. Around it there is room for badges. */
export interface Sprite {
  picture: Picture;
  /** How many pixels a counter is wide in it. */
  size: number;
  detail: Detail;
  /** The room around the counter, in pixels of the picture. */
  offset: number;
  bytes: number;
  used: number;
}

/** Badges and the shadow stand out so far beyond the counter. */
const ROOM = { near: 8, middle: 3, far: 2 } as const;
/** Above this, pictures that were not used for the present frame are forgotten. */
const BUDGET = 20e6;

const paths = new Map<string, Path2D>();
function path(d: string): Path2D {
  let found = paths.get(d);
  if (!found) {
    // Figures such as bars of losses differ from counter to counter; they are few, but need not be kept for ever.
    if (paths.size > 400) paths.clear();
    paths.set(d, (found = new Path2D(d)));
  }
  return found;
}

/** Paints a face into a square of 46 by 46 units. */
export function paintFace(pen: Pen, face: Face): void {
  pen.textAlign = 'center';
  pen.lineCap = 'butt';
  pen.lineJoin = 'miter';
  for (const group of face) {
    pen.save();
    pen.translate(group.x, group.y);
    pen.scale(group.scale, group.scale);
    for (const mark of group.marks) {
      if (isLetters(mark)) {
        pen.font = `700 ${mark.size}px ${SANS}`;
        pen.fillStyle = mark.fill;
        const wide = mark.room === undefined ? 0 : pen.measureText(mark.words).width;
        if (mark.room !== undefined && wide > mark.room) pressed(pen, mark.words, mark.x, mark.y, mark.room / wide);
        else pen.fillText(mark.words, mark.x, mark.y);
        continue;
      }
      const shape = path(mark.d);
      if (mark.fill) {
        pen.globalAlpha = mark.solid ?? 1;
        pen.fillStyle = mark.fill;
        pen.fill(shape);
      }
      if (mark.stroke) {
        pen.globalAlpha = mark.dense ?? 1;
        pen.strokeStyle = mark.stroke;
        pen.lineWidth = mark.wide ?? 1;
        pen.lineCap = mark.round ? 'round' : 'butt';
        pen.stroke(shape);
      }
      pen.globalAlpha = 1;
    }
    pen.restore();
  }
}

/** Letters pressed together. */
function pressed(pen: Pen, words: string, x: number, y: number, by: number): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(by, 1);
  pen.fillText(words, 0, 0);
  pen.restore();
}

/** Pictures are painted on this one, and handed over from it: a canvas for each would wait, with all it holds, for the collector of garbage. */
let easel: OffscreenCanvas | null = null;

function blank(pixels: number): { canvas: OffscreenCanvas | HTMLCanvasElement; pen: Pen | null } {
  if (typeof OffscreenCanvas !== 'undefined') {
    easel ??= new OffscreenCanvas(pixels, pixels);
    // Whoever gives a canvas its size wipes it, and its pen is as new.
    easel.width = easel.height = pixels;
    return { canvas: easel, pen: easel.getContext('2d') };
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = pixels;
  return { canvas, pen: canvas.getContext('2d') };
}

type Made = Pick<Sprite, 'picture' | 'offset' | 'bytes'>;

/** A square picture of `units` with `room` around them, painted at so many pixels to a unit. */
function picture(units: number, room: number, scale: number, paint: (pen: Pen) => void): Made {
  // Whole pixels, so that straight edges stay sharp when the picture is copied to whole pixels.
  const offset = Math.ceil(room * scale);
  const pixels = Math.max(1, Math.ceil(units * scale) + 2 * offset);
  const { canvas, pen } = blank(pixels);
  if (pen) {
    if ('textRendering' in pen) pen.textRendering = 'geometricPrecision';
    pen.setTransform(scale, 0, 0, scale, offset, offset);
    paint(pen);
  }
  // A bitmap cannot change any more, so that copying it needs no copy of it first.
  const bytes = pixels * pixels * 4;
  if (!('transferToImageBitmap' in canvas)) return { picture: canvas, offset, bytes };
  return { picture: canvas.transferToImageBitmap(), offset, bytes };
}

/** A wedge that points upwards, its foot on the edge of the counter; `far` makes it large enough to be seen from afar. */
function wedge(pen: Pen, nation: string, degrees: number, far: boolean): void {
  const paint = coat(nation);
  const edge = reach(degrees, COUNTER / 2);
  const [half, tip] = far ? [13, 15] : [7.5, 9];
  pen.rotate((degrees * Math.PI) / 180);
  pen.beginPath();
  pen.moveTo(-half, -edge + 5);
  pen.lineTo(0, -edge - tip);
  pen.lineTo(half, -edge + 5);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.strokeStyle = '#fff9e6';
  pen.lineWidth = far ? 5 : 2.6;
  pen.stroke();
  pen.fillStyle = paint.strip;
  pen.fill();
}

function disc(pen: Pen, count: number, large: number): void {
  pen.scale(large, large);
  pen.beginPath();
  pen.arc(0, 0, 6.8, 0, 2 * Math.PI);
  pen.fillStyle = '#fffbe9';
  pen.fill();
  pen.strokeStyle = '#221c12';
  pen.lineWidth = 1.2 / large;
  pen.stroke();
  pen.fillStyle = '#221c12';
  pen.font = `700 9px ${SANS}`;
  pen.textAlign = 'center';
  pen.fillText(String(count), 0, 3.3);
}

/** A wedge stands out so far from the middle of its counter. */
const WEDGE = 52;

export class Sprites {
  #made = new Map<string, Sprite>();
  #bytes = 0;
  #frame = 0;
  /** How many pictures were painted, for those who count. */
  painted = 0;

  /** The picture of a counter if it is there. */
  find(key: string): Sprite | null {
    const found = this.#made.get(key);
    if (found) found.used = this.#frame;
    return found ?? null;
  }

  /** The picture of a counter, painted if need be, so many pixels wide. */
  take(counter: Counter, detail: Detail, size: number, dress: Dress, key = spriteKey(faceKey(counter, detail, dress), size)): Sprite {
    return this.#keep(key, detail, size, () => picture(COUNTER, ROOM[detail], size / COUNTER, (pen) => paintFace(pen, faceOf(counter, detail, dress))));
  }

  /** The wedge that shows which way a counter of a nation looks; its origin is the middle of the counter. */
  wedge(nation: string, degrees: number, detail: Detail, size: number): Sprite {
    const far = detail === 'far';
    return this.#keep(`wedge ${nation} ${degrees} ${far} ${size}`, detail, size, () => picture(0, WEDGE, size / COUNTER, (pen) => wedge(pen, nation, degrees, far)));
  }

  /** The disc that tells how many there are in a stack; its origin is its middle. */
  disc(count: number, large: boolean, size: number): Sprite {
    return this.#keep(`disc ${count} ${large} ${size}`, 'near', size, () => picture(0, 13, size / COUNTER, (pen) => disc(pen, count, large ? 1.5 : 1)));
  }

  #keep(key: string, detail: Detail, size: number, make: () => Made): Sprite {
    const there = this.find(key);
    if (there) return there;
    const made: Sprite = { ...make(), size, detail, used: this.#frame };
    this.painted += 1;
    this.#bytes += made.bytes;
    this.#made.set(key, made);
    return made;
  }

  /** A frame is done: what it did not use may go if there is too much. */
  tidy(): void {
    this.#frame += 1;
    if (this.#bytes <= BUDGET) return;
    for (const [key, sprite] of this.#made) {
      if (sprite.used >= this.#frame - 1) continue;
      if ('close' in sprite.picture) sprite.picture.close();
      this.#bytes -= sprite.bytes;
      this.#made.delete(key);
    }
  }
}

export const spriteKey = (face: string, size: number) => `${size}|${face}`;
