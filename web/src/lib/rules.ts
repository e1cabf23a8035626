// Case numbers: their order, their sections, and looking for them.

const parts = (id: string) => id.split('.').map((p) => Number.parseInt(p, 10) || 0);

export function compareCases(a: string, b: string): number {
  const [p, q] = [parts(a), parts(b)];
  return (p[0] ?? 0) - (q[0] ?? 0) || (p[1] ?? 0) - (q[1] ?? 0) || a.localeCompare(b);
}

export const sectionOf = (id: string) => id.split('.')[0] ?? id;

/** Whether all words of a query occur; a number finds its case or its section. */
export function matches(one: { id: string; title: string; gist: string; note: string }, query: string): boolean {
  const words = query.toLowerCase().replace(/[[\]]/g, ' ').split(/\s+/).filter((w) => w !== '');
  const text = `${one.title} ${one.gist} ${one.note}`.toLowerCase();
  return words.every((word) => (/^\d+(\.\d*)?$/.test(word) ? one.id === word || one.id.startsWith(word.includes('.') ? word : `${word}.`) : text.includes(word)));
}
