import { describe, expect, it, vi } from 'vitest';
import { api } from '../../src/lib/api/client';
import { patched, sum } from '../../src/lib/api/difference';
import { Logbook, opened, turnedBack } from '../../src/lib/table/logbook.svelte';
import { Shown } from '../../src/lib/table/shown';
import type { Line, View } from '../../src/lib/api/types';

const line = (entry: number): Line => ({ entry, level: 2, text: `entry ${entry}`, hexes: [], lost: [] }) as unknown as Line;

describe('differences', () => {
  it('lead from one view to the next and share what is the same', () => {
    const old = { turn: 1, counters: [{ tag: 'A', hex: '0101' }, { tag: 'B', hex: '0202' }], choices: ['a', 'b', 'c', 'd'] };
    const change = { '.': { counters: { '#': { 1: { '.': { hex: { '=': '0303' } } } } }, choices: { at: 1, cut: 2, put: [] } } };
    const view = patched(old, change);
    expect(view).toEqual({ turn: 1, counters: [{ tag: 'A', hex: '0101' }, { tag: 'B', hex: '0303' }], choices: ['a', 'd'] });
    expect(view.counters[0]).toBe(old.counters[0]);
    expect(old.counters[1]!.hex).toBe('0202');
  });

  it('put a list together of stretches of the old one', () => {
    const old = [{ tag: 'A' }, { tag: 'B' }, { tag: 'C' }];
    const list = patched<object[]>(old, { from: [[2, 1], [0, 1], null], '#': { 1: { '.': { hex: { '=': '0101' } } }, 2: { '=': { tag: 'D' } } } });
    expect(list).toEqual([{ tag: 'C' }, { tag: 'A', hex: '0101' }, { tag: 'D' }]);
    expect(list[0]).toBe(old[2]);
    expect(() => patched(old, { from: [[2, 2]], '#': {} })).toThrow();
  });

  it('are refused where they do not fit', () => {
    expect(() => patched([1, 2], { '#': { 2: { '=': 1 } } })).toThrow();
    expect(() => patched([1, 2], { at: 1, cut: 2, put: [] })).toThrow();
    expect(() => patched(1, { '.': {} })).toThrow();
  });

  it('have the sums that the server reckons (crates/shelf/src/difference.rs)', () => {
    expect(sum(null)).toBe(0x11);
    expect(sum({ a: [1, true, 'Königstein'], b: { c: null } })).toBe(0x8de993ae);
    expect(sum({ b: { c: null }, a: [1, true, 'Königstein'] })).toBe(0x8de993ae);
  });
});

describe('what was shown', () => {
  const view = (played: number) => ({ played, choices: ['x'] }) as unknown as View;
  it('is remembered twice, and a page that lost track says so', () => {
    const shown = new Shown();
    const sums = [1, 2, 3].map((played) => sum(view(played)));
    shown.whole(view(1), sums[0]!);
    expect(shown.changed(sums[0]!, sums[1]!, { '.': { played: { '=': 2 } } })).toEqual(view(2));
    expect(shown.changed(sums[0]!, sums[2]!, { '.': { played: { '=': 3 } } })).toEqual(view(3));
    expect(shown.changed(sums[0]!, sums[1]!, { '.': { played: { '=': 2 } } })).toBeNull();
    expect(shown.changed(sums[2]!, sums[0]!, { '.': { played: { '=': 2 } } })).toBeNull();
  });
});

describe('the log', () => {
  it('is read backwards, page by page', () => {
    const last = opened({ from: 5, to: 7, lines: [line(5), line(7)], earlier: true }, [line(7), line(8)]);
    expect(last.lines.map((one) => one.entry)).toEqual([5, 7, 8]);
    const all = turnedBack(last, { from: 0, to: 4, lines: [line(0), line(4)], earlier: false });
    expect(all.lines.map((one) => one.entry)).toEqual([0, 4, 5, 7, 8]);
    expect(all.earlier).toBe(false);
    expect(turnedBack(all, { from: 0, to: 4, lines: [line(0)], earlier: false })).toBe(all);
  });

  it('tells nothing of what was taken back while it was on its way', async () => {
    const pages = [3, 2].map((to) => ({ from: 0, to, lines: [1, 2, 3].filter((entry) => entry <= to).map(line), earlier: false }));
    const asked = vi.spyOn(api, 'logPage').mockImplementation(() => Promise.resolve(pages.shift()!));
    const log = new Logbook('t', () => ({}));
    const reading = log.open(() => true);
    log.cut(2);
    await reading;
    expect(log.book.lines.map((one) => one.entry)).toEqual([1, 2]);
    // What is played as the next action is news.
    log.add(3, [line(3)]);
    expect(log.book.lines.map((one) => one.entry)).toEqual([1, 2, 3]);
    asked.mockRestore();
  });
});
