// The turn of the other side, followed at one's own pace: step, back, again, skip; each attack before and after its die; losses marked; summed up.
import { axe } from './kit/axe.mjs';
import { hexOf, painted } from './kit/board.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';
import { tap } from './kit/touch.mjs';

const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844, touch: true },
];

/** A table of Eylau against a computer, which is to move as soon as we have done what we do. */
async function against(server, level = 'greedy') {
  const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: level }] });
  const { token, link } = made.seats[0];
  return { id: made.id, token, link, look: () => server.get(`/api/tables/${made.id}/view`, token) };
}

/** Ends what can be ended until the other side has to decide. */
async function handOver(server, table) {
  for (let view = await table.look(); view.pending?.seat === 'French'; view = await table.look()) {
    const end = view.choices.find((one) => ['end', 'ready', 'hold'].includes(one.text)) ?? view.choices[0];
    await server.post(`/api/tables/${table.id}/act`, { action: end.text, played: view.played }, table.token);
  }
}

/** Answers what we are asked in the other side's turn, until it goes on. */
async function answer(server, table) {
  for (let view = await table.look(), first = view.played; view.pending?.seat === 'French'; view = await table.look()) {
    const one = view.choices.find((choice) => ['ready', 'hold'].includes(choice.text)) ?? view.choices[0];
    await server.post(`/api/tables/${table.id}/act`, { action: one.text, played: view.played }, table.token);
    if (view.played > first + 60) break;
  }
}

/** Waits until the computer has done what it wanted to do and we have to decide. */
async function ours(server, page, table) {
  const view = await server.until(table, ({ pending }) => pending?.seat === 'French');
  await page.locator(`[data-played="${view.played}"]`).waitFor({ state: 'attached' });
}

const stop = async (page) => {
  const bar = page.locator('[data-follow]');
  return { kind: await bar.getAttribute('data-follow'), at: Number(await bar.getAttribute('data-at')) };
};

for (const size of SIZES) {
  for (const motion of ['reduce', 'no-preference']) {
    test(`the other side's turn, step by step (${size.name}, motion: ${motion})`, async ({ server, open, tell }) => {
      const table = await against(server);
      const page = await open(table.link, { ...size, motion, prefs: { pace: 'hand', minimap: false } });
      await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
      await handOver(server, table);
      await page.locator('[data-follow]:not([data-follow="wait"])').waitFor();
      await ours(server, page, table);

      // The game has gone on; the board shows where we are.
      const lag = await page.evaluate(() => {
        const { played, shown } = document.querySelector('[data-played]').dataset;
        return Number(played) - Number(shown);
      });
      assert.ok(lag > 0, `the board waits for us, ${lag} actions behind`);
      assert.equal(await page.locator('.orders [data-choice]').count(), 0, 'nothing is offered on a board that is not the present one');
      await axe(page, `following at ${size.name}`);

      // Step by step, with keys on the desktop and with taps on the phone. Where we are asked in between, we answer and go on.
      const kinds = new Map();
      let before = await stop(page);
      const step = () => (size.touch ? tap(page.locator('[data-step]')) : page.keyboard.press('f'));
      for (let asked = 0; ; asked += 1) {
        assert.ok(asked < 40, 'it comes to an attack');
        before = await stop(page);
        for (;;) {
          kinds.set(before.kind, (kinds.get(before.kind) ?? 0) + 1);
          if (before.kind === 'attack') assert.equal(await page.locator('[data-follow] [data-odds]').count(), 1, 'an attack stops on its forecast');
          if (before.kind === 'attack' && kinds.get('attack') === 1) {
            await atRest(page);
            // The map glides there.
            await painted(page);
            // What is fought about is not hidden by the bar that tells of it.
            const [target] = (await server.get(`/api/tables/${table.id}/view?at=${await page.locator('[data-shown]').getAttribute('data-shown')}`, table.token)).board.marks.filter((one) => one.kind === 'target');
            const place = await page.evaluate((hex) => document.querySelector('.board').probe.hex(hex), target.hex);
            const bar = await page.locator('[data-follow]').boundingBox();
            assert.ok(place.y < bar.y || place.x < bar.x || place.x > bar.x + bar.width, `${target.hex} at ${place.y} lies above the bar at ${bar.y}`);
            await axe(page, `an attack at ${size.name}`);
            if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}follow-attack-${size.name}.png` });
          }
          if (before.kind === 'result') {
            assert.equal(await page.locator('[data-follow] .die').count(), 1, 'and on its die');
            if (process.env.GROGNARD_SHOTS && kinds.get('result') === 1) await page.screenshot({ path: `${shots}follow-result-${size.name}.png` });
          }
          if (motion === 'reduce' && before.kind === 'move') assert.equal(await page.evaluate(() => document.querySelector('.board').probe.told().glides), false, 'with less motion nothing glides');
          const all = Number((await page.locator('[data-follow] .count').innerText()).split('of')[1]);
          if (before.at + 1 >= all) break;
          await step();
          await page.locator(`[data-follow][data-at="${before.at + 1}"]`).waitFor();
          before = await stop(page);
        }
        if (kinds.has('result')) break;
        assert.ok((await page.locator('.board .trail').count()) > 0, 'ways are drawn');
        await step();
        await page.locator('[data-follow]').waitFor({ state: 'detached' });
        await answer(server, table);
        await page.locator('[data-follow]:not([data-follow="wait"])').waitFor();
        await ours(server, page, table);
      }
      tell([...kinds].map(([kind, count]) => `${count} ${kind}`).join(', '));
      assert.ok(kinds.get('move') > 0, 'moves are shown');
      assert.ok((kinds.get('attack') ?? 0) > 0 && kinds.get('attack') === kinds.get('result'), 'each attack is shown before and after its die');

      // Back, and from the beginning.
      await page.getByRole('button', { name: 'One step back' }).click();
      await page.locator(`[data-follow][data-at="${before.at - 1}"]`).waitFor();
      if (before.at > 1) await page.getByRole('button', { name: 'From the beginning' }).click();
      await page.locator('[data-follow][data-at="0"]').waitFor();

      // We skip the rest, and can play.
      await page.keyboard.press('s');
      await page.locator('[data-follow]').waitFor({ state: 'detached' });
      await page.locator('.orders [data-choice], .orders [data-undo]').first().waitFor({ state: 'attached' });
      // When the other side has done what it wanted, it is summed up.
      const card = page.locator('[data-catch-up]');
      for (let asked = 0; (await card.count()) === 0; asked += 1) {
        assert.ok(asked < 40, 'it is summed up');
        // In our own phase nobody asks us any more: the card is on its way.
        if ((await table.look()).board.phase.startsWith('French')) {
          await card.waitFor();
          break;
        }
        await answer(server, table);
        await ours(server, page, table);
        if (await page.locator('[data-follow]').count()) await page.keyboard.press('s');
        await atRest(page);
        if ((await table.look()).board.phase.startsWith('French')) await card.waitFor();
      }
      assert.match(await card.innerText(), /units? moved/);
      const view = await table.look();
      const unit = view.board.counters.find((one) => one.hex && one.side === 'Allied');
      await painted(page);
      assert.equal(await hexOf(page, unit.tag), unit.hex, 'the board is the present one');
      await atRest(page);
      await axe(page, `caught up at ${size.name}`);
      if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}follow-card-${size.name}.png` });

      // The card shows it once more, and is closed.
      await card.locator('[data-watch]').click();
      await page.locator('[data-follow][data-at="0"]').waitFor();
      await page.locator('[data-skip]').click();
      await card.getByRole('button', { name: 'Go on' }).click();
      await card.waitFor({ state: 'detached' });
    });
  }
}

test('it plays by itself, is paused, and its pace is remembered', async ({ server, open }) => {
  const table = await against(server);
  const page = await open(table.link, { prefs: { pace: 'leisurely' } });
  await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  await handOver(server, table);
  // It goes on without a hand.
  await page.locator('[data-follow]:not([data-at="0"]):not([data-at="-1"])').waitFor();
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  const { at } = await stop(page);
  // A step back and one on: whether there is more to come is a matter of how quickly it was paused.
  await page.keyboard.press('b');
  await page.locator(`[data-follow][data-at="${at - 1}"]`).waitFor();
  await page.keyboard.press('f');
  await page.locator(`[data-follow][data-at="${at}"]`).waitFor();
  // Quicker, to the end: the card comes without a click.
  await page.getByRole('combobox', { name: 'Pace' }).selectOption('quick');
  await page.keyboard.press('w');
  await page.locator('[data-catch-up]').waitFor();
  assert.equal(await page.locator('[data-follow]').count(), 0);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('grognard.preferences')).pace), 'quick');
});

test('whoever skips may play at once', async ({ server, open }) => {
  const table = await against(server);
  const page = await open(table.link, { prefs: { pace: 'leisurely' } });
  await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
  await handOver(server, table);
  await page.locator('[data-follow]').waitFor();
  await page.keyboard.press('s');
  await page.locator('[data-follow]').waitFor({ state: 'detached' });
  // What comes later is not shown either; our decision is there as soon as it is ours.
  await page.locator('.orders [data-choice]').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('[data-follow]').count(), 0);
  const view = await table.look();
  assert.equal(await page.locator('[data-played]').getAttribute('data-shown'), String(view.played));
});

for (const game of ['dresden', 'dresden-20']) {
  test(`whoever comes to ${game} as the French is told what has happened`, async ({ server, open }) => {
    const made = await server.post('/api/tables', { game, seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'greedy' }] });
    const { token, link } = made.seats[0];
    // The Allies begin; we come when they have done what they do.
    const view = await server.until({ id: made.id, token }, ({ pending }) => pending.seat === 'French');
    assert.ok(view.played > 0);
    for (const size of SIZES) {
      const page = await open(link, size);
      const card = page.locator('[data-catch-up]');
      await card.waitFor();
      assert.match(await card.innerText(), /so far/);
      await atRest(page);
      await axe(page, `${game}, first arrival at ${size.name}`);
      if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}first-${game}-${size.name}.png` });
      await card.locator('[data-watch]').click();
      await page.locator('[data-follow][data-at="0"]').waitFor();
      await page.locator('[data-skip]').click();
      await page.locator('.orders [data-choice], .orders [data-unit-chip]').first().waitFor({ state: 'attached' });
    }
  });
}
