// Something was asked of the server and is not yet to be seen: nothing else is asked meanwhile, and what takes long is said.

/** After so many milliseconds something takes long. */
const SLOW = 700;
/** Another action may have come in between; then what is waited for never comes. */
const PATIENCE = 4000;

const reached = (now: number, to: { played: number; up: boolean }): boolean => (to.up ? now >= to.played : now <= to.played);

export class Asking {
  busy = $state(false);
  slow = $state(false);
  readonly #now: () => number | undefined;
  #waiters: { played: number; up: boolean; done: () => void }[] = [];
  #idle: (() => void)[] = [];
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

  /** Waits until nothing is asked any more: whoever is quick is not to be lost. */
  async idle(): Promise<void> {
    while (this.busy) await new Promise<void>((go) => this.#idle.push(go));
  }

  /** Asks, and waits until what came of it can be seen. */
  async ask(make: () => Promise<number>): Promise<boolean> {
    this.busy = true;
    this.#timer = setTimeout(() => (this.slow = true), SLOW);
    try {
      const before = this.#now();
      await this.until(await make(), before);
      return true;
    } finally {
      clearTimeout(this.#timer);
      this.busy = this.slow = false;
      this.#idle.splice(0).forEach((go) => go());
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
