// What lies beside the map: charts at hand, the order of battle, cards, hints that are drawn and done, and attackers named first.
import { axe } from './kit/axe.mjs';
import { hexOf } from './kit/board.mjs';
import { Hand } from './kit/hand.mjs';
import { atRest } from './kit/rest.mjs';
import { readTurn } from './kit/script.mjs';
import { assert, shots, test } from './kit/test.mjs';

const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844, touch: true },
];
const path = (table) => `/table/${table.id}#seat=${table.token}`;

async function declared(server, upTo = 'roll') {
  const turn = readTurn('eylau');
  const table = await server.hotSeat('eylau', { record: turn.notation });
  const end = turn.script.findIndex((one) => one.action === upTo || one.action.startsWith(`${upTo} `));
  for (const { action } of turn.script.slice(0, end)) await server.post(`/api/tables/${table.id}/act`, { action }, table.token);
  return table;
}

for (const size of SIZES) {
  test(`charts stay open, with what is in question lit (${size.name})`, async ({ server, open }) => {
    const table = await declared(server);
    const page = await open(path(table), { ...size, prefs: { confirm: false, minimap: false } });
    await page.locator('[data-choice="roll"]').first().waitFor();
    await page.locator('[data-open-charts]').click();
    const charts = page.locator('[data-charts]');
    for (const kind of ['results', 'terrain', 'victory']) await charts.locator(`[data-chart="${kind}"]`).waitFor();
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);
    assert.equal(await charts.locator('[data-chart="results"] thead th.lit').innerText(), view.forecast.column);
    assert.match(await charts.locator('.turns li.now').innerText(), /^1\b/);
    assert.match(await charts.locator('.turns').innerText(), /French .*Mor/s, 'who is due stands at his turn');
    await atRest(page);
    await axe(page, `charts at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}charts-${size.name}.png` });
    // The die is rolled beside them; the result is lit, and they are still there after a reload.
    await page.locator('[data-choice="roll"]').first().click();
    await charts.locator('[data-chart="results"] td.hit').waitFor();
    await page.reload();
    await charts.locator('[data-chart="results"]').waitFor();
    await charts.getByRole('button', { name: 'Close the charts' }).click();
    await charts.waitFor({ state: 'detached' });
    if (!size.touch) {
      await page.locator('.board').click({ position: { x: 300, y: 20 } });
      await page.keyboard.press('y');
      await charts.waitFor();
    }
  });

  test(`the order of battle goes there (${size.name})`, async ({ server, open }) => {
    const table = await server.hotSeat('eylau');
    const page = await open(path(table), size);
    await page.locator('[data-played]').waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'Forces' }).click();
    const list = page.locator('[data-order-of-battle]');
    await list.waitFor();
    await list.getByRole('button', { name: 'Allied' }).click();
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);
    const bodies = new Set(view.board.counters.filter((one) => one.side === 'Allied').map((one) => one.body));
    assert.equal(await list.locator('[data-body]').count(), bodies.size);
    assert.ok(bodies.has('Tutchkov'), 'under their commanders');
    const body = list.locator('[data-body="Tutchkov"]');
    await body.locator('summary').click();
    assert.match(await body.innerText(), /Tut1.*0714/s);
    await body.locator('[data-goes="0714"]').click();
    await page.locator('.board .flash').waitFor({ state: 'attached' });
    await axe(page, `the order of battle at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}order-of-battle-${size.name}.png` });
  });

  test(`cards are cards (${size.name})`, async ({ server, open }) => {
    const made = await server.hotSeat('dresden-20');
    // Until somebody has drawn a card.
    let view;
    for (let i = 0; i < 400; i += 1) {
      view = await server.get(`/api/tables/${made.id}/view`, made.token);
      if (view.board.cards.length > 0) break;
      const end = view.choices.find((one) => ['end', 'decline', 'hold'].includes(one.text)) ?? view.choices[0];
      await server.post(`/api/tables/${made.id}/act`, { action: end.text, played: view.played }, made.token);
    }
    const [card] = view.board.cards;
    const page = await open(path(made), size);
    const shown = page.locator(`[data-card="${card.name}"]`).first();
    await shown.waitFor();
    assert.ok((await shown.innerText()).includes(card.text), 'what it does');
    assert.ok((await shown.innerText()).includes(card.side), 'whose it is');
    await page.getByRole('tab', { name: 'Forces' }).click();
    const deck = page.locator('[data-deck]');
    await deck.locator('summary').click();
    const left = view.board.deck.reduce((sum, one) => sum + one.left, 0);
    const all = view.board.deck.reduce((sum, one) => sum + one.all, 0);
    assert.ok(left < all);
    assert.match(await deck.innerText(), new RegExp(`${left} of ${all}`));
    assert.equal(await deck.locator('li.gone').count(), view.board.deck.filter((one) => one.left === 0).length);
    await atRest(page);
    await axe(page, `cards at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}cards-${size.name}.png` });
  });

  test(`a hint is drawn on the map, and done with a click (${size.name})`, async ({ server, open }) => {
    const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'greedy' }] });
    const table = { id: made.id, token: made.seats[0].token };
    const page = await open(made.seats[0].link, size);
    await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'What would you do?' }).first().click();
    const hint = page.locator('.desk [data-hint]');
    await hint.waitFor();
    const actions = await hint.getAttribute('data-hint');
    await atRest(page);
    const button = await hint.locator('[data-do-it]').boundingBox();
    assert.ok(button.y + button.height <= size.height, 'what does it is in sight');
    await axe(page, `a hint at ${size.name}`);
    assert.ok((await page.locator('.board .tone.note').count()) > 0, 'its place is lit');
    if (/^pick \S+ go \S+$/.test(actions)) assert.equal(await page.locator('.board .trail.hint').count(), 1, 'and its way is drawn');
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}hint-${size.name}.png` });
    await hint.locator('[data-do-it]').click();
    const wanted = /^pick (\S+) go (\S+)$/.exec(actions);
    if (wanted) {
      await page.locator('[data-played="2"]').waitFor({ state: 'attached' });
      assert.equal(await hexOf(page, wanted[1]), wanted[2]);
    } else await page.locator('[data-played]:not([data-played="0"])').waitFor({ state: 'attached' });
    assert.equal(await hint.count(), 0);

    // Why they did it: the turn, not the last click.
    const turn = () => server.until(table, ({ pending }) => pending.seat === 'French');
    let view = await turn();
    for (; view.board.turn_number === 1; view = await turn()) {
      const end = view.choices.find((one) => ['end', 'ready', 'hold', 'halt'].includes(one.text)) ?? view.choices[0];
      await server.post(`/api/tables/${table.id}/act`, { action: end.text, played: view.played }, table.token);
    }
    await page.locator(`[data-played="${view.played}"]`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Why did they?' }).first().click();
    const why = page.locator('.desk [data-why] li');
    await why.first().waitFor();
    assert.ok((await why.count()) > 1, 'several reasons');
    await axe(page, `their reasons at ${size.name}`);
    // What is advised and what they played is the same on every machine: nobody thinks by the clock.
  }, { unhurried: true });
}

test('the attacker may be named first', async ({ server, open }) => {
  const table = await declared(server, 'target');
  const page = await open(path(table), { prefs: { minimap: false } });
  const hand = new Hand(page, server, table);
  const view = await hand.look();
  await hand.shows(view.played);
  const { script } = readTurn('eylau');
  const at = script.findIndex((one) => one.action.startsWith('target '));
  const hex = script[at].action.split(' ')[1];
  const unit = script[at + 1].action.split(' ')[1];
  assert.ok(script[at + 1].action.startsWith('join '));
  await hand.clickUnit(unit);
  assert.match(await page.locator('[data-said]').textContent(), new RegExp(`${unit} is to attack`));
  assert.equal((await hand.look()).played, view.played, 'nothing is played yet');
  await hand.clickHex(hex);
  await hand.shows(view.played + 2);
  const now = await hand.look();
  assert.ok(now.board.counters.find((one) => one.tag === unit).badges.includes('attacker'));
  // And the usual way round still goes.
  await page.keyboard.press('Escape');
  await hand.shows(view.played);
  await hand.clickHex(hex);
  await hand.shows(view.played + 1);
});

test('the order of battle of Dresden 20 names corps and their commanders', async ({ server, open }) => {
  const table = await server.hotSeat('dresden-20');
  const page = await open(`/table/${table.id}#seat=${table.token}`);
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Forces' }).click();
  const bodies = page.locator('[data-order-of-battle] [data-body]');
  const named = async (side) => {
    await page.locator('[data-order-of-battle]').getByRole('button', { name: side, exact: true }).click();
    return bodies.evaluateAll((all) => all.map((one) => one.getAttribute('data-body')));
  };
  const french = await named('French');
  assert.ok(['XIV Corps, Saint-Cyr', 'Imperial Guard', 'I Corps, Vandamme', 'VI Corps, Marmont'].every((body) => french.includes(body)), french.join('; '));
  const allied = await named('Allied');
  assert.ok(['II Corps, Kleist', 'II Corps, Eugen of Württemberg', 'IV Corps, Klenau'].every((body) => allied.includes(body)), allied.join('; '));
  // The Guard is one body of several counters.
  await named('French');
  await page.locator('[data-body="Imperial Guard"] summary').click();
  assert.equal(await page.locator('[data-body="Imperial Guard"] li').count(), 4);
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}order-of-battle.png` });
});
