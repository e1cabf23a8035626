// Counters on their way: each glides from where it was to where it is, along the way it went if that is known.

import type { Point } from './layout';
import { along } from './pieces';
import type { Placed } from './stacks';

interface March {
  stops: Point[];
  /** In milliseconds: when it began, and how long it takes. */
  start: number;
  long: number;
}

export class Marches {
  #under = new Map<string, March>();
  #last = new Map<string, Point & { hex: string }>();

  /** How many are on their way. */
  get size(): number {
    return this.#under.size;
  }

  /** Where a counter is now, if it is on its way. */
  way(tag: string, now: number): Point | null {
    const march = this.#under.get(tag);
    if (!march) return null;
    const part = (now - march.start) / march.long;
    if (part < 1) return along(march.stops, Math.max(0, part));
    this.#under.delete(tag);
    return null;
  }

  /** From now on the counters lie so. `between` tells over which points one of them came to its hex; `still` is for those who want to see nobody go. */
  lie(placed: readonly Placed[], now: number, still: boolean, between: (tag: string, hex: string) => Point[]): void {
    const gone = new Set(this.#last.keys());
    for (const { counter, hex, x, y } of placed) {
      const { tag } = counter;
      const from = this.#last.get(tag);
      gone.delete(tag);
      if (from && !still && (from.x !== x || from.y !== y)) {
        const stops: Point[] = [this.way(tag, now) ?? from, ...(from.hex === hex ? [] : between(tag, hex)), { x, y }];
        this.#under.set(tag, { stops, start: now, long: from.hex === hex ? 130 : Math.min(900, 160 + 90 * stops.length) });
      }
      this.#last.set(tag, { x, y, hex });
    }
    // Whoever has left the map is on no way any more, for which frame after frame would be painted, and does not come back from where he was.
    for (const tag of gone) {
      this.#last.delete(tag);
      this.#under.delete(tag);
    }
  }
}
