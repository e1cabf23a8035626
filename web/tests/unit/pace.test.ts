import { describe, expect, it } from 'vitest';
import type { TableInfo } from '../../src/lib/api/types';
import { fits } from '../../src/lib/table/coach.svelte';
import { awaited, paceWords, remedies, span } from '../../src/lib/table/pace';

const DAY = 86_400_000;
const seat = (name: string, yours: boolean, who = 'human') => ({ seat: name, who, name: '', connected: false, yours, chain: null });
const table = (pace: string, more: object = {}) =>
  ({ seats: [seat('Red', true), seat('Blue', false)], pending: 'Blue', over: false, touched: 0, terms: { pace, counsel: false, onlookers_talk: false }, ...more }) as unknown as TableInfo;

describe('the pace of a game', () => {
  it('is said in words', () => {
    expect(['none', 'days 1', 'days 3', 'clock 30 10', 'clock 60 0'].map(paceWords)).toEqual([
      'no limit of time', 'a day for each move', '3 days for each move', 'a clock: 30 minutes for the game, 10 seconds more for each turn', 'a clock: 60 minutes for the game',
    ]);
    expect([2 * DAY + 3_600_000, DAY, 3_660_000, 61_000, 5_000, -7].map(span)).toEqual(['2 days 1 h', '1 day', '1 h 1 min', '1:01', '0:05', '0:00']);
  });

  it('knows whom one waits for', () => {
    expect(awaited(table('none'))?.seat).toBe('Blue');
    expect(awaited(table('none', { pending: 'Red' }))).toBeNull();
    expect(awaited(table('none', { over: true }))).toBeNull();
    expect(awaited(table('none', { seats: [seat('Red', true), seat('Blue', false, 'recruit')] }))).toBeNull();
    expect(awaited(table('none', { seats: [seat('Red', false), seat('Blue', false)] }))).toBeNull();
  });

  it('offers to remind, and then to claim', () => {
    const at = (pace: string, now: number, timing: object | null = null) => remedies(table(pace, { timing }), now);
    expect(at('days 4', 2 * DAY - 1)).toEqual({ remind: false, claim: false, computer: false });
    expect(at('days 4', 2 * DAY)).toEqual({ remind: true, claim: false, computer: false });
    expect(at('days 4', 4 * DAY, { reminded: 3 * DAY, claim: 4 * DAY })).toEqual({ remind: true, claim: true, computer: true });
    expect(at('clock 5 0', 9 * DAY, { claim: 1 })).toEqual({ remind: false, claim: true, computer: true });
    expect(at('clock 5 0', 9 * DAY, { due: 10 * DAY, claim: 10 * DAY }).computer).toBe(false);
    expect(at('none', 70 * DAY)).toEqual({ remind: true, claim: false, computer: false });
  });

  it('offers the computer as soon as the server lets it play on', () => {
    const at = (now: number, more: object) => remedies(table('none', { substitute: 3 * DAY, ...more }), now).computer;
    expect(at(3 * DAY - 1, {})).toBe(false);
    expect(at(3 * DAY, {})).toBe(true);
    expect(at(3 * DAY, { pending: 'Red' })).toBe(false);
    const here = [seat('Red', true), { ...seat('Blue', false), connected: true }];
    expect(at(3 * DAY, { seats: here })).toBe(false);
  });
});

describe('forms of a lesson', () => {
  it('may leave their end open', () => {
    expect(fits('end', 'end') && fits('advance *', 'advance Sth1 1510') && fits('ready *', 'ready')).toBe(true);
    expect(fits('end', 'ending') || fits('lose *', 'loser') || fits('go 1510', 'go 1511')).toBe(false);
  });
});
