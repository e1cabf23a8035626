// Paints maps off the main thread. One order is one picture.

import type { Rect } from '../layout';
import type { MapView } from '../types';
import { aim, painting, type Ink, type Step } from './index';

export interface Order {
  id: number;
  /** Sent once for each map; left out when the map is the one of the last order. */
  map?: MapView;
  ink: Ink;
  part: Rect;
  density: number;
}

/** A map that will be painted soon. */
export interface Notice {
  ahead: MapView;
}

export interface Picture {
  id: number;
  bitmap: ImageBitmap;
}

let map: MapView | null = null;
let steps: Step[] = [];
let made = '';

/** Paints a part of the map; what is found out on the way is kept. */
function paint({ ink, part, density }: Omit<Order, 'id' | 'map'>, of: MapView): OffscreenCanvas {
  const canvas = new OffscreenCanvas(Math.ceil(part.w * density), Math.ceil(part.h * density));
  const pen = canvas.getContext('2d');
  // Nobody may wait for a picture that never comes: whoever ordered it hears of this, and paints by himself.
  if (!pen) throw new Error('no canvas to paint on');
  const inks = JSON.stringify(ink);
  if (made !== inks) [steps, made] = [painting(of, ink), inks];
  aim(pen, part, density);
  for (const step of steps) step(pen, { ...part, density });
  return canvas;
}

self.onmessage = ({ data }: MessageEvent<Order | Notice>) => {
  const sent = 'ahead' in data ? data.ahead : data.map;
  if (sent) [map, made] = [sent, ''];
  if ('ahead' in data || !map) return;
  const canvas = paint(data, map);
  const answer: Picture = { id: data.id, bitmap: canvas.transferToImageBitmap() };
  // What is left of the canvas would wait for the collector of garbage.
  canvas.width = canvas.height = 1;
  self.postMessage(answer, { transfer: [answer.bitmap] });
};
