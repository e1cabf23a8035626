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

/** Where a map can be had that will be painted soon. */
export interface Notice {
  ahead: string;
}

export interface Picture {
  id: number;
  /** Nothing if the map has yet to be sent. */
  bitmap: ImageBitmap | null;
}

let map: MapView | null = null;
let steps: Step[] = [];
let made = '';

/** Paints a part of the map; what is found out on the way is kept. */
function paint({ ink, part, density }: Omit<Order, 'id' | 'map'>, of: MapView): OffscreenCanvas | null {
  const inks = JSON.stringify(ink);
  if (made !== inks) [steps, made] = [painting(of, ink), inks];
  const canvas = new OffscreenCanvas(Math.ceil(part.w * density), Math.ceil(part.h * density));
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  aim(pen, part, density);
  for (const step of steps) step(pen, { ...part, density });
  return canvas;
}

/** Gets a map while the page is still busy. */
async function ahead(address: string): Promise<void> {
  const answer = await fetch(address);
  if (answer.ok) [map, made] = [(await answer.json()) as MapView, ''];
}

function picture(order: Order): void {
  if (order.map) [map, made] = [order.map, ''];
  const canvas = map && paint(order, map);
  const answer: Picture = { id: order.id, bitmap: canvas?.transferToImageBitmap() ?? null };
  // What is left of the canvas would wait for the collector of garbage.
  if (canvas) canvas.width = canvas.height = 1;
  self.postMessage(answer, { transfer: answer.bitmap ? [answer.bitmap] : [] });
}

/** One thing after the other: an order waits for the map that is on its way. */
let queue: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<Order | Notice>) => {
  // A map that cannot be had is sent with the order.
  queue = 'ahead' in data ? queue.then(() => ahead(data.ahead)).catch(() => undefined) : queue.then(() => picture(data));
};
