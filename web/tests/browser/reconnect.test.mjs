// The server dies and comes back: the page says so, joins again by itself, and tells what was missed.
import { mkdirSync, rmSync } from 'node:fs';
import { hexOf } from './kit/board.mjs';
import { Hand } from './kit/hand.mjs';
import { assert, test } from './kit/test.mjs';

/** That the line broke is what these tests are about. */
const BROKEN = { forgiven: /WebSocket|ERR_CONNECTION|Failed to load resource|net::/ };

/** A game at one screen in which a unit has been picked up and moved on the page: two actions. */
async function moved({ server, open }) {
  const table = await server.hotSeat('eylau');
  const page = await open(`/table/${table.id}#seat=${table.token}`, BROKEN);
  const hand = new Hand(page, server, table);
  await hand.shows(0);
  for (const verb of ['pick ', 'go ']) {
    const { choices } = await hand.look();
    await hand.play(choices.find((one) => one.text.startsWith(verb)), choices);
  }
  return { table, page, hand };
}

test('the server is killed and started again', async ({ server, open }) => {
  const { table, page, hand } = await moved({ server, open });
  const text = await open(`/table/${table.id}/text#seat=${table.token}`, BROKEN);
  await text.locator('[data-played="2"]').waitFor({ state: 'attached' });

  await server.kill('SIGKILL');
  await page.locator('[data-line="waiting"], [data-line="joining"]').waitFor();
  await text.locator('[data-line="waiting"], [data-line="joining"]').waitFor();
  assert.match(await page.locator('[data-line]').first().innerText(), /connect/i);
  // It is said once, however often it is tried: what is read out does not change with every try.
  const heard = await page.locator('[data-line]').evaluate(async (line) => {
    const words = () => [...line.childNodes].filter((one) => one.nodeType === 3).map((one) => one.textContent.trim()).join(' ');
    const said = new Set([words()]);
    let tries = 0;
    await new Promise((done) => {
      new MutationObserver((changes) => {
        said.add(words());
        if ((tries += changes.filter((one) => one.attributeName === 'data-line').length) >= 4) done();
      }).observe(line, { attributes: true, childList: true, characterData: true, subtree: true });
    });
    return [...said];
  });
  assert.equal(heard.length, 1, heard.join(' | '));

  // What was acknowledged is still there. While the page cannot see it, play goes on: at another port, with the same data.
  const other = server.elsewhere();
  await other.run();
  const kept = await other.get(`/api/tables/${table.id}/view`, table.token);
  assert.equal(kept.played, 2);
  const pick = kept.choices.find((one) => one.text.startsWith('pick '));
  await other.post(`/api/tables/${table.id}/act`, { action: pick.text, played: 2 }, table.token);
  const goes = (await other.get(`/api/tables/${table.id}/view`, table.token)).choices.find((one) => one.text.startsWith('go '));
  await other.post(`/api/tables/${table.id}/act`, { action: goes.text, played: 3 }, table.token);
  await other.kill('SIGKILL');

  // Both pages come back by themselves, and tell what they missed.
  await server.run();
  for (const one of [page, text]) {
    await one.locator('[data-played="4"]').waitFor({ state: 'attached' });
    await one.locator('[data-line]').waitFor({ state: 'detached' });
    await one.locator('[data-catch-up]').waitFor();
    assert.match(await one.locator('[data-catch-up]').innerText(), new RegExp(pick.unit));
  }
  assert.equal(await hexOf(page, pick.unit), goes.hex);

  // And it can be played on.
  await page.locator('[data-catch-up]').getByRole('button', { name: 'Go on' }).click();
  const view = await hand.look();
  await hand.play(view.choices.find((one) => one.text.startsWith('pick ')), view.choices);
  await text.locator('[data-played="5"]').waitFor({ state: 'attached' });
}, { lasting: true });

test('what was taken back while the line was broken stands in no log', async ({ server, open }) => {
  const { table, page, hand } = await moved({ server, open });
  const second = page.getByRole('log').getByRole('button', { name: 'The board after action 2' }).first();
  await second.waitFor();

  await server.kill('SIGKILL');
  const other = server.elsewhere();
  await other.run();
  await other.post(`/api/tables/${table.id}/undo`, { confirm: true }, table.token);
  assert.equal((await other.get(`/api/tables/${table.id}/view`, table.token)).played, 1);
  await other.kill('SIGKILL');
  await server.run();
  await page.locator('[data-played="1"]').waitFor({ state: 'attached' });
  await second.waitFor({ state: 'detached' });

  // And what is played in its place is told.
  const view = await hand.look();
  await hand.play(view.choices.findLast((one) => one.text.startsWith('go ')), view.choices);
  await second.waitFor();
}, { lasting: true });

test('a server that was set up anew says why it turns somebody away', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(`/table/${table.id}#seat=${table.token}`, BROKEN);
  await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  await server.kill('SIGKILL');
  rmSync(server.data, { recursive: true, force: true });
  mkdirSync(server.data);
  await server.run();
  const line = page.locator('[data-line="refused"]');
  await line.waitFor();
  assert.match(await line.innerText(), /turned us away: \S/, 'with a reason');
}, { lasting: true });

test('a map that did not come is asked for again', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const problem = { type: 'urn:grognard:busy', title: 'Too busy', status: 503, detail: 'There is no time at the moment.' };
  const before = (page) => page.route('**/api/games/eylau/map', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }), { times: 1 });
  for (const kind of ['', '/text']) {
    const page = await open(`/table/${table.id}${kind}#seat=${table.token}`, { before, forgiven: /status of 503/ });
    await page.getByText(problem.detail).waitFor();
    await page.locator('[data-again]').click();
    await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  }
});
