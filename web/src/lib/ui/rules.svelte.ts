// The case that is being looked up, over whatever page is open.

class Lookup {
  open = $state<{ book: string; id: string } | null>(null);
  show(book: string, id: string): void {
    this.open = { book, id };
  }
  close(): void {
    this.open = null;
  }
}

export const lookup = new Lookup();
