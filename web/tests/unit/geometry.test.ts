import { describe, expect, it } from 'vitest';
import { around, cell, chains, clumps, corners, directedChains, direction, distance, id, middle, neighbour, directions, outlines, pointy, read, rightOf, side, touching, write } from '../../src/lib/board/grid';
import { readerOf, writerOf } from '../../src/lib/board/names';
import { centre, hexAt, layoutOf, outline, place, toward } from '../../src/lib/board/layout';
import { around as frame, centred, fit, held, MOST, panned, seen, sees, showing, toSheet, toWindow, zoomed } from '../../src/lib/board/camera';

const hex = (number: string) => read(number)!;

describe('hex numbers', () => {
  it('are read and written', () => {
    expect(write(hex('1411'))).toBe('1411');
    expect(cell(hex('0102'))).toEqual({ c: 1, r: 2 });
    for (const bad of ['', '14', '141', '14x1', '14111', '-111']) expect(read(bad)).toBeNull();
  });

  it('have six neighbours, and each is a neighbour back', () => {
    expect(around(hex('1411')).map(write)).toEqual(['1410', '1511', '1512', '1412', '1312', '1311']);
    expect(around(hex('1511')).map(write)).toEqual(['1510', '1610', '1611', '1512', '1411', '1410']);
    for (const number of ['1411', '1511', '0101', '2422']) {
      around(hex(number)).forEach((other, d) => {
        expect(direction(hex(number), other)).toBe(d);
        expect(neighbour(other, d + 3)).toBe(hex(number));
        expect(distance(hex(number), other)).toBe(1);
      });
    }
  });

  it('are as far apart as a walk takes', () => {
    const from = hex('1210');
    const far = new Map([[from, 0]]);
    const open = [from];
    for (const at of open) {
      if (far.get(at)! >= 6) continue;
      for (const next of around(at)) if (!far.has(next)) (far.set(next, far.get(at)! + 1), open.push(next));
    }
    for (const [to, steps] of far) expect(distance(from, to), write(to)).toBe(steps);
    expect(far.size).toBe(1 + 3 * 6 * 7);
  });

  it('share corners and sides with their neighbours', () => {
    const at = hex('1411');
    for (const other of around(at)) {
      const shared = corners(at).filter((key) => corners(other).includes(key));
      expect(shared).toHaveLength(2);
      expect([...side(at, other)!].sort()).toEqual([...side(other, at)!].sort());
    }
    for (const key of corners(at)) expect(touching(key)).toContain(at);
    expect(side(at, hex('2020'))).toBeNull();
  });
});

describe('regions and lines', () => {
  it('a hex has one outline of six corners, a ring has two', () => {
    expect(outlines(new Set([hex('0505')]))).toHaveLength(1);
    expect(outlines(new Set([hex('0505')]))[0]).toHaveLength(6);
    expect(outlines(new Set(around(hex('0505')))).map((w) => w.length).sort((a, b) => a - b)).toEqual([6, 18]);
  });

  it('hexes that do not touch are different clumps', () => {
    expect(clumps(new Set(['0505', '0506', '0909'].map(hex)))).toHaveLength(2);
  });

  it('hexsides join into one line, and break where three meet', () => {
    const keys = corners(hex('0505'));
    const sides = [0, 1, 2].map((i) => [keys[i]!, keys[i + 1]!] as const);
    expect(chains(sides)).toHaveLength(1);
    expect(chains(sides)[0]).toHaveLength(4);
    const fork = touching(keys[1]!).flatMap((h) => corners(h)).find((k) => !keys.includes(k) && touching(k).some((h) => touching(keys[1]!).includes(h)));
    expect(fork).toBeDefined();
    expect(directedChains(sides)).toEqual([[keys[0], keys[1], keys[2], keys[3]]]);
  });
});

describe('the sheet', () => {
  it('finds the hex under every point near its centre and its corners', () => {
    for (const number of ['0101', '1411', '1512', '2422']) {
      const m = centre(hex(number));
      expect(write(hexAt(m))).toBe(number);
      for (const key of corners(hex(number))) {
        const p = place(key);
        expect(write(hexAt({ x: m.x + (p.x - m.x) * 0.93, y: m.y + (p.y - m.y) * 0.93 }))).toBe(number);
      }
    }
    expect(outline(hex('0101'))).toMatch(/^M[\d. -]+(L[\d. -]+){5}Z$/);
  });

  it('is as large as its hexes', () => {
    const map = { title: '', columns: 2, rows: 2, grid: 'flat-top', north: 'up', metres_per_hex: 0, hexes: [{ number: '0101', terrain: [], objective: false }], hexsides: [], roads: [], places: [], entries: [] };
    const layout = layoutOf(map);
    expect(layout.hexes).toEqual(new Set([id(1, 1)]));
    expect(layout.frame.w).toBeCloseTo(40 * 3.5 + 30);
  });
});

describe('hexes that stand on a corner', () => {
  const at = (number: string) => read(number, true)!;
  const numbers = ['0101', '1406', '1306', '1624', '0517'];

  it('are numbered by row from below and column, and know their kind', () => {
    expect(cell(at('1406'))).toEqual({ c: 6, r: 14 });
    for (const number of numbers) expect(write(at(number))).toBe(number);
    expect(pointy(at('0101'))).toBe(true);
    expect(pointy(hex('0101'))).toBe(false);
    expect(readerOf({ grid: 'pointy-top' })('1406')).toBe(at('1406'));
    expect(readerOf({ grid: 'flat-top' })('1406')).toBe(hex('1406'));
  });

  it('have neighbours clockwise from up right; even rows lie further left', () => {
    expect(around(at('1406')).map(write)).toEqual(['1506', '1407', '1306', '1305', '1405', '1505']);
    expect(around(at('1306')).map(write)).toEqual(['1407', '1307', '1207', '1206', '1305', '1406']);
    expect(directions(at('1306'))).toEqual(['up right', 'right', 'down right', 'down left', 'left', 'up left']);
    for (const number of numbers) {
      around(at(number)).forEach((other, d) => {
        expect(direction(at(number), other)).toBe(d);
        expect(neighbour(other, d + 3)).toBe(at(number));
      });
    }
  });

  it('are as far apart as a walk takes', () => {
    for (const start of ['0810', '0910']) {
      const far = new Map([[at(start), 0]]);
      const open = [at(start)];
      for (const now of open) {
        if (far.get(now)! >= 5) continue;
        for (const next of around(now)) if (!far.has(next)) (far.set(next, far.get(now)! + 1), open.push(next));
      }
      for (const [to, steps] of far) expect(distance(at(start), to), write(to)).toBe(steps);
      expect(far.size).toBe(1 + 3 * 5 * 6);
    }
  });

  it('lie where their directions say, all equally far away', () => {
    for (const number of numbers) {
      const m = centre(at(number));
      around(at(number)).forEach((other, d) => {
        const p = centre(other);
        expect(Math.hypot(p.x - m.x, p.y - m.y)).toBeCloseTo(69.282, 2);
        const way = directions(at(number))[d]!;
        expect(Math.sign(Math.round(p.x - m.x))).toBe(way.includes('right') ? 1 : -1);
        expect(Math.sign(Math.round(p.y - m.y))).toBe(way.includes('up') ? -1 : way.includes('down') ? 1 : 0);
      });
    }
  });

  it('share corners and sides with their neighbours, clockwise on the screen', () => {
    for (const number of numbers) {
      const own = corners(at(number));
      const points = own.map(place);
      const area = points.reduce((sum, p, i) => sum + p.x * points[(i + 1) % 6]!.y - points[(i + 1) % 6]!.x * p.y, 0);
      expect(area).toBeGreaterThan(0);
      for (const other of around(at(number))) {
        expect(corners(other).filter((key) => own.includes(key))).toHaveLength(2);
        expect([...side(at(number), other)!].sort()).toEqual([...side(other, at(number))!].sort());
      }
      for (const key of own) expect(touching(key).map(write).sort()).toHaveLength(3);
      for (const key of own) expect(touching(key)).toContain(at(number));
    }
    expect(outlines(new Set([at('0505')]))[0]).toHaveLength(6);
    expect(outlines(new Set(around(at('0505')))).map((w) => w.length).sort((a, b) => a - b)).toEqual([6, 18]);
  });

  it('are found under every point near their centres and corners', () => {
    for (const number of numbers) {
      const m = centre(at(number));
      expect(write(hexAt(m, true))).toBe(number);
      for (const key of corners(at(number))) {
        const p = place(key);
        expect(write(hexAt({ x: m.x + (p.x - m.x) * 0.93, y: m.y + (p.y - m.y) * 0.93 }, true))).toBe(number);
      }
    }
  });

  it('fill a sheet that is as large as they need', () => {
    const hexes = [1, 2, 3, 4].flatMap((r) => [1, 2, 3].map((c) => ({ number: `0${r}0${c}`, terrain: [], objective: false })));
    const layout = layoutOf({ title: '', columns: 3, rows: 4, grid: 'pointy-top', north: 'up', metres_per_hex: 0, hexes, hexsides: [], roads: [], places: [], entries: [] });
    expect(layout.upright).toBe(true);
    const points = [...layout.hexes].flatMap((h) => corners(h).map(place));
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    expect(layout.frame.x).toBeCloseTo(Math.min(...xs) - 15);
    expect(layout.frame.y).toBeCloseTo(Math.min(...ys) - 15);
    expect(layout.frame.x + layout.frame.w).toBeCloseTo(Math.max(...xs) + 15);
    expect(layout.frame.y + layout.frame.h).toBeCloseTo(Math.max(...ys) + 15);
    // The first row is the lowest.
    expect(centre(layout.read('0101')!).y).toBeGreaterThan(centre(layout.read('0401')!).y);
  });
});

describe('the camera', () => {
  it('sees a point with what is around it', () => {
    const camera = { x: 10, y: 0, scale: 2 };
    expect(sees(camera, { x: 0, y: 20 }, { w: 100, h: 100 })).toBe(true);
    expect(sees(camera, { x: 0, y: 20 }, { w: 100, h: 100 }, 16)).toBe(false);
    expect(sees(camera, { x: 46, y: 20 }, { w: 100, h: 100 })).toBe(false);
  });

  const sheet = { x: -40, y: -40, w: 1600, h: 1200 };
  const view = { w: 800, h: 600 };

  it('fits the sheet into the window', () => {
    const camera = fit(sheet, view);
    const part = seen(camera, view);
    expect(part.x).toBeLessThanOrEqual(sheet.x);
    expect(part.w).toBeGreaterThanOrEqual(sheet.w);
  });

  it('zooms at the cursor: what is under it stays there', () => {
    const before = centred(sheet, view, { x: 700, y: 500 }, 1);
    const at = { x: 410, y: 330 };
    const after = zoomed(before, at, 1.5, sheet, view);
    expect(after.scale).toBeCloseTo(1.5);
    expect(toSheet(after, at).x).toBeCloseTo(toSheet(before, at).x, 3);
    expect(toSheet(after, at).y).toBeCloseTo(toSheet(before, at).y, 3);
  });

  it('opens where the counters are', () => {
    const camera = frame([{ x: 500, y: 500 }, { x: 800, y: 700 }], sheet, view);
    expect(camera.scale).toBeCloseTo(1.1);
    expect(toSheet(camera, { x: 400, y: 300 }).x).toBeCloseTo(650);
    const spread = frame([{ x: 0, y: 0 }, { x: 1500, y: 1100 }], sheet, { w: 300, h: 300 });
    expect(spread.scale).toBe(0.5);
  });

  it('keeps within bounds', () => {
    let camera = fit(sheet, view);
    for (let i = 0; i < 40; i += 1) camera = zoomed(camera, { x: 0, y: 0 }, 2, sheet, view);
    expect(camera.scale).toBe(MOST);
    camera = panned(camera, 1e6, 1e6, sheet, view);
    expect(camera).toEqual(held(camera, sheet, view));
    const part = seen(camera, view);
    expect(part.x).toBeLessThan(sheet.x + sheet.w);
    expect(part.x + part.w).toBeGreaterThan(sheet.x);
  });

  it('brings a point into sight, and does not move if it is there', () => {
    const camera = centred(sheet, view, { x: 300, y: 300 }, 2);
    const p = { x: 900, y: 800 };
    const w = toWindow(showing(camera, p, sheet, view), p);
    expect(w.x).toBeGreaterThan(0);
    expect(w.x).toBeLessThan(view.w);
    expect(showing(camera, { x: 300, y: 300 }, sheet, view)).toBe(camera);
  });
});

describe('names of hexes', () => {
  const map = { grid: 'pointy-top', hexes: [{ number: 'A0104', at: [4, 1] }, { number: 'B0004', at: [4, 36] }, { number: 'D3631', at: [76, 72] }] };

  it('are those that the map gives, where numbers do not tell', () => {
    const [reads, writes] = [readerOf(map), writerOf(map)];
    expect(reads('B0004')).toBe(id(4, 36, true));
    expect(writes(id(76, 72, true))).toBe('D3631');
    expect(reads('C0101')).toBeNull();
    expect(writes(id(9, 9, true))).toBe('');
  });
});

describe('pointing at hexes of a large map', () => {
  it('finds every hex by its middle and near each of its corners', () => {
    for (const upright of [false, true]) {
      for (let c = 1; c <= 76; c += 5) {
        for (let r = 1; r <= 103; r += 6) {
          const hex = id(c, r, upright);
          expect(hexAt(centre(hex), upright)).toBe(hex);
          for (const key of corners(hex)) expect(hexAt(toward(centre(hex), place(key), 0.97), upright)).toBe(hex);
        }
      }
    }
  });

  it('finds the hex to the right of a walk along its corners', () => {
    for (const hex of [id(5, 6), id(6, 6), id(5, 6, true), id(6, 7, true)]) {
      const keys = corners(hex);
      keys.forEach((key, d) => expect(rightOf(key, keys[(d + 1) % 6]!)).toEqual(middle(hex)));
    }
  });
});
