// What the map brings into sight by itself: what others do, what is taught, what was pointed at elsewhere on the page, and what the player is asked about.

import { untrack } from 'svelte';
import type { Choice, View } from '../api/types';
import { asked } from './lit';

interface Board {
  /** At once, and well inside the window. */
  show(hex: string, margin?: number, foot?: number): void;
  /** As soon as nobody points at the map, and only what is not seen. */
  attend(hexes: readonly string[]): void;
}

interface Table {
  readonly shown: View | null;
  readonly choices: readonly Choice[];
  readonly selected: readonly string[];
  readonly flash: { hexes: readonly string[] } | null;
  readonly follow: { readonly stop: { hexes: readonly string[] } | null };
}

/** For as long as a table is shown. What is taught lies in these hexes, and a narrow screen leaves less room around them. */
export function bringIntoSight(table: Table, board: () => Board | undefined, taught: () => readonly string[], narrow: () => boolean): void {
  $effect(() => {
    // The bar that tells of it covers the lower edge.
    for (const hex of (table.follow.stop?.hexes ?? []).slice(0, 1)) board()?.show(hex, 190);
  });
  // What is taught is not behind the card that tells of it.
  $effect(() => {
    const card = document.querySelector<HTMLElement>('[data-lesson]')?.offsetHeight ?? 0;
    for (const hex of [...taught()].reverse()) board()?.show(hex, narrow() ? 60 : 90, card + 60);
  });
  $effect(() => {
    if (table.flash?.hexes[0]) board()?.show(table.flash.hexes[0]);
  });
  /** Who plays by keys or from lists sees of whom he speaks. */
  const about = $derived(asked(table.choices, table.shown?.board, table.selected[0] ?? null).join(' '));
  $effect(() => {
    const [on, hexes] = [board(), about === '' ? [] : about.split(' ')];
    untrack(() => on?.attend(hexes));
  });
}
