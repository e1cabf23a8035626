// A game that is still going on is looked at again by the computer: whoever holds a seat may ask for it.
import { axe } from './kit/axe.mjs';
import { units } from './kit/board.mjs';
import { atRest } from './kit/rest.mjs';
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

for (const size of [{ name: 'desktop' }, { name: 'phone', width: 390, height: 844, touch: true }]) {
  test(`a mistake is named, the better line is drawn, and played (${size.name})`, async ({ server, open, tell }) => {
    const table = await server.hotSeat('eylau');
    // Some march to the rear.
    let view = await server.get(`/api/tables/${table.id}/view`, table.token);
    for (const wanted of ['pick Lev1', 'go ', 'pick Leg1', 'go ', 'end']) {
      const list = view.choices.filter((one) => one.text.startsWith(wanted));
      const choice = wanted === 'go ' ? list.sort((a, b) => Number(b.hex.slice(2)) - Number(a.hex.slice(2)))[0] : list[0];
      await server.post(`/api/tables/${table.id}/act`, { action: choice.text, played: view.played }, table.token);
      view = await server.get(`/api/tables/${table.id}/view`, table.token);
    }
    const page = await open(`/table/${table.id}#seat=${table.token}`, size);
    await page.locator('[data-played="5"]').waitFor({ state: 'attached' });
    const answers = [];
    page.on('response', (answer) => {
      if (/\/analysis/.test(answer.url()) && answer.ok()) answers.push(answer.json());
    });
    await page.goto(`${server.url}/table/${table.id}/replay`);
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    await page.locator('.analysis progress').waitFor({ state: 'detached' });
    const mistake = page.locator('[data-mistake]').first();
    await mistake.waitFor();
    const words = await mistake.innerText();
    tell(words);
    assert.match(words, /^Turn 1, French: .*(Lev1|Leg1|end)/, 'in words of people');
    await mistake.click();
    await page.locator('[data-better]').click();
    await page.locator('.board .trail.hint').first().waitFor({ state: 'attached' });
    await atRest(page);
    await axe(page, `a better line at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}better-${size.name}.png` });

    // The better line is played at a table of its own: what was better are its first actions.
    const at = Number(new URL(page.url()).hash.slice(1));
    const judged = (await Promise.all(answers)).flatMap((answer) => answer.decisions);
    const { better } = judged.find((one) => one.from - 1 === at && one.better);
    await mistake.click();
    await page.locator('.now [data-play-on]').click();
    await page.locator('.now [data-play-on-form] select').first().selectOption('both');
    await page.locator('.now [data-play-on-go]').click();
    await page.waitForURL((url) => /\/table\/\w+$/.test(url.pathname) && !url.pathname.endsWith(table.id));
    const [other] = /\w+$/.exec(new URL(page.url()).pathname);
    await page.locator('[data-played]:not([data-played="0"])').waitFor({ state: 'attached' });
    const token = await page.evaluate((key) => JSON.parse(localStorage.getItem('grognard.seats'))[key].token, other);
    const after = await server.get(`/api/tables/${other}/view`, token);
    assert.ok(after.played > 0 && after.played <= better.actions.length);
    const moves = better.actions.slice(0, after.played).flatMap((action, n, all) => {
      const [go, pick] = [/^go (\w+)$/.exec(action), /^pick (\w+)$/.exec(all[n - 1] ?? '')];
      return go && pick ? [[pick[1], go[1]]] : [];
    });
    assert.ok(moves.length > 0, better.actions.join(', '));
    for (const [unit, hex] of moves) assert.equal(after.board.counters.find((one) => one.tag === unit).hex, hex, 'what was better was played');

    // And from the same moment one plays on as one likes.
    await page.goto(`${server.url}/table/${table.id}/replay#${at}`);
    await page.locator('.controls [data-play-on]').click();
    await axe(page, `playing on at ${size.name}`);
    await page.locator('[data-play-on-form] select').first().selectOption('both');
    await page.locator('[data-play-on-go]').click();
    await page.waitForURL(/\/table\/\w+$/);
    const id = /table\/(\w+)$/.exec(page.url())[1];
    assert.notEqual(id, table.id);
    await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
    const then = await server.get(`/api/tables/${table.id}/view?at=${at}`, table.token);
    assert.deepEqual(Object.fromEntries(await units(page)), Object.fromEntries(then.board.counters.filter((one) => one.hex).map((one) => [one.tag, one.hex])));
  }, { unhurried: true });
}

test('how sure the cost of a mistake is, in figures and drawn', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  for (const wanted of ['pick ', 'go ', 'end']) {
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);
    await server.post(`/api/tables/${table.id}/act`, { action: view.choices.find((one) => one.text.startsWith(wanted)).text, played: view.played }, table.token);
  }
  const page = await open(`/table/${table.id}#seat=${table.token}`);
  await page.locator('[data-played="3"]').waitFor({ state: 'attached' });
  // What the analyst finds depends on how much time there is: here it is told what it has found.
  const judged = (more) => ({
    from: 1, to: 3, seat: 'French', turn: 'Turn 1 of 12, 1400', phase: 'French movement phase', actions: ['pick Lev1', 'go 1213', 'end'], dice: [], before: 0, expected: -1, after: -1, luck: 0, cost: 0, hurried: false, ...more,
  });
  const better = { actions: ['pick Lev2', 'go 1114', 'end'], reason: 'nearer', expected: 1, leads_to: ['Ost2 lost'] };
  for (const [one, cost, sure] of [
    [{ cost: 3.2, low: 1.1, high: 5.4, playouts: 24, name: 'Lev1 lost', led_to: ['Lev1 lost'], better }, '3.2 (1.1 to 5.4)', /24 pairs of games/],
    [{ cost: 2, better }, '2.0', /not played on/],
    [{ low: -1.5, high: 0.4, playouts: 8 }, null, /8 pairs of games: between -1\.5 and \+0\.4/],
  ]) {
    await page.unrouteAll();
    await page.route('**/analysis*', (route) =>
      route.fulfill({ json: { title: 'Eylau', seats: ['French', 'Allied'], level: 'veteran', decisions: [judged(one)], totals: [{ seat: 'French', decisions: 1, mistakes: one.better ? 1 : 0, cost: one.cost ?? 0, luck: 0 }], verdict: null, entries: 3, of: 1, next: null } }),
    );
    await page.goto(`${server.url}/table/${table.id}/replay#3`);
    await page.reload();
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    await page.locator('.analysis .now').waitFor();
    assert.match(await page.locator('.analysis .now [data-sure]').innerText(), sure);
    if (cost) assert.equal(await page.locator('.analysis .now [data-cost]').innerText(), cost);
    assert.equal(await page.locator('.analysis .now [data-interval]').count(), one.better && one.low ? 1 : 0);
    if (one.low && one.better) {
      assert.equal(await page.locator('.analysis .now [data-interval]').getAttribute('data-interval'), '1.1 5.4');
      assert.match(await page.locator('.analysis .now').innerText(), /Lev1 lost.*Better: .*led to: Ost2 lost/s);
      assert.match(await page.locator('[data-mistake]').locator('..').innerText(), /3\.2 \(1\.1 to 5\.4\)/);
      await atRest(page);
      if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}analysis-interval.png` });
    }
    await axe(page, 'a judged decision');
  }
});
