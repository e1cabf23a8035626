// The case that is being looked up, over whatever page is open.

class Lookup {
  open = $state<{ book: string; id: string } | null>(null);
  /** The case whose number is pointed at, and where that is in the window. */
  tip = $state.raw<{ book: string; id: string; at: DOMRect } | null>(null);
  show(book: string, id: string): void {
    this.open = { book, id };
    this.tip = null;
  }
  close(): void {
    this.open = null;
  }
}

export const lookup = new Lookup();
