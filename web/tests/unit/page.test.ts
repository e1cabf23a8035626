import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { Live, patience, type LiveEvents, type Wire } from '../../src/lib/api/live';
import type { ClientMessage, Problem, ServerMessage } from '../../src/lib/api/types';
import { leave, ring } from '../../src/lib/bell';
import { readPreferences, USUAL } from '../../src/lib/prefs.svelte';
import { fragment, parse } from '../../src/lib/router.svelte';
import { notesKey, Seats } from '../../src/lib/seats';
import { newClaim } from '../../src/lib/api/client';
import { weigh, type Word } from '../../src/lib/table/seatlink';

describe('addresses', () => {
  it('lead to pages', () => {
    expect(parse('/')).toEqual({ page: 'lobby' });
    expect(parse('/new/')).toEqual({ page: 'new' });
    expect(parse('/table/ab12')).toEqual({ page: 'table', id: 'ab12' });
    expect(parse('/table/ab12/text')).toEqual({ page: 'text', id: 'ab12' });
    expect(parse('/table/ab12/replay')).toEqual({ page: 'replay', id: 'ab12' });
    expect(parse('/rules/art-of-war/6.2')).toEqual({ page: 'rules', book: 'art-of-war', case: '6.2' });
    expect(parse('/rules')).toEqual({ page: 'rules', book: '', case: '' });
    expect(parse('/proving-ground')).toEqual({ page: 'proving' });
    for (const lost of ['/table', '/table/a/b', '/table/a/text/x', '/new/x', '/%zz']) expect(parse(lost).page).toBe('lost');
  });

  it('carry seats, invitations and moments behind the hash', () => {
    expect(fragment('#seat=abc').pairs.get('seat')).toBe('abc');
    expect(fragment('#invite=French.xyz').pairs.get('invite')).toBe('French.xyz');
    expect(fragment('#12').number).toBe(12);
    expect(fragment('').number).toBeNull();
    expect(fragment('#options').number).toBeNull();
  });
});

describe('the first file', () => {
  it('leaves what a telephone keeps for itself to the telephone', () => {
    // Whoever draws under notches and bars has to keep clear of them; nothing here does.
    const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
    expect(html).toContain('width=device-width');
    expect(html).not.toMatch(/viewport-fit|user-scalable|maximum-scale/);
  });
});

describe('preferences', () => {
  it('survive nonsense', () => {
    expect(readPreferences(null)).toEqual(USUAL);
    expect(readPreferences('{"theme":"puce","text":99,"grid":"yes","nonsense":1}')).toEqual({ ...USUAL, text: 2 });
    expect(readPreferences('not json')).toEqual(USUAL);
    expect(readPreferences('{"theme":"dark","confirm":false}')).toEqual({ ...USUAL, theme: 'dark', confirm: false });
  });
});

describe('the bell', () => {
  it('does no harm where a page may not ring it', async () => {
    class Mute {
      static permission = 'default';
      static requestPermission = () => Promise.resolve('granted');
      constructor() {
        throw new TypeError('Illegal constructor');
      }
    }
    vi.stubGlobal('Notification', Mute);
    expect(await leave()).toBe(false);
    // Leave was given in another place, and there is nothing to make a sound with.
    Mute.permission = 'granted';
    expect(() => ring({ notify: true, sound: true }, 'Eylau', 't')).not.toThrow();
    vi.unstubAllGlobals();
  });
});

describe('seats', () => {
  const box = () => {
    const kept = new Map<string, string>();
    return { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) };
  };

  it('are kept, and of running games none is ever forgotten', () => {
    const store = box();
    const many = (name: string, held: object) => Array.from({ length: 300 }, (_, i) => [`${name}${i}`, { ...held, at: i }] as const);
    const before = [...many('mine', { token: 't' }), ...many('done', { token: 'd', over: true }), ...many('seen', { seen: 1 })];
    store.setItem('grognard.seats', JSON.stringify(Object.fromEntries(before)));
    const seats = new Seats(store);
    expect(seats.note('mine0', { seen: 6 })).toBe(true);
    const kept = Object.keys(seats.all());
    expect(kept.filter((id) => id.startsWith('mine'))).toHaveLength(300);
    expect(kept.filter((id) => id.startsWith('done'))).toHaveLength(200);
    expect(kept.filter((id) => id.startsWith('seen'))).toHaveLength(50);
    seats.note('mine0', { seen: 7 });
    expect(seats.get('mine0')).toMatchObject({ token: 't', seen: 7 });
    seats.drop('mine0');
    expect(seats.get('mine0')).toEqual({});
  });

  it('make room for a seat when the browser has none left, and say when there is none', () => {
    const kept = new Map<string, string>();
    let most = 60_000;
    const tight = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => {
        if (v.length > most) throw new Error('full');
        kept.set(k, v);
      },
    };
    const seats = new Seats(tight);
    for (let i = 0; i < 150; i += 1) seats.note(`done${i}`, { token: 'd'.repeat(64), over: true });
    most = 10_000;
    expect(seats.note('mine', { token: 't'.repeat(64) })).toBe(true);
    expect(seats.get('mine').token).toBe('t'.repeat(64));
    most = 10;
    expect(seats.note('other', { token: 't' })).toBe(false);
  });

  it('keep their notes where a browser writes nothing', () => {
    const box = new Map<string, string>();
    let refuses = false;
    const store = {
      getItem: (k: string) => box.get(k) ?? null,
      setItem: (k: string, v: string) => {
        if (refuses) throw new Error('not allowed');
        box.set(k, v);
      },
      removeItem: (k: string) => void box.delete(k),
    };
    const seats = new Seats(store);
    for (let i = 0; i < 30; i += 1) {
      seats.note(`done${i}`, { token: 'd', over: true });
      store.setItem(notesKey(`done${i}`), 'notes');
    }
    refuses = true;
    expect(seats.note('mine', { token: 't' })).toBe(false);
    expect(Object.keys(seats.all()).filter((id) => store.getItem(notesKey(id)) === 'notes')).toHaveLength(30);
  });

  it('take the notes on their dice with them when they go', () => {
    const kept = new Map<string, string>();
    const store = { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v), removeItem: (k: string) => void kept.delete(k) };
    const seen = Array.from({ length: 60 }, (_, i) => [`seen${i}`, { seen: 1, at: i }] as const);
    store.setItem('grognard.seats', JSON.stringify(Object.fromEntries([...seen, ['mine', { token: 't', at: 0 }], ['done', { token: 'd', over: true, at: 0 }]])));
    for (const id of ['mine', 'done', ...seen.map(([one]) => one)]) store.setItem(notesKey(id), 'much');
    const seats = new Seats(store);
    seats.drop('done');
    seats.note('mine', { seen: 3 });
    expect(kept.has(notesKey('mine'))).toBe(true);
    expect(kept.has(notesKey('done'))).toBe(false);
    expect([kept.has(notesKey('seen9')), kept.has(notesKey('seen10'))]).toEqual([false, true]);
  });

  it('do without a store', () => {
    const seats = new Seats(null);
    expect(seats.note('a', { token: 't' })).toBe(false);
    expect(seats.get('a')).toEqual({});
  });
});

describe('a link to a seat', () => {
  const words = (known: Record<string, Word>) => (token: string) => Promise.resolve(known[token] ?? 'none');

  it('is looked at before a seat is given up', async () => {
    const word = words({ own: { seats: ['French'] }, good: { seats: ['Allied'] }, mute: 'silence' });
    expect(await weigh('own', 'own', word)).toMatchObject({ token: 'own', keep: false, offer: null, notice: '' });
    expect(await weigh('bad', 'own', word)).toMatchObject({ token: 'own', keep: false, offer: null, notice: expect.stringContaining('keep') });
    expect(await weigh('mute', 'own', word)).toMatchObject({ token: 'own', keep: false, offer: null, notice: expect.stringContaining('did not answer') });
    expect(await weigh('good', 'own', word)).toMatchObject({ token: 'own', keep: false, offer: { token: 'good', seats: ['Allied'], own: ['French'] } });
    expect(await weigh('good', 'mute', word)).toMatchObject({ token: 'mute', keep: false, offer: { token: 'good', own: [] } });
  });

  it('is taken at once by whoever has nothing to lose', async () => {
    const word = words({ good: { seats: ['Allied'] }, mute: 'silence' });
    expect(await weigh('good', undefined, word)).toEqual({ token: 'good', keep: true, offer: null, notice: '' });
    expect(await weigh('good', 'stale', word)).toMatchObject({ token: 'good', keep: true });
    expect(await weigh('bad', undefined, word)).toMatchObject({ token: undefined, keep: false, notice: expect.stringContaining('look on') });
    expect(await weigh('mute', undefined, word)).toMatchObject({ token: 'mute', keep: false });
  });

  it('a claim is a token that nobody guesses', () => {
    const [a, b] = [newClaim(), newClaim()];
    expect(a).toMatch(/^[0-9a-f]{64}$/);
    expect(a).not.toBe(b);
  });
});

class FakeWire implements Wire {
  sent: ClientMessage[] = [];
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.onclose?.({ code: 1006 });
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

describe('the live line', () => {
  function start() {
    const wires: FakeWire[] = [];
    const lines: string[] = [];
    const heard: ServerMessage[] = [];
    const events: LiveEvents = {
      hello: () => ({ type: 'hello', from: heard.length }) as ClientMessage,
      message: (m) => void heard.push(m),
      line: (state) => void lines.push(state),
    };
    const live = new Live(() => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    }, events);
    return { live, wires, lines, heard };
  }

  it('says hello, asks and is answered', async () => {
    const { live, wires, lines } = start();
    wires[0]!.onopen?.();
    expect(wires[0]!.sent[0]).toMatchObject({ type: 'hello' });
    wires[0]!.hear({ type: 'welcome', table: {} });
    expect(lines).toEqual(['joining', 'open']);
    const asked = live.ask({ type: 'act', action: 'end', played: 3 } as never);
    const { id } = wires[0]!.sent[1] as { id: number };
    wires[0]!.hear({ type: 'ok', id, played: 4 });
    await expect(asked).resolves.toBe(4);
    const refused = live.ask({ type: 'act', action: 'end', played: 4 } as never);
    wires[0]!.hear({ type: 'refused', id: id + 1, problem: { detail: 'no', status: 422 } });
    await expect(refused).rejects.toMatchObject({ detail: 'no' });
    live.close();
  });

  it('comes back after a break, and fails what was asked meanwhile', async () => {
    vi.useFakeTimers();
    const { live, wires, lines } = start();
    wires[0]!.onopen?.();
    wires[0]!.hear({ type: 'welcome', table: {} });
    const asked = live.ask({ type: 'chat', text: 'x' } as never).catch((p: Problem) => p.type);
    wires[0]!.close();
    expect(await asked).toBe('urn:grognard:line');
    expect(lines.at(-1)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(wires).toHaveLength(2);
    wires[1]!.close();
    live.hurry();
    expect(wires).toHaveLength(3);
    live.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(3);
    vi.useRealTimers();
  });

  it('is dead when nobody answers a ping, and not because nobody looked at the tab', async () => {
    vi.useFakeTimers();
    const { live, wires, lines } = start();
    wires[0]!.onopen?.();
    wires[0]!.hear({ type: 'welcome', table: {} });
    // The browser has let ten minutes pass before the next beat.
    vi.setSystemTime(Date.now() + 600_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(wires[0]!.sent.at(-1)).toMatchObject({ type: 'ping' });
    expect(lines.at(-1)).toBe('open');
    wires[0]!.hear({ type: 'pong', id: 0 });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(lines.at(-1)).toBe('open');
    // The other end is gone: no answer to the next ping, and closing the line takes for ever.
    wires[0]!.close = () => {};
    await vi.advanceTimersByTimeAsync(1000 + 45_000);
    expect(lines).toContain('waiting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(wires).toHaveLength(2);
    // What the dead line still says later is not heard.
    const now = lines.length;
    wires[0]!.onclose?.({ code: 1006 });
    expect(lines).toHaveLength(now);
    live.close();
    vi.useRealTimers();
  });

  it('is asked whether it lives when somebody comes back to it', async () => {
    vi.useFakeTimers();
    const { live, wires, lines } = start();
    live.hurry();
    expect(wires).toHaveLength(1);
    wires[0]!.onopen?.();
    wires[0]!.hear({ type: 'welcome', table: {} });
    wires[0]!.close = () => {};
    for (let i = 0; i < 3; i += 1) live.hurry();
    expect(wires[0]!.sent.filter((message) => message.type === 'ping')).toHaveLength(3);
    wires[0]!.hear({ type: 'pong', id: 0 });
    expect(lines.at(-1)).toBe('open');
    live.hurry();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(lines).toContain('waiting');
    live.close();
    vi.useRealTimers();
  });

  it('does not wait for ever at a door that nobody opens', async () => {
    vi.useFakeTimers();
    const { live, wires, lines } = start();
    // One network swallows everything; in another somebody takes the call and says nothing.
    wires[0]!.close = () => {};
    await vi.advanceTimersByTimeAsync(120_000 + 1000);
    expect(lines).toEqual(['joining', 'waiting', 'joining']);
    wires[1]!.onopen?.();
    await vi.advanceTimersByTimeAsync(120_000 + 2000);
    expect(wires).toHaveLength(3);
    wires[2]!.onopen?.();
    wires[2]!.hear({ type: 'welcome', table: {} });
    expect(lines.at(-1)).toBe('open');
    live.close();
    vi.useRealTimers();
  });

  it('fails what was asked when it is closed', async () => {
    const { live, wires } = start();
    wires[0]!.onopen?.();
    wires[0]!.hear({ type: 'welcome', table: {} });
    // A line says nothing more to whoever has closed it.
    wires[0]!.close = () => {};
    const asked = live.ask({ type: 'chat', text: 'x' } as never).catch((p: Problem) => p.type);
    live.close();
    expect(await asked).toBe('urn:grognard:line');
  });

  it('does not come back when it was turned away', () => {
    const { live, wires, lines } = start();
    wires[0]!.onopen?.();
    wires[0]!.hear({ type: 'refused', id: 0, problem: { status: 404, detail: 'unknown' } });
    wires[0]!.close();
    expect(lines.at(-1)).toBe('refused');
    expect(wires).toHaveLength(1);
    live.close();
  });

  it('waits longer each time, but not for ever', () => {
    expect(patience(0, 0.5)).toBe(250);
    expect(patience(3, 0.5)).toBe(1500);
    // A server that is back is found within two seconds, for minutes.
    expect(patience(100, 1)).toBeLessThan(2000);
    expect(patience(200, 0.5)).toBe(30_000);
    expect(patience(2, 0)).toBeLessThan(patience(2, 1));
  });
});
