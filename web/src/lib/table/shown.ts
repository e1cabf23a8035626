// The views that we were shown last. The server tells what has changed since one of them; whoever has lost track asks for the whole.

import { patched, sum } from '../api/difference';
import type { View } from '../api/types';

/** As many as the server remembers, too. */
const REMEMBERED = 2;

export class Shown {
  #views: { sum: number; view: View }[] = [];

  /** A whole view has come. */
  whole(view: View, sum: number): View {
    this.#views = this.#views.filter((known) => known.sum !== sum);
    this.#views.unshift({ sum, view });
    this.#views.length = Math.min(this.#views.length, REMEMBERED);
    return view;
  }

  /** Something has changed. Nothing if we do not have the view that it is about, or if what comes out is not what was meant. */
  changed(from: number, to: number, change: unknown): View | null {
    const known = this.#views.find((one) => one.sum === from);
    if (!known) return null;
    let view: View;
    try {
      view = patched(known.view, change);
    } catch {
      return null;
    }
    return sum(view) === to ? this.whole(view, to) : null;
  }

  /** Another line, other eyes. */
  forget(): void {
    this.#views = [];
  }
}
