// Which own units stand in reach of the enemy, by what the server lays over the map.

import type { Counter, OverlayHex } from '../api/types';

export interface Threat {
  tag: string;
  hex: string;
}

/** Own units in hexes that an overlay of the enemy's zones names. */
export function inEnemyZones(counters: readonly Counter[], side: string, hexes: readonly OverlayHex[]): Threat[] {
  const zone = new Set(hexes.filter((one) => one.side !== side).map((one) => one.hex));
  return counters.flatMap((c) => (c.side === side && c.hex && zone.has(c.hex) ? [{ tag: c.tag, hex: c.hex }] : []));
}
