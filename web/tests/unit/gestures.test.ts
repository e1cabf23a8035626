import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen, type Gestures } from '../../src/lib/board/gestures';

/** So much of an element as is needed to press on it. */
class Glass {
  listeners = new Map<string, (event: unknown) => void>();
  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.listeners.set(type, listener);
  }
  removeEventListener(type: string): void {
    this.listeners.delete(type);
  }
  getBoundingClientRect() {
    return { left: 0, top: 0 };
  }
  closest() {
    return null;
  }
}

describe('gestures', () => {
  let glass: Glass;
  let told: string[];
  let stop: () => void;
  const event = (type: string, timeStamp: number, more = {}) =>
    glass.listeners.get(type)?.({ type, timeStamp, target: glass, pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, clientX: 50, clientY: 60, ...more });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Element', Glass);
    glass = new Glass();
    told = [];
    const note =
      (name: string) =>
      (...about: unknown[]) =>
        void told.push([name, ...about.map((one) => JSON.stringify(one))].join(' '));
    const on = Object.fromEntries(['grab', 'carry', 'drop', 'pan', 'zoom', 'press', 'tap', 'hold', 'unhold', 'hover', 'rest'].map((name) => [name, note(name)]));
    stop = listen(glass as unknown as HTMLElement, { ...on, grabs: () => false } as unknown as Gestures);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('a press, however long, leaves what is pointed at until it ends', () => {
    event('pointermove', 0, { buttons: 0 });
    event('pointerdown', 10);
    vi.advanceTimersByTime(5000);
    event('pointerup', 5010);
    expect(told).toEqual(['hover {"x":50,"y":60}', 'press', 'tap {"x":50,"y":60} false']);
  });

  it('whoever drags does not point any more', () => {
    event('pointerdown', 0);
    event('pointermove', 5, { clientX: 80 });
    expect(told).toEqual(['press', 'hover null', 'pan 30 0']);
  });

  it('a finger that rests looks into a hex', () => {
    event('pointerdown', 0, { pointerType: 'touch' });
    vi.advanceTimersByTime(600);
    event('pointerup', 600, { pointerType: 'touch' });
    expect(told).toEqual(['press', 'hover null', 'hold {"x":50,"y":60}']);
  });

  it('a touch whose end is told late is a tap all the same', () => {
    event('pointerdown', 0, { pointerType: 'touch' });
    vi.advanceTimersByTime(2000);
    event('pointerup', 80, { pointerType: 'touch' });
    expect(told).toEqual(['press', 'hover null', 'hold {"x":50,"y":60}', 'unhold', 'tap {"x":50,"y":60} true']);
  });

  it('a click with Ctrl on a Mac only looks', () => {
    event('pointerdown', 0, { ctrlKey: true });
    event('contextmenu', 1, { ctrlKey: true, preventDefault: () => {} });
    event('pointerup', 80, { ctrlKey: true });
    expect(told).toEqual(['press', 'hover null', 'hold {"x":50,"y":60}']);
    // Elsewhere it is a click.
    event('pointerdown', 100, { ctrlKey: true });
    event('pointerup', 180, { ctrlKey: true });
    expect(told.at(-1)).toBe('tap {"x":50,"y":60} false');
  });

  it('what the browser takes over means nothing', () => {
    event('pointerdown', 0, { pointerType: 'touch' });
    event('pointercancel', 80, { pointerType: 'touch' });
    expect(told).toEqual(['press', 'hover null']);
  });
});
