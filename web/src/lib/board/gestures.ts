// Mouse, pen and fingers on the board, turned into a few plain events: pan, zoom, tap, hold, hover, grab and drop.

import { unflung } from './unflung';
import type { Point } from './layout';

export interface Gestures {
  /** Whether dragging from here takes something along instead of moving the map. */
  grabs(at: Point): boolean;
  grab(at: Point): void;
  carry(at: Point): void;
  drop(at: Point | null): void;
  pan(dx: number, dy: number): void;
  zoom(at: Point, factor: number): void;
  /** Something is about to be meant: until it is clear what, all stays where it is. */
  press(): void;
  /** A click, or the tap of a finger. */
  tap(at: Point, touch: boolean): void;
  /** Right click or long press. */
  hold(at: Point): void;
  /** It was no long press after all. */
  unhold(): void;
  hover(at: Point | null): void;
  rest(): void;
}

const SLOP = 6;
const LONG = 520;

export function listen(root: HTMLElement, on: Gestures): () => void {
  const down = new Map<number, Point>();
  let first: Point | null = null;
  /** When it was pressed, by the clock of the events. */
  let since = 0;
  let state: 'idle' | 'press' | 'pan' | 'carry' | 'pinch' | 'held' = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const local = (event: { clientX: number; clientY: number }): Point => {
    const box = root.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const settle = (after = 160) => {
    clearTimeout(resting);
    resting = setTimeout(() => on.rest(), after);
  };
  const apart = () => {
    const [a, b] = [...down.values()];
    return a && b ? { far: Math.hypot(a.x - b.x, a.y - b.y), at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } } : null;
  };
  const ours = (event: Event) => event.target instanceof Element && event.target.closest('[data-chrome]') === null;

  const pointerdown = (event: PointerEvent) => {
    if (!ours(event) || event.button > 1) return;
    const at = local(event);
    down.set(event.pointerId, at);
    if (down.size === 2) {
      clearTimeout(timer);
      on.hover(null);
      if (state === 'carry') on.drop(null);
      state = 'pinch';
      return;
    }
    first = at;
    since = event.timeStamp;
    state = event.button === 1 ? 'pan' : 'press';
    if (state === 'press') on.press();
    else on.hover(null);
    if (event.pointerType !== 'mouse') {
      timer = setTimeout(() => {
        if (state !== 'press' || !first) return;
        state = 'held';
        on.hover(null);
        on.hold(first);
      }, LONG);
    }
  };

  const pointermove = (event: PointerEvent) => {
    const at = local(event);
    // A button that was let go beside the board is not held any more.
    if (event.pointerType === 'mouse' && event.buttons === 0) pointerup(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse' || event.pointerType === 'pen') on.hover(ours(event) ? at : null);
      return;
    }
    if (state === 'pinch') {
      const then = apart();
      down.set(event.pointerId, at);
      const now = apart();
      if (then && now && then.far > 0) {
        on.zoom(now.at, now.far / then.far);
        on.pan(now.at.x - then.at.x, now.at.y - then.at.y);
      }
      return;
    }
    if (state === 'press' && first && Math.hypot(at.x - first.x, at.y - first.y) > SLOP) {
      clearTimeout(timer);
      // A pointer that leaves the window must not leave the map hanging.
      root.setPointerCapture?.(event.pointerId);
      if (event.pointerType !== 'touch' && event.buttons === 1 && on.grabs(first)) {
        state = 'carry';
        on.grab(first);
      } else state = 'pan';
      on.hover(null);
    }
    if (state === 'pan') on.pan(at.x - before.x, at.y - before.y);
    if (state === 'carry') on.carry(at);
    down.set(event.pointerId, at);
  };

  const pointerup = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(timer);
    const at = local(event);
    // On a busy machine the end of a short touch may be told so late that it was taken for a long one. When it really ended it says itself.
    const tapped = state === 'press' || (state === 'held' && event.timeStamp - since < LONG);
    if (state === 'held' && tapped) on.unhold();
    if (tapped && first && event.type === 'pointerup') on.tap(at, event.pointerType === 'touch');
    else if (tapped) on.hover(null);
    if (state === 'carry') on.drop(event.type === 'pointerup' ? at : null);
    // After a pinch the finger that stays goes on panning.
    state = down.size === 1 ? 'pan' : 'idle';
    if (down.size === 0) {
      first = null;
      settle(60);
    }
  };

  const wheel = (event: WheelEvent) => {
    if (!ours(event)) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 24 : event.deltaMode === 2 ? 400 : 1;
    const most = Math.max(-160, Math.min(160, event.deltaY * lines));
    on.zoom(local(event), Math.exp(-most * (event.ctrlKey ? 0.008 : 0.0022)));
    settle();
  };

  const contextmenu = (event: MouseEvent) => {
    if (!ours(event)) return;
    event.preventDefault();
    if (state === 'press' && event.ctrlKey) {
      // On a Mac a click with Ctrl is a right click, and begins as any other: it only looks.
      down.clear();
      first = null;
      state = 'idle';
      on.hover(null);
    }
    if (state === 'idle') on.hold(local(event));
  };
  const leave = () => on.hover(null);

  root.addEventListener('pointerdown', pointerdown);
  root.addEventListener('pointermove', pointermove);
  root.addEventListener('pointerup', pointerup);
  root.addEventListener('pointercancel', pointerup);
  root.addEventListener('pointerleave', leave);
  root.addEventListener('wheel', wheel, { passive: false });
  root.addEventListener('contextmenu', contextmenu);
  const unfling = unflung(root, ours);
  return () => {
    clearTimeout(timer);
    clearTimeout(resting);
    root.removeEventListener('pointerdown', pointerdown);
    root.removeEventListener('pointermove', pointermove);
    root.removeEventListener('pointerup', pointerup);
    root.removeEventListener('pointercancel', pointerup);
    root.removeEventListener('pointerleave', leave);
    root.removeEventListener('wheel', wheel);
    root.removeEventListener('contextmenu', contextmenu);
    unfling();
  };
}
