// Something was asked of the server and is not yet to be seen: nothing else is asked meanwhile, and what takes long is said. The board may come
// before the answer: whoever acts on it at once is not lost, and is heard when the answer is there.

/** After so many milliseconds something takes long. */
const SLOW = 700;
/** Another action may have come in between; then what is waited for never comes. */
const PATIENCE = 4000;

const reached = (now: number, to: { played: number; up: boolean }): boolean => (to.up ? now >= to.played : now <= to.played);

export class Asking {
  slow = $state(false);
  /** What was asked last, while it is under way: for the board after how many actions, and when it is over. */
  #asked: { board: number | undefined; over: Promise<void> } | null = $state.raw(null);
  readonly #now: () => number | undefined;
  #waiters: { played: number; up: boolean; done: () => void }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `now` says how many actions the present view has. */
  constructor(now: () => number | undefined) {
    this.#now = now;
  }

  /**
   * Waits until the board after so many actions has come, or one that is further on: a standing order may have answered already. `before` is
   * how many there were when it was asked for, which tells what is played from what is taken back.
   */
  until(played: number, before = this.#now()): Promise<void> {
    const up = before === undefined || played >= before;
    const now = this.#now();
    if (now !== undefined && reached(now, { played, up })) return Promise.resolve();
    return new Promise((done) => {
      const waiter = { played, up, done };
      this.#waiters.push(waiter);
      setTimeout(() => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        done();
      }, PATIENCE);
    });
  }

  /** The board after so many actions has come. */
  seen(played: number): void {
    this.#waiters = this.#waiters.filter((one) => {
      if (!reached(played, one)) return true;
      one.done();
      return false;
    });
  }

  /** Whether something was asked for the board that is shown: what is pressed a second time means one thing. */
  get busy(): boolean {
    return this.#asked !== null && this.#asked.board === this.#now();
  }

  /** Waits until nothing is asked any more: whoever is quick is not to be lost. */
  async idle(): Promise<void> {
    while (this.#asked !== null) await this.#asked.over;
  }

  /** Asks, after what was asked before, and waits until what came of it can be seen. */
  async ask(make: () => Promise<number>): Promise<boolean> {
    const first = this.#asked?.over;
    let end = () => {};
    const mine = { board: this.#now(), over: new Promise<void>((go) => (end = go)) };
    this.#asked = mine;
    if (first) await first;
    this.#timer = setTimeout(() => (this.slow = true), SLOW);
    try {
      const before = this.#now();
      await this.until(await make(), before);
      return true;
    } finally {
      clearTimeout(this.#timer);
      this.slow = false;
      if (this.#asked === mine) this.#asked = null;
      end();
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
