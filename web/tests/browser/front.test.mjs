// The front door: one click to a game, one's own games first, an invitation that says from where it works, and what the table's maker allows.
import { axe } from './kit/axe.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';

const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844, touch: true },
];

for (const size of SIZES) {
  test(`one click to a battle against the computer (${size.name})`, async ({ server, open }) => {
    const page = await open('/', size);
    const library = await server.get('/api/games');
    for (const book of library.books) {
      await page.getByRole('heading', { level: 3, name: new RegExp(book.title) }).waitFor();
      for (const game of book.games) {
        const card = page.locator(`[data-battle="${game.id}"]`);
        assert.match(await card.innerText(), /about .*(minutes|hours).* turns .* counters .*(light|medium|heavy)/s);
        // Its picture is made when somebody is about to see it.
        await card.scrollIntoViewIfNeeded();
        await card.locator('canvas').waitFor();
      }
    }
    await page.evaluate(() => scrollTo(0, 0));
    // Three battles of a book stand in one line where there is room for them.
    const lines = await page.locator('[data-battle^="dresden-20"]').evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
    assert.equal(lines, size.touch ? 3 : 1);
    const levels = await page.locator('[data-battle="eylau"] [data-level] option').evaluateAll((all) => all.map((one) => one.value));
    const yardsticks = library.levels.filter((one) => one.baseline).map((one) => one.id);
    assert.deepEqual(levels.filter((one) => yardsticks.includes(one)), [], 'yardsticks are for the laboratory');
    await atRest(page);
    await axe(page, `the front door at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}front-${size.name}.png`, fullPage: true });

    await page.locator('[data-battle="eylau"] [data-side]').selectOption('Allied');
    await page.locator('[data-battle="eylau"] [data-level]').selectOption('recruit');
    const recruit = library.levels.find((one) => one.id === 'recruit');
    await page.locator('[data-battle="eylau"]').getByText(`${recruit.title} ${recruit.summary}.`).waitFor();
    await page.getByRole('button', { name: 'Play Eylau against the computer' }).click();
    await page.locator('[data-played]').waitFor({ state: 'attached' });
    // Which side one is stays in sight.
    const side = page.locator('header [data-side]');
    assert.match(await side.innerText(), /Allied/);
    assert.ok(await side.isVisible());
    const id = /table\/(\w+)/.exec(page.url())[1];
    await page.waitForFunction(() => document.title.startsWith('●'));

    // Back at the door the game stands first, with its turn.
    await page.goto(`${server.url}/`);
    const own = page.locator(`[data-table="${id}"]`);
    await own.locator('.state').waitFor();
    const text = await own.innerText();
    assert.match(text, /Your turn/);
    assert.match(text, /Turn \d+ of 12/);
    assert.doesNotMatch(text, /actions/);
    const [first, battles] = await Promise.all([own.boundingBox(), page.locator('[data-battle]').first().boundingBox()]);
    assert.ok(first.y < battles.y, 'before everything else');
  });

  test(`begin, and as whom, is always in sight (${size.name})`, async ({ server, open }) => {
    const page = await open('/new#game=dresden', size);
    const begin = page.getByRole('button', { name: 'Begin' });
    await page.locator('[data-seating]').filter({ hasText: 'Dresden' }).waitFor();
    for (const where of ['top', 'bottom']) {
      await page.evaluate((end) => scrollTo(0, end === 'top' ? 0 : document.body.scrollHeight), where);
      await atRest(page);
      const box = await begin.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= size.height, `Begin is in sight at the ${where}`);
      assert.match(await page.locator('[data-seating]').innerText(), /You are French; against Allied, the computer \(veteran\)/);
    }
    await page.locator('[data-swap]').click();
    assert.match(await page.locator('[data-seating]').innerText(), /You are Allied/);
    assert.equal(await page.locator('option', { hasText: /bait|turtle|greedy/i }).count(), 0, 'no yardsticks');
    await axe(page, `a new game at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}new-${size.name}.png` });
  });

  test(`an invitation says that it works on this machine only (${size.name})`, async ({ server, open }) => {
    const page = await open('/new#game=eylau', size);
    await page.getByRole('button', { name: 'With a friend, by link' }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    const invite = page.locator('[data-reach]').first();
    await invite.waitFor();
    assert.equal(await invite.getAttribute('data-reach'), 'here');
    const text = await invite.innerText();
    assert.match(text, /works on this machine only/);
    assert.match(text, /--listen 0\.0\.0\.0/);
    const house = await server.get('/api/house');
    assert.equal(house.here_only, true);
    // Where the machine has an address that others know, the link for them and its picture are there as well.
    if (house.addresses.length > 0) {
      assert.ok((await invite.locator('[data-invite]').nth(1).inputValue()).includes(house.addresses[0]));
      await invite.locator('summary').first().click();
      const code = invite.locator('[data-qr]').first();
      await code.waitFor();
      assert.ok((await code.getAttribute('data-qr')).startsWith(`http://${house.addresses[0]}`));
    }
    await axe(page, `an invitation at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}invite-${size.name}.png`, fullPage: true });
    // At the table the same is told under Table.
    await page.getByRole('link', { name: 'To the table' }).click();
    await page.locator('[data-played]').waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'Table' }).click();
    assert.match(await page.locator('.panel [data-reach]').innerText(), /works on this machine only/);
  });
}

test('onlookers are silent and nobody asks the computer, unless the table was made so', async ({ server, open }) => {
  const seats = [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'open' }];
  for (const allowed of [false, true]) {
    const made = await server.post('/api/tables', { game: 'eylau', public: true, seats, ...(allowed ? { terms: { onlookers_talk: true, counsel: true } } : {}) });
    const onlooker = await open(`/table/${made.id}`);
    await onlooker.locator('[data-played]').waitFor({ state: 'attached' });
    await onlooker.getByRole('tab', { name: /Talk/ }).click();
    const field = onlooker.getByRole('textbox', { name: 'Say something' });
    if (allowed) await field.waitFor();
    else await onlooker.locator('[data-silent]').waitFor();
    assert.equal(await field.count(), allowed ? 1 : 0);
    const player = await open(made.seats[0].link);
    await player.locator('.orders [data-choice]').first().waitFor();
    assert.equal(await player.getByRole('button', { name: 'What would you do?' }).count() > 0, allowed);
    const answer = await fetch(`${server.url}/api/tables/${made.id}/advice?hint=recruit`, { headers: { authorization: `Bearer ${made.seats[0].token}` } });
    assert.equal(answer.status, allowed ? 200 : 403, 'the server holds to it');
    await axe(player, 'a table between people');
  }
  // Against the computer one may always ask.
  const alone = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'recruit' }] });
  const page = await open(alone.seats[0].link);
  await page.getByRole('button', { name: 'What would you do?' }).first().waitFor();
});

test('a game that is over is taken off the list', async ({ server, open }) => {
  const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'recruit' }] });
  const page = await open(made.seats[0].link);
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  await server.post(`/api/tables/${made.id}/resign`, {}, made.seats[0].token);
  await page.goto(`${server.url}/`);
  const own = page.locator(`[data-table="${made.id}"]`);
  await own.locator('.state').waitFor();
  assert.match(await own.innerText(), /French resigned/);
  await axe(page, 'the front door with a game that is over');
  await page.locator(`[data-forget="${made.id}"]`).click();
  await own.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('[data-battle]').first().waitFor();
  assert.equal(await own.count(), 0);
});

test('a table that is not there any more can be taken off the list', async ({ server, open }) => {
  const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'recruit' }] });
  const page = await open(made.seats[0].link, { forgiven: /404/ });
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  await page.goto(`${server.url}/`);
  await page.locator(`[data-table="${made.id}"] .state`).waitFor();
  const gone = await fetch(`${server.url}/api/tables/${made.id}`, { method: 'DELETE', headers: { authorization: `Bearer ${made.seats[0].token}` } });
  assert.equal(gone.status, 200);
  await page.reload();
  await page.locator(`[data-table="${made.id}"]`, { hasText: 'this server does not know it' }).waitFor();
  await page.locator(`[data-forget="${made.id}"]`).click();
  await page.locator(`[data-table="${made.id}"]`).waitFor({ state: 'detached' });
});

test('a card counts the counters of its game, and its picture shows what it is about', async ({ server, open }) => {
  const page = await open('/');
  const library = await server.get('/api/games');
  for (const [id, most] of [['bautzen-outposts', 20], ['bautzen-short', 90]]) {
    const card = page.locator(`[data-battle="${id}"]`);
    await card.waitFor();
    const { pieces } = library.books.flatMap((book) => book.games).find((one) => one.id === id);
    const table = await server.hotSeat(id);
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);
    assert.equal(pieces, view.board.counters.filter((one) => one.off_map !== 'not in this game').length);
    assert.ok(pieces < most, `${id} has ${pieces}`);
    assert.match(await card.innerText(), new RegExp(`\\b${pieces} counters`));
    await card.scrollIntoViewIfNeeded();
    await page.waitForFunction((one) => document.querySelector(`[data-battle="${one}"] canvas`)?.width > 16, id);
  }
  // Three battles on one map have three pictures.
  await page.locator('[data-battle="bautzen"]').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('[data-battle="bautzen"] canvas')?.width > 16);
  const pictures = await page.locator('[data-battle^="bautzen"] canvas').evaluateAll((all) => all.map((one) => one.toDataURL()));
  assert.equal(new Set(pictures).size, 3);
});

test('a server that was busy is asked again what there is to play', async ({ open }) => {
  const busy = (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ type: 'urn:grognard:busy', title: 'Too busy', status: 503, detail: 'There is no time at the moment.' }) });
  const before = async (page) => {
    for (const what of ['**/api/games', '**/api/tables']) await page.route(what, busy, { times: 1 });
  };
  const page = await open('/', { before, forgiven: /status of 503/ });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-battle="eylau"]').waitFor();
});
