// What everybody may know of a table: who sits at it and is there, how far the game has come, and how much time there is.

import type { ServerMessage, TableInfo, View } from '../api/types';
import { awaited } from './pace';

type Told = Extract<ServerMessage, { type: 'presence' | 'over' }>;

export class Register {
  info = $state.raw<TableInfo | null>(null);
  /** When the table was last told as a whole, by this browser's clock. */
  heardAt = Date.now();
  /** Asks for the table as a whole. */
  readonly #ask: () => Promise<TableInfo>;

  constructor(ask: () => Promise<TableInfo>) {
    this.#ask = ask;
  }

  /** The table is told as a whole. */
  told(info: TableInfo): void {
    this.info = info;
    this.heardAt = Date.now();
  }

  hear(message: Told): void {
    if (!this.info) return;
    if (message.type === 'over') {
      this.info = { ...this.info, over: true, seed: message.seed ?? null, ended: message.ended ?? null, offered: null };
      return;
    }
    const there = new Map(message.seats.map((s) => [s.seat, s]));
    const here = this.#absent() === null;
    this.info = { ...this.info, spectators: message.spectators, seats: this.info.seats.map((s) => ({ ...s, ...there.get(s.seat) })) };
    // He was here until now.
    if (here && this.#absent() !== null) void this.retime();
  }

  /** Whom one waits for, if he is not here. */
  #absent(): TableInfo['seats'][number] | null {
    const seat = this.info && awaited(this.info);
    return seat && !seat.connected ? seat : null;
  }

  /** Whether time runs, or may be over for somebody who stays away: whatever is played changes it. */
  get timed(): boolean {
    return Boolean(this.info?.timing) || this.#absent() !== null;
  }

  /** The board has come to this. */
  seen(view: View): void {
    if (!this.info) return;
    this.info = { ...this.info, over: this.info.over || Boolean(view.ending), played: view.played, pending: view.pending?.seat ?? null };
  }

  /** How much time there is now: asked anew when something was played, or somebody went for whom one waits. */
  async retime(): Promise<void> {
    const table = await this.#ask().catch(() => null);
    if (!table || !this.info) return;
    this.heardAt = Date.now();
    this.info = { ...this.info, timing: table.timing ?? null, touched: table.touched, substitute: table.substitute ?? null };
  }
}
