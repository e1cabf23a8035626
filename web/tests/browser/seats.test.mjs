// Seats that a browser holds: a wrong link does not take one away, a right one asks, and a lost answer loses nothing.
import { axe } from './kit/axe.mjs';
import { assert, test } from './kit/test.mjs';

const kept = (page, id) => page.evaluate((key) => JSON.parse(localStorage.getItem('grognard.seats') ?? '{}')[key] ?? {}, id);
const two = { game: 'eylau', public: true, seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'open' }] };
const seated = (page) => page.locator('[data-choice]').first().waitFor({ state: 'attached' });
const shown = (page) => page.locator('[data-played="0"]').waitFor({ state: 'attached' });

test('a wrong link takes no seat away', async ({ server, open }) => {
  const made = await server.post('/api/tables', two);
  const [mine] = made.seats;
  for (const size of [{ width: 1440 }, { width: 390, height: 844, touch: true }]) {
    const page = await open(mine.link, { ...size, forgiven: /status of 403/ });
    await seated(page);
    // Opened while the table is on the screen, and opened anew.
    for (const again of [false, true]) {
      if (again) await page.goto(`${server.url}/help`);
      await page.goto(`${server.url}/table/${made.id}#seat=${'0'.repeat(64)}`);
      await page.getByText('You keep the seat').first().waitFor({ state: 'attached' });
      await seated(page);
      assert.equal((await kept(page, made.id)).token, mine.token);
      assert.ok(!page.url().includes('seat='), 'no secret stays in the address');
      await page.reload();
      await seated(page);
    }
  }
  // With nothing to lose one looks on.
  const stranger = await open(`/table/${made.id}#seat=x`, { forgiven: /status of 403/ });
  await shown(stranger);
  await stranger.getByText('You can look on').first().waitFor({ state: 'attached' });
  assert.equal((await kept(stranger, made.id)).token, undefined);
});

test('a link to another seat asks first, and what was held can be had back', async ({ server, open }) => {
  const made = await server.post('/api/tables', two);
  const [mine] = made.seats;
  const taken = await server.post(`/api/tables/${made.id}/seats/Allied`, { name: 'Bert' });
  for (const text of ['', '/text']) {
    const page = await open(mine.link.replace('#', `${text}#`));
    await (text ? shown : seated)(page);
    await page.goto(`${server.url}/table/${made.id}${text}#seat=${taken.token}`);
    await page.locator('[data-offer]').waitFor();
    await axe(page, `a link to another seat${text}`);
    assert.equal((await kept(page, made.id)).token, mine.token);
    await page.getByRole('button', { name: 'Stay with French' }).click();
    await page.locator('[data-offer]').waitFor({ state: 'detached' });
    await (text ? shown : seated)(page);
    await page.goto(`${server.url}/table/${made.id}${text}#seat=${taken.token}`);
    await page.getByRole('button', { name: 'Play Allied here' }).click();
    await page.waitForFunction(([id, token]) => JSON.parse(localStorage.getItem('grognard.seats'))[id].token === token, [made.id, taken.token]);
    assert.deepEqual((await kept(page, made.id)).former.map((one) => one.token), [mine.token]);
  }
  const page = await open(mine.link);
  await seated(page);
  await page.goto(`${server.url}/table/${made.id}#seat=${taken.token}`);
  await page.getByRole('button', { name: 'Play Allied here' }).click();
  // What the French were offered is there until the Allies are welcomed.
  await page.locator('header [data-side]').filter({ hasText: 'Allied' }).waitFor();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Back to the seat of French' }).click();
  await seated(page);
  assert.equal((await kept(page, made.id)).token, mine.token);
});

test('a seat is not lost with the answer', async ({ server, open }) => {
  const forgiven = /ERR_FAILED|Failed to load resource/;
  for (const reload of [false, true]) {
    const made = await server.post('/api/tables', { ...two, public: false });
    const page = await open(made.seats[1].link, { forgiven });
    await page.getByRole('textbox', { name: 'Your name' }).fill('Bert');
    // The server does it, and nobody hears of it.
    let gone = reload;
    let asked = 0;
    await page.route(`**/api/tables/${made.id}/seats/Allied`, async (route) => {
      asked += 1;
      if (asked === 1) await route.fetch();
      return route.abort();
    });
    await page.route(`**/api/tables/${made.id}`, (route) => (gone ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Play Allied' }).click();
    if (reload) {
      await page.getByText('it stays yours').or(page.getByText('has been taken already')).first().waitFor();
      assert.equal((await kept(page, made.id)).token, undefined);
      gone = false;
      await page.reload();
    }
    await page.waitForFunction((id) => JSON.parse(localStorage.getItem('grognard.seats'))[id]?.token, made.id);
    const { token } = await kept(page, made.id);
    const info = await server.get(`/api/tables/${made.id}`, token);
    assert.deepEqual(info.seats.map((seat) => [seat.seat, seat.name, seat.yours]).at(1), ['Allied', 'Bert', true]);
    await page.getByRole('button', { name: 'Play Allied' }).waitFor({ state: 'detached' });
  }
});
