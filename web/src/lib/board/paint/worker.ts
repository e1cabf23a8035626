// Paints maps off the main thread. One message is one picture.

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

export interface Picture {
  id: number;
  bitmap: ImageBitmap;
}

let map: MapView | null = null;
let steps: Step[] = [];
let made = '';

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if (data.map) [map, made] = [data.map, ''];
  if (!map) return;
  const ink = JSON.stringify(data.ink);
  if (made !== ink) [steps, made] = [painting(map, data.ink), ink];
  const canvas = new OffscreenCanvas(Math.ceil(data.part.w * data.density), Math.ceil(data.part.h * data.density));
  const pen = canvas.getContext('2d');
  if (!pen) return;
  aim(pen, data.part, data.density);
  const part = { ...data.part, density: data.density };
  for (const step of steps) step(pen, part);
  const picture: Picture = { id: data.id, bitmap: canvas.transferToImageBitmap() };
  // What is left of the canvas would wait for the collector of garbage.
  canvas.width = canvas.height = 1;
  self.postMessage(picture, { transfer: [picture.bitmap] });
};
