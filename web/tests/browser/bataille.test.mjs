// A full turn of La Bataille, both sides at one screen: with the mouse, with a finger, and with keys. It is taken from the middle of the record in
// `records`, where the armies have met.
import { readFileSync } from 'node:fs';
import { axe } from './kit/axe.mjs';
import { ground, told, units, whereHex, whereUnits } from './kit/board.mjs';
import { BoardKeys } from './kit/board-keys.mjs';
import { Finger } from './kit/finger.mjs';
import { Hand } from './kit/hand.mjs';
import { atRest } from './kit/rest.mjs';
import { Sequence } from './kit/sequence.mjs';
import { assert, shots, test } from './kit/test.mjs';

const GAME = 'bautzen-short';
const record = readFileSync(new URL(`../../../records/la-bataille/${GAME}.record`, import.meta.url), 'utf8');
const entries = record.split('\n').filter((line) => /^\d+ /.test(line));

/** The record up to the turn in which most of what this game knows was done: charges, assaults, fire. */
async function liveliest(server) {
  const whole = await server.hotSeat(GAME, { record });
  const starts = (await server.get(`/api/tables/${whole.id}/turns`, whole.token)).filter((mark) => mark.new_turn).map((mark) => mark.entry);
  const kinds = (from, to) => new Set(entries.slice(from, to).map((line) => line.split(' ')[2])).size;
  const turns = starts.slice(1, -1).map((from, i) => ({ from, kinds: kinds(from, starts[i + 2]) }));
  const { from } = turns.reduce((best, one) => (one.kinds > best.kinds ? one : best));
  const { check } = await server.get(`/api/tables/${whole.id}/view?at=${from}`, whole.token);
  const head = record.split('\n').filter((line) => !/^(\d+|end) /.test(line) && line !== '');
  return `${[...head, ...entries.slice(0, from), `end ${from} #${check}`].join('\n')}\n`;
}

/** It is looked for once, since the whole record is played again for it. */
let lively = null;

async function begin(server, open, options) {
  const table = await server.hotSeat(GAME, { record: await (lively ??= liveliest(server)) });
  const page = await open(`/table/${table.id}#seat=${table.token}`, { prefs: { minimap: false }, ...options });
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
  await atRest(page);
  return { table, page };
}

function complete(seen, tell) {
  tell(Object.entries(seen).map(([what, count]) => `${what} ${count}`).join(', '));
  for (const what of ['moved', 'turned', 'formed', 'guns', 'fired', 'answered', 'ended']) assert.ok(seen[what] > 0, `${what}: ${JSON.stringify(seen)}`);
  assert.ok(seen.charged + seen.assaulted > 0, `somebody was attacked: ${JSON.stringify(seen)}`);
}

/** Every counter on the page stands where the server has it. */
async function agrees(page, view) {
  const there = Object.fromEntries(view.board.counters.filter((one) => one.hex).map((one) => [one.tag, one.hex]));
  assert.deepEqual(Object.fromEntries(await units(page)), there);
}

const WAYS = [
  { name: 'mouse', options: { width: 1440, height: 900 }, hand: (page, server, table) => new Hand(page, server, table) },
  { name: 'touch', options: { width: 390, height: 844, touch: true }, hand: (page, server, table) => new Finger(page, server, table) },
  { name: 'keys', options: { width: 1440, height: 900 }, hand: (page, server, table) => new BoardKeys(page, server, table) },
];

for (const { name, options, hand } of WAYS) {
  test(`a full turn of ${GAME} by ${name}`, async ({ server, open, tell }) => {
    const { table, page } = await begin(server, open, options);
    const player = await hand(page, server, table);
    const before = await player.look();
    await player.shows(before.played);
    const pictures = new Set();
    const seen = await new Sequence(player).turn({
      each: async (view) => {
        const kind = view.choices.some((one) => one.formation) ? 'in-hand' : view.forecast ? 'forecast' : view.pending.prompt.replace(/[^a-z]+/gi, '-').replace(/\d+/g, '').slice(0, 40);
        if (!process.env.GROGNARD_SHOTS || pictures.has(kind)) return;
        pictures.add(kind);
        await player.shows(view.played);
        await atRest(page);
        await page.screenshot({ path: `${shots}bataille-${name}-${pictures.size}-${kind}.png` });
      },
    });
    complete(seen, tell);
    if (player.used) {
      tell(JSON.stringify(player.used));
      for (const way of ['lit', 'orders', 'turned', 'formed']) assert.ok(player.used[way] > 0, `keys: ${JSON.stringify(player.used)}`);
    }
    const after = await player.look();
    assert.equal(after.board.turn_number, before.board.turn_number + 1);
    await player.shows(after.played);
    await agrees(page, after);
    await axe(page, `after a turn by ${name}`);
  });
}

test('layers: arcs, sight, fire, zones, leaders, corps', async ({ server, open, tell }) => {
  const { table, page } = await begin(server, open, { width: 1440, height: 900 });
  const view = await server.get(`/api/tables/${table.id}/view`, table.token);
  const hand = new Hand(page, server, table);
  const gun = view.board.counters.find((one) => one.hex && one.kind === 'artillery' && one.stance?.formation?.name === 'Unlimbered');
  await hand.near(gun.hex, 30);
  const at = await whereHex(page, gun.hex);
  await page.mouse.move(at.x, at.y);
  const list = await server.get(`/api/tables/${table.id}/overlays`, table.token);
  for (const [id, tones] of [['arcs', ['front', 'flank', 'rear']], ['sight', ['seen', 'hidden']], ['fire', ['front']], ['zones', ['one', 'two']], ['command', ['front']], ['corps', ['one', 'two']]]) {
    const { key, title } = list.find((one) => one.id === id);
    await page.locator(`[data-overlay="${id}"]`).waitFor({ state: 'attached' });
    await page.keyboard.press(key);
    for (const tone of tones) await page.locator(`.tone.${tone} .edge`).first().waitFor({ state: 'attached' });
    await page.locator('.legend').filter({ hasText: title }).waitFor();
    await atRest(page);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}bataille-layer-${id}.png` });
    await page.keyboard.press(key);
    await page.locator(`.tone.${tones[0]}`).first().waitFor({ state: 'detached' });
    tell(`${key}: ${title}`);
  }
  // The keys that they have taken are not told as something else.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog');
  await keys.waitFor();
  const told = await keys.locator('dt kbd').allInnerTexts();
  assert.equal(new Set(told).size, told.length, `each key once: ${told}`);
  await axe(page, 'the keys of La Bataille');
});

for (const size of [{ name: 'desktop', width: 1440, height: 900 }, { name: 'phone', width: 390, height: 844, touch: true }]) {
  test(`the roster by corps, and charts with what is in question lit (${size.name})`, async ({ server, open }) => {
    const { table, page } = await begin(server, open, size);
    // Somebody fires: the column of the table is lit, and nothing else of the same name.
    for (let i = 0; i < 200; i += 1) {
      const view = await server.get(`/api/tables/${table.id}/view`, table.token);
      if (view.forecast?.table) break;
      const pick = ['join', 'target', 'done', 'end'].map((group) => view.choices.find((one) => one.group === group)).find((one) => one !== undefined);
      await server.post(`/api/tables/${table.id}/act`, { action: (pick ?? view.choices[0]).text, played: view.played }, table.token);
    }
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);
    await page.locator(`[data-played="${view.played}"]`).waitFor({ state: 'attached' });
    await page.locator('[data-runs]').waitFor({ state: 'attached' });
    const ranges = await page.locator('[data-runs] b').allInnerTexts();
    assert.equal(new Set(ranges).size, ranges.length, 'each result once');
    await page.locator('[data-open-charts]').click();
    const charts = page.locator('[data-charts]');
    const lit = charts.locator('thead th.lit');
    await lit.first().waitFor();
    assert.deepEqual(await lit.allInnerTexts(), [view.forecast.column]);
    assert.ok((await charts.locator('[data-fold]').count()) >= 10, 'every chart is there');
    assert.equal(await charts.locator('[data-fold][open]').first().getAttribute('data-fold'), 'Fire Results');
    await atRest(page);
    await axe(page, `charts of La Bataille at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}bataille-charts-${size.name}.png` });
    await charts.getByRole('button', { name: 'Close the charts' }).click();

    await page.getByRole('tab', { name: 'Forces' }).click();
    const corps = page.locator('[data-order-of-battle] [data-corps="III Corps"]');
    if (await page.locator('[data-order-of-battle]').getByRole('button', { name: 'French' }).count()) await page.locator('[data-order-of-battle]').getByRole('button', { name: 'French' }).click();
    await corps.waitFor();
    assert.match(await corps.innerText(), /morale level \d/);
    const division = page.locator('[data-body="III Corps, 8th"]');
    await division.locator('summary').click();
    assert.match(await division.innerText(), /1\/6e Légère.*(column|line|general order|road march)/s, 'what each is called and how it is drawn up');
    await atRest(page);
    await axe(page, `the roster of La Bataille at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}bataille-roster-${size.name}.png` });
  });
}

test('a large map opens where one’s own troops are', async ({ server, open }) => {
  for (const game of ['bautzen', 'bautzen-short', 'bautzen-outposts']) {
    for (const seat of ['French', 'Coalition']) {
      for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844, touch: true }]) {
        const made = await server.post('/api/tables', { game, seats: ['French', 'Coalition'].map((one) => ({ seat: one, who: one === seat ? 'me' : 'open' })) });
        const page = await open(made.seats.find((one) => one.token).link, { ...size, prefs: { minimap: false } });
        await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
        await ground(page);
        const view = await server.get(`/api/tables/${made.id}/view`);
        const own = view.board.counters.filter((one) => one.hex && one.side === seat).map((one) => one.tag);
        const box = await page.locator('.board').boundingBox();
        const there = (await whereUnits(page, own)).filter((at) => at && at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height);
        const seen = there.length;
        assert.ok(seen * 3 >= own.length, `${game} as ${seat} at ${size.width}: ${seen} of ${own.length} are in sight`);
        assert.ok((await told(page)).scale >= 0.45, 'large enough to be read');
        await page.close();
      }
    }
  }
});
