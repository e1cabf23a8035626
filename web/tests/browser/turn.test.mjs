// A whole turn of each game with the mouse alone, and the same turn with the keyboard alone: with a retreat, a displacement, an advance and a refusal.
import { hexOf, units } from './kit/board.mjs';
import { Hand } from './kit/hand.mjs';
import { Keys } from './kit/keys.mjs';
import { atRest } from './kit/rest.mjs';
import { playScript, readTurn } from './kit/script.mjs';
import { assert, test } from './kit/test.mjs';

/** An empty hex that is not offered, in the middle of the map rather than at its edge. */
function forbidden(view, map) {
  const taken = new Set(view.board.counters.map((one) => one.hex));
  const offered = new Set(view.choices.map((one) => one.hex));
  const far = (hex) => Math.abs(Number(hex.slice(0, 2)) - map.columns / 2) + Math.abs(Number(hex.slice(2)) - map.rows / 2);
  const free = map.hexes.map((hex) => hex.number).filter((hex) => !taken.has(hex) && !offered.has(hex));
  return free.sort((a, b) => far(a) - far(b))[0];
}

/** Every counter on the page stands where the server has it. */
async function agrees(page, view) {
  const shown = Object.fromEntries(await units(page));
  const there = Object.fromEntries(view.board.counters.filter((one) => one.hex).map((one) => [one.tag, one.hex]));
  assert.deepEqual(shown, there);
}

async function begin(server, turn) {
  const table = await server.hotSeat(turn.game, { record: turn.notation });
  const path = (text) => `/table/${table.id}${text ? '/text' : ''}#seat=${table.token}`;
  return { table, path, map: await server.get(`/api/games/${turn.game}/map`) };
}

function complete(seen, before, after) {
  assert.ok(seen.retreats > 0, 'there was a retreat');
  assert.ok(seen.displacements > 0, 'there was a displacement');
  assert.ok(seen.advances > 0, 'there was an advance');
  assert.ok(seen.rolls > 0, 'dice were rolled');
  assert.equal(after.board.turn_number, before.board.turn_number + 1, 'the turn is over');
}

for (const game of (process.env.GROGNARD_GAMES ?? 'eylau dresden').split(' ')) {
  test(`a full turn of ${game} by clicks alone`, async ({ server, open, tell }) => {
    const turn = readTurn(game);
    const { table, path, map } = await begin(server, turn);
    // The small map would lie over the corner of the large one.
    const page = await open(path(false), { prefs: { minimap: false } });
    const hand = new Hand(page, server, table);
    const before = await hand.look();
    await hand.shows(before.played);
    assert.ok(!page.url().includes('seat='), 'the secret is not left in the address');

    // Somebody is taken in hand and sent where he cannot go.
    const first = turn.script.findIndex((one) => one.action.startsWith('go '));
    const seen = await playScript(hand, turn.script.slice(0, first));
    const wrong = forbidden(await hand.look(), map);
    await hand.clickHex(wrong);
    const refusal = page.locator('[data-refusal]').first();
    await refusal.waitFor();
    const id = await refusal.getAttribute('data-refusal');
    assert.match(id, /^\d+\.\d+$/, 'a refusal names its case');
    await refusal.locator(`[data-case="${id}"]`).click();
    const gist = page.getByRole('dialog');
    await gist.waitFor();
    assert.match(await gist.innerText(), new RegExp(`\\[${id}\\]`));
    await page.keyboard.press('Escape');
    await gist.waitFor({ state: 'detached' });
    assert.equal((await hand.look()).played, before.played + first, 'nothing was played by what was refused');

    const rest = await playScript(hand, turn.script.slice(first), { tell });
    for (const key of Object.keys(seen)) seen[key] += rest[key];
    const after = await hand.look();
    complete(seen, before, after);
    await hand.shows(after.played);
    await agrees(page, after);
    await page.getByText(new RegExp(`\\b${after.board.turn_number}\\b.*of.*\\b${after.board.turns}\\b`)).first().waitFor();
  });

  test(`the same turn of ${game} by keyboard alone`, async ({ server, open, tell }) => {
    const turn = readTurn(game);
    const { table, path, map } = await begin(server, turn);
    // Keys do not ask how large the window is.
    const page = await open(path(true), { width: 1000, height: 700 });
    const keys = new Keys(page, server, table);
    const before = await keys.look();
    await keys.shows(before.played);

    const first = turn.script.findIndex((one) => one.action.startsWith('go '));
    const seen = await playScript(keys, turn.script.slice(0, first));
    const wrong = forbidden(await keys.look(), map);
    await keys.type(`go ${wrong}`);
    const refusal = page.locator('[data-refusal]').first();
    await refusal.waitFor();
    assert.equal(await refusal.getAttribute('role'), 'alert', 'a refusal is read out');
    assert.match(await refusal.getAttribute('data-refusal'), /^\d+\.\d+$/);
    await page.keyboard.press('Escape');
    await keys.type(`why go ${wrong}`);
    await page.locator('[data-answer] [data-case]').waitFor();
    await page.keyboard.press('Escape');

    const rest = await playScript(keys, turn.script.slice(first), { tell });
    for (const key of Object.keys(seen)) seen[key] += rest[key];
    complete(seen, before, await keys.look());
  });
}

test('moves by clicks where hexes stand on a corner', async ({ server, open }) => {
  const table = await server.hotSeat('dresden-20');
  const map = await server.get('/api/games/dresden-20/map');
  assert.equal(map.grid, 'pointy-top');
  const page = await open(`/table/${table.id}#seat=${table.token}`, { prefs: { minimap: false } });
  const hand = new Hand(page, server, table);
  await hand.shows(0);
  for (let moves = 0; moves < 3; moves += 1) {
    const view = await hand.look();
    const pick = view.choices.filter((one) => one.text.startsWith('pick '))[moves];
    await hand.play(pick, view.choices);
    const then = await hand.look();
    const far = then.choices.filter((one) => one.text.startsWith('go ')).sort((a, b) => b.path.length - a.path.length)[0];
    await hand.play(far, then.choices);
    assert.equal(await hexOf(page, pick.unit), far.hex);
    await agrees(page, await hand.look());
  }
});

test('the board itself can be played with keys', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(`/table/${table.id}#seat=${table.token}`);
  const hand = new Hand(page, server, table);
  await hand.shows(0);
  // The next thing that is lit, taken; the next thing that is lit then, gone to; and all of it taken back.
  await page.keyboard.press('u');
  await page.keyboard.press('Enter');
  await hand.shows(1);
  await page.keyboard.press('u');
  await page.keyboard.press('Enter');
  await hand.shows(2);
  const [line] = (await server.get(`/api/tables/${table.id}/log?from=2`, table.token)).filter((one) => one.path);
  assert.equal(await hexOf(page, line.path.unit), line.path.hexes.at(-1));
  // A step at a time; a whole move is taken back with Ctrl+Z.
  await page.keyboard.press('Backspace');
  await hand.shows(1);
  const taken = await page.locator('[data-undo] i').innerText();
  assert.match(taken, /^Move \w+$/, 'a sentence for people');
  await page.keyboard.press('Escape');
  await hand.shows(0);
  // What was taken back is said with the answer, which may come after the board, and is not to come between what keys are told.
  const said = page.locator('[data-said]');
  await said.filter({ hasText: `Taken back: ${taken}` }).waitFor({ state: 'attached' });
  // Walking over the map is spoken.
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  assert.match(await said.textContent(), /^\d{4}/);
  // Whoever has looked into a hex walks on from there.
  const menu = page.locator('[data-menu]');
  for (const end of ['Escape', 'Enter']) {
    await page.keyboard.press('i');
    await menu.waitFor();
    // Its first button, on which the focus is, closes it.
    await page.keyboard.press(end);
    await menu.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.classList.contains('board'));
  }
  // A button that stands on the map is a button: Enter does nothing to what is lit under the cursor.
  await page.keyboard.press('u');
  await atRest(page);
  const scale = await page.evaluate(() => document.querySelector('.board').probe.told().scale);
  await page.getByRole('button', { name: 'Zoom in' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction((before) => document.querySelector('.board').probe.told().scale > before, scale);
  assert.equal((await hand.look()).played, 0);
});
