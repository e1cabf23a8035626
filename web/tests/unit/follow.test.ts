import { describe, expect, it, vi } from 'vitest';
import type { Line, View } from '../../src/lib/api/types';
import { Follow, type Scene } from '../../src/lib/table/follow.svelte';
import { Missed } from '../../src/lib/table/missed.svelte';
import { caption, drawnLine, phrase, spelled } from '../../src/lib/table/phrase';
import { dwell, fallen, stops, type Pace } from '../../src/lib/table/stops';
import { fraction, harms } from '../../src/lib/table/story';
import { inEnemyZones } from '../../src/lib/table/threats';

const line = (level: number, text: string, entry: number, more: Partial<Line> = {}): Line => ({ text, hexes: [], level, entry, lost: [], headline: false, ...more });
const path = (unit: string, ...hexes: string[]) => ({ path: { unit, kind: 'move', side: 'Blue', hexes } });
const TURN = [
  line(1, 'Blue moves', 3),
  line(2, 'a goes', 5, path('a', '0101', '0102')),
  line(2, 'a attacks x', 8, { battle: { side: 'Blue', attackers: ['a'], defenders: ['x'], column: '3-1' }, hexes: ['0103'] }),
  line(3, 'the die shows 2', 8, { roll: { faces: 6, value: 2, case: '6.0', column: '3-1', result: 'De' } }),
  line(3, 'x is lost', 8, { lost: ['x'], hexes: ['0103'] }),
];

describe('the stops of a turn', () => {
  it('are phases, moves, and each attack before and after its die', () => {
    expect(stops(TURN).map(({ kind, at, entry }) => [kind, at, entry])).toEqual([
      ['phase', 3, 3],
      ['move', 5, 5],
      ['attack', 7, 8],
      ['result', 8, 8],
    ]);
    expect(stops(TURN)[2]!.text).toBe('a against x at 3-1');
    expect(stops([line(2, 'a is taken in hand', 4)])).toEqual([]);
  });

  it('tell the way of a unit in one sentence, and name units and hexes as people do', () => {
    const way = [line(2, 'a moves to 0102', 5, path('a', '0101', '0102')), line(2, 'a moves to 0103', 5, path('a', '0102', '0103')), line(2, 'b moves to 0203', 5, path('b', '0202', '0203'))];
    expect(stops(way)[0]!.text).toBe('a moves to 0103 b moves to 0203');
    const fight = { ...TURN[2]!, battle: { side: 'Blue', attackers: ['a'], defenders: [], column: '3-1' } };
    expect(stops([fight, TURN[3]!], (unit) => `the ${unit}`)[0]!.text).toBe('the a against 0103 at 3-1');
  });

  it('know who fell, where he stood', () => {
    const last = stops(TURN)[3]!;
    expect(fallen(last, [{ tag: 'x', hex: '0909' }])).toEqual([{ tag: 'x', hex: '0909' }]);
    expect(fallen(last, [])).toEqual([{ tag: 'x', hex: '0103' }]);
  });

  it('last longer where there is more to see, and for ever step by step', () => {
    const [, move, , result] = stops(TURN);
    expect(dwell('quick', move!)).toBeLessThan(dwell('leisurely', move!));
    expect(dwell('steady', move!)).toBeLessThan(dwell('steady', result!));
    expect(dwell('hand', move!)).toBe(Infinity);
    expect(dwell('instant', result!)).toBe(0);
  });
});

describe('following', () => {
  const board = (at: number, played = at, hexes: Record<string, string> = {}) =>
    ({ at, played, board: { counters: Object.entries(hexes).map(([tag, hex]) => ({ tag, hex })) }, forecast: null }) as unknown as View;

  function table(pace: Pace) {
    const scene = { pace, view: board(8) as View | null, others: true, said: [] as string[], summed: [] as [number, boolean][] };
    const follow = new Follow({
      get pace() {
        return scene.pace;
      },
      get view() {
        return scene.view;
      },
      get others() {
        return scene.others;
      },
      answering: false,
      viewAt: (at) => Promise.resolve(board(at, 8, at < 8 ? { x: '0103' } : {})),
      say: (text) => scene.said.push(text),
      caughtUp: (from, whole) => scene.summed.push([from, whole]),
    } satisfies Scene);
    follow.watched = true;
    const hear = () => TURN.forEach((one) => follow.hear(one.entry, [one]));
    return { follow, scene, hear };
  }
  const settle = () => vi.waitFor(() => Promise.resolve(), { timeout: 120_000 });

  it('goes step by step, and the end is summed up once', async () => {
    const { follow, scene } = table('hand');
    for (const entry of [3, 5, 8]) expect(follow.hear(entry, TURN.filter((one) => one.entry === entry))).toBe(true);
    await settle();
    expect([follow.active, follow.place, follow.view?.at]).toEqual([true, 0, 3]);
    for (const at of [5, 7, 8]) {
      follow.forward();
      await settle();
      expect(follow.view?.at).toBe(at);
    }
    expect(follow.battle?.roll.value).toBe(2);
    expect(follow.fallen).toEqual([{ tag: 'x', hex: '0103' }]);
    follow.forward();
    expect(follow.active, 'others may still do something').toBe(true);
    scene.others = false;
    follow.forward();
    expect([follow.active, scene.summed]).toEqual([false, [[2, true]]]);
    expect(follow.fallen, 'losses stay marked').toHaveLength(1);
  });

  it('stays where it was paused, whatever is on its way or still to come', async () => {
    const { follow, scene } = table('leisurely');
    follow.hear(3, TURN.slice(0, 1));
    await settle();
    follow.toggle();
    follow.hear(5, TURN.slice(1, 2));
    await settle();
    expect([follow.paused, follow.place]).toEqual([true, 0]);
    // The next board is asked for, and it is paused before it has come.
    follow.toggle();
    follow.toggle();
    await settle();
    expect([follow.paused, follow.place]).toEqual([true, 0]);
    follow.toggle();
    await settle();
    expect([follow.paused, follow.place, follow.view?.at]).toEqual([false, 1, 5]);
    scene.others = false;
    follow.skip();
    follow.close();
  });

  it('never delays whoever skips', async () => {
    const { follow, scene, hear } = table('leisurely');
    hear();
    await settle();
    follow.skip();
    expect([follow.active, scene.summed.length]).toEqual([false, 0]);
    expect(follow.hear(9, [line(2, 'b goes', 9, path('b', '0201', '0202'))]), 'what comes then is not shown either').toBe(false);
    scene.others = false;
    scene.view = board(9);
    follow.settled();
    expect(scene.summed).toEqual([[2, true]]);
  });

  it('and a skip holds, also before the board has come that it is about', async () => {
    const { follow, scene } = table('leisurely');
    // We have just played: the board is still the one on which we decided.
    [scene.view, scene.others] = [board(2), false];
    follow.hear(3, TURN.slice(0, 1));
    follow.skip();
    [scene.view, scene.others] = [board(3), true];
    follow.settled();
    expect(follow.hear(5, TURN.slice(1, 2))).toBe(false);
    expect([follow.active, scene.summed.length]).toEqual([false, 0]);
  });

  it('ends where the board has come before the words', async () => {
    const { follow, scene } = table('hand');
    [scene.view, scene.others] = [board(5), false];
    follow.hear(4, [line(2, 'a is taken in hand', 4)]);
    expect([follow.active, scene.summed.length], 'one more is to be told').toEqual([true, 0]);
    follow.hear(5, [line(2, 'a is put down', 5)]);
    expect([follow.active, scene.summed]).toEqual([false, [[3, false]]]);
  });

  it('ends where a standing order of ours was the last to speak', async () => {
    const { follow, scene } = table('hand');
    [scene.view, scene.others] = [board(5), false];
    follow.hear(4, [line(2, 'a is taken in hand', 4)]);
    follow.pass(5);
    expect([follow.active, scene.summed]).toEqual([false, [[3, false]]]);
  });

  it('shows nothing at once, but sums up', () => {
    const { follow, scene, hear } = table('instant');
    hear();
    expect(follow.active).toBe(false);
    scene.others = false;
    follow.settled();
    expect(scene.summed).toEqual([[2, true]]);
  });

  it('forgets what was taken back', async () => {
    const { follow, scene, hear } = table('hand');
    hear();
    await settle();
    follow.forget();
    scene.others = false;
    follow.settled();
    expect([follow.active, scene.summed, follow.fallen]).toEqual([false, [], []]);
  });

  it('shows again what was told, without summing up', async () => {
    const { follow, scene } = table('hand');
    scene.others = false;
    await follow.watch(2, TURN);
    expect(follow.view?.at).toBe(3);
    follow.skip();
    expect([follow.active, scene.summed]).toEqual([false, []]);
  });
});

describe('what happened without us', () => {
  it('is not told any more when it was taken back', () => {
    const missed = new Missed({ id: 't', pass: {}, wanted: () => true, seat: () => null, counters: () => [], told: () => {} });
    missed.tell({ from: 3, to: 7, lines: [], dice: [], losses: [], paragraph: 'They came.' }, 'Blue: what they did');
    missed.cut(7);
    expect(missed.told?.paragraph).toBe('They came.');
    missed.cut(6);
    expect(missed.told).toBeNull();
  });
});

describe('words about chances', () => {
  it('are those of people', () => {
    expect(fraction({ least: 18, most: 18, per: 36 })).toBe('1 in 2');
    expect(fraction({ least: 6, most: 12, per: 36 })).toBe('1 in 6 to 1 in 3');
    expect(harms('attackers retreat [6.3]')).toBe('attacker');
    expect(harms('defenders eliminated [6.3]')).toBe('defender');
    expect(harms('exchange [6.3]')).toBe('');
  });

  it('threats are own units in the enemy’s zones', () => {
    const unit = (tag: string, side: string, hex: string) => ({ tag, side, hex }) as never;
    expect(inEnemyZones([unit('a', 'Red', '0101'), unit('b', 'Red', '0202'), unit('x', 'Blue', '0101')], 'Red', [{ hex: '0101', side: 'Blue', note: '' }])).toEqual([{ tag: 'a', hex: '0101' }]);
  });
});

describe('actions in words', () => {
  const line = ['pick Leg2', 'go 1212', 'target 1411', 'join Leg1', 'join Leg2', 'end'];
  it('are those of people', () => {
    expect(phrase(line)).toBe('Leg2 to 1212; attack 1411 with Leg1, Leg2; end the phase');
    expect(phrase(line, 1)).toBe('Leg2 to 1212; and 2 more');
    expect(phrase(['pick A', 'halt'])).toBe('A stays');
    expect(phrase(['activate X'])).toBe('activate X');
  });

  it('call units as their counters do', () => {
    const called = (unit: string) => (unit === 'leg6b1' ? '1/6e Légère' : unit);
    expect(phrase(['pick leg6b1', 'step 2416', 'join leg6b1'], 4, called)).toBe('1/6e Légère to 2416 with 1/6e Légère');
    expect(['pick leg6b1', 'turn NE', 'end', 'dig leg6b1 2'].map((one) => caption(one, called))).toEqual(['Take 1/6e Légère', 'Face NE', 'End the phase', 'Dig 1/6e Légère 2']);
    // A choice that came without a label gets one; the others stay as they are.
    const told = [{ text: 'end', label: 'End the segment' }];
    expect(spelled(told, called)).toBe(told);
    const line = { text: 'form skirmish-left E', label: 'Form skirmish-left, facing E', formation: { name: 'Skirmish order' }, facing: { compass: 'E' } };
    expect(spelled([line], called)[0]!.label).toBe('Form skirmish order, second hex to the left, facing E');
    expect(spelled([{ text: 'enter leg6b1 0001', label: 'enter leg6b1 0001' }], called)).toEqual([{ text: 'enter leg6b1 0001', label: '1/6e Légère comes in at 0001' }]);
  });

  it('can be drawn', () => {
    const drawn = drawnLine(line, (unit) => (unit === 'Leg2' ? '1111' : null), 'French');
    expect(drawn.trails).toEqual([{ unit: 'Leg2', kind: 'hint', side: 'French', hexes: ['1111', '1212'] }]);
    expect(drawn.spots.map((spot) => spot.hex)).toEqual(['1212', '1411']);
  });
});
