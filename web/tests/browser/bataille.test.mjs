// A full turn of La Bataille, both sides at one screen: with the mouse, with a finger, and with keys. It is taken from the middle of the record in
// `records`, where the armies have met.
import { readFileSync } from 'node:fs';
import { axe } from './kit/axe.mjs';
import { units } from './kit/board.mjs';
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

async function begin(server, open, options) {
  const table = await server.hotSeat(GAME, { record: await liveliest(server) });
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
  { name: 'touch', options: { width: 390, height: 844, touch: true }, hand: (page, server, table) => Finger.of(page, server, table) },
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
