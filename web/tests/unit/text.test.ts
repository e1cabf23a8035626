import { describe, expect, it } from 'vitest';
import type { Choice, Counter, MapView } from '../../src/lib/api/types';
import { Gazetteer } from '../../src/lib/board/describe';
import { read as hexOf, write } from '../../src/lib/board/grid';
import { choicesAt, filtered, groups, lineOf, muster } from '../../src/lib/text/groups';
import { History, readTyped } from '../../src/lib/text/typed';
import { beside, next, step, tell } from '../../src/lib/text/walk';

const choice = (text: string, at: Choice['at'], more: Partial<Choice> = {}): Choice => ({
  text,
  short: text,
  at,
  label: text,
  group: text.split(' ')[0]!,
  path: [],
  commits: false,
  ...more,
});
const CHOICES = [
  choice('go 0202', { hex: '0202' }, { label: 'A1 to 0202', unit: 'A1', hex: '0202', left: '2' }),
  choice('end', { button: 'End' }),
  choice('go 0203', { hex: '0203' }, { label: 'A1 to 0203', unit: 'A1', hex: '0203', left: '1' }),
  choice('pick B1', { unit: 'B1' }, { unit: 'B1' }),
  choice('roll', { button: 'Roll' }, { label: 'Roll the die', note: '3-1', commits: true }),
];
const counter = (tag: string, side: string, hex: string | null, more: Partial<Counter> = {}): Counter => ({
  tag,
  side,
  nation: side,
  name: tag,
  kind: 'infantry',
  values: '4-4',
  hex,
  badges: [],
  alt: `${tag}, ${side} infantry`,
  hidden: false,
  ...more,
});
const COUNTERS = [counter('B1', 'Blue', '0202'), counter('A1', 'Blue', '0101'), counter('C1', 'Red', null, { off_map: 'lost' }), counter('D1', 'Red', '0302')];
const MAP: MapView = {
  title: 'Small',
  grid: 'flat-top',
  columns: 3,
  rows: 3,
  north: 'up',
  metres_per_hex: 0,
  hexes: ['0101', '0102', '0103', '0201', '0202', '0203', '0301', '0302', '0303'].map((number) => ({ number, terrain: ['clear'], objective: number === '0303' })),
  hexsides: [{ from: '0202', to: '0301', kind: 'river' }],
  roads: [],
  places: [{ name: 'Village', kind: 'village', hexes: ['0202'] }],
  entries: [],
};
const KNOWN = new Set(MAP.hexes.map((h) => h.number));

describe('choices as lists', () => {
  it('groups like with like, buttons last', () => {
    expect(groups(CHOICES).map((g) => [g.title, g.choices.map((c) => c.text)])).toEqual([
      ['Go to', ['go 0202', 'go 0203']],
      ['Take a unit in hand', ['pick B1']],
      ['Or', ['end', 'roll']],
    ]);
    expect(groups([CHOICES[1]!])[0]?.title).toBe('Decide');
    expect(groups([])).toEqual([]);
  });

  it('says what is left, where it leads and that it is final', () => {
    expect(lineOf(CHOICES[0]!)).toBe('A1 to 0202, 2 left');
    expect(lineOf(CHOICES[4]!)).toBe('Roll the die, 3-1, cannot be taken back');
  });

  it('finds by any words of it', () => {
    expect(filtered(CHOICES, ' a1  0203').map((c) => c.text)).toEqual(['go 0203']);
    expect(filtered(CHOICES, '')).toHaveLength(5);
    expect(filtered(CHOICES, 'x')).toEqual([]);
  });

  it('knows what may be done in a hex, at the hex or with a unit in it', () => {
    expect(choicesAt(CHOICES, COUNTERS, '0202').map((c) => c.text)).toEqual(['go 0202', 'pick B1']);
    expect(choicesAt(CHOICES, COUNTERS, '0303')).toEqual([]);
  });

  it('musters a side by where its units are', () => {
    expect(muster(COUNTERS, 'Blue').map((m) => [m.place, m.counters.map((c) => c.tag)])).toEqual([['on the map', ['A1', 'B1']]]);
    expect(muster(COUNTERS, 'Red').map((m) => m.place)).toEqual(['on the map', 'lost']);
  });
});

describe('what is typed', () => {
  it('tells commands from wishes to look', () => {
    const read = (line: string) => readTyped(line, KNOWN, ['A1', 'B1', 'b1']);
    expect(read('  move  A1   0202 ')).toEqual({ kind: 'command', text: 'move A1 0202' });
    expect(read('0202')).toEqual({ kind: 'hex', hex: '0202' });
    expect(read('9999')).toEqual({ kind: 'command', text: '9999' });
    expect(readTyped('c-1304', new Set(['C-1304', 'N-3725']), [])).toEqual({ kind: 'hex', hex: 'C-1304' });
    expect(read('a1')).toEqual({ kind: 'unit', tag: 'A1' });
    expect(read('b1')).toEqual({ kind: 'unit', tag: 'b1' });
    expect(read('why pick A1')).toEqual({ kind: 'why', text: 'pick A1' });
    expect(read('?')).toEqual({ kind: 'filter', text: '' });
    expect(read('? pick A')).toEqual({ kind: 'filter', text: 'pick A' });
    expect(read('rules [6.4]')).toEqual({ kind: 'rule', id: '6.4' });
    for (const id of ['9.8.6', '5.3.2a', '7', 'II.b.1', 'A']) expect(read(`rule ${id}`)).toEqual({ kind: 'rule', id });
    expect(read('rules of war')).toEqual({ kind: 'command', text: 'rules of war' });
    expect(read('Undo')).toEqual({ kind: 'undo' });
    expect(read('   ')).toEqual({ kind: 'nothing' });
  });

  it('remembers lines and the one being written', () => {
    const history = new History();
    expect(history.back('dra')).toBe('dra');
    history.add('one');
    history.add('two');
    history.add('two');
    expect(history.back('draft')).toBe('two');
    expect(history.back('two')).toBe('one');
    expect(history.back('one')).toBe('one');
    expect(history.on('one')).toBe('two');
    expect(history.on('two')).toBe('draft');
    expect(history.on('draft')).toBe('draft');
  });
});

describe('walking', () => {
  const flat = { read: (number: string) => hexOf(number), write };
  const upright = { read: (number: string) => hexOf(number, true), write };

  it('goes along the rows of hexes that stand on a corner, and straight up and down across them', () => {
    const all = new Set(['0304', '0305', '0306', '0404', '0405', '0406', '0504', '0505', '0506']);
    expect([...'edxzaw'].map((key) => step(key, '0405', all, upright))).toEqual(['0505', '0406', '0305', '0304', '0404', '0504']);
    expect(step('ArrowRight', '0405', all, upright)).toBe('0406');
    // Up and up again leads to the column one came from, and not aside.
    expect(step('ArrowUp', step('ArrowUp', '0305', all, upright)!, all, upright)).toBe('0505');
    expect(step('ArrowDown', step('ArrowUp', '0405', all, upright)!, all, upright)).toBe('0405');
    expect(step('ArrowUp', '0505', all, upright)).toBeNull();
  });

  it('steps in six directions and stops at the edge', () => {
    expect(step('ArrowUp', '0202', KNOWN, flat)).toBe('0201');
    expect(step('ArrowDown', '0203', KNOWN, flat)).toBeNull();
    expect([...'wedsaq'].map((key) => step(key, '0202', KNOWN, flat))).toEqual(['0201', '0302', '0303', '0203', '0103', '0102']);
    expect(step('x', '0202', KNOWN, flat)).toBeNull();
  });

  it('goes left and back right to where it was', () => {
    for (const hex of ['0202', '0302', '0203']) expect(step('ArrowRight', step('ArrowLeft', hex, KNOWN, flat)!, KNOWN, flat)).toBe(hex);
  });

  it('finds another hex on a ragged edge', () => {
    // From 0203 the right-hand neighbours are 0303 and 0304, and only one of them is on the map.
    expect(step('ArrowRight', '0203', new Set(['0203', '0303']), flat)).toBe('0303');
    expect(step('ArrowLeft', '0101', KNOWN, flat)).toBeNull();
  });

  it('goes round in reading order', () => {
    expect(next(['0302', '0101', '0101'], '0101')).toBe('0302');
    expect(next(['0302', '0101'], '0302')).toBe('0101');
    expect(next(['0302', '0101'], '0101', true)).toBe('0302');
    expect(next([], '0101')).toBeNull();
  });

  it('tells of a hex and of what lies around it', () => {
    const gazetteer = new Gazetteer(MAP);
    const told = tell(gazetteer, '0202', COUNTERS, [], ['Enemy zones, Red'], 2);
    expect(told).toContain('0202, Village: clear');
    expect(told).toContain('B1, Blue infantry');
    expect(told).toContain('Enemy zones, Red. 2 choices here.');
    expect(beside(gazetteer, '0202', COUNTERS).map((b) => `${b.way} ${b.hex}`)).toEqual(['up 0201', 'up right 0302', 'down right 0303', 'down 0203', 'down left 0103', 'up left 0102']);
    expect(beside(gazetteer, '0202', COUNTERS)[1]?.text).toBe('clear, Red D1');
  });
});
