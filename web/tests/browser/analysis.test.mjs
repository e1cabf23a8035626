// A game that is still going on is looked at again by the computer: whoever holds a seat may ask for it.
import { assert, shots, test } from './kit/test.mjs';

test('a running game is analysed', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  // Three units march, and the phase ends.
  let view = await server.get(`/api/tables/${table.id}/view`, table.token);
  for (const wanted of ['pick ', 'go ', 'pick ', 'go ', 'pick ', 'go ', 'end']) {
    const choice = view.choices.find((one) => one.text.startsWith(wanted));
    await server.post(`/api/tables/${table.id}/act`, { action: choice.text, played: view.played }, table.token);
    view = await server.get(`/api/tables/${table.id}/view`, table.token);
  }
  assert.equal(view.played, 7);
  assert.ok(!view.ending, 'the game goes on');

  // Somebody who only looks on is not offered it: it would tell what a side could do.
  const stranger = await open(`/table/${table.id}/replay`);
  await stranger.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
  assert.equal(await stranger.getByRole('button', { name: 'Analyse the game' }).count(), 0);

  const page = await open(`/table/${table.id}#seat=${table.token}`);
  await page.locator('[data-played="7"]').waitFor({ state: 'attached' });
  await page.goto(`${server.url}/table/${table.id}/replay`);
  await page.getByRole('button', { name: 'Analyse the game' }).click();
  const rows = page.locator('.analysis tbody tr');
  await rows.first().waitFor();
  await page.getByRole('button', { name: 'Analyse the game' }).waitFor({ state: 'detached' });
  await page.locator('.analysis progress').waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 2, 'a row for each side');
  const words = (await rows.allInnerTexts()).join(' ');
  assert.match(words, /French/);
  assert.match(words, /Allied/);
  assert.equal(await page.locator('.analysis svg .curve').count(), 1, 'the curve of what the position was worth');
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}analysis.png` });
});
