import { describe, expect, it } from 'vitest';
import type { View } from '../../src/lib/api/types';
import { Moments } from '../../src/lib/table/moments';
import { Past } from '../../src/lib/table/past.svelte';

/** Lets everything run that waits for nothing but its turn. */
const settled = () => new Promise((go) => setImmediate(go));

/** A table after some actions, whose server shows an earlier board when it is told to. */
function table(played: number) {
  const asked = new Map<number, (view: View) => void>();
  const told = { turned: 0, said: [] as string[] };
  const past = new Past({
    played: () => played,
    viewAt: (at) => new Promise((go) => asked.set(at, go)),
    turned: () => void (told.turned += 1),
    say: (text) => void told.said.push(text),
    fail: (text) => void told.said.push(text),
  });
  const answer = async (at: number) => {
    asked.get(at)?.({ at } as View);
    await settled();
  };
  return { past, told, answer };
}

describe('an earlier board', () => {
  it('is shown until one comes back, and what lies over the map is told both times', async () => {
    const { past, told, answer } = table(9);
    void past.look(3);
    await answer(3);
    expect([past.view?.at, told.turned]).toEqual([3, 1]);
    expect(told.said).toEqual(['The board after action 3.']);
    void past.look(9);
    expect([past.view, told.turned]).toEqual([null, 2]);
    past.leave();
    expect(told.turned).toBe(2);
  });

  it('is the one that was wanted last, whichever comes first', async () => {
    const { past, answer } = table(9);
    void past.look(3);
    void past.look(5);
    await answer(5);
    await answer(3);
    expect(past.view?.at).toBe(5);
    void past.look(4);
    past.leave();
    await answer(4);
    expect(past.view).toBeNull();
  });

  it('is not shown to whoever looks after the curtain has fallen', async () => {
    const { past, told, answer } = table(9);
    void past.look(3);
    past.forget();
    await answer(3);
    expect([past.view, told.said]).toEqual([null, []]);
  });

  it('is gone when it was taken back', async () => {
    const { past, answer } = table(9);
    void past.look(7);
    await answer(7);
    past.cut(8);
    expect(past.view?.at).toBe(7);
    past.cut(5);
    expect(past.view).toBeNull();
  });
});

describe('boards of some moments', () => {
  const board = (at: number, eyes: string) => ({ at, you: eyes }) as View;

  it('are asked for once', async () => {
    let asked = 0;
    const moments = new Moments((at) => Promise.resolve(board(at, `${(asked += 1)}`)));
    moments.note(board(4, 'shown'));
    expect([(await moments.at(4))?.you, (await moments.at(3))?.you, (await moments.at(3))?.you, asked]).toEqual(['shown', '1', '1', 1]);
  });

  it('are not remembered for other eyes, nor what was taken back', async () => {
    let answer: (view: View) => void = () => {};
    const moments = new Moments(() => new Promise((go) => (answer = go)));
    const late = async (change: () => void) => {
      const asked = moments.at(3);
      change();
      answer(board(3, 'before'));
      expect(await asked).toBeNull();
      const again = moments.at(3);
      answer(board(3, 'after'));
      expect((await again)?.you).toBe('after');
    };
    await late(() => moments.forget());
    moments.forget();
    await late(() => moments.cut(2));
  });
});
