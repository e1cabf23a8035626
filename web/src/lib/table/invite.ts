// From where a link to this server works.

/** Whether a name means this machine itself. */
export const isHere = (hostname: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(hostname);

export interface Reach {
  /** On this machine only, in its house, or as the address says. */
  kind: 'here' | 'house' | 'address';
  /** What stands before the path of a link, best first. At a server that hears only this machine: what would, if it heard others. */
  bases: string[];
}

/** From where links work, by the address of the page and what the server says of itself. */
export function reach(page: { hostname: string; port: string; protocol: string; origin: string }, house: { here_only: boolean; addresses: readonly string[] } | null): Reach {
  if (!isHere(page.hostname)) return { kind: 'address', bases: [page.origin] };
  const bases = (house?.addresses ?? []).map((address) => `${page.protocol}//${address}${page.port ? `:${page.port}` : ''}`);
  return { kind: house && !house.here_only && bases.length > 0 ? 'house' : 'here', bases };
}
