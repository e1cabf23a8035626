// Hands the painting of maps to a worker; where workers or their canvases are missing, paints here, a little at a time.

import type { Rect } from '../layout';
import type { MapView } from '../types';
import { aim, painting, type Ink, type Step } from './index';
import type { Notice, Order, Picture } from './worker';

/** A worker that was started before there was anything to paint, and the map that it has been handed. */
let early: { worker: Worker; map: MapView | null } | null = null;

function start(): Worker | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

/** Starts a worker while the map is still on its way. */
export function warm(): void {
  if (early) return;
  const worker = start();
  if (!worker) return;
  early = { worker, map: null };
  // What goes wrong before anybody listens must not be lost.
  worker.onerror = () => (early = null);
}

/** Hands that worker a map, fresh from the server, while the page is still busy with other things. */
export function ahead(map: MapView): void {
  if (!early || early.map) return;
  early.map = map;
  early.worker.postMessage({ ahead: map } satisfies Notice);
}

export class Painter {
  #worker: Worker | null = null;
  #map: MapView;
  #sent = false;
  #next = 0;
  #waiting = new Map<number, (picture: ImageBitmap | HTMLCanvasElement) => void>();
  #steps: { ink: string; list: Step[] } | null = null;
  #gone = false;

  constructor(map: MapView) {
    this.#map = map;
    this.#worker = early?.worker ?? start();
    this.#sent = early?.map === map;
    early = null;
    if (!this.#worker) return;
    this.#worker.onmessage = ({ data }: MessageEvent<Picture>) => {
      this.#waiting.get(data.id)?.(data.bitmap);
      this.#waiting.delete(data.id);
    };
    this.#worker.onerror = () => this.#alone();
  }

  /** The worker cannot be had after all: what was ordered is painted here. */
  #alone(): void {
    this.#worker?.terminate();
    this.#worker = null;
    const orders = [...this.#orders.values()];
    this.#orders.clear();
    for (const { ink, part, density, id } of orders) {
      const done = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (done) void this.#here(ink, part, density).then(done);
    }
  }

  #orders = new Map<number, Order>();

  /** Paints a part of the sheet at so many pixels per unit. */
  paint(ink: Ink, part: Rect, density: number): Promise<ImageBitmap | HTMLCanvasElement> {
    if (!this.#worker) return this.#here(ink, part, density);
    const id = (this.#next += 1);
    // Plain copies: the page's reactive objects cannot be posted.
    const order: Order = { id, ink: { ...ink }, part: { ...part }, density };
    if (!this.#sent) order.map = JSON.parse(JSON.stringify(this.#map)) as MapView;
    this.#sent = true;
    this.#orders.set(id, order);
    this.#worker.postMessage(order);
    return new Promise((done) => {
      this.#waiting.set(id, (picture) => {
        this.#orders.delete(id);
        done(picture);
      });
    });
  }

  async #here(ink: Ink, part: Rect, density: number): Promise<HTMLCanvasElement> {
    const key = JSON.stringify(ink);
    if (this.#steps?.ink !== key) this.#steps = { ink: key, list: painting(this.#map, ink) };
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(part.w * density);
    canvas.height = Math.ceil(part.h * density);
    const pen = canvas.getContext('2d');
    if (!pen) return canvas;
    aim(pen, part, density);
    let since = performance.now();
    for (const step of this.#steps.list) {
      if (this.#gone) break;
      step(pen, { ...part, density });
      if (performance.now() - since > 8) {
        await new Promise((go) => setTimeout(go));
        since = performance.now();
      }
    }
    return canvas;
  }

  close(): void {
    this.#gone = true;
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }
}
