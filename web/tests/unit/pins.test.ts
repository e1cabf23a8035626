import { describe, expect, it } from 'vitest';
import type { Moved } from '../../src/lib/api/types';
import { chainOf, hash, Pins, sayOf, sealOf } from '../../src/lib/table/pins';

function box() {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}
const ask = { die: 7, seal: 'aa'.repeat(32), deed: 'bb'.repeat(32) };
const moved = (seat: string, throwing: Moved['throw']) => ({ entry: 1, seat, action: 'roll', dice: [4], log: [], check: '', throw: throwing }) as Moved;

describe('pins', () => {
  it('hashes as the engine does', () => {
    // The same vectors as in crates/engine.
    expect(sealOf('aa'.repeat(32))).toBe('407796ef5cf647b90156f05626d890deb61aecb7ff606e10f9cc21ad2784db2f');
    expect(chainOf('01'.repeat(32), 16_384)[0]).toBe('8ba1d2e0c8bfb35b48d6d4764a82f7c1347e4bd68e300bb1a48cca961be0d9db');
    const chain = chainOf('02'.repeat(32));
    expect(hash(`grognard link ${chain[1]!}`)).toBe(chain[0]);
  });

  it('gives one link for one die, word and action, also after a reload', () => {
    const store = box();
    const pins = new Pins('t', store);
    const link = pins.give(ask);
    expect(hash(`grognard link ${link}`)).toBe(pins.foot());
    expect(pins.give(ask)).toBe(link);
    expect(pins.give({ ...ask, seal: 'cc'.repeat(32) })).toBeNull();
    expect(pins.give({ ...ask, deed: 'cc'.repeat(32) })).toBeNull();
    const again = new Pins('t', store);
    expect(again.foot()).toBe(pins.foot());
    expect(again.give(ask)).toBe(link);
    const next = again.give({ ...ask, die: 8 });
    expect(hash(`grognard link ${next}`)).toBe(link);
    expect(again.notes('t', ['Allied'])).toContain(`gave 7 ${ask.seal} ${ask.deed} ${link}\n`);
  });

  it('gives no link twice where two tabs are open, and loses no note of either', () => {
    const store = box();
    const [one, other] = [new Pins('t', store), new Pins('t', store)];
    expect(other.foot()).toBe(one.foot());
    const link = one.give(ask)!;
    one.seal('roll');
    const { word } = one.show(3, null)!;
    // The first tab is closed, or its line breaks: now the other one is asked.
    expect(other.give(ask)).toBe(link);
    expect(other.give({ ...ask, deed: 'cc'.repeat(32) })).toBeNull();
    const next = other.give({ ...ask, die: 8, seal: '-' })!;
    expect(hash(`grognard link ${next}`)).toBe(link);
    other.check(moved('Allied', { die: 8, word: null, seat: 'French', link: next }), ['French']);
    expect(other.alarms).toEqual([]);
    const notes = new Pins('t', store).notes('t', ['French']);
    expect(notes).toContain(`gave 7 ${ask.seal} ${ask.deed} ${link}\ngave 8 - ${ask.deed} ${next}\nword ${word} 3 -\n`);
  });

  it('knows what it gave where the browser keeps nothing more', () => {
    const store = box();
    let full = false;
    const tight = {
      getItem: store.getItem,
      setItem: (key: string, value: string) => {
        if (full) throw new Error('full');
        store.setItem(key, value);
      },
    };
    const pins = new Pins('t', tight);
    pins.give(ask);
    full = true;
    const second = pins.give({ ...ask, die: 8 })!;
    const third = pins.give({ ...ask, die: 9 })!;
    expect(hash(`grognard link ${third}`)).toBe(second);
    expect(pins.give({ ...ask, die: 8 })).toBe(second);
  });

  it('brings the same word when the same action is tried again, and a fresh one otherwise', () => {
    const pins = new Pins('t', box());
    const first = pins.seal('roll');
    pins.answered(0);
    expect(pins.seal('roll')).toBe(first);
    pins.answered(503);
    expect(pins.seal('roll')).toBe(first);
    const shown = pins.show(3, null);
    expect(sealOf(shown!.word)).toBe(first);
    expect(sealOf(pins.show(4, null)!.word)).toBe(shown!.then);
    pins.answered(200);
    expect(pins.seal('roll')).not.toBe(first);
  });

  it('says what is wrong', () => {
    const pins = new Pins('t', box());
    const seed = '00'.repeat(32);
    const commitment = hash(`grognard seed ${seed}`);
    pins.see({ commitment, seed: null });
    pins.see({ commitment, seed });
    expect(pins.alarms).toEqual([]);
    pins.see({ commitment: 'ab'.repeat(32), seed: null });
    expect(pins.alarms).toHaveLength(1);
    pins.told('11'.repeat(32));
    expect(pins.alarms).toHaveLength(2);
    pins.seal('roll');
    const { word } = pins.show(1, null)!;
    pins.check(moved('French', { die: 1, word, seat: null, link: null }), ['French']);
    expect(pins.alarms).toHaveLength(2);
    pins.check(moved('French', { die: 1, word: 'ef'.repeat(32), seat: null, link: null }), ['French']);
    expect(pins.alarms).toHaveLength(3);
    const link = pins.give({ ...ask, seal: sealOf(word) });
    pins.check(moved('Allied', { die: 7, word, seat: 'French', link }), ['French']);
    expect(pins.alarms).toHaveLength(3);
    pins.check(moved('Allied', { die: 7, word, seat: null, link: null }), ['French']);
    expect(pins.alarms).toHaveLength(4);
  });

  it('notes labels with the deed that binds the number, and numbers as ever', () => {
    const store = box();
    const pins = new Pins('t', store);
    pins.seal('roll');
    const first = pins.show(3, null)!.word;
    const second = pins.show(42_000_000, 'cc'.repeat(32), ask.deed)!.word;
    const link = pins.give({ ...ask, die: 43_000_000 });
    // After taking back the same entry is thrown for again, under another label.
    expect(pins.give({ ...ask, die: 43_000_002, deed: 'dd'.repeat(32) })).not.toBe(link);
    expect(pins.give({ ...ask, die: 43_000_000, deed: 'dd'.repeat(32) })).toBeNull();
    const notes = new Pins('t', store).notes('t', ['Allied']);
    expect(notes).toContain(`word ${first} 3 -\nword ${second} 42000000 ${'cc'.repeat(32)} ${ask.deed}\n`);
    expect(notes).toContain(`gave 43000000 ${ask.seal} ${ask.deed} ${link}\ngave 43000002 `);
  });

  it('counts by whom the dice of a record are', () => {
    const record = ['deal 3 4', '1 French pick A #0', '2 French roll = 4 #0', 'word ab', '3 French roll = 4 6 #0', 'back 2', 'chain Allied cd', 'link Allied ef', 'word ab', '3 French roll = 1 #0', 'link Allied aa', '4 Allied roll = 2 #0', 'end 4 #0'].join('\n');
    expect(sayOf(record)).toEqual({ both: 1, link: 1, word: 2, seed: 3 });
  });
});
