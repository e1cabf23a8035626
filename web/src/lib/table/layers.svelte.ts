// What is laid over the map: zones, lines of fire, who can reach a hex. The server reckons it, for our eyes.

import { api, Refusal, type Pass } from '../api/client';
import type { OverlayHex, OverlayInfo } from '../api/types';

/** What the layers need to know of their table. */
interface Ground {
  id: string;
  readonly pass: Pass;
  /** The moment that is looked at, if it is not the present. */
  moment(): number | undefined;
  say(text: string): void;
  fail(text: string): void;
}

export class Layers {
  list = $state.raw<OverlayInfo[]>([]);
  one = $state.raw<OverlayInfo | null>(null);
  hexes = $state.raw<OverlayHex[]>([]);
  readonly #ground: Ground;
  #hex: string | null = null;
  #order = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  set(overlay: OverlayInfo | null, hex: string | null = null): void {
    this.one = overlay;
    this.hexes = [];
    this.#hex = hex;
    // What was asked for before is for another hex, or for other eyes.
    this.#order += 1;
    if (overlay) void this.renew();
  }

  /** Lays an overlay over the map, or takes it away if it lies there. */
  toggle(overlay: OverlayInfo, hex: string | null = null): void {
    this.set(this.one?.id === overlay.id ? null : overlay, hex);
  }

  /** The hex under the pointer, for overlays that are about one. */
  aim(hex: string | null): void {
    if (!this.one?.needs_hex || hex === null || hex === this.#hex) return;
    this.#hex = hex;
    void this.renew();
  }

  /** Something has changed on the map. */
  async renew(): Promise<void> {
    const overlay = this.one;
    if (!overlay || (overlay.needs_hex && this.#hex === null)) return;
    const order = (this.#order += 1);
    try {
      const hexes = await api.overlay(this.#ground.id, this.#ground.pass, overlay.id, this.#hex, this.#ground.moment());
      if (order !== this.#order || this.one !== overlay) return;
      this.hexes = hexes;
      this.#ground.say(`${overlay.title}: ${hexes.length} hexes.`);
    } catch (error) {
      if (order === this.#order && error instanceof Refusal) this.#ground.fail(error.message);
    }
  }
}
