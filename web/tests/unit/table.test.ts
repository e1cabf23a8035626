import { describe, expect, it } from 'vitest';
import type { Analysis, Choice, Counter, Judged, Line, View } from '../../src/lib/api/types';
import { course, dearest, decisionAt, fortune, verdict, withPiece } from '../../src/lib/table/analysis';
import { Clash } from '../../src/lib/table/clash.svelte';
import { asked, dutiesFor, faultHex, heldUnit, lit, meant, onlyAt, rephrase, seasonOf, usual, walkers } from '../../src/lib/table/lit';
import { back, forward } from '../../src/lib/table/replay';
import { attackAt, cut, folded, groupTracks, joined, lastBattle, lastTrails, percent, runs, sentence, story, told } from '../../src/lib/table/story';

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
const counter = (tag: string, side: string, hex: string, badges: string[] = []): Counter => ({ tag, side, nation: side, name: tag, kind: 'infantry', values: '4-4', hex, badges, alt: tag, hidden: false });
const go = (hex: string, left: string, ...path: string[]) => choice(`go ${hex}`, { hex }, { unit: 'a', hex, left, path: path.map((h) => ({ hex: h, cost: '1' })) });

describe('what is lit', () => {
  const counters = [counter('a', 'Red', '0505'), counter('b', 'Red', '0606'), counter('x', 'Blue', '0707')];

  it('units that can be taken, enemies that can be attacked', () => {
    const { spots, glows } = lit([choice('pick a', { unit: 'a' }, { unit: 'a' }), choice('target 0707', { hex: '0707' }, { hex: '0707' }), choice('join x', { unit: 'x' })], counters, 'Red', null);
    expect(glows).toEqual([
      { unit: 'a', tone: 'option' },
      { unit: 'x', tone: 'foe' },
    ]);
    expect(spots).toMatchObject([{ hex: '0707', tone: 'foe' }]);
  });

  it('hexes that can be reached, with what is left and the way there', () => {
    const choices = [go('0508', '1', '0506', '0507', '0508'), choice('step 0506', { hex: '0506' }, { unit: 'a', hex: '0506', left: '3', path: [{ hex: '0506', cost: '1' }] }), go('0506', '3', '0506')];
    expect(heldUnit(choices)).toBe('a');
    const { spots } = lit(choices, counters, 'Red', null);
    expect(spots.find((s) => s.hex === '0508')).toMatchObject({ tone: 'reach', note: '1' });
    expect(spots).toHaveLength(2);
    expect(usual(meant(choices, '0506', null, 'a'), choices)?.text).toBe('go 0506');
  });

  it('where several units wait, only those of the picked one', () => {
    const choices = [choice('retreat a 0504', { hex: '0504' }, { unit: 'a', hex: '0504' }), choice('retreat b 0605', { hex: '0605' }, { unit: 'b', hex: '0605' })];
    expect(walkers(choices)).toEqual(['a', 'b']);
    expect(lit(choices, counters, 'Red', null).glows.map((g) => g.unit)).toEqual(['a', 'b']);
    expect(lit(choices, counters, 'Red', 'b').spots.map((s) => s.hex)).toEqual(['0605']);
    expect(meant(choices, '0504', null, 'b')).toEqual([]);
  });

  it('units in an attack', () => {
    expect(lit([], [counter('a', 'Red', '0505', ['in battle']), counter('x', 'Blue', '0606', ['in battle'])], 'Red', null).glows).toEqual([{ unit: 'a', tone: 'friend' }]);
    expect(lit([], [counter('a', 'Red', '0505', ['attacker'])], 'Red', null).glows).toEqual([{ unit: 'a', tone: 'friend' }]);
  });
});

describe('what the player is asked about', () => {
  const counters = [counter('a', 'Red', '0505'), counter('b', 'Red', '0606'), counter('x', 'Blue', '0707', ['target'])];
  const calm = { counters: counters.slice(0, 2), marks: [] };
  const end = choice('end', { button: 'end phase' });
  const pick = choice('pick a', { unit: 'a' }, { unit: 'a', hex: '0505' });

  it('is the unit in hand, or the enemy that is attacked, or whose fate is to be chosen', () => {
    expect(asked([go('0508', '1'), end], calm, 'a')).toEqual(['0505']);
    expect(asked([choice('roll', { button: 'roll' })], { counters, marks: [] }, null)).toEqual(['0707']);
    expect(asked([choice('done', { button: 'done' })], { ...calm, marks: [{ hex: '0909', kind: 'target' }] }, null)).toEqual(['0909']);
    const ways = [choice('retreat a 0504', { hex: '0504' }, { unit: 'a' }), choice('retreat b 0605', { hex: '0605' }, { unit: 'b' })];
    expect(asked(ways, calm, null)).toEqual(['0505', '0606']);
    expect(asked([choice('lose b', { unit: 'b' }, { unit: 'b' })], calm, null)).toEqual(['0606']);
  });

  it('is nobody where any unit may be taken, or nothing is asked', () => {
    expect(asked([pick, end], calm, null)).toEqual([]);
    expect(asked([], { counters, marks: [] }, null)).toEqual([]);
  });
});

describe('what a click means', () => {
  const choices = [choice('pick a', { unit: 'a' }, { unit: 'a', hex: '0505' }), choice('end', { button: 'End' })];

  it('the unit, or the only one that stands there', () => {
    expect(meant(choices, '0505', 'a', null).map((c) => c.text)).toEqual(['pick a']);
    expect(meant(choices, '0505', null, null).map((c) => c.text)).toEqual(['pick a']);
    expect(meant(choices, '0606', null, null)).toEqual([]);
  });

  it('is put into words where nothing is allowed, so that the server can say why', () => {
    expect(rephrase(choices, '0606', 'b', null)).toBe('pick b');
    expect(rephrase([go('0508', '1', '0508')], '0909', null, 'a')).toBe('go 0909');
    expect(rephrase([go('0508', '1', '0508')], '0909', 'x', 'a')).toBe('go 0909');
    expect(rephrase([choice('end', { button: 'End' })], '0909', null, null)).toBeNull();
  });

  it('asks when it could be several things', () => {
    const two = [choice('retreat a 0504', { hex: '0504' }, { unit: 'a' }), choice('retreat b 0504', { hex: '0504' }, { unit: 'b' })];
    expect(usual(two, two)).toBeNull();
  });
});

describe('a counter beside the map', () => {
  it('does something when it is clicked only if it is clear what', () => {
    const choices = [choice('place a 0101', { unit: 'a' }), choice('place a 0102', { unit: 'a' }), choice('pick b', { unit: 'b' }), choice('go 0101', { hex: '0101' }, { unit: 'c' })];
    expect(['a', 'b', 'c'].map((unit) => onlyAt(choices, unit)?.text)).toEqual([undefined, 'pick b', undefined]);
  });
});

describe('what is still to be done', () => {
  it('is told to whoever decides and to those who look on, not to the enemy', () => {
    const duties = [{ text: 'a has not moved', case: '4.0', hex: '0505', optional: true }];
    const view = (seat: string | null) => ({ pending: seat === null ? null : { seat }, board: { duties } }) as unknown as View;
    expect(dutiesFor(view('Red'), ['Red'])).toBe(duties);
    expect(dutiesFor(view('Red'), ['Red', 'Blue'])).toBe(duties);
    expect(dutiesFor(view('Red'), [])).toBe(duties);
    expect(dutiesFor(view('Red'), ['Blue'])).toEqual([]);
    expect(dutiesFor(view(null), ['Blue'])).toBe(duties);
    expect(dutiesFor(null, ['Blue'])).toEqual([]);
  });
});

describe('faults', () => {
  const problem = { type: '', title: '', status: 422, detail: '' };
  it('lie where the server says', () => {
    const counters = [counter('a', 'Red', '0505')];
    expect(faultHex({ ...problem, at: { hex: '0101' } }, counters, '0909')).toBe('0101');
    expect(faultHex({ ...problem, at: { unit: 'a' } }, counters, '0909')).toBe('0505');
    expect(faultHex({ ...problem, at: { hexside: ['0201', '0202'] } }, counters, null)).toBe('0201');
    expect(faultHex(problem, counters, '0909')).toBe('0909');
  });
});

describe('the story', () => {
  const line = (level: number, text: string, entry = 0, more: Partial<Line> = {}): Line => ({ text, hexes: [], level, entry, lost: [], headline: false, ...more });
  const trail = (unit: string, hexes: string[], kind = 'move') => ({ path: { unit, kind, side: 'Red', hexes } });
  const lines = [
    line(0, 'Turn 1'),
    line(1, 'Movement'),
    line(2, 'a moves', 2, trail('a', ['0101', '0102'])),
    line(1, 'Combat', 3),
    line(2, 'a attacks', 4, { battle: { side: 'Red', attackers: ['a'], defenders: ['x'], column: '2-1' } }),
    line(3, 'the die shows 4', 4, { roll: { faces: 6, value: 4, case: '6.0' } }),
    line(3, 'x retreats', 5, trail('x', ['0103', '0104'], 'retreat')),
  ];

  it('is told by turn, phase and battle', () => {
    const [turn] = story(lines);
    expect(turn!.phases.map((p) => [p.title, p.deeds.length])).toEqual([['Movement', 1], ['Combat', 1]]);
    expect(turn!.phases[1]!.deeds[0]).toMatchObject({ battle: true });
    expect(turn!.phases[1]!.deeds[0]!.details).toHaveLength(2);
    expect(story([line(2, 'x')])[0]!.title).toBe('Before the first turn');
  });

  it('folds phases in which nothing happened, but no die and nothing that goes on', () => {
    const segments = ['French: charge segment [4.2]', 'French: melee segment [4.2]', 'Allied: charge segment [4.2]'].map((title) => line(1, title));
    const [turn] = story([line(0, 'Turn 1'), line(1, 'die 3: Frost [A]'), ...segments, line(1, 'Allied: movement segment'), line(2, 'a moves'), line(1, 'Allied Combat Phase')]);
    const words = (goesOn: boolean) => told(turn!, goesOn).map((one) => ('quiet' in one ? one.quiet : one.title));
    const quiet = 'French: nothing in the charge and melee segments; Allied: nothing in the charge segment';
    expect(words(true)).toEqual(['die 3: Frost [A]', quiet, 'Allied: movement segment', 'Allied Combat Phase']);
    expect(words(false)).toEqual(['die 3: Frost [A]', quiet, 'Allied: movement segment', 'nothing in the Allied Combat Phase']);
  });

  it('tells the hexes of one way in one line, and each action by itself', () => {
    const way = [line(2, 'a to 0102', 2, trail('a', ['0101', '0102'])), line(2, 'a to 0103', 2, trail('a', ['0102', '0103'])), line(2, 'a to 0104', 3, trail('a', ['0103', '0104']))];
    expect(folded(way).map((one) => [one.text, one.path?.hexes])).toEqual([['a to 0103', ['0101', '0102', '0103']], ['a to 0104', ['0103', '0104']]]);
  });

  it('has trails of the last phases', () => {
    expect(lastTrails(lines).map((t) => t.unit)).toEqual(['a', 'x']);
    expect(lastTrails(lines, 1).map((t) => t.unit)).toEqual(['x']);
    expect(joined([trail('a', ['1', '2']).path, trail('a', ['2', '3']).path, trail('b', ['3', '4']).path]).map((t) => t.hexes)).toEqual([['1', '2', '3'], ['3', '4']]);
  });

  it('knows the last die of the phase', () => {
    expect(lastBattle(lines)?.roll.value).toBe(4);
    // A die for the weather, or for who falls out on a march, is no battle.
    expect(lastBattle([line(2, 'attrition', 7, { roll: { faces: 6, value: 6, case: '7' } })])).toBeNull();
    expect(lastBattle([...lines, line(1, 'Movement')])).toBeNull();
  });

  it('keeps the last battle in sight until a phase or another attack begins', async () => {
    const [attack, die, back] = lines.slice(4) as [Line, Line, Line];
    const table = { title: 'Results', case: '6.0', columns: ['2-1'], rows: ['4'], cells: [['Dr']], column: 0 };
    const clash = new Clash();
    clash.heard([attack, die], table);
    clash.heard([back], null);
    expect(clash.now).toMatchObject({ table, roll: { value: 4 } });
    expect(clash.now?.lines).toHaveLength(3);
    clash.heard([line(1, 'Movement')], null);
    expect(clash.now).toBeNull();
    // After a reload: what the log tells of it, with the table of the moment before the die.
    const asked: number[] = [];
    await clash.recall(lines, (at) => {
      asked.push(at);
      return Promise.resolve({ forecast: { table } } as unknown as View);
    });
    expect(asked).toEqual([3]);
    expect(clash.now).toMatchObject({ table, roll: { value: 4 } });
    // Somebody else looks by then.
    clash.forget();
    await clash.recall(lines, () => {
      clash.forget();
      return Promise.resolve({ forecast: { table } } as unknown as View);
    });
    expect(clash.now).toBeNull();
  });

  it('cuts out case numbers, and nothing else', () => {
    expect(cut('lost [6.3] in [12.10b] at [hex] 4.5')).toEqual([{ text: 'lost ' }, { id: '6.3' }, { text: ' in ' }, { id: '12.10b' }, { text: ' at [hex] 4.5' }]);
    expect(cut('<b>[1.1]')).toEqual([{ text: '<b>' }, { id: '1.1' }]);
    expect(cut('a march [II.b.1], mud [A], attrition [7], [Ney]').flatMap((part) => ('id' in part ? [part.id] : []))).toEqual(['II.b.1', 'A', '7']);
  });

  it('puts like tracks together', () => {
    const track = (name: string) => ({ name, value: 1, case: '1.0' });
    const { single, groups } = groupTracks(['Red points', 'Red bonus A', 'Red bonus B', 'Red bonus C', 'Blue points'].map(track));
    expect(single.map((t) => t.name)).toEqual(['Red points', 'Blue points']);
    expect(groups.map((g) => [g.title, g.list.map((l) => l.word)])).toEqual([['Red bonus', ['A', 'B', 'C']]]);
  });

  it('makes sentences', () => {
    expect(sentence('the unit stays')).toBe('The unit stays.');
    expect(sentence('Stop!')).toBe('Stop!');
  });

  it('tells chances', () => {
    expect(percent({ least: 6, most: 6, per: 36 })).toBe('17%');
    expect(percent({ least: 6, most: 12, per: 36 })).toBe('17–33%');
  });
});

describe('replay', () => {
  const marks = [0, 5, 9, 14].map((entry, i) => ({ entry, new_turn: i % 2 === 0 }));
  it('goes by action, phase and turn', () => {
    const told = [2, 6, 9];
    expect(forward(3, 'action', marks, 20, told)).toBe(6);
    expect(forward(3, 'phase', marks, 20, told)).toBe(5);
    expect(forward(3, 'turn', marks, 20, told)).toBe(9);
    expect(forward(15, 'turn', marks, 20, told)).toBe(20);
    expect(forward(20, 'action', marks, 20, told)).toBe(20);
    expect(back(9, 'phase', marks, told)).toBe(5);
    expect(back(14, 'turn', marks, told)).toBe(9);
    expect(back(0, 'action', marks, told)).toBe(0);
    expect(back(6, 'action', marks, told)).toBe(2);
    expect(back(2, 'action', marks, told)).toBe(0);
  });
});

describe('the season', () => {
  it('is told by the clock or the sky', () => {
    expect(seasonOf('0700, 8 February 1807', [])).toBe('snow');
    expect(seasonOf('1600, 26 August 1813', [])).toBe('leaf');
    expect(seasonOf('1600, 26 April 1813', ['snow'])).toBe('snow');
  });
});

describe('a game looked at again', () => {
  const judged = (from: number, to: number, more: Partial<Judged> = {}): Judged => ({
    from,
    to,
    seat: 'Red',
    turn: 'Turn 1',
    phase: 'Movement',
    actions: ['go'],
    dice: [],
    before: 1,
    expected: 2,
    after: 3,
    luck: 1,
    cost: 0,
    hurried: false,
    ...more,
  });
  const better = { actions: ['stay'], reason: 'it is safe', expected: 5 };
  const piece = (decisions: Judged[], next: number | null): Analysis => ({
    title: 'A skirmish',
    seats: ['Red', 'Blue'],
    level: 'veteran',
    decisions,
    totals: [
      { seat: 'Red', decisions: decisions.length, mistakes: 1, cost: 2, luck: 1 },
      { seat: 'Blue', decisions: 0, mistakes: 0, cost: 0, luck: -1 },
    ],
    entries: 9,
    of: 3,
    next,
  });

  it('is put together from pieces', () => {
    const first = withPiece(null, piece([judged(1, 4, { cost: 2, better })], 5));
    expect(first.next).toBe(5);
    const whole = withPiece(first, piece([judged(5, 5, { cost: 4, better, luck: -3 }), judged(6, 9, { after: -2 })], null));
    expect(whole.next).toBeNull();
    expect(whole.decisions.map((d) => d.from)).toEqual([1, 5, 6]);
    expect(whole.totals).toEqual([
      { seat: 'Red', decisions: 3, mistakes: 2, cost: 4, luck: 2 },
      { seat: 'Blue', decisions: 0, mistakes: 0, cost: 0, luck: -2 },
    ]);
    expect(first.decisions).toHaveLength(1);
    expect(decisionAt(whole, 7)?.from).toBe(6);
    expect(decisionAt(whole, 0)).toBeNull();
    expect(dearest(whole, 1).map((d) => d.from)).toEqual([5]);
    expect(course(whole)).toEqual([[0, 1], [4, 3], [5, 3], [9, -2]]);
    expect(fortune(whole)).toEqual([[0, 0], [4, 1], [5, -2], [9, -1]]);
    expect([course(null), fortune(null), dearest(null, 3)]).toEqual([[], [], []]);
  });

  it('says if thought was short', () => {
    expect(verdict(piece([judged(1, 9)], null))).toBe('Done: 1 decision.');
    expect(verdict(piece([judged(1, 9, { hurried: true })], null))).toContain('1 of them with less thought than the veteran takes');
  });
});

describe('long tables', () => {
  it('are told as ranges of their column', () => {
    const table = { title: 'Fire results', case: '10.5', columns: ['1:1', '2:1'], rows: ['11', '12', '13', '14'], cells: [['0', '0'], ['0', '1'], ['0', '1'], ['1', '2']], column: 1 };
    expect(runs(table, 1).map(({ from, to, cell }) => [from, to, cell])).toEqual([['11', '11', '0'], ['12', '13', '1'], ['14', '14', '2']]);
    expect(runs(table, 0)[0]).toMatchObject({ first: 0, last: 2 });
    expect(attackAt({ column: '1:1', table } as never)).toBe('Fire at 1:1');
    expect(attackAt({ column: '2-1', table: { ...table, title: 'Combat Results' } } as never)).toBe('Attack at 2-1');
    expect(attackAt({ column: '', table: null } as never)).toBe('What may come of it');
  });
});
