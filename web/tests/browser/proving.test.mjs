// The page at the size of a big battle: 5,452 hexes, 531 pieces with a face, stacks of eight. What is painted is asked of the board; what
// is done is done with mouse, fingers and keys.
import { meant, painted, told, units, whereHex, whereUnit } from './kit/board.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';
import { tapAt } from './kit/touch.mjs';

const PIECES = 531;
const SIZES = [[1440, 900], [390, 844]];

/** What is seen is painted: the ground, and every counter in the pixels of the screen. */
async function ready(page) {
  await page.waitForFunction((all) => {
    const { probe } = document.querySelector('.board') ?? {};
    return probe !== undefined && probe.told().ground && probe.told().rest && probe.units().length === all;
  }, PIECES);
}

async function table(server, open, options = {}) {
  const made = await server.hotSeat('proving-ground');
  const page = await open(`/table/${made.id}#seat=${made.token}`, { prefs: { minimap: false }, ...options });
  await ready(page);
  return { made, page, look: () => server.get(`/api/tables/${made.id}/view`, made.token) };
}

/** Whether a point is on the map and nothing lies over it. */
const free = (page, { x, y }) =>
  page.evaluate(([left, down]) => {
    const there = document.elementFromPoint(left, down);
    return there?.closest('.board') != null && there.closest('[data-chrome]') === null;
  }, [x, y]);

/** Zooms in at a hex with the wheel until a counter is so many pixels wide. */
async function zoomTo(page, hex, pixels) {
  for (let turns = 0; turns < 200; turns += 1) {
    const { scale } = await told(page);
    if (46 * scale >= pixels) break;
    const { x, y } = await whereHex(page, hex);
    await page.mouse.move(x, y);
    // In steps of 60, two at once as long as both are needed.
    await page.mouse.wheel(0, Math.log(pixels / (46 * scale)) > 60 * 0.0022 ? -120 : -60);
    await atRest(page);
  }
  await painted(page);
}

async function fit(page) {
  await page.getByRole('button', { name: 'Fit the map to the window' }).click();
  await atRest(page);
  await painted(page);
}

/** Points at a hex, and says what is meant there. A stack on which the pointer rests for a moment spreads out over its neighbours: then it is left first. */
async function pointed(page, hex, { x, y }) {
  for (;;) {
    await page.mouse.move(x, y);
    const { there, fan } = await page.evaluate(([left, down]) => {
      const { probe } = document.querySelector('.board');
      return { there: probe.at(left, down), fan: probe.told().fan };
    }, [x, y]);
    if (fan === null || fan === hex) return there;
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => document.querySelector('.board').probe.told().fan === null);
  }
}

const nodes = (page) => page.evaluate(() => document.querySelectorAll('*').length);

test('the proving ground has an address that no menu names', async ({ server, open, tell }) => {
  const page = await open('/proving-ground');
  await ready(page);
  const count = await nodes(page);
  tell(`${count} nodes`);
  assert.ok(count <= 700, `${count} nodes with ${PIECES} pieces`);
  const tables = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('grognard.seats'))));
  const before = await tables();
  assert.equal(before.length, 1, 'one table was begun');
  await page.reload();
  await ready(page);
  assert.deepEqual(await tables(), before, 'the same table is opened again');
  for (const path of ['/new', '/help', '/rules', '/preferences']) {
    await page.goto(server.url + path);
    await page.waitForLoadState('networkidle');
    assert.doesNotMatch(await page.evaluate(() => document.body.innerHTML), /proving.?ground/i, `${path} does not name it`);
  }
});

for (const [width, height] of SIZES) {
  test(`hexes are pointed at by arithmetic at ${width} by ${height}`, async ({ server, open, tell }) => {
    const { page } = await table(server, open, { width, height });
    const map = await server.get('/api/games/proving-ground/map');
    let count = 0;
    const point = async (hexes) => {
      for (const hex of hexes) {
        const at = await whereHex(page, hex);
        if (!(await free(page, at))) continue;
        const there = await pointed(page, hex, at);
        // A counter that reaches over from its neighbour's stack stands for its own hex.
        if (there.unit === null) assert.equal(there.hex, hex);
        await page.waitForFunction((number) => document.querySelector('.status b')?.textContent === number, there.hex);
        count += 1;
      }
    };
    await fit(page);
    assert.equal((await told(page)).detail, 'far');
    await point(map.hexes.filter((_, i) => i % 131 === 0).map((hex) => hex.number));
    await zoomTo(page, 'A2731', 18);
    assert.equal((await told(page)).detail, 'middle');
    await point(map.hexes.filter((_, i) => i % 17 === 0).map((hex) => hex.number).slice(0, 400).filter((hex) => hex.startsWith('A2')));
    await zoomTo(page, 'A2731', 60);
    assert.equal((await told(page)).detail, 'near');
    await point(['A2731', 'A2631', 'A2730', 'A2830', 'A2831', 'A2732']);
    tell(`${count} hexes`);
    assert.ok(count > 40, `${count} hexes could be pointed at`);
  });
}

test('far, middle and near', async ({ server, open, tell }) => {
  const { page } = await table(server, open);
  await fit(page);
  const far = await told(page);
  assert.equal(far.detail, 'far');
  assert.ok(far.drawn > 400, `the whole army is seen (${far.drawn})`);
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}proving-far.png` });
  const after = await nodes(page);
  await zoomTo(page, 'A2731', 18);
  assert.equal((await told(page)).detail, 'middle');
  await zoomTo(page, 'A2731', 46);
  // What lies beyond the edges is painted after what is seen.
  await page.waitForFunction(() => !document.querySelector('.board').probe.told().spare);
  const near = await told(page);
  assert.equal(near.detail, 'near');
  assert.ok(near.drawn < far.drawn / 4, `only what is seen is painted (${near.drawn} of ${far.drawn})`);
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}proving-near.png` });
  assert.ok(Math.abs((await nodes(page)) - after) < 40, 'zooming makes no nodes');
  // What was painted is used again: moving to and fro paints no counter anew.
  const { pictures } = near;
  const box = await page.locator('.board').boundingBox();
  await page.mouse.move(box.x + 300, box.y + 300);
  await page.mouse.down({ button: 'middle' });
  for (const [x, y] of [[310, 305], [330, 315], [310, 305], [300, 300]]) await page.mouse.move(box.x + x, box.y + y);
  await page.mouse.up({ button: 'middle' });
  await painted(page);
  tell(`${(await told(page)).pictures - pictures} counters painted anew`);
  assert.ok((await told(page)).pictures - pictures <= 12, 'few counters are painted anew');
});

/** A point on the map at which there is neither a piece nor the fan of a hex. */
async function bare(page, stacks, fan) {
  const { width, height } = page.viewportSize();
  for (let y = 20; y < height; y += 20) {
    for (let x = 20; x < width; x += 20) {
      const { hex, unit } = (await meant(page, x, y)) ?? { hex: null };
      if (hex !== null && unit === null && hex !== fan && !stacks.has(hex) && (await free(page, { x, y }))) return { x, y };
    }
  }
  throw new Error('there are pieces everywhere');
}

/** From now on no timer of the page runs down, until all that wait do so at once, as if much time had gone by. */
const timersStop = (page) =>
  page.evaluate(() => {
    const { setTimeout: set, clearTimeout: clear } = window;
    const held = new Map();
    let next = 1_000_000_000;
    window.setTimeout = (what, _, ...words) => {
      held.set((next += 1), () => what(...words));
      return next;
    };
    window.clearTimeout = (id) => void (held.delete(id) || clear(id));
    window.waiting = () => held.size;
    window.letTimersRun = () => {
      [window.setTimeout, window.clearTimeout] = [set, clear];
      for (const what of held.values()) what();
    };
  });

test('a stack of eight fans out under the pointer', async ({ server, open }) => {
  const { page } = await table(server, open);
  await fit(page);
  const stacks = new Map();
  for (const [tag, hex] of await units(page)) stacks.set(hex, [...(stacks.get(hex) ?? []), tag]);
  let [hex, eight] = ['', []];
  for (const [at, list] of stacks) if (list.length === 8 && (await free(page, await whereHex(page, at)))) [hex, eight] = [at, list];
  const opened = async () => {
    const { x, y } = await whereHex(page, hex);
    await page.mouse.move(x, y);
    await page.waitForFunction((one) => document.querySelector('.board').probe.told().fan === one, hex);
    await painted(page);
  };
  const closed = () => page.waitForFunction(() => document.querySelector('.board').probe.told().fan === null);
  for (const pixels of [0, 30]) {
    if (pixels > 0) await zoomTo(page, hex, pixels);
    await page.mouse.move(5, 5);
    await closed();
    await opened();
    let at;
    for (const tag of eight) {
      at = await whereUnit(page, tag);
      assert.ok(at.size >= 39.5, `${tag} can be read (${at.size} px)`);
      assert.equal((await meant(page, at.x, at.y)).unit, tag);
      await page.mouse.move(at.x, at.y);
      assert.equal((await told(page)).fan, hex, 'the fan stays while one points into it');
    }
    // However long a press takes, it means what was seen when it began: a fan that was just left stays as long as the button is down.
    const { x, y } = await bare(page, stacks, hex);
    await timersStop(page);
    await page.mouse.move(x, y);
    while (await page.evaluate(() => window.waiting() === 0));
    await page.mouse.down();
    await page.evaluate(() => window.letTimersRun());
    assert.equal((await told(page)).fan, hex, 'nothing closes under a press');
    await page.mouse.up();
    await closed();
    // One of them is chosen.
    await opened();
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.up();
    await closed();
    // And put down again.
    await page.locator('[data-played="1"]').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  }
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}proving-fan.png` });
});

/** A piece that can be taken, looks somewhere and stands alone. */
function lone(view) {
  const count = new Map();
  for (const { hex } of view.board.counters) count.set(hex, (count.get(hex) ?? 0) + 1);
  const counters = new Map(view.board.counters.map((one) => [one.tag, one]));
  return view.choices
    .filter((one) => 'unit' in one.at)
    .map((one) => counters.get(one.at.unit))
    .find((one) => one?.stance?.facing && one.kind === 'infantry' && count.get(one.hex) === 1);
}
const facing = (view, tag) => view.board.counters.find((one) => one.tag === tag).stance.facing.degrees;

test('a finger spreads a stack out, and takes one of it', async ({ server, open }) => {
  const { page, look } = await table(server, open, { width: 390, height: 844, touch: true });
  const view = await look();
  const mine = new Set(view.choices.filter((one) => 'unit' in one.at).map((one) => one.at.unit));
  const stacks = new Map();
  for (const [tag, hex] of await units(page)) stacks.set(hex, [...(stacks.get(hex) ?? []), tag]);
  const [hex, list] = [...stacks].find(([, tags]) => tags.length >= 2 && tags.some((tag) => mine.has(tag)));
  // Brought into sight as the keyboard would: the command line is not needed for that.
  await fit(page);
  await tapAt(page, await whereHex(page, hex));
  await page.waitForFunction((one) => document.querySelector('.board').probe.told().fan === one, hex);
  await painted(page);
  assert.equal((await look()).played, 0, 'nothing is done by spreading a stack out');
  const wanted = list.find((tag) => mine.has(tag));
  await tapAt(page, await whereUnit(page, wanted));
  await page.locator('[data-played="1"]').waitFor({ state: 'attached' });
});

test('a piece is turned by keys and by its ring', async ({ server, open }) => {
  const { page, look } = await table(server, open);
  const piece = lone(await look());
  await fit(page);
  await zoomTo(page, piece.hex, 40);
  const at = await whereUnit(page, piece.tag);
  await page.mouse.click(at.x, at.y);
  await page.locator('[data-played="1"]').waitFor({ state: 'attached' });
  const ring = page.locator(`[data-turner="${piece.tag}"]`);
  await ring.waitFor({ state: 'attached' });
  const before = facing(await look(), piece.tag);

  await page.keyboard.press('.');
  await page.locator('[data-played="2"]').waitFor({ state: 'attached' });
  const right = facing(await look(), piece.tag);
  assert.equal((right - before + 360) % 360, 60, 'the key turns it to the right by one vertex');
  await page.waitForFunction((now) => document.querySelector('[data-turner]')?.getAttribute('data-now') === String(now), right);
  await page.keyboard.press(',');
  await page.locator('[data-played="3"]').waitFor({ state: 'attached' });
  assert.equal(facing(await look(), piece.tag), before, 'and back to the left');
  await page.waitForFunction((now) => document.querySelector('[data-turner]')?.getAttribute('data-now') === String(now), before);

  // The knob is dragged to another mark of the ring.
  const marks = await ring.locator('[data-degrees]').evaluateAll((all) =>
    all.map((one) => {
      const box = one.getBoundingClientRect();
      return { degrees: Number(one.getAttribute('data-degrees')), x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }),
  );
  const goal = marks.find((one) => one.degrees === (before + 60) % 360) ?? marks.find((one) => one.degrees !== before);
  const knob = await ring.locator('[data-knob]').boundingBox();
  await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2);
  await page.mouse.down();
  await page.mouse.move(goal.x, goal.y, { steps: 4 });
  await page.mouse.up();
  await page.locator('[data-played="4"]').waitFor({ state: 'attached' });
  assert.equal(facing(await look(), piece.tag), goal.degrees, 'it looks where the knob was let go');
  assert.equal(await ring.locator('[role="slider"]').getAttribute('aria-label'), `Turn ${piece.tag}`);
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}proving-ring.png` });
});

test('sight and arcs are laid over the map', async ({ server, open, tell }) => {
  const { page, look } = await table(server, open);
  const piece = lone(await look());
  await fit(page);
  await zoomTo(page, piece.hex, 30);
  const at = await whereUnit(page, piece.tag);
  await page.mouse.move(at.x, at.y);
  // The page has been told of its overlays.
  await page.locator('[data-overlay]').first().waitFor({ state: 'attached' });
  const before = await nodes(page);
  for (const [key, tones] of [['a', ['front', 'flank', 'rear']], ['l', ['seen', 'hidden']]]) {
    await page.keyboard.press(key);
    for (const tone of tones) await page.locator(`.tone.${tone} .edge`).first().waitFor({ state: 'attached' });
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}proving-overlay-${key}.png` });
    const now = await nodes(page);
    tell(`${key}: ${now - before} nodes more`);
    assert.ok(now - before < 60, `an overlay of a thousand hexes is a few paths (${now - before} nodes)`);
    await page.keyboard.press(key);
    await page.locator(`.tone.${tones[0]}`).first().waitFor({ state: 'detached' });
  }
});
