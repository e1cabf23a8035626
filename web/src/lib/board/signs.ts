// Marks that stand on the map for longer than a moment look like small counters: a coat, a sign, and words for those who listen.

import { coat, isNation, type Coat } from './coats';
import { direction, directions } from './grid';
import type { Reader } from './names';
import type { Counter, HexsideMark, Mark } from './types';

/** How wide a sign is on the sheet, and how many pixels it keeps on the screen, however small the map is. */
export const SIGN = 22;
const LEAST = 15;

/** How many times larger than the map signs are drawn where a unit of the sheet is so many pixels; in steps, so that it seldom changes. */
export const signScale = (pixels: number) => Math.max(1, Math.ceil((4 * LEAST) / (SIGN * pixels)) / 4);

export interface Stroke {
  d: string;
  /** Drawn as a line instead of a shape. */
  line?: boolean;
}

const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Signs around the origin, below a strip at the top, by the words that they stand for. */
const SIGNS: readonly [RegExp, readonly Stroke[]][] = [
  // A tent with a pennant.
  [/cent(er|re) of|headquarters/i, [{ d: 'M-7.6 8L0 -1L7.6 8H2L0 4L-2 8Z' }, { d: 'M0 -1V-6.4', line: true }, { d: 'M0 -6.6h5.6l-1.7 1.7l1.7 1.7H0Z' }]],
  // A wheel.
  [/supply source|depot/i, [{ d: disc(0, 1.4, 6.2), line: true }, { d: 'M0 -4.8V7.6M-6.2 1.4H6.2M-4.4 -3L4.4 5.8M4.4 -3L-4.4 5.8', line: true }, { d: disc(0, 1.4, 1.7) }]],
  // A lunette.
  [/redoubt|lunette|earthwork/i, [{ d: 'M-8 7.6V0.6L0 -6L8 0.6V7.6H3.8V2.6L0 -0.6L-3.8 2.6V7.6Z' }]],
  // A boat on wheels.
  [/bridge train/i, [{ d: 'M-8.4 -3.6H8.4L5.4 2H-5.4Z' }, { d: disc(-4, 5.2, 2.3), line: true }, { d: disc(4, 5.2, 2.3), line: true }]],
];

/** The kind of a mark as people say it: on the wire it is one word. */
export const kindWords = (kind: string) => kind.replace(/[-_]/g, ' ');

/** The sign for a mark, if it is one that has a sign. */
export function signOf(kind: string): readonly Stroke[] | null {
  return SIGNS.find(([words]) => words.test(kindWords(kind)))?.[1] ?? null;
}

/** Whether what a mark stands for does not serve yet, or not now. */
export const idle = (kind: string) => /inactive|unfinished|to come/i.test(kindWords(kind));

/** The colours of a mark: those of the nation that it names, else of the first counter of its side. */
export function coatOf(mark: { kind: string; side?: string | null }, counters: readonly Counter[]): Coat {
  const named = kindWords(mark.kind).split(' ')[0] ?? '';
  return coat(isNation(named) ? named : (counters.find((c) => c.side === mark.side)?.nation ?? mark.side ?? ''));
}

/** Where a side of a hex is, in words. */
export const EDGES: Record<string, string> = {
  up: 'at its top',
  down: 'at its bottom',
  left: 'at its left',
  right: 'at its right',
  'up right': 'at its upper right',
  'up left': 'at its upper left',
  'down right': 'at its lower right',
  'down left': 'at its lower left',
};

/** A mark in words. */
export function markWords(mark: Pick<Mark, 'kind' | 'side'>): string {
  const kind = kindWords(mark.kind);
  const named = kind.split(' ')[0] ?? '';
  return mark.side && !isNation(named) && named !== mark.side ? `${kind}: ${mark.side}` : kind;
}

/** What lies on the sides of a hex, in words: `damaged bridge at its top`. */
export function sideWords(marks: readonly HexsideMark[], hex: string, read: Reader): string[] {
  return marks.flatMap((mark) => {
    const other = mark.from === hex ? mark.to : mark.to === hex ? mark.from : null;
    const [at, to] = [read(hex), other === null ? null : read(other)];
    if (at === null || to === null) return [];
    return [`${markWords(mark)} ${EDGES[directions(at)[direction(at, to)] ?? ''] ?? 'beside it'}`];
  });
}
