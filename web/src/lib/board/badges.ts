// States of a counter as small signs at its corners. Every sign has its word as text alternative.

export interface Badge {
  word: string;
  kind: 'moved' | 'fought' | 'bonus' | 'letter';
  text: string;
  /** `good`, `bad` or `plain`, where it is known. */
  tone?: string;
}

/** Where badges go on a counter, in this order. */
export const CORNERS = [
  [45, 1],
  [1, 1],
  [45, 45],
  [1, 45],
] as const;

export function badgeOf(word: string): Badge {
  const low = word.toLowerCase();
  if (low === 'moved') return { word, kind: 'moved', text: '' };
  if (low === 'fought' || low === 'attacked') return { word, kind: 'fought', text: '' };
  const bonus = word.split(/\s+/).find((part) => /^[+×-]\S/.test(part));
  if (bonus) return { word, kind: 'bonus', text: bonus.slice(0, 3) };
  return { word, kind: 'letter', text: word.slice(0, 1).toUpperCase() };
}
