// Two players at one screen, and counters that lie face down: what one has seen is gone before the other looks.
import { everything, holdsNone as holds } from './kit/everything.mjs';
import { assert, test } from './kit/test.mjs';

/** Counters that stand on the map from the beginning, face down for the other side. */
const FRENCH = ['XIV', 'OG', 'GC'];
const ALLIED = ['RuI', 'RuII', 'RuIII', 'PrII', 'AuI', 'AuII', 'AuIII', 'AuCu', 'ResArt', 'GR'];

const holdsNone = async (page, tags, when) => holds(await everything(page), tags, when);

/** The curtain is down for a seat: nothing of the table is there, and the keyboard leads nowhere else. */
async function curtainFor(page, seat, when) {
  await page.getByRole('dialog', { name: `Hand over to ${seat}` }).waitFor();
  assert.equal(await page.locator('[data-played], .board, [data-choice], [data-said]').count(), 0, `${when}: the table is behind the curtain`);
  await holdsNone(page, [...FRENCH, ...ALLIED], `${when}, behind the curtain`);
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Escape', 'Escape', 'Control+z', 'Tab']) {
    await page.keyboard.press(key);
    const there = await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('[data-curtain]') !== null);
    assert.ok(there, `${when}: ${key} leads out of the curtain`);
    assert.equal(await page.locator('[data-curtain]').isVisible(), true, `${when}: ${key} lifts the curtain`);
  }
}

/** A unit is there to be seen: painted on the map, or named in a list. */
async function seen(page, tag) {
  await page.waitForFunction((one) => document.querySelector('.board')?.probe?.units().some(([unit]) => unit === one) || document.body.innerText.includes(one), tag);
}

async function raise(page, seat) {
  await page.getByRole('button', { name: `I am ${seat}: raise the curtain` }).click();
  await page.locator('[data-curtain]').waitFor({ state: 'detached' });
  await page.locator('[data-played]').waitFor({ state: 'attached' });
}

/** Plays for whoever has to decide, until somebody else has. */
async function playOn(server, table, wanted = []) {
  const look = () => server.get(`/api/tables/${table.id}/view`, table.token);
  const first = await look();
  for (let i = 0; i < 60; i += 1) {
    const view = await look();
    if (view.pending.seat !== first.pending.seat) return view;
    const texts = view.choices.map((one) => one.text);
    const action = wanted.find((one) => texts.includes(one)) ?? ['ready', 'end', 'lull', 'halt', 'decline'].find((one) => texts.includes(one)) ?? texts[0];
    await server.post(`/api/tables/${table.id}/act`, { action, played: view.played }, table.token);
    wanted = wanted.filter((one) => one !== action);
  }
  return assert.fail(`it stays with ${first.pending.seat}`);
}

for (const kind of ['board', 'text board']) {
  test(`the curtain between two players at one screen, ${kind}`, async ({ server, open }) => {
    const seats = ['French', 'Allied'].map((seat) => ({ seat, who: 'me' }));
    const made = await server.post('/api/tables', { game: 'dresden-20', options: { fog: 'on' }, name: 'Fog', player: 'Both', seats });
    const table = { id: made.id, token: made.seats.find((one) => one.token).token };
    const page = await open(made.seats.find((one) => one.link)?.link ?? `/table/${made.id}#seat=${table.token}`);
    await curtainFor(page, 'Allied', 'at the beginning');
    if (kind === 'text board') {
      await page.goto(`${server.url}/table/${made.id}/text`);
      await curtainFor(page, 'Allied', 'at the beginning of the text board');
    }
    await raise(page, 'Allied');
    await seen(page, 'PrII');
    await holdsNone(page, FRENCH, 'before the Allies');

    // The Allies put no dummies down: the French come, who have seen nothing yet.
    await playOn(server, table);
    await curtainFor(page, 'French', 'after the Allied dummies');
    await raise(page, 'French');
    await seen(page, 'XIV');
    await holdsNone(page, ALLIED, 'before the French');

    // The Allies move, and read of it; the French read of a counter.
    await playOn(server, table);
    await curtainFor(page, 'Allied', 'after the French dummies');
    await raise(page, 'Allied');
    await playOn(server, table, ['pick PrII', 'go 1009']);
    await curtainFor(page, 'French', 'after the Allied movement');
    await raise(page, 'French');
    await page.getByText(/Allied counter moves/).first().waitFor({ state: 'attached' });
    await holdsNone(page, ALLIED, 'the French after the Allied movement');

    // A page that is opened anew begins behind the curtain.
    await page.reload();
    await curtainFor(page, 'French', 'opened anew');

    // Nor does a replay show what only one of them may know to whoever happens to sit there.
    await page.goto(`${server.url}/table/${made.id}/replay`);
    await curtainFor(page, 'French', 'in the replay');
    await page.getByRole('button', { name: 'I am French: raise the curtain' }).click();
    await page.locator('.board').waitFor();
    await seen(page, 'XIV');
    await holdsNone(page, ALLIED, 'the French in the replay');
  });
}
