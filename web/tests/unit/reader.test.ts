import { describe, expect, it } from 'vitest';
import type { CaseGist } from '../../src/lib/api/types';
import { origin, ORIGINS, pieces, search, sections, sought, statuses } from '../../src/lib/reader/book';

const one = (id: string, title: string, gist: string, more: Partial<CaseGist> = {}): CaseGist => ({
  rulebook: 'book',
  id,
  title,
  gist,
  status: 'enforced',
  forbids: false,
  rulings: [],
  note: '',
  ...more,
});
const BOOK = [
  one('5.6', 'Bombardment', 'Guns fire two hexes far, see 6.8.'),
  one('6.0', 'Results', 'One die and the table.'),
  one('6.4', 'Retreats', 'Back by one hex, out of zones.', { rulings: ['R12'] }),
  one('6.8', 'Guns', 'They never advance.', { status: 'advisory', note: 'Nothing to refuse.' }),
];

describe('the rules reader', () => {
  it('puts cases under their sections, called by their first case', () => {
    expect(sections(BOOK).map((s) => [s.number, s.title, s.cases.length])).toEqual([
      ['5', 'Bombardment', 1],
      ['6', 'Results', 3],
    ]);
  });

  it('finds by number, section, words and rulings', () => {
    const ids = (question: string) => search(BOOK, question).map((c) => c.id);
    expect(ids('6.4')).toEqual(['6.4']);
    expect(ids('[6.4]')).toEqual(['6.4']);
    expect(ids('6')).toEqual(['6.0', '6.4', '6.8']);
    expect(ids('hex ZONES')).toEqual(['6.4']);
    expect(ids('R12')).toEqual(['6.4']);
    expect(ids('refuse')).toEqual(['6.8']);
    expect(ids('elephant')).toEqual([]);
    expect(ids('6.8')).toEqual(['5.6', '6.8']);
  });

  it('links only cases that exist, and no parts of other numbers', () => {
    const known = new Set(BOOK.map((c) => c.id));
    const linked = (text: string) => pieces(text, known).flatMap((p) => (p.kind === 'case' ? [p.id] : []));
    expect(linked('see 6.8, [6.4] and 5.6.')).toEqual(['6.8', '6.4', '5.6']);
    expect(linked('2.5 points, 16.4 or 6.45, version 6.4.1')).toEqual([]);
  });

  it('loses no letter of a text', () => {
    const known = new Set(BOOK.map((c) => c.id));
    const text = 'Back [6.4] by one hex (6.8), <b>never</b> two.';
    expect(pieces(text, known, ['hex', '(6', 'never']).map((p) => p.text).join('')).toBe(text);
    expect(pieces(text, known, ['hex', 'never']).filter((p) => p.kind === 'found').map((p) => p.text)).toEqual(['hex', 'never']);
  });

  it('counts statuses', () => {
    expect(statuses(BOOK)).toEqual([
      ['enforced', 3],
      ['advisory', 1],
    ]);
  });
});

describe('an address of the reader', () => {
  const cases = ['1.0', 'IV.a', 'IV.b'].map((id) => ({ id, title: '', gist: '', note: '', status: 'enforced', rulings: [] }) as unknown as CaseGist);

  it('names a case, or a section and thereby its first case', () => {
    expect(['IV.b', 'IV', '1', '2.0', ''].map((id) => sought(cases, id))).toEqual(['IV.b', 'IV.a', '1.0', '', '']);
  });
});

describe('where a case comes from', () => {
  it.each([
    ['Provenance: series.', 'From the series.'],
    ['Provenance: seed, series S8, S12.', "From the game's rules and from the series."],
    ['Provenance: seed; limit constrained. Campaigns only.', "From the game's rules; limit worked out. Campaigns only."],
    ['Provenance: four facts in the seed; the working rule reconstructed.', "Four facts in the game's rules; the working rule reconstructed."],
    ['Provenance: reconstructed, fitted to totals of the series.', 'Reconstructed, fitted to totals of the series.'],
    ['Provenance: slope constrained, levels free.', 'Slope worked out, levels chosen by us.'],
    ['There is nothing here to refuse.', 'There is nothing here to refuse.'],
    ['', ''],
  ])('is said in words of readers: %s', (note, words) => {
    expect(origin(note)).toBe(words);
  });

  it('is explained', () => {
    const said = ['seed', 'series', 'reconstructed', 'constrained', 'free'].map((word) => origin(`Provenance: ${word}.`).slice(0, -1).toLowerCase());
    expect(said).toEqual(ORIGINS.map(([word]) => word));
  });
});
