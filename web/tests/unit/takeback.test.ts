import { describe, expect, it } from 'vitest';
import type { Line, View } from '../../src/lib/api/types';
import { Asking } from '../../src/lib/table/asking.svelte';
import type { Hand } from '../../src/lib/table/hand.svelte';
import { TakeBack, undone } from '../../src/lib/table/takeback.svelte';

const settled = () => new Promise((go) => setImmediate(go));

/** The board after so many actions, the last of which can be taken back. */
const board = (played: number): View => ({ played, board: { counters: [] }, undo: { can: played > 0, ask: false, why: '', what: `action ${played}`, to: played - 1 } }) as unknown as View;

/** A table with a board, and an action asked of its server that is not yet to be seen. */
function acting() {
  const desk = { view: board(0) as View | null, past: null, held: null, hand: { did: () => null } as unknown as Hand, notice: '', say: () => {}, idle: () => asking.idle() };
  const asking = new Asking(() => desk.view?.played);
  const comes = (played: number) => {
    desk.view = board(played);
    asking.seen(played);
  };
  let taken = 0;
  const undo = () =>
    asking.ask(() => {
      taken += 1;
      const played = desk.view!.played - 1;
      queueMicrotask(() => comes(played));
      return Promise.resolve(played);
    });
  const acted = asking.ask(() => Promise.resolve(1));
  return { back: new TakeBack(desk, undo), comes, acted, taken: () => taken };
}

describe('taking back by a key', () => {
  it.each([true, false])('is heard before the board of what was played is there (a whole move: %s)', async (whole) => {
    const { back, comes, acted, taken } = acting();
    await settled();
    expect(back.freely).toBe(false);
    const done = back.soon(whole);
    await settled();
    expect(taken()).toBe(0);
    comes(1);
    await acted;
    expect(await done).toBe(true);
    expect(taken()).toBe(1);
  });

  it('does nothing where nothing can be taken back', async () => {
    const { back, comes, acted, taken } = acting();
    comes(1);
    await acted;
    expect(await back.soon(true)).toBe(true);
    expect(await back.soon(true)).toBe(false);
    expect(taken()).toBe(1);
  });

  it('names what is taken back in words of people, also where no button was pressed for it', () => {
    const counters = [{ tag: 'jaeger38', title: '38th Jg.', name: '38th Jaeger' }];
    const view = { played: 3, board: { counters }, undo: { can: true, ask: false, why: '', what: 'join jaeger38', to: 2 } } as unknown as View;
    let did: unknown;
    const desk = { view, past: null, held: null, hand: { did: () => did } as unknown as Hand, notice: '', say: () => {}, idle: () => Promise.resolve() };
    const back = new TakeBack(desk, () => Promise.resolve(true));
    expect(back.what).toBe('38th Jaeger takes part');
    did = { text: 'step 2416', label: 'To 2416 [6.2]', unit: 'jaeger38' };
    expect(back.what).toBe('38th Jaeger: to 2416');
    did = { text: 'pick jaeger38', label: 'Take 38th Jaeger', unit: 'jaeger38' };
    expect(back.what).toBe('Take 38th Jaeger');
  });

  it('says why it does nothing', async () => {
    const told: string[] = [];
    const desk = { view: board(3) as View | null, past: board(1) as View | null, held: null, hand: { did: () => null } as unknown as Hand, notice: '', say: (text: string) => void told.push(text), idle: () => Promise.resolve() };
    const back = new TakeBack(desk, () => Promise.resolve(true));
    expect(await back.soon(false)).toBe(false);
    expect(desk.notice).toMatch(/earlier board/);
    desk.past = null;
    desk.view = board(0);
    expect(await back.one()).toBe(false);
    expect([desk.notice, told.length]).toEqual(['There is nothing to take back.', 2]);
  });
});

describe('what somebody asks to take back', () => {
  const line = (entry: number, level: number, text: string, roll: unknown = null) => ({ entry, level, text, hexes: [], path: null, battle: null, roll, lost: [], headline: false }) as unknown as Line;
  const lines = [line(3, 2, 'Leg1 moves to 1212 [4.1]'), line(4, 1, 'French Combat Phase [5.0]'), line(5, 2, 'Leg1 attacks 1213 [5.1]'), line(5, 3, 'Dr', { value: 3, faces: 6 })];

  it('is said in words of the log', () => {
    expect(undone(lines.slice(0, 1), 2, 3)).toBe('“Leg1 moves to 1212”');
    expect(undone(lines, 3, 5)).toBe('“Leg1 attacks 1213” and all that came after it, dice among it: 2 actions');
  });

  it('is counted where it is not told', () => {
    expect([undone(lines, 5, 6), undone([], 2, 6)]).toEqual(['the last action', 'the last 4 actions']);
  });
});
