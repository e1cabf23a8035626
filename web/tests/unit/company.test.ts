import { describe, expect, it } from 'vitest';
import type { TableInfo, View } from '../../src/lib/api/types';
import { Company } from '../../src/lib/table/company.svelte';
import { Register } from '../../src/lib/table/register.svelte';

describe('what everybody may know of a table', () => {
  const seat = (name: string, connected: boolean) => ({ seat: name, who: 'human', name, connected, yours: name === 'French' });
  const info = { id: 't', over: false, played: 3, pending: 'French', spectators: 0, touched: 1, seats: [seat('French', true), seat('Allied', false)] } as unknown as TableInfo;

  it('is kept up with what is told of it', async () => {
    let asked = 0;
    const register = new Register(() => Promise.resolve({ ...info, touched: (asked += 1) + 8, timing: { now: 5, left: [1, 2] } } as unknown as TableInfo));
    register.seen({ played: 4, pending: null } as unknown as View);
    expect(register.info).toBeNull();
    register.told(info);
    register.hear({ type: 'presence', spectators: 2, seats: [{ seat: 'Allied', connected: true }] } as never);
    expect(register.info).toMatchObject({ spectators: 2, seats: [{ seat: 'French', connected: true, yours: true }, { seat: 'Allied', connected: true, yours: false }] });
    register.seen({ played: 4, pending: { seat: 'Allied' } } as unknown as View);
    expect(register.info).toMatchObject({ played: 4, pending: 'Allied', over: false, touched: 1 });
    await register.retime();
    expect(register.info).toMatchObject({ played: 4, touched: 9, timing: { left: [1, 2] } });
    expect(register.timed).toBe(true);
    register.hear({ type: 'over', seed: 'ab' } as never);
    register.seen({ played: 4, pending: null } as unknown as View);
    expect(register.info).toMatchObject({ over: true, seed: 'ab', pending: null });
  });
});

describe('how long one has to wait for somebody', () => {
  const seat = (name: string, yours: boolean, connected: boolean) => ({ seat: name, who: 'human', name, connected, yours });
  const table = (pending: string, here: boolean) => ({ over: false, played: 3, pending, touched: 1, seats: [seat('French', true, true), seat('Allied', false, here)] }) as unknown as TableInfo;

  it('is asked anew when he goes, and while he is away', () => {
    let asked = 0;
    const register = new Register(() => Promise.resolve({ ...table('Allied', false), substitute: (asked += 1) } as TableInfo));
    const presence = (connected: boolean) => register.hear({ type: 'presence', spectators: 0, seats: [{ seat: 'Allied', connected }] } as never);
    register.told(table('Allied', true));
    expect(register.timed).toBe(false);
    presence(true);
    expect(asked).toBe(0);
    presence(false);
    expect([asked, register.timed]).toEqual([1, true]);
    presence(false);
    expect(asked).toBe(1);
    register.seen({ played: 4, pending: { seat: 'French' } } as unknown as View);
    expect(register.timed).toBe(false);
  });
});

describe('talk at the table', () => {
  const said = (text: string, at: number) => ({ by: 'Anna', seat: 'Allied', text, at });
  const words = (company: Company) => company.talk.map((one) => one.text);

  it('is read again after the line was broken, and what was missed is new', () => {
    const company = new Company({ live: () => null, over: () => false, say: () => {}, note: () => {} });
    company.recall([said('one', 1), said('two', 2)], false);
    expect([words(company), company.unread]).toEqual([['one', 'two'], 0]);
    company.recall([said('one', 1), said('two', 2), said('three', 3), said('four', 4)], true);
    expect([words(company), company.unread]).toEqual([['one', 'two', 'three', 'four'], 2]);
    // Heard while the answer was on its way: it is not lost.
    company.hear({ type: 'chat', ...said('five', 5) });
    company.recall([said('three', 3), said('four', 4)], true);
    expect([words(company), company.unread]).toEqual([['three', 'four', 'five'], 3]);
  });

  it('is not taken for said where there is no line', async () => {
    const company = new Company({ live: () => null, over: () => false, say: () => {}, note: () => {} });
    expect(await company.chat('hello')).toBe(false);
  });

  it('tells what is asked and offered when the table is told anew', () => {
    const company = new Company({ live: () => null, over: () => false, say: () => {}, note: () => {} });
    company.hear({ type: 'undo_asked', request: 1, by: 'Allied', to: 4 } as never);
    company.told({ offered: { request: 2, by: 'Allied', how: 'drawn' } } as unknown as TableInfo);
    expect([company.asked, company.offered?.how, company.rematch]).toEqual([null, 'drawn', null]);
  });
});

describe('a proposal to end the game', () => {
  it('is answered by its number, and the next one stays', async () => {
    const asked: unknown[] = [];
    let meanwhile = () => {};
    const ask = (message: unknown) => {
      asked.push(message);
      meanwhile();
      return Promise.resolve(4);
    };
    const company = new Company({ live: () => ({ ask }) as never, over: () => false, say: () => {}, note: () => {} });
    const offer = (request: number, how: string) => company.hear({ type: 'end_offered', request, by: 'Allied', how } as never);
    const answer = (request: number) => company.end({ type: 'end_answer', request, allow: false });
    offer(7, 'drawn');
    // Another proposal has come before the answer to ours.
    meanwhile = () => offer(8, 'agreed');
    await answer(7);
    expect(asked).toEqual([{ type: 'end_answer', request: 7, allow: false }]);
    expect(company.offered).toEqual({ request: 8, by: 'Allied', how: 'agreed' });
    meanwhile = () => {};
    await answer(8);
    expect(company.offered).toBeNull();
  });
});
