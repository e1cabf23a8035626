// What a table remembers of the last moments.

import type { Line, Problem, RollView, TableView } from '../api/types';

/** Something refused, and where on the map that shows. */
export interface Refused {
  problem: Problem;
  hex: string | null;
  /** What was tried, in words. */
  tried: string;
}

/** The last battle: its table and the die that was rolled in it. */
export interface Battle {
  table: TableView | null;
  roll: RollView;
  lines: Line[];
}
