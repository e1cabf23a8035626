import { describe, expect, it } from 'vitest';
import type { GameInfo, TableInfo } from '../../src/lib/api/types';
import { againstComputer, gameOf, lasting, minutes, myTurn, progress, seating, weight } from '../../src/lib/front';
import { isHere, reach } from '../../src/lib/table/invite';
import { qr } from '../../src/lib/ui/qr';

describe('a game from a file', () => {
  const games = ['eylau', 'dresden', 'dresden-20', 'dresden-20-standard', 'eagles-eylau'].map((id) => ({ id }));

  it('is the one that it names, by its whole name', () => {
    expect(gameOf('grognard record 1\nrulebook napoleonic-20 5\ngame dresden-20\noption fog off\n', games)).toBe('dresden-20');
    expect(gameOf('grognard record 1\nrulebook eagles-turn-east 12\ngame eagles-eylau\n', games)).toBe('eagles-eylau');
    expect(gameOf('[Rulebook "art-of-war 2"]\n[Game "dresden"]\n[Result "as at eylau"]\n', games)).toBe('dresden');
    expect(gameOf('dresden-20-standard 14F combat over 6,6', games)).toBe('dresden-20-standard');
    expect(gameOf('game waterloo', games)).toBeNull();
  });
});

describe('the front door', () => {
  it('says how long and how heavy', () => {
    expect(minutes({ turns: 12, pieces: 60 })).toBe(60);
    expect(lasting({ turns: 4, pieces: 30 })).toBe('about 10 minutes');
    expect(lasting({ turns: 20, pieces: 90 })).toBe('about 2½ hours');
    expect([weight(30), weight(100), weight(200)]).toEqual(['light', 'medium', 'heavy']);
  });

  it('says who plays what', () => {
    const game = { seats: ['French', 'Allied'] } as GameInfo;
    const levels = [{ id: 'veteran', title: 'Veteran', summary: '', baseline: false }];
    expect(seating(againstComputer(game, 'Allied', 'veteran'), levels)).toBe('You are Allied; against French, the computer (veteran)');
    expect(seating([{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'open' }], levels)).toBe('You are French; against Allied by link');
    expect(seating([{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'me' }], levels)).toBe('You play both sides');
  });

  it('counts turns, not actions', () => {
    const info = { over: false, turn: [2, 12], pending: 'French', seats: [{ seat: 'French', yours: true }] } as unknown as TableInfo;
    expect(progress(info)).toBe('Turn 2 of 12');
    expect(myTurn(info)).toBe(true);
    expect(progress({ ...info, over: true })).toBe('');
  });
});

describe('an invitation', () => {
  const page = { hostname: '127.0.0.1', port: '1807', protocol: 'http:', origin: 'http://127.0.0.1:1807' };
  it('says from where it works', () => {
    expect(['127.0.0.1', 'localhost', '[::1]', '127.1.2.3'].every(isHere)).toBe(true);
    expect(['192.168.1.2', 'example.org', 'localhost.example.org'].some(isHere)).toBe(false);
    expect(reach(page, { here_only: true, addresses: ['192.168.1.2'] })).toEqual({ kind: 'here', bases: ['http://192.168.1.2:1807'] });
    expect(reach(page, { here_only: false, addresses: ['192.168.1.2'] }).kind).toBe('house');
    expect(reach(page, null)).toEqual({ kind: 'here', bases: [] });
    expect(reach({ ...page, hostname: 'example.org', origin: 'https://example.org' }, null)).toEqual({ kind: 'address', bases: ['https://example.org'] });
  });
});

/** Reads a code of one block as a telephone does, from its modules alone, and corrects nothing. */
function readBack(rows: boolean[][]): string {
  const size = rows.length;
  const version = (size - 17) / 4;
  const format = [0, 1, 2, 3, 4, 5].map((i) => rows[i]![8]).concat(rows[7]![8], rows[8]![8], rows[8]![7]);
  for (let i = 9; i < 15; i += 1) format.push(rows[8]![14 - i]);
  const bits = format.reduce((sum, dark, i) => sum | (Number(dark) << i), 0) ^ 0x5412;
  expect(bits >>> 13, 'level M').toBe(0);
  const mask = [(x: number, y: number) => (x + y) % 2, (_: number, y: number) => y % 2, (x: number) => x % 3, (x: number, y: number) => (x + y) % 3, (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3), (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2][(bits >>> 10) & 7]!;
  const aligned = version > 1 ? size - 7 : -10;
  const taken = (x: number, y: number) => (x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9) || x === 6 || y === 6 || (Math.abs(x - aligned) <= 2 && Math.abs(y - aligned) <= 2);
  const found: number[] = [];
  let up = true;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!taken(x, y)) found.push(Number(rows[y]![x]) ^ Number(mask(x, y) === 0));
    }
    up = !up;
  }
  const take = (from: number, length: number) => found.slice(from, from + length).reduce((sum, bit) => 2 * sum + bit, 0);
  expect(take(0, 4)).toBe(4);
  return new TextDecoder().decode(Uint8Array.from({ length: take(4, 8) }, (_, i) => take(12 + 8 * i, 8)));
}

describe('a QR code', () => {
  it('holds what was put into it', () => {
    for (const text of ['A', 'http://10.0.0.2:1807/', 'http://192.168.1.20:1807/é']) expect(readBack(qr(text)!)).toBe(text);
  });

  it('grows with its text, up to a limit', () => {
    expect(qr('x'.repeat(14))).toHaveLength(21);
    expect(qr('x'.repeat(15))).toHaveLength(25);
    expect(qr('x'.repeat(150))).toHaveLength(8 * 4 + 17);
    expect(qr('x'.repeat(400))).toBeNull();
  });
});
