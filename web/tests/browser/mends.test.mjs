// What players tripped over: each of these was wrong once.
import { axe } from './kit/axe.mjs';
import { Hand } from './kit/hand.mjs';
import { atRest } from './kit/rest.mjs';
import { readTurn } from './kit/script.mjs';
import { assert, shots, test } from './kit/test.mjs';

/** An attack of the French at Eylau is declared; `upTo` says before which action. */
async function declared(server, upTo = 'roll', more = {}) {
  const turn = readTurn('eylau');
  const table = await server.hotSeat('eylau', { record: turn.notation, ...more });
  const end = turn.script.findIndex((one) => one.action === upTo);
  for (const { action } of turn.script.slice(0, end)) await server.post(`/api/tables/${table.id}/act`, { action }, table.token);
  return table;
}
const path = (table) => `/table/${table.id}#seat=${table.token}`;
const look = (server, table) => server.get(`/api/tables/${table.id}/view`, table.token);

test('what is still possible stands on the button that ends the phase, and giving the game away is asked about', async ({ server, open }) => {
  const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'open' }] });
  const table = { id: made.id, token: made.seats[0].token };
  const page = await open(made.seats[0].link);
  const hand = new Hand(page, server, table);
  await hand.shows(0);
  const end = page.locator('.orders [data-choice="end"]');
  assert.match(await end.innerText(), /things still possible/);
  assert.equal(await page.locator('[data-left]').count(), 1, 'on one button only');
  // Nobody is near an enemy: with the phase the turn would end.
  const view = await look(server, table);
  assert.equal(view.choices.find((one) => one.text === 'end').passes, true);
  await end.click();
  const question = page.locator('[data-confirm]');
  await question.waitFor();
  assert.match(await question.innerText(), /still possible.*The other side is next/s);
  await axe(page, 'asked before the end of a phase');
  await question.getByRole('button', { name: 'Not yet' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal((await look(server, table)).played, 0);
  await end.click();
  await page.locator('[data-confirm-yes]').click();
  await page.waitForFunction(() => Number(document.querySelector('[data-played]').dataset.played) > 0);
  // With a unit in hand nothing is counted.
  const alone = await server.hotSeat('eylau');
  const both = await open(path(alone));
  const own = new Hand(both, server, alone);
  await own.shows(0);
  const first = await own.look();
  await own.play(first.choices.find((one) => one.text.startsWith('pick ')), first.choices);
  assert.equal(await both.locator('[data-left]').count(), 0);
});

test('nothing moves away from under the pointer', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(path(table), { prefs: { minimap: false } });
  const hand = new Hand(page, server, table);
  await hand.shows(0);
  const places = async () => {
    await atRest(page);
    const [row, undo] = await Promise.all([page.locator('.orders .buttons').first().boundingBox(), page.locator('[data-undo]').boundingBox()]);
    return [Math.round(row.y), Math.round(undo.y)];
  };
  const before = await places();
  for (let moves = 0; moves < 3; moves += 1) {
    const view = await hand.look();
    await hand.play(view.choices.filter((one) => one.text.startsWith('pick '))[moves], view.choices);
    assert.deepEqual(await places(), before, 'with a unit in hand');
    const then = await hand.look();
    await hand.play(then.choices.find((one) => one.text.startsWith('go ')), then.choices);
    assert.deepEqual(await places(), before, 'after its move');
  }
});

test('a move is taken back in one go', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(path(table), { prefs: { minimap: false } });
  const hand = new Hand(page, server, table);
  await hand.shows(0);
  for (const way of ['button', 'keys']) {
    const view = await hand.look();
    await hand.play(view.choices.find((one) => one.text.startsWith('pick ')), view.choices);
    const then = await hand.look();
    const go = then.choices.find((one) => one.text.startsWith('go '));
    await hand.play(go, then.choices);
    const undo = page.locator('[data-undo]');
    // It is called as its button was, once the answer is there, which may come after the board.
    await undo.filter({ hasText: `${go.unit} to ${go.hex}` }).waitFor();
    if (way === 'button') await undo.click();
    else await page.keyboard.press('Control+z');
    await hand.shows(0);
  }
  // A step alone: Backspace.
  const view = await hand.look();
  await hand.play(view.choices.find((one) => one.text.startsWith('pick ')), view.choices);
  const then = await hand.look();
  await hand.play(then.choices.find((one) => one.text.startsWith('go ')), then.choices);
  await page.keyboard.press('Backspace');
  await hand.shows(1);
});

test('the forecast speaks of better and worse, in words of people', async ({ server, open }) => {
  const table = await declared(server);
  const page = await open(path(table));
  const combat = page.locator('.combat');
  await combat.waitFor();
  const text = await combat.innerText();
  assert.doesNotMatch(text, /\d+\/36/, 'no fractions of 36');
  assert.match(text, /\d in \d/);
  const details = combat.locator('details').filter({ hasText: 'What would change it' });
  if (!(await details.getAttribute('open').then((open) => open !== null))) await details.locator('summary').click();
  const deltas = await combat.locator('[data-delta]').evaluateAll((all) => all.map((one) => [one.textContent, one.dataset.delta]));
  assert.ok(deltas.length > 0);
  for (const [words, tone] of deltas) {
    const [, word, sign] = /^\s*(\w+) ([+−])/.exec(words);
    const good = word.startsWith('D') ? sign === '+' : word.startsWith('A') ? sign === '−' : null;
    assert.equal(tone, good === null ? '' : good ? 'better' : 'worse', `${words} is ${tone}`);
  }
  await axe(page, 'the forecast');
});

test('after a reload the result is still there', async ({ server, open }) => {
  const table = await declared(server);
  const page = await open(path(table), { prefs: { confirm: false } });
  await page.locator('[data-choice="roll"]').first().click();
  const result = page.locator('.combat .rolled');
  await result.waitFor();
  const told = await result.innerText();
  // Whoever has to choose a retreat looks at it again tomorrow.
  await page.reload();
  await result.waitFor();
  assert.equal(await result.innerText(), told);
  await page.locator('.combat td.hit').waitFor();
});

test('three-level cases are links, and each number tells its gist', async ({ server, open }) => {
  const table = await server.hotSeat('dresden-20', { options: {} });
  const page = await open(path(table));
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  const link = page.locator('[data-case]').first();
  const id = await link.getAttribute('data-case');
  await link.hover();
  const tip = page.locator(`[data-tip="${id}"]`);
  await tip.waitFor();
  assert.match(await tip.innerText(), new RegExp(`\\[${id.replace('.', '\\.')}\\]`));
  await page.mouse.move(5, 5);
  await tip.waitFor({ state: 'detached' });
  // Whoever has opened it with a key goes on from where he was.
  await link.focus();
  await page.keyboard.press('Enter');
  const gist = page.getByRole('dialog');
  await gist.waitFor();
  await page.keyboard.press('Escape');
  await gist.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-case')), id);
  await page.goto(`${server.url}/rules/napoleonic-20/9.8`);
  await page.locator('article.wanted').waitFor();
  assert.ok((await page.locator('article a[href$="/9.8.6"], article a[href$="/9.8.1"], article a[href$="/9.8.4"]').count()) > 0, 'the reader links them, too');
});

test('a replay does not end with a board that does not come', async ({ server, open }) => {
  const table = await declared(server);
  const problem = { type: 'urn:grognard:busy', title: 'Too busy', status: 503, detail: 'There is no time at the moment.' };
  const before = (page) => page.route(/\/view\?at=0$/, (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }), { times: 1 });
  const page = await open(`/table/${table.id}/replay`, { before, forgiven: /status of 503/ });
  const where = page.locator('aside p').first();
  const last = (await look(server, table)).played;
  await where.filter({ hasText: `Action ${last} of ${last}` }).waitFor();
  await page.keyboard.press('Home');
  await page.getByText(problem.detail).waitFor();
  assert.match(await where.innerText(), new RegExp(`^Action ${last} `), 'what was there is still there');
  await page.keyboard.press('Home');
  await where.filter({ hasText: `Action 0 of ${last}` }).waitFor();
});

test('a key that was held when somebody went elsewhere is not held for ever', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(path(table), { prefs: { minimap: false } });
  const hand = new Hand(page, server, table);
  await hand.shows(0);
  const view = await hand.look();
  await hand.play(view.choices.find((one) => one.text.startsWith('pick ')), view.choices);
  const then = await hand.look();
  const step = then.choices.find((one) => one.text.startsWith('step '));
  const go = then.choices.find((one) => one.text === `go ${step.hex}`);
  await hand.near(go.hex);
  // The window is left with Shift held down, and nobody tells it when the key is let go.
  await page.keyboard.down('Shift');
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await hand.play(go, then.choices);
  assert.match(await server.get(`/api/tables/${table.id}/record`, table.token), new RegExp(`^2 \\w+ ${go.text}\\b`, 'm'));
  await page.keyboard.up('Shift');
});

test('the log stays where somebody reads it, and follows whoever reads its end', async ({ server, open }) => {
  const table = await declared(server);
  const page = await open(path(table), { height: 560 });
  const panel = page.locator('#panel');
  await panel.locator('.row').first().waitFor();
  await atRest(page);
  const rest = () => panel.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight);
  const room = await panel.evaluate((one) => one.scrollHeight - one.clientHeight);
  assert.ok(room > 80, `there is something to scroll (${room} px)`);
  assert.ok((await rest()) < 40, 'it opens at its end');
  const goOn = async (action) => {
    const lines = await panel.locator('.row').count();
    await server.post(`/api/tables/${table.id}/act`, { action }, table.token);
    await page.waitForFunction((before) => document.querySelectorAll('#panel .row').length > before, lines);
    await atRest(page);
  };
  await panel.evaluate((one) => one.scrollTo(0, 0));
  await goOn('roll');
  assert.equal(await panel.evaluate((one) => one.scrollTop), 0);
});

test('links are copied also where browsers have no clipboard for pages', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(path(table), { before: (one) => one.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined })) });
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Copy a link to watch' }).click();
  await page.getByText('The link for spectators copied.').waitFor();
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Copy a link to watch/, 'the focus stays where it was');
});

test('keys of one letter can be turned off', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  for (const keys of [true, false]) {
    const page = await open(path(table), { prefs: { keys } });
    await page.locator('[data-played]').waitFor({ state: 'attached' });
    await page.keyboard.press('y');
    // What a key has opened its button closes, and the other way round.
    await page.locator('[data-open-charts]').click();
    await page.locator(`[data-open-charts][aria-pressed="${!keys}"]`).waitFor();
    assert.equal(await page.locator('[data-charts]').count(), keys ? 0 : 1);
  }
});

test('a press that ends beside the map does not drag it along', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(path(table), { prefs: { minimap: false } });
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  await atRest(page);
  const box = await page.locator('.board').boundingBox();
  const [edge, middle] = [box.x + box.width, box.y + box.height / 2];
  const where = () => page.evaluate(() => document.querySelector('.board').probe.hex('0808'));
  const before = await where();
  await page.mouse.move(edge - 3, middle);
  await page.mouse.down();
  await page.mouse.move(edge + 2, middle);
  await page.mouse.up();
  for (const far of [40, 80, 120]) await page.mouse.move(edge - far, middle + far);
  await atRest(page);
  assert.deepEqual(await where(), before);
});

test('whatever has the focus shows it', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const page = await open(path(table));
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  const [bare, seen] = [[], new Set()];
  for (let i = 0; i < 200; i += 1) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const el = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(el);
      const name = `${el.tagName} ${el.id} ${el.getAttribute('aria-label') ?? el.textContent.slice(0, 40)}`;
      return { name, end: el === document.body, ring: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 };
    });
    if (now.end) break;
    seen.add(now.name);
    if (!now.ring) bare.push(now.name);
  }
  assert.ok(seen.size > 10, 'there is much to be reached');
  assert.deepEqual(bare, []);
});

for (const width of [1280, 1440]) {
  for (const game of ['eylau', 'dresden', 'dresden-20']) {
    test(`the sequence of play of ${game} fits at ${width}`, async ({ server, open }) => {
      const table = await server.hotSeat(game);
      const page = await open(path(table), { width });
      await page.locator('[data-played]').waitFor({ state: 'attached' });
      await atRest(page);
      const seen = await page.locator('.phases').evaluate((strip) => {
        const box = strip.getBoundingClientRect();
        return { over: strip.scrollWidth - strip.clientWidth, out: [...strip.children].filter((one) => one.getBoundingClientRect().right > box.right + 1).length, now: strip.querySelector('.now')?.innerText };
      });
      assert.ok(seen.over <= 1 && seen.out === 0, JSON.stringify(seen));
      assert.ok(seen.now.length > 3, 'the present phase has its name');
      if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}phases-${game}-${width}.png` });
    });
  }
}

for (const width of [1280, 1440]) {
  test(`twelve segments stand in two lines, every word of them, at ${width}`, async ({ server, open }) => {
    const table = await server.hotSeat('bautzen-short');
    const page = await open(path(table), { width });
    await page.locator('[data-lines]').waitFor();
    await atRest(page);
    const seen = await page.locator('[data-lines]').evaluate((strip) => {
      const edge = strip.parentElement.querySelector('.who').getBoundingClientRect().left;
      const all = [...strip.querySelectorAll('li')];
      return { words: all.map((one) => one.innerText), cut: all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > edge).length, now: strip.querySelector('.now')?.innerText };
    });
    assert.equal(seen.words.length, 12);
    assert.deepEqual(seen.words.slice(0, 6), seen.words.slice(6));
    assert.ok(seen.words.every((word) => /^[a-z ]{5,}$/.test(word)), JSON.stringify(seen.words));
    assert.equal(seen.cut, 0, 'nothing is cut off');
    assert.equal(seen.now, 'charge');
  });
}

test('on a telephone the odds stand above the button that rolls', async ({ server, open }) => {
  const table = await declared(server);
  const page = await open(path(table), { width: 390, height: 844, touch: true });
  await page.locator('[data-choice="roll"]').first().waitFor();
  await atRest(page);
  const box = await page.locator('.desk [data-odds]').boundingBox();
  assert.ok(box.height > 20 && box.y >= 0 && box.y + box.height <= 844, `the odds are in sight (${box.y} to ${box.y + box.height})`);
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}phone-odds.png` });
});

test('units off the map: one counter each, by name, and then what to do with it', async ({ server, open }) => {
  const library = await server.get('/api/games');
  const game = library.books.flatMap((book) => book.games).find((one) => /Maneuver/.test(one.title));
  const table = await server.hotSeat(game.id);
  await server.post(`/api/tables/${table.id}/act`, { action: 'box' }, table.token);
  for (const size of [{ width: 1440 }, { width: 390, height: 844, touch: true }]) {
    const page = await open(path(table), size);
    const curtain = page.locator('[data-curtain] button');
    await page.locator('[data-curtain] button, [data-played]').first().waitFor({ state: 'attached' });
    if (await curtain.count()) await curtain.click();
    const chips = page.locator('[data-unit-chip]');
    await chips.first().waitFor();
    const tags = await chips.evaluateAll((all) => all.map((one) => one.dataset.unitChip));
    assert.equal(new Set(tags).size, tags.length, 'one for each unit');
    for (const tag of tags) assert.ok((await page.locator(`[data-unit-chip="${tag}"]`).innerText()).includes(tag), 'its name can be read');
    const view = await look(server, table);
    const many = tags.find((tag) => view.choices.filter((one) => one.at.unit === tag).length > 1);
    assert.ok(many, 'with one of them several things can be done');
    await page.locator(`[data-unit-chip="${many}"]`).click();
    const menu = page.locator(`[data-menu="${many}"]`);
    await menu.waitFor();
    const wanted = view.choices.filter((one) => one.at.unit === many);
    assert.equal(await menu.locator('[data-choice]').count(), wanted.length);
    assert.ok((await menu.innerText()).includes(wanted[0].label.replace(/ \[.*?\]/g, '')));
    await atRest(page);
    await axe(page, `off the map at ${size.width}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}off-map-${size.width}.png` });
    await page.close();
  }
});

test('a page that cannot be drawn says so, and is drawn again when it is wanted', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  const broken = (route) => route.fulfill({ json: { columns: 3 } });
  const page = await open(path(table), { before: (page) => page.route('**/map*', broken), forgiven: /./ });
  const fallen = page.locator('[data-fallen]');
  await fallen.waitFor();
  assert.match(await fallen.innerText(), /Nothing that was played is lost/);
  await axe(page, 'a page that stumbled');
  await page.unroute('**/map*', broken);
  await fallen.getByRole('button', { name: 'Try again' }).click();
  await new Hand(page, server, table).shows(0);
  page.faults.length = 0;
});
