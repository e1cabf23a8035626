import { describe, expect, it } from 'vitest';
import type { Board, Chart, Choice, Counter, Judged, Line, Reasoned, TurnMark, View } from '../../src/lib/api/types';
import { curves, graves, heat, losses, moments, pairs, turningPoints } from '../../src/lib/table/after';
import { compared, costOf, fruitless, reach, sureness } from '../../src/lib/table/analysis';
import { byCorps, litMorale, litResult, litTerrain, orderOfBattle, toll, track } from '../../src/lib/table/charts';
import { formsOf, turning, turnOf } from '../../src/lib/table/faces';
import { drawn, hintOf, told } from '../../src/lib/table/hints';

const counter = (tag: string, side: string, more: Partial<Counter> = {}): Counter => ({ tag, side, nation: side, name: tag, kind: 'infantry', values: '4-4', strength: 4, badges: [], alt: tag, hidden: false, ...more });
const chart = (kind: string, columns: string[], rows: [string, string[]][]): Chart => ({ kind, title: kind, case: '1.0', columns, rows });

describe('charts', () => {
  const results = chart('results', ['1-1', '2-1'], [['1', ['Ar', 'Dr']], ['2', ['Ar', 'De']]]);
  it('light what is in question', () => {
    expect(litResult(results, { column: '2-1' } as never, null)).toEqual({ row: -1, column: 1 });
    expect(litResult(results, null, { table: null, lines: [], roll: { faces: 6, value: 2, column: '1-1', case: '6.0' } })).toEqual({ row: 1, column: 0 });
    expect(litResult(results, null, null)).toEqual({ row: -1, column: -1 });
    expect(litTerrain(chart('terrain', ['cost'], [['clear', ['1']], ['woods', ['2']], ['road', ['1']]]), ['woods', 'road'])).toEqual(new Set([1, 2]));
  });

  it('know who is due on which turn', () => {
    const board = { turns: 3, turn_number: 2, scales: [], counters: [counter('a', 'Red', { off_map: 'due at B on turn 3' }), counter('b', 'Blue', { off_map: 'lost' }), counter('c', 'Red', { hex: '0101' })] } as unknown as Board;
    expect(track(board).map((turn) => [turn.number, turn.now, turn.due])).toEqual([
      [1, false, []],
      [2, true, []],
      [3, false, [{ side: 'Red', tags: ['a'] }]],
    ]);
  });
});

describe('the order of battle', () => {
  it('puts units under their bodies, and counts what is lost', () => {
    const list = orderOfBattle([counter('a', 'Red', { body: 'I Corps', hex: '0101' }), counter('b', 'Red', { body: 'I Corps', off_map: 'lost' }), counter('?1', 'Red', { hidden: true, hex: '0202', body: 'II Corps', strength: null }), counter('x', 'Blue')], 'Red');
    expect(list.map(({ name, strength, lost }) => [name, strength, lost])).toEqual([
      ['I Corps', 4, 4],
      ['Face down', 0, 0],
    ]);
  });
});

describe('a roster with levels', () => {
  const steps = (left: number, full: number) => ({ stance: { steps: { left, full } } }) as Partial<Counter>;
  const list = [
    counter('a', 'Red', { body: 'III Corps, 8th', hex: '0101', ...steps(3, 4) }),
    counter('b', 'Red', { body: 'III Corps, 9th', off_map: 'lost', ...steps(0, 5) }),
    counter('c', 'Red', { body: 'V Corps, 16th', off_map: 'not in this game' }),
  ];
  it('counts steps, and leaves out who takes no part', () => {
    expect(list.map(toll)).toEqual([{ of: 4, lost: 1 }, { of: 5, lost: 5 }, { of: 4, lost: 0 }]);
    const corps = byCorps(orderOfBattle(list, 'Red'), [{ name: 'III Corps, morale level', value: 2, case: '20.3' }, { name: 'III Corps lost', value: 9, case: '1.1' }]);
    expect(corps.map(({ name, strength, lost, level, bodies }) => [name, strength, lost, level?.value, bodies.length])).toEqual([['III Corps', 3, 6, 2, 2]]);
    expect(byCorps(orderOfBattle([counter('x', 'Red', { body: 'Ney' })], 'Red'), [])).toMatchObject([{ name: '', level: null }]);
  });

  it('lights one of several tables, and the rows that are reckoned with', () => {
    const fire = { ...chart('results', ['1:1', '2:1'], [['11', ['0', '1']]]), case: '10.5' };
    const forecast = { column: '2:1', table: { case: '10.5' }, reckoning: ['-6 in line [15.3]'] } as never;
    expect(litResult(fire, forecast, null).column).toBe(1);
    expect(litResult({ ...fire, case: '15.6' }, forecast, null).column).toBe(-1);
    const morale = { ...chart('morale', ['by'], [['in line', ['-6']], ['in carré', ['+6']]]), case: '15.3' };
    expect(litMorale(morale, forecast)).toEqual(new Set([0]));
    expect(litMorale({ ...morale, case: '16.5' }, forecast)).toEqual(new Set());
  });
});

describe('formation and facing', () => {
  const facing = (degrees: number, compass: string) => ({ degrees, at: 'hexside' as const, compass });
  const line = { name: 'Line', shape: 'line' } as const;
  const button = (text: string, more: Partial<Choice>): Choice => ({ text, short: text, at: { button: 'x' }, label: text, group: text.split(' ')[0]!, unit: 'a', path: [], commits: false, ...more }) as Choice;
  const choices = [
    button('turn NE', { facing: facing(60, 'NE') }),
    button('form line NNE', { facing: facing(30, 'NNE'), formation: line }),
    button('form line NNW', { facing: facing(330, 'NNW'), formation: line }),
    button('form line-left NNE', { facing: facing(30, 'NNE'), formation: line }),
    button('form carre N', { facing: facing(0, 'N'), formation: { name: 'Carré', shape: 'square' } }),
    button('halt', {}),
  ];
  const units = [counter('a', 'Red', { hex: '0101', stance: { facing: facing(0, 'N') } as never })];

  it('are told apart: turning never draws up', () => {
    expect(turning(choices).map((one) => one.text)).toEqual(['turn NE']);
    expect(turnOf(turning(choices), units, ['a'])).toMatchObject({ unit: 'a', now: 0, to: [60] });
    expect(formsOf(choices).map(({ name, choices: ways }) => [name, ways.length])).toEqual([['Line', 2], ['Line, second hex to the left', 1], ['Carré', 1]]);
    expect(turnOf(formsOf(choices)[0]!.choices, units, ['a'])?.to).toEqual([30, 330]);
    expect(turnOf([], units, ['a'])).toBeNull();
  });
});

describe('how sure a cost is', () => {
  const judged = (more: Partial<Judged>) => ({ cost: 3, ...more }) as Judged;
  it('is told in figures and in words', () => {
    expect(costOf(judged({ low: 1.05, high: 5, playouts: 12 }))).toBe('3.0 (1.1 to 5.0)');
    expect(costOf(judged({}))).toBe('3.0');
    expect(fruitless(judged({ low: -1, high: 1, playouts: 8 }))).toBe('Nothing better was found.');
    expect(compared(judged({ low: -1, high: 1, playouts: 8 }))).toMatch(/^Something else was played on from here in 8 pairs of games: between -1.0 and \+1.0 points better/);
    // Nobody is told that nothing was better, and then by how much it was.
    expect(fruitless(judged({ low: 0.7, high: 0.9, playouts: 3 }))).toMatch(/^Something else was better, but by too little/);
    expect(compared(judged({ low: 0.7, high: 0.7, playouts: 3 }))).toBe('It was played on from here in 3 pairs of games, each time with +0.7 points.');
    expect(sureness(judged({ low: 1, high: 5, playouts: 1 }))).toMatch(/^From 1 pair of games/);
    expect(sureness(judged({}))).toMatch(/not played on/);
    const [from, to] = reach(judged({ low: 1, high: 5 }));
    expect(from).toBeLessThan(0);
    expect(to).toBeGreaterThan(5);
  });
});

describe('hints', () => {
  const choice: Choice = { text: 'pick a', short: 'a', at: { unit: 'a' }, label: 'Move a', group: 'pick', unit: 'a', hex: '0101', path: [], commits: false };
  const advice: Reasoned = { seat: 'Red', played: 3, action: 'pick a', reason: 'a goes forward', then: 'go 0103' };
  const known = (hex: string) => /^\d{4}$/.test(hex);

  it('say what is to be done, and where', () => {
    const hint = hintOf(advice, [choice], known);
    expect(hint).toMatchObject({ actions: ['pick a', 'go 0103'], label: 'Move a to 0103:', unit: 'a', hex: '0103' });
    expect(drawn(hint, () => '0101', 'Red')).toEqual({ spots: [{ hex: '0101', tone: 'note' }, { hex: '0103', tone: 'note' }], trails: [{ unit: 'a', kind: 'hint', side: 'Red', hexes: ['0101', '0103'] }] });
    expect(hintOf({ ...advice, action: 'end', then: null }, [], known)).toMatchObject({ actions: ['end'], hex: null, unit: null });
  });

  it('tell the reasons of a turn, like with like', () => {
    const reasons = [advice, { ...advice, action: 'go 0103' }, { ...advice, action: 'pick b' }, { ...advice, action: 'end', reason: 'enough' }];
    expect(told(reasons)).toEqual([
      { reason: 'a goes forward', units: ['a', 'b'] },
      { reason: 'enough', units: [] },
    ]);
  });
});

describe('after the battle', () => {
  const mark = (entry: number, turn: number, first = true): TurnMark => ({ entry, turn_number: turn, turn: '', phase: '', new_turn: first });
  it('looks at the beginning of each turn and at the end', () => {
    expect(moments([mark(0, 1), mark(4, 1, false), mark(9, 2)], 12)).toEqual([{ turn: 1, at: 0 }, { turn: 2, at: 9 }, { turn: 3, at: 12 }]);
  });

  it('draws what is counted for both sides together', () => {
    const view = (red: number, blue: number) => ({ board: { tracks: [{ name: 'Red points', value: red, case: '' }, { name: 'Blue points', value: blue, case: '' }, { name: 'Cards left', value: 3, case: '' }] } }) as unknown as View;
    const all = curves([view(0, 1), view(2, 3)], ['Red', 'Blue']);
    expect(all.map((one) => [one.side, one.values])).toEqual([['Red', [0, 2]], ['Blue', [1, 3]]]);
    expect(pairs(all).map((one) => [one.title, one.curves.length])).toEqual([['points', 2]]);
  });

  it('counts losses, and where they fell', () => {
    const list = [counter('a', 'Red', { off_map: 'lost', body: 'I' }), counter('b', 'Red', { hex: '0101', body: 'I' }), counter('x', 'Blue', { off_map: 'lost', kind: 'cavalry' })];
    expect(losses(list, ['Red', 'Blue'], 'kind').map(({ side, what, units, strength, of }) => [side, what, units, strength, of])).toEqual([['Red', 'infantry', 1, 4, 8], ['Blue', 'cavalry', 1, 4, 4]]);
    expect(losses(list, ['Red', 'Blue'], 'body').map(({ what }) => what)).toEqual(['I', 'Blue']);
    const line = (entry: number, hex: string, lost: string[]): Line => ({ text: '', hexes: [hex], level: 3, entry, lost, headline: false });
    expect(graves([line(3, '0101', ['a']), line(4, '0202', ['x', 'y']), line(5, '0101', [])]).map(({ hex, tags }) => [hex, tags.length])).toEqual([['0202', 2], ['0101', 1]]);
  });

  it('finds the moments that cost most, and shows where strength was lost', () => {
    const list = [counter('a', 'Red', { strength: 8 }), counter('b', 'Red', { strength: 3 }), counter('x', 'Blue', { strength: 5 }), counter('y', 'Blue', { strength: 2 })];
    const clash = (entry: number, hex: string): Line => ({ text: '', hexes: [hex], level: 2, entry, lost: [], headline: false, battle: {} as Line['battle'] });
    const falls = (entry: number, hex: string, lost: string[]): Line => ({ text: '', hexes: [hex], level: 3, entry, lost, headline: false });
    const lines = [clash(4, '0101'), falls(4, '0101', ['x']), clash(9, '0202'), falls(9, '0202', ['a']), falls(10, '0203', ['y']), clash(12, '0303'), clash(14, '0404'), falls(14, '0404', ['b'])];
    const found = turningPoints(lines, list, ['Red', 'Blue'], (entry) => (entry < 8 ? 'Turn 1' : 'Turn 2'));
    expect(found.map(({ entry, turn, side, by, tags, hex }) => [entry, turn, side, by, tags, hex])).toEqual([
      [4, 'Turn 1', 'Blue', 5, ['x'], '0101'],
      [9, 'Turn 2', 'Red', 6, ['a'], '0202'],
      [14, 'Turn 2', 'Red', 3, ['b'], '0404'],
    ]);
    expect(turningPoints(lines, list, ['Red', 'Blue'], () => '', 1).map(({ entry }) => entry)).toEqual([9]);
    // One action may be two of them: whoever lists them must not tell them apart by it.
    const phase: Line = { text: '', hexes: [], level: 1, entry: 4, lost: [], headline: false };
    expect(turningPoints([...lines.slice(0, 2), phase, falls(4, '0505', ['b'])], list, ['Red', 'Blue'], () => '').map(({ entry }) => entry)).toEqual([4, 4]);
    // Of a unit that lost its steps one by one nothing is left when it falls.
    const steps = [counter('a', 'Red', { strength: 0, off_map: 'lost', stance: { steps: { left: 0, full: 9 } } as never }), counter('x', 'Blue', { kind: 'leader', strength: 20 })];
    expect(heat([falls(4, '0101', ['a']), falls(5, '0202', ['x'])], steps)).toEqual([{ hex: '0101', kind: 'losses 9' }, { hex: '0202', kind: 'losses 1' }]);
    expect(turningPoints([clash(4, '0101'), falls(4, '0101', ['a'])], steps, ['Red', 'Blue'], () => '').map(({ by }) => by)).toEqual([9]);
    expect(heat(lines, list)).toEqual([{ hex: '0101', kind: 'losses 5' }, { hex: '0202', kind: 'losses 8' }, { hex: '0203', kind: 'losses 2' }, { hex: '0404', kind: 'losses 3' }]);
  });
});
