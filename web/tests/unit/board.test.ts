import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { badgeOf } from '../../src/lib/board/badges';
import { coat, fitted, width } from '../../src/lib/board/coats';
import { describe as tell, Gazetteer, spoken } from '../../src/lib/board/describe';
import { read as numbered } from '../../src/lib/board/grid';
import { nextOf, place, stacksOf } from '../../src/lib/board/stacks';
import type { Counter, MapView } from '../../src/lib/board/types';

const counter = (tag: string, hex: string | null, more: Partial<Counter> = {}): Counter => ({
  tag,
  side: 'Red',
  nation: 'French',
  name: tag,
  kind: 'infantry',
  values: '4-4',
  hex,
  badges: [],
  ...more,
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? sources(join(folder, e.name)) : [join(folder, e.name)]));
}

describe('the board knows no game', () => {
  const files = sources(new URL('../../src/lib/board', import.meta.url).pathname);

  it('names none, and no rule of one', () => {
    expect(files.length).toBeGreaterThan(15);
    const words = /eylau|dresden|napoleonic|art.of.war|zone of control|combat phase|movement phase|fresh strength|morale|retreats?\b(?! \.line)/i;
    for (const file of files) {
      // The way a trail is drawn depends on its kind, which is a word on the wire.
      const text = readFileSync(file, 'utf8').replaceAll('.trail.retreat', '');
      const found = words.exec(text);
      expect(found, `${file}: ${found?.[0] ?? ''}`).toBeNull();
    }
  });

  it('takes nothing from the rest of the page', () => {
    for (const file of files) {
      for (const [, from] of readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)) {
        const outside = from!.startsWith('../') && !file.includes('/paint/');
        expect(outside, `${file} imports ${from}`).toBe(false);
        expect(from, file).toMatch(/^(\.{1,2}\/|svelte$)/);
      }
    }
  });
});

describe('stacks', () => {
  it('have the raised unit on top, and the others behind it up and to the right', () => {
    const stacks = stacksOf([counter('a', '0505'), counter('b', '0505'), counter('c', '0606'), counter('d', null)], ['b']);
    expect([...stacks.keys()]).toEqual(['0505', '0606']);
    expect(stacks.get('0505')!.map((c) => c.tag)).toEqual(['b', 'a']);
    const placed = place(stacks, null, (number) => numbered(number));
    const [a, b] = ['a', 'b'].map((tag) => placed.find((p) => p.counter.tag === tag)!);
    expect(a!.x).toBeGreaterThan(b!.x);
    expect(a!.y).toBeLessThan(b!.y);
    expect(b!.count).toBe(2);
    expect(placed.indexOf(a!)).toBeLessThan(placed.indexOf(b!));
  });

  it('fan out side by side, above everything else', () => {
    const placed = place(stacksOf([counter('a', '0505'), counter('b', '0505'), counter('c', '0909')]), '0505', (number) => numbered(number));
    const fan = placed.filter((p) => p.fanned);
    expect(fan).toHaveLength(2);
    expect(Math.abs(fan[0]!.x - fan[1]!.x)).toBeGreaterThan(45);
    expect(placed[0]!.counter.tag).toBe('c');
  });

  it('cycle', () => {
    const stack = [counter('a', '0505'), counter('b', '0505'), counter('c', '0505')];
    expect(nextOf(stack, null, () => true)).toBe('a');
    expect(nextOf(stack, 'a', (t) => t !== 'b')).toBe('c');
    expect(nextOf(stack, 'c', () => true)).toBe('a');
    expect(nextOf(stack, 'a', () => false)).toBeNull();
  });
});

describe('counters', () => {
  it('have names that fit and can be read', () => {
    expect(fitted('Sth', 43)).toEqual({ words: 'Sth', size: 10.6, pressed: undefined });
    for (const name of ['1/4/II', 'Gortschakov', 'ALichtenstein', 'A name without end, amen']) {
      const { words, size, pressed } = fitted(name, 43);
      expect(size, name).toBeGreaterThanOrEqual(8.6);
      expect(pressed ?? size * width(words), name).toBeLessThanOrEqual(43.01);
      expect(size * width(words), name).toBeLessThanOrEqual(1.45 * 43 + 0.01);
    }
    expect(fitted('Gortschakov', 43).words).toBe('Gortschakov');
    expect(fitted('A name without end, amen', 43).words).toMatch(/^A name.*…$/);
  });

  it('have a coat of their nation, and plain buff for strangers', () => {
    expect(coat('French').face).not.toBe(coat('Russian').face);
    expect(coat('Atlantean')).toBe(coat('Lemurian'));
  });

  it('have badges with a word', () => {
    expect(badgeOf('moved').kind).toBe('moved');
    expect(badgeOf('fresh +3')).toEqual({ word: 'fresh +3', kind: 'bonus', text: '+3' });
    expect(badgeOf('reserve').text).toBe('R');
  });
});

describe('a hex in words', () => {
  const map: MapView = {
    title: 'M',
    columns: 3,
    rows: 3,
    grid: 'flat-top',
    north: 'up',
    metres_per_hex: 0,
    hexes: [
      { number: '0101', terrain: ['clear'], objective: false },
      { number: '0102', terrain: ['woods'], objective: true },
    ],
    hexsides: [
      { from: '0102', to: '0101', kind: 'slope' },
      { from: '0101', to: '0102', kind: 'river' },
    ],
    roads: [{ name: '', edge: false, path: ['0101'] }],
    places: [{ name: 'Mill', kind: 'farm', hexes: ['0102'] }],
    entries: [{ code: 'A', hex: '0101' }],
  };
  const gazetteer = new Gazetteer(map);

  it('tells ground, sides, marks, counters and what is lit', () => {
    expect(gazetteer.ground('0101')).toEqual({ number: '0101', place: '', terrain: 'clear, road, entry A' });
    const words = tell(gazetteer, '0102', [counter('a', '0102')], [{ hex: '0102', kind: 'control', side: 'Red' }], [{ hex: '0102', tone: 'reach', label: 'a goes here' }]);
    expect(words).toBe('0102, Mill: woods, objective. rises up, river up. control: Red. a: French infantry a, 4-4. a goes here.');
    expect(tell(gazetteer, '0101', [], [], [])).toContain('falls down, river down. empty.');
  });

  it('prefers the words of the server', () => {
    expect(spoken(counter('a', null, { alt: 'A sentence' }))).toBe('A sentence');
  });
});
