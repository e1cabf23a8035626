// Which turns of the log lie open: the one that is under way, and those that somebody wants to read.

export class Folds {
  /** What somebody has opened or folded himself. */
  #wanted: Record<string, boolean> = $state({});
  #newest = '';

  /** `last` says whether it is the turn that is under way. */
  isOpen(turn: string, last: boolean): boolean {
    return this.#wanted[turn] ?? last;
  }

  /** A browser tells of every change, also of those that the page made itself: only what differs from these was wanted by somebody. */
  toggled(turn: string, last: boolean, open: boolean): void {
    if (open !== this.isOpen(turn, last)) this.#wanted[turn] = open;
  }

  /** This turn is under way now: the one before it folds up, unless somebody is reading in it. */
  begun(turn: string, reading: boolean): void {
    const before = this.#newest;
    this.#newest = turn;
    if (reading && before !== '' && before !== turn) this.#wanted[before] ??= true;
  }
}
