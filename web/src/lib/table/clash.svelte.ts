// The battle that was fought last: its table, the die that was rolled in it, and what came of it.

import type { Line, TableView, View } from '../api/types';
import type { Battle } from './kinds';
import { fought, lastBattle } from './story';

export class Clash {
  now = $state.raw<Battle | null>(null);

  /** Something was played; `table` is what was forecast with. */
  heard(lines: Line[], table: TableView | null): void {
    const rolled = lines.find((line) => fought(line, lines));
    if (rolled?.roll) this.now = { table: table ?? this.now?.table ?? null, roll: rolled.roll, lines };
    // What ends a phase, or begins another battle, ends this one.
    else if (lines.some((line) => line.level <= 1 || line.battle)) this.now = null;
    else if (this.now && lines.some((line) => line.level >= 3)) this.now = { ...this.now, lines: [...this.now.lines, ...lines] };
  }

  /** If it is still being settled, whoever comes back finds it where it was. `viewAt` is the board after so many actions, if it can be had. */
  async recall(lines: readonly Line[], viewAt: (at: number) => Promise<View | null>): Promise<void> {
    const last = this.now ? null : lastBattle(lines);
    if (!last) return;
    this.now = { table: null, roll: last.roll, lines: last.lines };
    const before = await viewAt(last.entry - 1);
    if (this.now?.roll === last.roll && before?.forecast?.table) this.now = { ...this.now, table: before.forecast.table };
  }

  forget(): void {
    this.now = null;
  }
}
