import { describe, expect, it } from 'vitest';
import { Asking } from '../../src/lib/table/asking.svelte';

/** Lets everything run that waits for nothing but its turn. */
const settled = () => new Promise((go) => setImmediate(go));

/** A table whose server answers when it is told to. */
function table(played: number) {
  const now = { played };
  const asking = new Asking(() => now.played);
  const comes = (view: number) => {
    now.played = view;
    asking.seen(view);
  };
  let answer: (played: number) => void = () => {};
  const done = asking.ask(() => new Promise((go) => (answer = go)));
  return { asking, comes, done, answer: (view: number) => answer(view) };
}

describe('something asked of the server', () => {
  it('is over when its board has come, before or after the answer', async () => {
    const early = table(5);
    expect(early.asking.busy).toBe(true);
    early.comes(6);
    early.answer(6);
    await early.done;
    expect(early.asking.busy).toBe(false);
    const late = table(5);
    late.answer(6);
    await settled();
    expect(late.asking.busy).toBe(true);
    late.comes(6);
    await late.done;
  });

  it('is over when a standing order has led further on meanwhile', async () => {
    const before = table(5);
    before.comes(7);
    before.answer(6);
    await before.done;
    const after = table(5);
    after.answer(6);
    await settled();
    after.comes(7);
    await after.done;
  });

  it('waits for what is taken back', async () => {
    const back = table(9);
    back.answer(7);
    await settled();
    back.comes(9);
    await settled();
    expect(back.asking.busy).toBe(true);
    back.comes(7);
    await back.done;
  });

  it('lets whoever is quicker have his turn afterwards, in order', async () => {
    const { asking, comes, done, answer } = table(1);
    const order: string[] = [];
    const first = asking.idle().then(() => order.push('first'));
    const second = asking.idle().then(() => order.push('second'));
    await settled();
    expect(order).toEqual([]);
    answer(2);
    comes(2);
    await Promise.all([done, first, second]);
    expect(order).toEqual(['first', 'second']);
    await asking.idle();
  });

  it('takes what is done on a board that comes before the answer, once, and asks for it afterwards', async () => {
    const { asking, comes, done, answer } = table(1);
    comes(2);
    expect(asking.busy).toBe(false);
    const asked: string[] = [];
    const next = asking.ask(async () => {
      asked.push('next');
      return 3;
    });
    // Pressed twice, it means one thing.
    expect(asking.busy).toBe(true);
    await settled();
    expect(asked).toEqual([]);
    answer(2);
    await done;
    comes(3);
    await next;
    expect(asked).toEqual(['next']);
    expect(asking.busy).toBe(false);
    await asking.idle();
  });

  it('asks for the next thing, though the last one was refused', async () => {
    const now = { played: 1 };
    const asking = new Asking(() => now.played);
    const refused = asking.ask(() => Promise.reject(new Error('no')));
    now.played = 2;
    const next = asking.ask(async () => 2);
    await expect(refused).rejects.toThrow('no');
    expect(await next).toBe(true);
  });
});
