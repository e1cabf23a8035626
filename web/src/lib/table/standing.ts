// Standing orders as the page shows them: for each kind of question what holds in general, and for which units something else.

export type Standing = 'ask' | 'always' | 'never';

export interface Order {
  kind: string;
  standing: Standing;
  unit?: string | undefined;
}

/** Reads `KIND STANDING [UNIT]`; what the server writes can always be read. */
export function readOrder(text: string): Order | null {
  const [kind, standing, unit, ...rest] = text.split(' ');
  if (!kind || rest.length > 0 || (standing !== 'ask' && standing !== 'always' && standing !== 'never')) return null;
  return { kind, standing, unit };
}

export function writeOrder({ kind, standing, unit }: Order): string {
  return unit === undefined ? `${kind} ${standing}` : `${kind} ${standing} ${unit}`;
}

/** What holds for a kind, or for one of its units. */
export function standingOf(orders: readonly Order[], kind: string, unit?: string): Standing {
  const said = (name?: string) => orders.find((order) => order.kind === kind && order.unit === name)?.standing;
  return (unit === undefined ? undefined : said(unit)) ?? said() ?? 'ask';
}

/** The orders with one more, or instead of what was said of the same before; without a standing it is taken back. */
export function withOrder(orders: readonly Order[], kind: string, unit: string | undefined, standing?: Standing): Order[] {
  const rest = orders.filter((order) => order.kind !== kind || order.unit !== unit);
  return standing === undefined ? rest : [...rest, { kind, standing, unit }];
}
