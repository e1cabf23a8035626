import { describe, expect, it } from 'vitest';
import type { Moved } from '../../src/lib/api/types';
import { chainOf, hash, KINDS, Pins, sayOf, sealOf, sittersWords } from '../../src/lib/table/pins';

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
    one.seal('roll', 2);
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

  // A refusal is no throw, whatever its number: a page that slept is answered 409, and so could be one whose die somebody does not like.
  it('brings the same word for the same action until something has been played', () => {
    const store = box();
    const pins = new Pins('t', store);
    pins.stands(10, ['French']);
    const first = pins.seal('roll', 10);
    expect(sealOf(pins.show(3, null)!.word)).toBe(first);
    // Something else was tried meanwhile, and the page was opened anew.
    const other = pins.seal('shell', 10);
    expect(other).not.toBe(first);
    pins.stands(10, ['French']);
    const again = new Pins('t', store);
    expect([again.seal('roll', 10), again.seal('shell', 10)]).toEqual([other, first].reverse());
    again.seal('roll', 10);
    const shown = again.show(3, null)!;
    expect(sealOf(again.show(4, null)!.word)).toBe(shown.then);
    // It was tried twice with one word, and noted once.
    expect(again.notes('t', ['French']).match(/^word .* 3 /gm)).toHaveLength(1);
    again.stands(11, ['French']);
    expect(again.seal('roll', 11)).not.toBe(first);
    // Taken back: another throw.
    again.stands(10, ['French']);
    expect(again.seal('roll', 10)).not.toBe(first);
  });

  it('does not accuse where a throw came to nothing and was tried again, or something else was', () => {
    const pins = new Pins('t', box());
    // Ours: the word was shown when nobody was there, then with a link.
    pins.seal('roll', 10);
    const { word } = pins.show(3, null)!;
    const theirs = 'cc'.repeat(32);
    pins.seal('roll', 10);
    pins.show(3, theirs);
    pins.check(moved('French', { die: 3, word, seat: 'Allied', link: theirs }), ['French']);
    // Theirs: our link was for another word. It is not given twice, and so is not there.
    expect(pins.give(ask)).not.toBeNull();
    const second = 'ee'.repeat(32);
    expect(pins.give({ ...ask, seal: sealOf(second) })).toBeNull();
    pins.check(moved('Allied', { die: 7, word: second, seat: null, link: null }), ['French']);
    // Theirs came to nothing, and the die was ours then.
    const link = pins.give({ ...ask, die: 8, seal: '-' });
    pins.ordered('French', 11, ['fire always']);
    pins.check(moved('French', { die: 8, word: null, seat: 'Allied', link: theirs }), ['French']);
    expect(pins.alarms).toEqual([]);
    pins.check(moved('Allied', { die: 8, word: second, seat: 'French', link }), ['French']);
    expect(pins.alarms).toHaveLength(1);
  });

  it('notes how long the seat was ours, and what was ordered', () => {
    const store = box();
    const pins = new Pins('t', store);
    pins.stands(7, ['French']);
    pins.ordered('French', 7, ['fire always', 'react never Sth1']);
    pins.ordered('French', 8, []);
    pins.stands(9, ['French']);
    // A computer sits there now.
    pins.stands(12, []);
    expect(pins.notes('t', [])).toContain('held French 9\norders French 7 fire always; react never Sth1\n');
    expect(new Pins('t', store).notes('t', [])).toContain('held French 7\n');
  });

  it('says it when a game is over and the seed is withheld, and nothing of what was not promised', () => {
    const pins = new Pins('t', box());
    const promised = { commitment: 'ab'.repeat(32), seed: null, over: false, given: 0 };
    pins.see({ ...promised, commitment: '', over: true });
    pins.told(null);
    pins.told('00'.repeat(32));
    pins.see(promised);
    // Such a table was said to promise something, once.
    pins.see({ ...promised, commitment: '', given: 4, over: true });
    expect(pins.alarms).toEqual([]);
    pins.see({ ...promised, over: true });
    expect(pins.alarms[0]).toMatch(/does not tell the seed/);
    pins.see({ ...promised, commitment: '' });
    expect(pins.alarms[1]).toMatch(/has changed what it promised/);
    const other = new Pins('u', box());
    other.see(promised);
    other.told(null);
    expect(other.alarms).toHaveLength(1);
  });

  it('says what is wrong', () => {
    const pins = new Pins('t', box());
    const seed = '00'.repeat(32);
    const commitment = hash(`grognard seed ${seed}`);
    pins.see({ commitment, seed: null, over: false, given: 0 });
    pins.see({ commitment, seed, over: true, given: 0 });
    expect(pins.alarms).toEqual([]);
    pins.see({ commitment: 'ab'.repeat(32), seed: null, over: false, given: 0 });
    expect(pins.alarms).toHaveLength(1);
    pins.told('11'.repeat(32));
    expect(pins.alarms).toHaveLength(2);
    pins.seal('roll', 1);
    const { word } = pins.show(1, null)!;
    pins.check(moved('French', { die: 1, word, seat: null, link: null }), ['French']);
    expect(pins.alarms).toHaveLength(2);
    pins.check(moved('French', { die: 1, word: 'ef'.repeat(32), seat: null, link: null }), ['French']);
    expect(pins.alarms).toHaveLength(3);
    const link = pins.give({ ...ask, seal: sealOf(word) });
    pins.check(moved('Allied', { die: 7, word, seat: 'French', link }), ['French']);
    expect(pins.alarms).toHaveLength(3);
    pins.check(moved('Allied', { die: 7, word: 'ef'.repeat(32), seat: 'French', link }), ['French']);
    expect(pins.alarms).toHaveLength(4);
    expect(pins.missing).toEqual([]);
  });

  it('says what was not used, and accuses nobody of what may have come too late', () => {
    const store = box();
    const pins = new Pins('t', store);
    const theirs = 'cc'.repeat(32);
    const word = 'ee'.repeat(32);
    pins.give({ ...ask, seal: sealOf(word) });
    pins.check(moved('Allied', { die: 7, word, seat: null, link: null }), ['French']);
    expect(pins.missing).toEqual([expect.stringMatching(/^Entry 1: this browser gave a link, and by the server’s account none came within 1.5 seconds/)]);
    // Where something is hidden, words can come too late: ours, and theirs.
    const hidden = (n: number) => 1_000_000 * n;
    pins.seal('roll', 41);
    pins.show(hidden(42), theirs);
    pins.check({ ...moved('French', { die: hidden(42), word: null, seat: 'Allied', link: theirs }), entry: 42 }, ['French']);
    const link = pins.give({ ...ask, die: hidden(43), seal: sealOf(word) });
    pins.check({ ...moved('Allied', { die: hidden(43), word: null, seat: 'French', link }), entry: 43 }, ['French']);
    expect(new Pins('t', store).missing.map((text) => text.slice(0, 38))).toEqual([expect.anything(), 'Entry 42: this browser showed its word', 'Entry 43: the link of this browser was']);
    expect(pins.alarms).toEqual([]);
    // But a link of which we were not told, another word, or none where nothing is hidden, is as wrong as ever.
    pins.seal('roll', 43);
    pins.show(hidden(44), null);
    pins.check({ ...moved('French', { die: hidden(44), word: null, seat: 'Allied', link: theirs }), entry: 44 }, ['French']);
    pins.seal('roll', 44);
    pins.show(9, null);
    pins.check({ ...moved('French', { die: 9, word: null, seat: null, link: null }), entry: 45 }, ['French']);
    const other = pins.give({ ...ask, die: 10, seal: sealOf(word) });
    pins.check({ ...moved('Allied', { die: 10, word: null, seat: 'French', link: other }), entry: 46 }, ['French']);
    expect(pins.alarms).toHaveLength(3);
    expect(pins.missing).toHaveLength(3);
  });

  it('notes labels with the deed that binds the number, and numbers as ever', () => {
    const store = box();
    const pins = new Pins('t', store);
    pins.seal('roll', 1);
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

  it('says of each kind of dice who could choose them', () => {
    expect(Object.fromEntries(KINDS)).toEqual({
      both: expect.stringMatching(/^by the seed, the word .* and a link .*: nobody alone could/),
      link: expect.stringMatching(/^by the seed and a link .*: neither .* unless the host is the other player$/),
      word: expect.stringMatching(/^by the seed and the word .*: the host could not .* unless he threw them himself$/),
      seed: expect.stringMatching(/^by the seed alone: the host knew them before/),
    });
  });

  it('says who brings nothing', () => {
    const [person, open, computer] = ['human', 'open', 'greedy'].map((who) => ({ who }));
    const said = (seats: { who: string }[], ...yours: string[]) => sittersWords(seats, yours).map((words) => /^(You hold all seats|A computer brings no word|What your standing orders throw)/.exec(words)?.[0]);
    expect(said([person!, open!])).toEqual([]);
    expect(said([person!, person!], 'French')).toEqual(['What your standing orders throw']);
    expect(said([person!, person!], 'French', 'Allied')).toEqual(['You hold all seats', 'What your standing orders throw']);
    expect(said([person!, computer!], 'French')).toEqual(['A computer brings no word', 'What your standing orders throw']);
    expect(said([computer!, computer!])).toEqual(['A computer brings no word']);
  });
});
