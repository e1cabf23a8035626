import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { badgeOf } from '../../src/lib/board/badges';
import { coat, fitted, width } from '../../src/lib/board/coats';
import { calledIn, describe as tell, glimpse, Gazetteer, spoken } from '../../src/lib/board/describe';
import { detailAt } from '../../src/lib/board/detail';
import { faceKey, faceOf } from '../../src/lib/board/face';
import { read as numbered } from '../../src/lib/board/grid';
import { crowd, roomy } from '../../src/lib/board/camera';
import { heart } from '../../src/lib/board/heart';
import { centre, holds, layoutOf } from '../../src/lib/board/layout';
import { Marches } from '../../src/lib/board/marches';
import { painted } from '../../src/lib/board/paint/scene';
import { fanRect, fanScale, nextOf, place, stacksOf, unitAt } from '../../src/lib/board/stacks';
import { bearing, between, nearest, turned } from '../../src/lib/board/turning';
import type { Counter, MapView } from '../../src/lib/board/types';

const counter = (tag: string, hex: string | null, more: Partial<Counter> = {}): Counter => ({
  tag,
  side: 'Red',
  nation: 'French',
  name: tag,
  kind: 'infantry',
  values: '4-4',
  hex,
  badges: [],
  ...more,
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? sources(join(folder, e.name)) : [join(folder, e.name)]));
}

describe('the board knows no game', () => {
  const files = sources(new URL('../../src/lib/board', import.meta.url).pathname);

  it('names none, and no rule of one', () => {
    expect(files.length).toBeGreaterThan(15);
    const words = /eylau|dresden|napoleonic|art.of.war|zone of control|combat phase|movement phase|fresh strength|morale|retreats?\b(?! \.line)/i;
    for (const file of files) {
      // The way a trail is drawn depends on its kind, which is a word on the wire.
      const text = readFileSync(file, 'utf8').replaceAll('.trail.retreat', '');
      const found = words.exec(text);
      expect(found, `${file}: ${found?.[0] ?? ''}`).toBeNull();
    }
  });

  it('takes nothing from the rest of the page', () => {
    for (const file of files) {
      for (const [, from] of readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)) {
        const outside = from!.startsWith('../') && !file.includes('/paint/');
        expect(outside, `${file} imports ${from}`).toBe(false);
        expect(from, file).toMatch(/^(\.{1,2}\/|svelte$)/);
      }
    }
  });
});

describe('stacks', () => {
  it('have the raised unit on top, and the others behind it up and to the right', () => {
    const stacks = stacksOf([counter('a', '0505'), counter('b', '0505'), counter('c', '0606'), counter('d', null)], ['b']);
    expect([...stacks.keys()]).toEqual(['0505', '0606']);
    expect(stacks.get('0505')!.map((c) => c.tag)).toEqual(['b', 'a']);
    const placed = place(stacks, null, (number) => numbered(number));
    const [a, b] = ['a', 'b'].map((tag) => placed.find((p) => p.counter.tag === tag)!);
    expect(a!.x).toBeGreaterThan(b!.x);
    expect(a!.y).toBeLessThan(b!.y);
    expect(b!.count).toBe(2);
    expect(placed.indexOf(a!)).toBeLessThan(placed.indexOf(b!));
  });

  it('fan out side by side, above everything else', () => {
    const placed = place(stacksOf([counter('a', '0505'), counter('b', '0505'), counter('c', '0909')]), { hex: '0505', scale: 1, below: false }, (number) => numbered(number));
    const fan = placed.filter((p) => p.fanned);
    expect(fan).toHaveLength(2);
    expect(Math.abs(fan[0]!.x - fan[1]!.x)).toBeGreaterThan(45);
    expect(placed[0]!.counter.tag).toBe('c');
  });

  it('cycle', () => {
    const stack = [counter('a', '0505'), counter('b', '0505'), counter('c', '0505')];
    expect(nextOf(stack, null, () => true)).toBe('a');
    expect(nextOf(stack, 'a', (t) => t !== 'b')).toBe('c');
    expect(nextOf(stack, 'c', () => true)).toBe('a');
    expect(nextOf(stack, 'a', () => false)).toBeNull();
  });
});

describe('counters', () => {
  it('have names that fit and can be read', () => {
    expect(fitted('Sth', 43)).toEqual({ words: 'Sth', size: 10.6, pressed: undefined });
    for (const name of ['1/4/II', 'Gortschakov', 'ALichtenstein', 'A name without end, amen']) {
      const { words, size, pressed } = fitted(name, 43);
      expect(size, name).toBeGreaterThanOrEqual(8.6);
      expect(pressed ?? size * width(words), name).toBeLessThanOrEqual(43.01);
      expect(size * width(words), name).toBeLessThanOrEqual(1.45 * 43 + 0.01);
    }
    expect(fitted('Gortschakov', 43).words).toBe('Gortschakov');
    expect(fitted('A name without end, amen', 43).words).toMatch(/^A name.*…$/);
  });

  it('have a coat of their nation, and plain buff for strangers', () => {
    expect(coat('French').face).not.toBe(coat('Russian').face);
    expect(coat('Atlantean')).toBe(coat('Lemurian'));
  });

  it('have badges with a word', () => {
    expect(badgeOf('moved').kind).toBe('moved');
    expect(badgeOf('fresh +3')).toEqual({ word: 'fresh +3', kind: 'bonus', text: '+3' });
    expect(badgeOf('reserve').text).toBe('R');
  });
});

describe('the worker that paints', () => {
  it('does not keep silent when it has nothing to paint on', async () => {
    const worker: { onmessage?: (event: { data: unknown }) => void } = {};
    vi.stubGlobal('self', worker);
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext() {
          return null;
        }
      },
    );
    await import('../../src/lib/board/paint/worker');
    const order = { id: 1, map: {}, ink: {}, part: { x: 0, y: 0, w: 1, h: 1 }, density: 1 };
    expect(() => worker.onmessage?.({ data: order })).toThrow('no canvas');
    vi.unstubAllGlobals();
  });
});

describe('counters on their way', () => {
  const lying = (...counters: Counter[]) => place(stacksOf(counters), null, (number) => numbered(number));
  const none = () => [];

  it('glide over the points between, and have arrived in the end', () => {
    const marches = new Marches();
    const [from] = lying(counter('a', '0505'));
    const [to] = lying(counter('a', '0507'));
    marches.lie([from!], 0, false, none);
    expect([marches.size, marches.way('a', 0)]).toEqual([0, null]);
    marches.lie([to!], 1000, false, () => [{ x: -100, y: -100 }]);
    expect(marches.way('a', 1000)).toMatchObject({ x: from!.x, y: from!.y });
    expect(marches.way('a', 1000 + 430 / 2)).toEqual({ x: -100, y: -100 });
    expect(marches.way('a', 1430)).toBeNull();
    expect(marches.size).toBe(0);
    marches.lie([from!], 2000, true, none);
    expect(marches.size).toBe(0);
  });

  it('are on no way when they have left the map, and come back from nowhere', () => {
    const marches = new Marches();
    marches.lie(lying(counter('a', '0505'), counter('b', '0909')), 0, false, none);
    marches.lie(lying(counter('a', '0507'), counter('b', '0909')), 10, false, none);
    expect(marches.size).toBe(1);
    // Lost while it glides: nobody asks for it again, and nothing is painted for its sake.
    marches.lie(lying(counter('a', null), counter('b', '0909')), 20, false, none);
    expect(marches.size).toBe(0);
    marches.lie(lying(counter('a', '0101'), counter('b', '0909')), 30, false, none);
    expect(marches.size).toBe(0);
  });
});

describe('words of one map only', () => {
  const side = (from: string, to: string, kind: string) => ({ from, to, kind });
  const map = {
    hexes: [{ number: '0101', terrain: ['carp_pond'], objective: false }],
    hexsides: [side('0101', '0102', 'spree'), side('0102', '0101', 'spree_bridge'), side('0102', '0103', 'rear')],
    places: [{ name: 'Malschwitz', kind: 'hamlet', hexes: [] }],
    looks: { carp_pond: 'pond', spree: 'river', spree_bridge: 'river bridge', rear: '', hamlet: 'village' },
  } as unknown as MapView;
  it('are painted in words that painters know, a river once', () => {
    const { hexes, hexsides, places } = painted(map);
    expect(hexes[0]!.terrain).toEqual(['pond']);
    expect(hexsides.map((one) => one.kind)).toEqual(['river', 'bridge']);
    expect(places[0]!.kind).toBe('village');
  });
});

describe('a hex in words', () => {
  const map: MapView = {
    title: 'M',
    columns: 3,
    rows: 3,
    grid: 'flat-top',
    north: 'up',
    metres_per_hex: 0,
    hexes: [
      { number: '0101', terrain: ['clear'], objective: false },
      { number: '0102', terrain: ['woods'], objective: true },
    ],
    hexsides: [
      { from: '0102', to: '0101', kind: 'slope' },
      { from: '0101', to: '0102', kind: 'river' },
    ],
    roads: [{ name: '', edge: false, path: ['0101'] }],
    places: [{ name: 'Mill', kind: 'farm', hexes: ['0102'] }],
    entries: [{ code: 'A', hex: '0101' }],
  };
  const gazetteer = new Gazetteer(map);

  it('tells ground, sides, marks, counters and what is lit', () => {
    expect(gazetteer.ground('0101')).toEqual({ number: '0101', place: '', terrain: 'clear, road, entry A' });
    const words = tell(gazetteer, '0102', [counter('a', '0102')], [{ hex: '0102', kind: 'control', side: 'Red' }], [{ hex: '0102', tone: 'reach', label: 'a goes here' }]);
    expect(words).toBe('0102, Mill: woods, objective. higher ground at its top, river at its top. control: Red. a: French infantry a, 4-4. a goes here.');
    expect(tell(gazetteer, '0101', [], [], [])).toContain('lower ground at its bottom, river at its bottom. empty.');
  });

  it('prefers the words of the server', () => {
    expect(spoken(counter('a', null, { alt: 'A sentence' }))).toBe('A sentence');
    const alt = 'leg6b1, French infantry, 1/6e Légère, strength 3, in 2722, column';
    expect(glimpse(counter('leg6b1', '2722', { title: '1/6e Lég.', name: '1/6e Légère', alt }))).toBe('1/6e Légère: French infantry, strength 3, column');
  });
});

describe('a large stack', () => {
  const eight = [...'abcdefgh'].map((tag) => counter(tag, '0505'));
  const stacks = stacksOf(eight);
  const middle = centre(numbered('0505')!);

  it('stays within its hex', () => {
    for (const one of place(stacks, null, (number) => numbered(number))) {
      expect(Math.abs(one.x + one.size / 2 - middle.x)).toBeLessThan(10);
      expect(Math.abs(one.y + one.size / 2 - middle.y)).toBeLessThan(12);
    }
  });

  it('fans out in two rows, nobody on anybody, as large as can be read', () => {
    for (const pixels of [0.07, 0.18, 0.5, 1, 4]) {
      const fan = { hex: '0505', scale: fanScale(pixels), below: false };
      const placed = place(stacks, fan, (number) => numbered(number));
      expect(placed.every((one) => one.fanned && one.size * pixels > 39.9)).toBe(true);
      const room = fanRect(middle, 8, fan);
      placed.forEach((one, i) => {
        expect(one.x).toBeGreaterThanOrEqual(room.x - 0.01);
        expect(one.y + one.size).toBeLessThanOrEqual(room.y + room.h + 0.01);
        for (const other of placed.slice(i + 1)) expect(Math.abs(one.x - other.x) >= one.size || Math.abs(one.y - other.y) >= one.size).toBe(true);
        expect(unitAt(placed, { x: one.x + one.size / 2, y: one.y + one.size / 2 })!.counter.tag).toBe(one.counter.tag);
      });
    }
  });

  it('is hit at its top, and a piece on two hexes in both of them', () => {
    const wide = counter('w', '0707', { stance: { second: '0708' } });
    const placed = place(stacksOf([...eight, wide]), null, (number) => numbered(number));
    expect(unitAt(placed, middle)!.counter.tag).toBe('a');
    expect(unitAt(placed, centre(numbered('0708')!))!.counter.tag).toBe('w');
    expect(unitAt(placed, centre(numbered('0909')!))).toBeNull();
  });
});

describe('detail', () => {
  it('grows with the size on the screen', () => {
    expect([5, 14, 16, 20, 24, 46, 180].map(detailAt)).toEqual(['far', 'far', 'middle', 'middle', 'near', 'near', 'near']);
  });

  it('decides what a face depends on', () => {
    const dress = { cut: false, silhouette: false, without: [] };
    const [one, two] = [counter('a', '0505'), counter('b', '0505', { values: '9-9' })];
    expect(faceKey(one, 'far', dress)).toBe(faceKey(two, 'far', dress));
    expect(faceKey(one, 'middle', dress)).not.toBe(faceKey(two, 'middle', dress));
    expect(faceKey(one, 'near', dress)).not.toBe(faceKey({ ...one, badges: ['moved'] }, 'near', dress));
    for (const stance of [{ formation: { name: 'Line', shape: 'line' } }, { steps: { left: 3, full: 4 } }]) {
      expect(faceKey({ ...one, stance }, 'middle', dress)).not.toBe(faceKey(one, 'middle', dress));
    }
  });

  it('shows formation, losses and states', () => {
    const stance = { formation: { name: 'Square', shape: 'square' }, steps: { left: 1, full: 2 }, states: [{ kind: 'morale', word: 'shaken', tone: 'bad' }, { kind: 'fatigue', word: 'fatigue', amount: 2, tone: 'bad' }] };
    const face = faceOf(counter('a', '0505', { stance }), 'near', { cut: true, silhouette: false, without: [] });
    expect(face.flatMap((group) => group.word ?? [])).toEqual(['Square', 'shaken', 'fatigue 2']);
    expect(JSON.stringify(face)).toContain('M4 43.5h19.0');
  });

  it('prints the title of a unit, or the word by which it is commanded', () => {
    const dress = { cut: false, silhouette: false, without: [] };
    const words = (one: Counter) => JSON.stringify(faceOf(one, 'near', dress));
    const guns = counter('delmasfoot1', '0505', { name: '9th Division foot battery 1', title: '9th Div. 1' });
    expect(words(guns)).toContain('9th Div. 1');
    expect(words(guns)).not.toContain('delmasfoot1');
    expect(words(counter('OG', '0505'))).toContain('OG');
    expect(faceKey(guns, 'near', dress)).not.toBe(faceKey({ ...guns, title: '9th Div. 2' }, 'near', dress));
    expect(calledIn([guns], ['delmasfoot1', 'OG'])).toEqual(['9th Division foot battery 1', 'OG']);
  });
});

describe('turning', () => {
  const turn = { unit: 'a', now: 0, to: [60, 120, 240, 300], names: new Map<number, string>() };

  it('measures angles clockwise from the top', () => {
    const o = { x: 10, y: 10 };
    expect([[10, 0], [20, 10], [10, 20], [0, 10]].map(([x, y]) => bearing(o, { x: x!, y: y! }))).toEqual([0, 90, 180, 270]);
    expect([between(350, 10), between(10, 350), between(0, 180)]).toEqual([20, -20, 180]);
  });

  it('goes to the next way to look, and no further than there is', () => {
    expect([turned(turn, 1), turned(turn, -1)]).toEqual([60, 300]);
    expect(turned({ ...turn, to: [120] }, -1)).toBeNull();
    expect(turned({ ...turn, now: 300, to: [0] }, 1)).toBe(0);
  });

  it('takes the way to look that is nearest to the pointer', () => {
    expect([nearest(turn, 50), nearest(turn, 20), nearest(turn, 200), nearest(turn, 345)]).toEqual([60, 0, 240, 0]);
  });
});

describe('large maps', () => {
  const number = (x: number, y: number) => `${String(x).padStart(2, '0')}${String(y).padStart(2, '0')}`;
  const hexes = Array.from({ length: 60 * 60 }, (_, i) => ({ number: number(1 + (i % 60), 1 + Math.floor(i / 60)), terrain: [], objective: false }));
  const place = (name: string, hex: string) => ({ name, kind: 'village', hexes: [hex] });
  const map = { title: 'Big', columns: 60, rows: 60, grid: 'flat-top', north: 'up', metres_per_hex: 100, hexes, hexsides: [], roads: [], entries: [], places: [place('Nowhere', '0505'), place('Gleina', '4236'), place('Windmill', '3840')] } as MapView;
  const at = (hex: string) => centre(layoutOf(map).read(hex)!);

  it('have a picture of what they are about', () => {
    const size = { w: 760, h: 380 };
    expect(holds(heart(map, 'the march on Gleina', size), at('4236'))).toBe(true);
    expect(holds(heart(map, 'nowhere at all', size), at('0505'))).toBe(true);
    const small = { ...map, columns: 20, rows: 12, hexes: hexes.filter((hex) => Number(hex.number.slice(0, 2)) <= 20 && Number(hex.number.slice(2)) <= 12), places: [] } as MapView;
    const { sheet } = layoutOf(small);
    const seen = heart(small, '', size);
    expect(seen.x + seen.w / 2).toBeCloseTo(sheet.x + sheet.w / 2);
  });

  it('open where most of one’s own stand', () => {
    const view = { w: 400, h: 500 };
    const here = [at('1010'), at('1011'), at('1111')];
    expect(roomy(here, view)).toBe(true);
    expect(crowd(here, view)).toBe(here);
    const apart = [...here, at('5050')];
    expect(roomy(apart, view)).toBe(false);
    expect(crowd(apart, view)).toEqual(here);
  });
});
