import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Board, Choice } from '../../src/lib/api/types';
import { aside } from '../../src/lib/board/aside';
import { describe as tell, Gazetteer } from '../../src/lib/board/describe';
import { hits, layoutOf } from '../../src/lib/board/layout';
import { settle } from '../../src/lib/board/paint/labels';
import { SUMMER } from '../../src/lib/board/paint/palette';
import { coatOf, idle, markWords, SIGN, signOf, signScale } from '../../src/lib/board/signs';
import type { Counter, MapView } from '../../src/lib/board/types';
import { boxOf, filled, whoseBox } from '../../src/lib/table/boxes';
import { calendarOf, dueNext } from '../../src/lib/table/calendar';
import { heldUnit, lit, seasonOf } from '../../src/lib/table/lit';

const counter = (tag: string, more: Partial<Counter> = {}): Counter => ({ tag, side: 'French', nation: 'French', name: tag, kind: 'leader', values: '4-4-3', badges: [], ...more });

describe('signs on the map', () => {
  it('have a picture, and words that name whose they are', () => {
    for (const kind of ['Russian-Center-of-Operations-inactive', 'supply-source-to-come', 'unfinished-redoubt', 'bridge-train']) expect(signOf(kind), kind).not.toBeNull();
    for (const kind of ['control', 'target', 'fallen', 'losses 12', 'communications']) expect(signOf(kind), kind).toBeNull();
    expect(idle('Russian-Center-of-Operations-inactive') && idle('unfinished-redoubt') && idle('supply-source-to-come')).toBe(true);
    expect(idle('redoubt')).toBe(false);
    expect(markWords({ kind: 'supply-source', side: 'French' })).toBe('supply source: French');
    expect(markWords({ kind: 'Prussian-Center-of-Operations', side: 'Coalition' })).toBe('Prussian Center of Operations');
    const both = [counter('a', { side: 'Coalition', nation: 'Russian' })];
    expect(coatOf({ kind: 'Prussian-Center-of-Operations', side: 'Coalition' }, both).face).not.toBe(coatOf({ kind: 'redoubt', side: 'Coalition' }, both).face);
  });

  it('can be read however far one is away', () => {
    for (const pixels of [0.05, 0.11, 0.3, 0.7, 1, 2.5]) expect(SIGN * pixels * signScale(pixels)).toBeGreaterThanOrEqual(15);
    expect(signScale(2)).toBe(1);
  });

  it('are told with what lies on the sides of a hex', () => {
    const hexes = ['0101', '0102'].map((number) => ({ number, terrain: ['clear'], objective: false }));
    const map = { title: '', columns: 2, rows: 2, grid: 'flat-top', north: 'up', metres_per_hex: 0, hexes, hexsides: [], roads: [], places: [], entries: [] } as MapView;
    const borders = [{ from: '0101', to: '0102', kind: 'damaged-bridge' }, { from: '0102', to: '0101', kind: 'pontoon-bridge', side: 'French' }];
    const words = tell(new Gazetteer(map), '0101', [], [{ hex: '0101', kind: 'bridge-train', side: 'French' }], [], borders);
    expect(words).toBe('0101: clear. bridge train: French. damaged bridge at its bottom. pontoon bridge: French at its bottom. empty.');
  });
});

describe('what a counter leads', () => {
  const board = {
    counters: [counter('Davout', { hex: '0101' }), counter('MorandI'), counter('FriantI'), counter('?Russian.1', { side: 'Coalition', hidden: true })],
    boxes: [
      { name: 'Track of Davout', side: 'French', counters: ['MorandI', 'FriantI'], note: '14 infantry', case: '3.4' },
      { name: 'Podlasia', side: null, counters: ['?Russian.1'], note: '', case: '6.11' },
    ],
  } as unknown as Board;
  it('lies in the box that bears its name', () => {
    expect(boxOf(board, 'Davout')?.counters).toEqual(['MorandI', 'FriantI']);
    expect(boxOf(board, 'MorandI')).toBeNull();
    expect(boxOf(board, null)).toBeNull();
    const [led, place] = filled(board);
    expect([led!.owner?.tag, led!.counters.length, place!.owner, place!.counters.length]).toEqual(['Davout', 2, null, 1]);
    expect([...whoseBox(board).keys()]).toEqual(['MorandI', 'FriantI']);
  });
});

describe('a calendar', () => {
  const MONTHS = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];
  const LONG = [31, 31, 28, 31, 30, 31, 30];
  // 103 turns of two days from 6 December.
  const days = MONTHS.flatMap((name, m) => Array.from({ length: LONG[m]! }, (_, i) => [i + 1, name] as const)).slice(5);
  const steps = Array.from({ length: 103 }, (_, i) => {
    const [[from, a], [to, b]] = [days[2 * i]!, days[2 * i + 1]!];
    return `${from}${a === b ? '' : ` ${a}`}-${to} ${b} ${['I', 'II', 'III'][Math.floor(i / 5) % 3]}`;
  });
  const marker = (name: string, step: number, side: string | null = null) => ({ name, step, side });
  const markers = [marker('the game begins', 10), marker('the game ends', 13), marker('Game-Turn', 11), marker('Ney at C-0133', 12, 'French'), marker('Late at C-0133', 40, 'French')];
  const board = { turn_number: 2, turns: 4, counters: [], scales: [{ name: 'Calendar', steps, markers, case: '19' }] } as unknown as Board;

  it('has every turn once, by month, the game’s own ones marked', () => {
    const months = calendarOf(board);
    expect(months.map((month) => month.name)).toEqual(['December', 'January', 'February', 'March', 'April', 'May', 'June']);
    const all = months.flatMap((month) => month.days);
    expect(all).toHaveLength(103);
    expect(all.filter((day) => day.within).map((day) => day.number)).toEqual([1, 2, 3, 4]);
    expect(all.filter((day) => day.now).map((day) => day.days)).toEqual(['28–29']);
    expect(all.some((day) => day.days === '31–1 Feb')).toBe(true);
    expect(all.find((day) => day.number === 3)!.due).toEqual([{ side: 'French', text: 'Ney at C-0133' }]);
  });

  it('tells what comes next in this game', () => {
    expect(dueNext(calendarOf(board)).map((due) => due.text)).toEqual(['Ney at C-0133', 'the game ends']);
  });

  it('is the turn track where a game has no calendar', () => {
    const plain = { turn_number: 2, turns: 3, counters: [counter('a', { off_map: 'due at B on turn 3' })], scales: [] } as unknown as Board;
    const [only] = calendarOf(plain);
    expect(only!.days.map((day) => [day.number, day.now, day.due.length])).toEqual([[1, false, 0], [2, true, 0], [3, false, 1]]);
  });
});

describe('a march of several', () => {
  const way = (unit: string, hex: string) => ({ text: `go ${hex}`, group: 'go', label: '', at: { hex }, unit, hex, path: [{ hex, cost: '1' }], left: '3', commits: false, note: '' }) as unknown as Choice;
  const choices = [way('Davout', '0102'), way('Rapp', '0103')];
  const counters = [counter('Rapp', { hex: '0101' }), counter('Davout', { hex: '0101', badges: ['in hand'] })] as unknown as Board['counters'];
  it('is that of the one in hand; the others are lit', () => {
    expect(heldUnit(choices, counters)).toBe('Davout');
    expect(heldUnit(choices)).toBeNull();
    expect(heldUnit(choices.slice(1), counters)).toBe('Rapp');
    const shown = lit(choices, counters, 'French', 'Davout');
    expect(shown.spots.map((spot) => spot.hex)).toEqual(['0102']);
    expect(shown.glows).toContainEqual({ unit: 'Rapp', tone: 'option' });
  });
});

describe('the land', () => {
  it('is painted as the weather and the month have it', () => {
    expect(seasonOf('26-27 Dec 1806', ['rain', 'mud'])).toBe('bare');
    expect(seasonOf('26-27 Dec 1806', ['fair'])).toBe('bare');
    expect(seasonOf('26-27 Dec 1806', [])).toBe('snow');
    expect(seasonOf('14-15 Jun 1807', ['fair'])).toBe('leaf');
    expect(seasonOf('14-15 Jun 1807', ['rain', 'mud'])).toBe('leaf');
    expect(seasonOf('4-5 Mar 1807', ['frost', 'snow'])).toBe('snow');
    expect(seasonOf('4-5 Mar 1807', ['mud'])).toBe('bare');
    expect(seasonOf('18-19 Apr 1807', [])).toBe('bare');
    expect(seasonOf('0700, 8 February 1807', [])).toBe('snow');
    const pultusk = '26 December 1806: two battles in the mud on hard terrain';
    expect(seasonOf(pultusk, [pultusk])).toBe('bare');
    expect(seasonOf('The march on Dresden, August 1813', [])).toBe('leaf');
  });
});

describe('names on the map of the campaign', () => {
  const file = readFileSync(new URL('../../../crates/eagles-turn-east/data/map.toml', import.meta.url), 'utf8');
  const first: Record<string, number> = { N: 0, C: 34, S: 68 };
  const places = [...file.matchAll(/\[\[place\]\]\nname = "([^"]+)"\nkind = "([^"]+)"\nhexes = \[([^\]]*)\]/g)].map(([, name, kind, hexes]) => ({ name: name!, kind: kind!, hexes: [...hexes!.matchAll(/"([^"]+)"/g)].map(([, hex]) => hex!) }));
  const numbered = [...new Set(places.flatMap((place) => place.hexes))];
  const hexes = numbered.map((number) => ({ number, terrain: [], objective: false, at: [Number(number.slice(2, 4)), Number(number.slice(4)) + first[number[0]!]!] }));
  const map = { title: '', columns: 61, rows: 103, grid: 'flat-top', north: 'up', metres_per_hex: 3219, hexes, hexsides: [], roads: [], places, entries: [] } as unknown as MapView;
  const scene = { map, layout: layoutOf(map), colours: SUMMER };
  /** About as wide as italic bold letters of a book face are. */
  const long = (words: string, font: string, spacing: number) => words.length * (Number(/([\d.]+)px/.exec(font)![1]) * 0.52 + spacing);

  it('never touch each other, and near by none is missing', () => {
    expect(places.length).toBeGreaterThan(60);
    for (const large of [1, 1.25, 2, 3, 4.5, 6, 9, 12]) {
      const set = settle(scene, long, large, large > 1);
      set.forEach((one, i) => {
        for (const other of set.slice(i + 1)) expect(hits(one.rect, other.rect), `${one.words} and ${other.words} at ${large}`).toBe(false);
      });
      if (large === 1) expect(set.map((one) => one.words).sort()).toEqual([...new Set(places.map((place) => place.name))].sort());
      expect(set.length, `at ${large}`).toBeGreaterThan(7);
    }
  });
});

describe('a card that is pinned to the map', () => {
  const [card, view] = [{ w: 280, h: 90 }, { w: 390, h: 400 }];
  const zoom = { x: 10, y: 250, w: 40, h: 120 };
  const tools = { x: 10, y: 10, w: 190, h: 36 };
  it('stands above its hex, in the window, and on no button', () => {
    expect(aside({ x: 200, y: 240 }, card, view, [])).toEqual({ x: 200, below: false });
    expect(aside({ x: 20, y: 240 }, card, view, []).x).toBe(148);
    expect(aside({ x: 60, y: 380 }, card, view, [zoom])).toEqual({ x: 198, below: false });
    expect(aside({ x: 60, y: 150 }, card, view, [tools])).toEqual({ x: 148, below: true });
    expect(aside({ x: 200, y: 60 }, card, view, [])).toEqual({ x: 200, below: true });
  });
});
