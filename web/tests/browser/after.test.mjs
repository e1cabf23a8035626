// After the battle: the points as a table, what was counted turn by turn, losses by arm and body, where they fell; the same in words.
import { readFileSync } from 'node:fs';
import { axe } from './kit/axe.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';

const record = readFileSync(new URL('../../../records/art-of-war/eylau.record', import.meta.url), 'utf8');

for (const size of [{ name: 'desktop' }, { name: 'phone', width: 390, height: 844, touch: true }]) {
  test(`a battle is looked back upon (${size.name})`, async ({ server, open }) => {
    const table = await server.hotSeat('eylau', { record });
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);
    assert.ok(view.ending, 'the game is over');
    const page = await open(`/table/${table.id}#seat=${table.token}`, size);
    const after = page.locator('[data-after]');
    await after.locator('[data-curve]').first().waitFor();
    assert.equal(await page.locator('[data-catch-up]').count(), 0, 'who played both sides has missed nothing');
    const sum = await after.locator('[data-points] tr').last().innerText();
    assert.ok((await after.locator('[data-points] tbody tr').count()) > 2, 'what they come from is told part by part');
    assert.match(await after.locator('[data-points]').innerText(), /23\.1/, 'with its case');
    for (const points of view.ending.points) assert.ok(sum.includes(String(points)), `${sum} has ${points}`);
    assert.equal(await after.locator('[data-curve="points"] path.one').count(), 1, 'a curve for each side');
    assert.equal(await after.locator('[data-curve="points"] path.two').count(), 1);
    // Losses add up to what the board says is lost.
    const lost = view.board.counters.filter((one) => one.off_map === 'lost');
    const rows = await after.locator('[data-losses="by arm"] tbody tr').evaluateAll((all) => all.map((row) => Number(row.children[2].textContent)));
    assert.equal(rows.reduce((all, one) => all + one, 0), lost.length);
    await after.locator('[data-mark-graves]').click();
    assert.ok((await page.locator('.board [data-lost]').count()) > 0, 'and are marked on the map');
    // Three moments, each with a way into the replay.
    const turning = after.locator('[data-turning] li');
    assert.equal(await turning.count(), 3);
    for (const href of await turning.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))) assert.match(href, new RegExp(`^/table/${table.id}/replay#\\d+$`));
    if (!size.touch) {
      const kept = page.waitForEvent('download');
      await after.locator('[data-picture]').click();
      assert.equal((await kept).suggestedFilename(), 'eylau.png');
    }
    await atRest(page);
    await axe(page, `after the battle at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}after-${size.name}.png` });
    // The same for those who listen.
    await page.goto(`${server.url}/table/${table.id}/text`);
    const words = page.locator('[data-after]');
    await words.locator('[data-curve="points"]').waitFor();
    assert.match(await words.innerText(), /turning points.*lost .* more in strength/s);
    assert.match(await words.locator('[data-points]').innerText(), /together/);
    assert.match(await words.innerText(), /French: turn 1 \d+.*end \d+/s);
    assert.equal(await words.locator('svg').count(), 0);
    // What is red on the map is told hex by hex, the worst first.
    const heat = (await words.locator('[data-heat] li').allInnerTexts()).map((line) => /^(\d{4}): strength (\d+) lost \((.+)\)/.exec(line));
    assert.ok(heat.length > 0 && heat.every((line) => line !== null));
    assert.equal(heat.reduce((sum, [, , strength]) => sum + Number(strength), 0), lost.reduce((sum, one) => sum + Math.max(1, one.strength ?? 1), 0), 'nothing is left out');
    assert.ok(Number(heat[0][2]) >= Number(heat.at(-1)[2]));
    await axe(page, `after the battle in words at ${size.name}`);
  });
}

test('a game against the computer is played again, from either side', async ({ server, open }) => {
  const made = await server.post('/api/tables', { game: 'eylau', options: { weather: 'on' }, seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'recruit' }] });
  const page = await open(made.seats[0].link);
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  await server.post(`/api/tables/${made.id}/resign`, {}, made.seats[0].token);
  await page.locator('[data-rematch]').waitFor();
  await page.getByRole('button', { name: 'As the other side' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(made.id));
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  assert.match(await page.locator('header [data-side]').innerText(), /Allied/);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const info = await server.get(`/api/tables/${id}`);
  assert.deepEqual(info.options, [['weather', 'on']]);
  assert.deepEqual(info.seats.map((seat) => seat.who), ['recruit', 'human']);
});

test('whoever looks elsewhere is told that it is his turn', async ({ server, open }) => {
  const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'open' }] });
  const invite = new URLSearchParams(made.seats[1].link.split('#')[1]).get('invite').split('.')[1];
  const taken = await server.post(`/api/tables/${made.id}/seats/Allied`, { name: 'Bert', invite });
  const page = await open('/preferences', {});
  // The browser's own notification is watched, not shown.
  const watch = () => {
    globalThis.notes = [];
    globalThis.Notification = class {
      static permission = 'granted';
      static requestPermission = () => Promise.resolve('granted');
      constructor(title, more) {
        globalThis.notes.push(`${title}: ${more.body}`);
      }
      close() {}
    };
  };
  await page.addInitScript(watch);
  await page.reload();
  await page.locator('[data-notify]').check();
  await axe(page, 'preferences with notifications');
  await page.goto(server.url + taken.link);
  await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }));
  // The other one ends his turn.
  for (;;) {
    const view = await server.get(`/api/tables/${made.id}/view`, made.seats[0].token);
    if (view.pending.seat !== 'French') break;
    const end = view.choices.find((one) => ['end', 'ready'].includes(one.text)) ?? view.choices[0];
    await server.post(`/api/tables/${made.id}/act`, { action: end.text, played: view.played }, made.seats[0].token);
  }
  await page.waitForFunction(() => globalThis.notes.length > 0);
  assert.deepEqual(await page.evaluate(() => globalThis.notes), ['Your turn: Eylau']);
});
