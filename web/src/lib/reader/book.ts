// A rulebook as a reader wants it: cases under their sections, found by number or by words.

import type { CaseGist } from '../api/types';

export interface Section {
  /** The whole number before the point: `6` of 6.4. */
  number: string;
  title: string;
  cases: CaseGist[];
}

export const sectionOf = (id: string) => id.split('.')[0] ?? id;

/** Cases under their sections, in the order of the book. A section is called what its case `.0` is called. */
export function sections(cases: readonly CaseGist[]): Section[] {
  const found = new Map<string, Section>();
  for (const one of cases) {
    const number = sectionOf(one.id);
    const section = found.get(number) ?? { number, title: '', cases: [] };
    if (section.title === '' || one.id === `${number}.0`) section.title = one.title;
    section.cases.push(one);
    found.set(number, section);
  }
  return [...found.values()];
}

/** The case that an address names; of a section its first one. */
export const sought = (cases: readonly CaseGist[], id: string): string => (cases.find((one) => one.id === id) ?? cases.find((one) => id !== '' && sectionOf(one.id) === id))?.id ?? '';

/** The words of a question, in small letters. */
export const wordsOf = (question: string) =>
  question
    .toLowerCase()
    .replace(/[[\]]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

/** The cases in which every word occurs. A number such as `6` asks for a section, `6.4` for a case and those that name it. */
export function search(cases: readonly CaseGist[], question: string): CaseGist[] {
  const words = wordsOf(question);
  return cases.filter((one) => {
    const text = [one.title, one.gist, one.note, one.status, ...one.rulings].join(' ').toLowerCase();
    return words.every((word) => {
      if (/^\d{1,2}$/.test(word)) return sectionOf(one.id) === word;
      return (/^(\d{1,2}|[ivx]+)\.[\da-z.]*$/.test(word) && one.id.toLowerCase().startsWith(word)) || text.includes(word);
    });
  });
}

export type Piece = { kind: 'text' | 'found'; text: string } | { kind: 'case'; id: string; text: string };

/** Cuts a text into plain parts, parts that were searched for, and numbers of cases that exist. */
export function pieces(text: string, known: ReadonlySet<string>, words: readonly string[] = []): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(/\[?\b(\d{1,2}(?:\.\d{1,2}){1,2}[a-z]?)\b\]?/g)) {
    const id = match[1]!;
    // A decimal such as 2.5 points is a case only if there is one of that number, and never with more digits beside it.
    if (!known.has(id) || /[\d.]/.test(text[match.index - 1] ?? '') || /^\.?\d/.test(text.slice(match.index + match[0].length))) continue;
    found.push(...marked(text.slice(from, match.index), words), { kind: 'case', id, text: match[0] });
    from = match.index + match[0].length;
  }
  return [...found, ...marked(text.slice(from), words)];
}

function marked(text: string, words: readonly string[]): Piece[] {
  const wanted = words.filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (text === '') return [];
  if (wanted.length === 0) return [{ kind: 'text', text }];
  return text
    .split(new RegExp(`(${wanted.join('|')})`, 'i'))
    .map((part, i): Piece => ({ kind: i % 2 === 1 ? 'found' : 'text', text: part }))
    .filter((piece) => piece.text !== '');
}

/** How many cases there are of each status, those of most cases first. */
export function statuses(cases: readonly CaseGist[]): [string, number][] {
  const count = new Map<string, number>();
  for (const one of cases) count.set(one.status, (count.get(one.status) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1]);
}

/** What the words about the origin of a case mean, in the order in which they are explained. */
export const ORIGINS: readonly (readonly [word: string, meaning: string])[] = [
  ["from the game's rules", 'as the rules of this very game say it'],
  ['from the series', 'as it is usual in other games of the same series, which those rules take for granted'],
  ['reconstructed', 'neither of them was at hand for it: our own rule, so that the game can be played'],
  ['worked out', 'reconstructed too, but so that it fits all figures and examples that are known'],
  ['chosen by us', 'reconstructed too, and nothing says that it could not be otherwise'],
];

/** Where a case comes from, as a reader understands it: rulebooks note it in words that were made for whoever wrote them. */
export function origin(note: string): string {
  const [, said, rest = ''] = /^Provenance: (.*?)\.(?: (.*))?$/s.exec(note) ?? [];
  if (said === undefined) return note;
  const words = said
    .replace(/\bseries of other volumes\b/g, 'from other games of the series')
    .replace(/\bof series S\d+/g, 'of the series')
    .replace(/(?<!the )\bseries\b(?: S\d+(?:, S\d+)*)?/g, 'from the series')
    .replace(/\bfrom the seed\b/g, "from the game's rules")
    .replace(/\b(in|of) the seed\b/g, "$1 the game's rules")
    .replace(/\bseed\b/g, "from the game's rules")
    .replace(/\bconstrained by\b/g, 'worked out from')
    .replace(/\bconstrained\b/g, 'worked out')
    .replace(/\bfree(?=$| but for)/g, 'chosen by us')
    .replace(/(rules|series), (from the (?:series|game's rules))(?=$|;)/g, '$1 and $2');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.${rest === '' ? '' : ` ${rest}`}`;
}
