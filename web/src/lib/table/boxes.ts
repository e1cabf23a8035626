// Boxes that hold counters. Some belong to a counter on the map and hold what it leads; others are places off the map.

import type { Board, Counter } from '../api/types';

export type Box = Board['boxes'][number];

/** Whether a box is that of a counter: it bears its name. */
const isOf = (box: Box, tag: string) => box.name === tag || box.name.endsWith(` of ${tag}`);

/** The box of a counter, if we may look into it. */
export function boxOf(board: Board, tag: string | null): Box | null {
  return tag === null ? null : (board.boxes.find((box) => isOf(box, tag)) ?? null);
}

export interface Held {
  box: Box;
  /** Whose box it is, if a counter's. */
  owner: Counter | null;
  counters: Counter[];
}

/** The boxes with the counters in them. */
export function filled(board: Board): Held[] {
  const byTag = new Map(board.counters.map((counter) => [counter.tag, counter]));
  return board.boxes.map((box) => ({
    box,
    owner: byTag.get(box.name) ?? byTag.get(box.name.split(' of ').at(-1) ?? '') ?? null,
    counters: box.counters.flatMap((tag) => byTag.get(tag) ?? []),
  }));
}

/** Counters by the counter in whose box they lie. */
export function whoseBox(board: Board): Map<string, Held> {
  return new Map(filled(board).filter((held) => held.owner !== null).flatMap((held) => held.box.counters.map((tag) => [tag, held] as const)));
}
