// Between friends: a draw, a rematch with the seats exchanged, leaving for good, and a pace.
import { axe } from './kit/axe.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';

const SIZES = [{ name: 'desktop' }, { name: 'phone', width: 390, height: 844, touch: true }];

/** Two people at a table, each with a page. */
async function friends(server, open, size, more = {}) {
  const made = await server.post('/api/tables', { game: 'eylau', player: 'Anna', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'open' }], ...more });
  const invite = new URLSearchParams(made.seats[1].link.split('#')[1]).get('invite').split('.')[1];
  const taken = await server.post(`/api/tables/${made.id}/seats/Allied`, { name: 'Bert', invite });
  const anna = await open(made.seats[0].link, size);
  const bert = await open(taken.link);
  for (const page of [anna, bert]) await page.locator('[data-played]').waitFor({ state: 'attached' });
  return { id: made.id, anna, bert, tokens: [made.seats[0].token, taken.token] };
}

for (const size of SIZES) {
  test(`a draw is offered and agreed upon, and the seats are exchanged for a rematch (${size.name})`, async ({ server, open }) => {
    const { id, anna, bert } = await friends(server, open, size);
    await anna.getByRole('tab', { name: 'Table' }).click();
    await anna.locator('[data-draw]').click();
    await bert.locator('[data-offered="drawn"]').waitFor();
    assert.match(await bert.locator('[data-offered]').innerText(), /French offers a draw/);
    await axe(bert, 'a draw is offered');
    await bert.locator('[data-offered]').getByRole('button', { name: 'Play on' }).click();
    await anna.locator('[data-offered]').waitFor({ state: 'detached' });
    await anna.locator('[data-draw]').click();
    await bert.locator('[data-agree]').click();
    const end = anna.locator('.orders .end');
    if (size.touch) await anna.getByRole('tab', { name: 'Orders' }).click();
    await end.getByText('Drawn by agreement').waitFor();
    await atRest(anna);
    if (process.env.GROGNARD_SHOTS) await anna.screenshot({ path: `${shots}drawn-${size.name}.png` });
    assert.match(await server.get(`/api/tables/${id}/record`), /^over drawn French$/m, 'what the record then says');
    // One of them wants to play again: both come to the same table, and each is the other side.
    await bert.locator('[data-rematch]').click();
    await bert.waitForURL((url) => !url.pathname.endsWith(id));
    await anna.getByRole('button', { name: 'To the rematch' }).click();
    await anna.waitForURL((url) => !url.pathname.endsWith(id));
    assert.equal(new URL(anna.url()).pathname, new URL(bert.url()).pathname);
    for (const [page, side] of [[anna, 'Allied'], [bert, 'French']]) {
      await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
      assert.match(await page.locator('header [data-side]').innerText(), new RegExp(side));
    }
    // The old table is left for good: first by one, who does not find it in his list any more, then by both.
    for (const [page, last] of [[anna, false], [bert, true]]) {
      await page.goto(`${server.url}/table/${id}`);
      await page.locator('[data-played]').waitFor({ state: 'attached' });
      await page.getByRole('tab', { name: 'Table' }).click();
      await page.locator('[data-quit]').click();
      await page.getByRole('button', { name: /^(Leave|Remove) it$/ }).click();
      await page.waitForURL(`${server.url}/`);
      await page.locator('[data-battle]').first().waitFor();
      assert.equal(await page.locator(`[data-table="${id}"]`).count(), 0);
      const answer = await fetch(`${server.url}/api/tables/${id}`);
      assert.equal(answer.status, last ? 404 : 200);
    }
  });

  test(`the pace is chosen, told, and seen to run (${size.name})`, async ({ server, open }) => {
    const page = await open('/new#game=eylau', size);
    await page.locator('[data-seating]').filter({ hasText: 'Eylau' }).waitFor();
    await page.locator('select').filter({ has: page.locator('option[value="open"]') }).last().selectOption('open');
    await page.locator('[data-pace-term]').selectOption('days 3');
    await axe(page, `a pace is chosen at ${size.name}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('link', { name: 'To the table' }).click();
    await page.locator('[data-clocks]').waitFor();
    assert.match(await page.locator('[data-clocks]').innerText(), /You have (3 days|2 days 23 h) left/);
    await page.getByRole('tab', { name: 'Table' }).click();
    assert.match(await page.locator('[data-pace]').innerText(), /3 days for each move/);
    await atRest(page);
    await axe(page, `a pace at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}pace-${size.name}.png` });

    // With a clock both have the time of the whole game.
    const { id, anna } = await friends(server, open, size, { terms: { pace: 'clock 30 10' } });
    assert.match(await anna.locator('[data-clocks]').innerText(), /French 30:00.*Allied 30:00/s);
    // The same for those who listen.
    await anna.goto(`${server.url}/table/${id}/text`);
    assert.match(await anna.locator('[data-clocks]').innerText(), /French 30:00.*Allied 30:00/s);
    await axe(anna, `clocks on the text board at ${size.name}`);
  });
}

/** Anna ends her turn, and Bert is to move. */
async function untilBert(server, id, token) {
  for (;;) {
    const view = await server.get(`/api/tables/${id}/view`, token);
    if (view.pending.seat !== 'French') return;
    const end = view.choices.find((one) => ['end', 'ready'].includes(one.text)) ?? view.choices[0];
    await server.post(`/api/tables/${id}/act`, { action: end.text, played: view.played }, token);
  }
}

/** So many hours later: the server is begun anew with another clock, and both come back to it. */
async function later(server, ahead, pages) {
  await server.kill();
  await server.run({ ahead });
  for (const page of pages) {
    await page.goto(page.url());
    await page.locator('[data-played]').waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'Table' }).click();
  }
}

for (const [size, way] of [[SIZES[0], 'claim'], [SIZES[1], 'substitute']]) {
  test(`who has vanished is reminded, and then the game is ${way === 'claim' ? 'claimed' : 'played on by the computer'} (${size.name})`, async ({ server, open }) => {
    const forgiven = /WebSocket|ERR_CONNECTION|Failed to load resource/;
    const { id, anna, bert, tokens } = await friends(server, open, { ...size, forgiven }, { terms: { pace: 'days 2' } });
    bert.forgiven = forgiven;
    await untilBert(server, id, tokens[0]);
    await later(server, 1, [anna]);
    assert.equal(await anna.locator('[data-late]').count(), 0, 'there is time');

    await later(server, 30, [anna, bert]);
    await anna.locator('[data-remind]').waitFor();
    assert.equal(await anna.locator('[data-claim]').count(), 0, 'he is reminded first');
    assert.equal(await bert.locator('[data-late]').count(), 0, 'nobody reminds himself');
    await axe(anna, `somebody may be reminded at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await anna.screenshot({ path: `${shots}remind-${size.name}.png` });
    await anna.locator('[data-remind]').click();
    await bert.getByText('French reminds Allied').first().waitFor();
    await anna.locator('[data-remind]').waitFor({ state: 'detached' });

    await later(server, 56, [anna]);
    await anna.locator(`[data-${way}]`).click();
    await axe(anna, `a game is claimed at ${size.name}`);
    if (way === 'claim') {
      await anna.getByRole('button', { name: 'Claim it' }).click();
      await anna.locator('.orders .end h2').waitFor({ state: 'attached' });
      assert.match(await anna.locator('.orders .end h2').textContent(), /Allied.*time|time.*Allied/i);
      assert.match(await server.get(`/api/tables/${id}/record`), /^over overdue Allied$/m);
    } else {
      await anna.getByRole('button', { name: 'Let it play on' }).click();
      await anna.locator('.seats li').filter({ hasText: 'computer' }).waitFor();
      const info = await server.get(`/api/tables/${id}`, tokens[0]);
      assert.equal(info.seats[1].who, 'veteran');
      assert.equal(info.over, false);
    }
  }, { lasting: true });
}
