// One person plays both sides to the end, by the choices that the page offers; and the dice can be checked afterwards.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, test } from './kit/test.mjs';
import { binary } from './kit/where.mjs';

/** Numbers that look like chance but are the same every time. */
function* chance(seed) {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

for (const game of (process.env.GROGNARD_GAMES ?? 'eylau dresden dresden-20').split(' ')) {
  test(`hot-seat of ${game} to the end`, async ({ server, open, tell }) => {
    const table = await server.hotSeat(game);
    // Dice are asked about elsewhere; here the questions would only double the clicks.
    const page = await open(`/table/${table.id}/text#seat=${table.token}`, { prefs: { confirm: false } });
    await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
    const dice = chance(1807);
    let actions = 0;
    for (; actions < 6000; actions += 1) {
      // A button is pressed among those that are there. Buttons that end something are taken two times out of three, so that it comes to an end soon.
      const [weight, place] = [dice.next().value, dice.next().value];
      // While an action is on its way the choices rest; a click would be lost.
      await page.waitForFunction(() => document.querySelector('[data-ending]') ?? document.querySelector('#decision [data-action]:not([aria-disabled])'));
      const played = await page.evaluate(
        ([end, which]) => {
          if (document.querySelector('[data-ending]')) return null;
          const all = [...document.querySelectorAll('#decision [data-action]')];
          const last = all.filter((one) => one.closest('[data-group="button"]'));
          const list = last.length > 0 && (end < 0.67 || last.length === all.length) ? last : all;
          const now = document.querySelector('[data-played]')?.getAttribute('data-played');
          list[Math.floor(which * list.length)]?.click();
          return now;
        },
        [weight, place],
      );
      if (played === null) break;
      await page.waitForFunction((before) => document.querySelector('[data-played]')?.getAttribute('data-played') !== before, played);
    }
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);
    assert.ok(view.ending, `the game ended within ${actions} actions`);
    assert.ok((await page.locator('[data-ending]').innerText()).includes(view.ending.verdict));
    tell(`${view.played} actions: ${view.ending.verdict}`);

    // The board says the same, and offers nothing any more.
    await page.goto(`${server.url}/table/${table.id}`);
    await page.getByText(view.ending.verdict).first().waitFor();
    assert.equal(await page.locator('.orders [data-choice]').count(), 0);

    // The seed is told now, and every die follows from it.
    const info = await server.get(`/api/tables/${table.id}`, table.token);
    assert.match(info.seed, /^[0-9a-f]{64}$/);
    const file = join(server.data, 'game.rec');
    writeFileSync(file, await server.get(`/api/tables/${table.id}/record`, table.token));
    tell(execFileSync(binary(), ['audit', file], { encoding: 'utf8' }).trim().split('\n')[0]);
  });
}
