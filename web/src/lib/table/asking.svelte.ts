// Something was asked of the server and is not yet to be seen: nothing else is asked meanwhile, and what takes long is said.

/** After so many milliseconds something takes long. */
const SLOW = 700;
/** Another action may have come in between; then what is waited for never comes. */
const PATIENCE = 4000;

export class Asking {
  busy = $state(false);
  slow = $state(false);
  readonly #now: () => number | undefined;
  #waiters: { played: number; done: () => void }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `now` says how many actions the present view has. */
  constructor(now: () => number | undefined) {
    this.#now = now;
  }

  /** Waits until the board after so many actions has come. */
  until(played: number): Promise<void> {
    if (this.#now() === played) return Promise.resolve();
    return new Promise((done) => {
      const waiter = { played, done };
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
      if (played !== one.played) return true;
      one.done();
      return false;
    });
  }

  /** Asks, and waits until what came of it can be seen. */
  async ask(make: () => Promise<number>): Promise<boolean> {
    this.busy = true;
    this.#timer = setTimeout(() => (this.slow = true), SLOW);
    try {
      await this.until(await make());
      return true;
    } finally {
      clearTimeout(this.#timer);
      this.busy = this.slow = false;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
