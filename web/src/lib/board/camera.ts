// Which part of the sheet is seen: a scale and the place of the sheet's origin in the window. Pure arithmetic.

import type { Point, Rect } from './layout';

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  w: number;
  h: number;
}

export const MOST = 4;
const SLACK = 0.35;

/** The scale at which the whole sheet is seen. */
export function fitScale(sheet: Rect, view: Size, margin = 8): number {
  const scale = Math.min((view.w - 2 * margin) / sheet.w, (view.h - 2 * margin) / sheet.h);
  return Math.max(0.05, Math.min(MOST, scale));
}

/** The whole sheet in the middle of the window. */
export function fit(sheet: Rect, view: Size): Camera {
  return centred(sheet, view, { x: sheet.x + sheet.w / 2, y: sheet.y + sheet.h / 2 }, fitScale(sheet, view));
}

/** A point of the sheet in the middle of the window. */
export function centred(sheet: Rect, view: Size, p: Point, scale: number, slack = SLACK): Camera {
  return held({ x: view.w / 2 - p.x * scale, y: view.h / 2 - p.y * scale, scale }, sheet, view, slack);
}

/** Counters are not made smaller than this at first. */
const LEAST = 0.5;
const ROOM = 110;

/** How large these points are shown if all of them are to be seen. */
function scaleOf(points: readonly Point[], view: Size, margin: number): number {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  return Math.min(view.w / (Math.max(...xs) - Math.min(...xs) + 2 * margin), view.h / (Math.max(...ys) - Math.min(...ys) + 2 * margin));
}

/** Whether all of these points can be seen at once, large enough to be read. */
export const roomy = (points: readonly Point[], view: Size) => scaleOf(points, view, ROOM) >= LEAST;

/** As many of these points as can be seen at once: those around the one with most of them near. */
export function crowd(points: readonly Point[], view: Size): readonly Point[] {
  if (roomy(points, view)) return points;
  const half = { x: view.w / LEAST / 2 - ROOM, y: view.h / LEAST / 2 - ROOM };
  const near = (p: Point) => points.filter((q) => Math.abs(q.x - p.x) <= half.x && Math.abs(q.y - p.y) <= half.y);
  return points.map(near).reduce((best, some) => (some.length > best.length ? some : best), []);
}

/** These points in the middle of the window, as large as they fit, but legible in any case; and the sheet fills the window. */
export function around(points: readonly Point[], sheet: Rect, view: Size, margin = ROOM): Camera {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const whole = fitScale(sheet, view);
  const wanted = scaleOf(points, view, margin);
  return centred(sheet, view, { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }, Math.max(whole, Math.min(1.1, Math.max(LEAST, wanted))), 0);
}

/** Keeps the sheet in sight: no more emptiness than `slack` parts of a window, and never smaller than all of it. */
export function held(camera: Camera, sheet: Rect, view: Size, slack = SLACK): Camera {
  const scale = Math.min(MOST, Math.max(fitScale(sheet, view) * 0.9, camera.scale));
  const along = (at: number, start: number, long: number, room: number) => {
    const [low, high] = [start * scale, (start + long) * scale];
    if (high - low <= room) return (room - high - low) / 2;
    return Math.min(slack * room - low, Math.max(room - slack * room - high, at));
  };
  return { x: along(camera.x, sheet.x, sheet.w, view.w), y: along(camera.y, sheet.y, sheet.h, view.h), scale };
}

/** Zooms by a factor and keeps the point of the sheet under `at` where it is. */
export function zoomed(camera: Camera, at: Point, factor: number, sheet: Rect, view: Size): Camera {
  const scale = Math.min(MOST, Math.max(fitScale(sheet, view) * 0.9, camera.scale * factor));
  const ratio = scale / camera.scale;
  return held({ x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio, scale }, sheet, view);
}

export function panned(camera: Camera, dx: number, dy: number, sheet: Rect, view: Size): Camera {
  return held({ x: camera.x + dx, y: camera.y + dy, scale: camera.scale }, sheet, view);
}

export const toSheet = (camera: Camera, p: Point): Point => ({ x: (p.x - camera.x) / camera.scale, y: (p.y - camera.y) / camera.scale });
export const toWindow = (camera: Camera, p: Point): Point => ({ x: p.x * camera.scale + camera.x, y: p.y * camera.scale + camera.y });

/** The part of the sheet that is seen. */
export function seen(camera: Camera, view: Size): Rect {
  const p = toSheet(camera, { x: 0, y: 0 });
  return { x: p.x, y: p.y, w: view.w / camera.scale, h: view.h / camera.scale };
}

/** Whether a point is seen, and so much around it. */
export function sees(camera: Camera, p: Point, view: Size, around = 0): boolean {
  const w = toWindow(camera, p);
  return w.x >= around && w.y >= around && w.x <= view.w - around && w.y <= view.h - around;
}

/** A camera moved as little as possible so that a point is well inside the window. */
export function showing(camera: Camera, p: Point, sheet: Rect, view: Size, margin = 60, foot = 0): Camera {
  const w = toWindow(camera, p);
  // Above and below as much as is wanted, but never so much that nothing is left between.
  const m = { x: Math.min(margin, view.w / 4), y: Math.min(margin, view.h / (margin > 100 ? 2.4 : 4)) };
  const dx = w.x < m.x ? m.x - w.x : w.x > view.w - m.x ? view.w - m.x - w.x : 0;
  // Something may lie over the lower edge.
  const low = view.h - Math.min(Math.max(m.y, foot), view.h - m.y);
  const dy = w.y < m.y ? m.y - w.y : w.y > low ? low - w.y : 0;
  return dx === 0 && dy === 0 ? camera : panned(camera, dx, dy, sheet, view);
}
