// Dice to which two browsers bring their words and links; what is pinned, and what is said when it changes.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hand } from './kit/hand.mjs';
import { assert, test } from './kit/test.mjs';
import { binary } from './kit/where.mjs';

/** A table of Eylau with two players, each in a browser. */
async function sitDown(server, open) {
  const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'open' }] });
  const [french, allied] = made.seats;
  const invite = new URLSearchParams(allied.link.split('#')[1]).get('invite').split('.')[1];
  const taken = await server.post(`/api/tables/${made.id}/seats/Allied`, { name: 'Bert', invite });
  const anna = await open(french.link);
  const bert = await open(taken.link);
  for (const page of [anna, bert]) await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  return { id: made.id, anna, bert, hands: [new Hand(anna, server, { id: made.id, token: french.token }), new Hand(bert, server, { id: made.id, token: taken.token })] };
}

/** The French come up to Ostermann and attack him: the opening of docs/notation.md. The ninth action is Allied's. */
const ATTACK = ['pick Sth1', 'go 1610', 'pick Sth2', 'go 1609', 'pick Des2', 'go 1511', 'end', 'ready', 'ready', 'target 1411', 'join Des2', 'roll'];

async function attack(table) {
  for (const [played, action] of ATTACK.entries()) {
    const hand = table.hands[played === 8 ? 1 : 0];
    await hand.shows(played);
    const { choices } = await hand.look();
    const choice = choices.find((one) => one.text === action);
    assert.ok(choice, `${action} is offered: ${choices.slice(0, 6).map((one) => one.text)}`);
    await hand.play(choice, choices);
  }
  for (const hand of table.hands) await hand.page.locator(`[data-played="${ATTACK.length}"]`).waitFor({ state: 'attached' });
}

async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await file.path(), 'utf8');
}

test('two browsers bring words and links to the dice, and the audit proves it', async ({ server, open, tell }) => {
  const table = await sitDown(server, open);
  const { anna, bert } = table;
  await attack(table);
  // Both pages say how the dice came about.
  for (const page of [anna, bert]) {
    await page.getByRole('tab', { name: /Dice/ }).click();
    const both = page.locator('[data-say] [data-kind="both"]');
    await both.waitFor();
    assert.match(await both.innerText(), /nobody alone could choose or foresee/);
    assert.equal(await page.locator('[data-kind="seed"], [data-kind="word"]').count(), 0);
    assert.equal(await page.locator('[data-dice-alarm]').count(), 0);
  }
  const notes = await Promise.all([anna, bert].map((page) => saved(page, page.getByRole('button', { name: 'Save my notes' }))));
  assert.match(notes.join(''), /^gave \d+ /m);
  assert.match(notes.join(''), /^word [0-9a-f]{64} \d+ [0-9a-f]{64}$/m);

  // Bert resigns, after he was asked whether he means it. Both are told the seed.
  await bert.getByRole('tab', { name: /Table/ }).click();
  await bert.locator('[data-resign]').click();
  await bert.locator('[data-confirm-yes]').click();
  for (const page of [anna, bert]) {
    await page.getByText('Allied resigned').first().waitFor();
    await page.getByRole('tab', { name: /Dice/ }).click();
    await page.getByText('and the seed fits it').waitFor();
  }
  const record = await server.get(`/api/tables/${table.id}/record`, table.hands[0].table.token);
  const files = [['game.rec', record], ['anna.notes', notes[0]], ['bert.notes', notes[1]]].map(([name, text]) => {
    const path = join(server.data, name);
    writeFileSync(path, text);
    return path;
  });
  for (const notes of files.slice(1)) {
    const said = execFileSync(binary(), ['audit', files[0], '--notes', notes], { encoding: 'utf8' });
    tell(said.split('\n').slice(3, 6).join(' '));
    assert.match(said, /Proved: .*the record holds what the notes say/);
  }
  // A record from which Bert's link was left out does not get past his notes.
  writeFileSync(files[0], record.replace(/^(chain Allied .*\n)?link Allied .*\n/m, ''));
  assert.throws(() => execFileSync(binary(), ['audit', files[0], '--notes', files[2]], { encoding: 'utf8' }));
});

test('a promise that changes is said loudly', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(`/table/${table.id}#seat=${table.token}`);
  await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  const key = `grognard.dice.${table.id}`;
  const { commitment } = await server.get(`/api/tables/${table.id}`);
  assert.equal(await page.evaluate((key) => JSON.parse(localStorage.getItem(key)).commitment, key), commitment, 'pinned at first sight');
  // As if the server had promised something else when this browser first came.
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify({ ...kept, commitment: 'ab'.repeat(32) }));
  }, key);
  await page.reload();
  await page.locator('[data-dice-alarm]').waitFor();
  assert.match(await page.locator('[data-dice-alarm]').innerText(), /has changed what it promised/);
  await page.getByRole('tab', { name: /Dice/ }).click();
  assert.match(await page.locator('[data-unproved]').innerText(), /unproved/);
  // What is told of the line stands below it, not upon it.
  page.forgiven = /WebSocket|ERR_CONNECTION|Failed to load resource|net::/;
  await server.kill('SIGKILL');
  await page.locator('[data-line]').waitFor();
  const [alarm, line] = await Promise.all(['[data-dice-alarm]', '[data-line]'].map((one) => page.locator(one).boundingBox()));
  assert.ok(line.y >= alarm.y + alarm.height - 1, JSON.stringify({ alarm, line }));
});

/** A server that keeps the seed to itself, as this page hears it. */
function withheld() {
  delete window.DecompressionStream;
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get;
  Object.defineProperty(MessageEvent.prototype, 'data', {
    get() {
      const heard = data.call(this);
      return typeof heard === 'string' ? heard.replace(/"seed":"[0-9a-f]{64}"/, '"seed":null') : heard;
    },
  });
}

test('a seed that is not told at the end is said loudly', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(`/table/${table.id}#seat=${table.token}`, { before: (page) => page.addInitScript(withheld) });
  await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  assert.equal(await page.locator('[data-dice-alarm]').count(), 0);
  await page.getByRole('tab', { name: /Dice/ }).click();
  await page.getByText('The seed is told at the end').waitFor();
  await page.getByText('What your standing orders throw has no word of yours').waitFor();
  await server.post(`/api/tables/${table.id}/resign`, { seat: 'French' }, table.token);
  await page.locator('[data-dice-alarm]').waitFor();
  assert.match(await page.locator('[data-dice-alarm]').innerText(), /does not tell the seed/);
  await page.getByText('The game is over, and the seed has not been told').waitFor();
});
