// On a telephone: taps alone, at the width of a usual and of a small one.
import { hexOf, whereHex, whereUnit } from './kit/board.mjs';
import { Finger } from './kit/finger.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';
import { tap, tapAt } from './kit/touch.mjs';

for (const width of [390, 360]) {
  test(`a move by taps at ${width} px`, async ({ server, open }) => {
    const table = await server.hotSeat('eylau');
    const page = await open(`/table/${table.id}#seat=${table.token}`, { width, height: 780, touch: true });
    await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
    await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
    await atRest(page);
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);

    const map = await page.locator('.board').boundingBox();
    assert.ok(map.width >= width - 2 && map.height > 300, `the map is large enough to play on (${map.width} by ${map.height})`);
    // Nobody taps what lies behind a button.
    const buttons = await page.locator('.board .zoom, [role="toolbar"][aria-label="The map shows"]').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const behind = ({ x, y }) => buttons.some((one) => x > one.left - 4 && x < one.right + 4 && y > one.top - 4 && y < one.bottom + 4);
    const inside = (at) => at.x > map.x + 10 && at.x < map.x + map.width - 10 && at.y > map.y + 10 && at.y < map.y + map.height - 60 && !behind(at);

    // A unit that is in sight is tapped, and then a hex in sight that it can reach.
    let moved = null;
    for (const pick of view.choices.filter((one) => 'unit' in one.at)) {
      const at = await whereUnit(page, pick.unit);
      if (at === null || !inside(at)) continue;
      await tapAt(page, at);
      await page.locator('[data-played="1"]').waitFor({ state: 'attached' });
      const then = await server.get(`/api/tables/${table.id}/view`, table.token);
      for (const go of then.choices.filter((one) => one.text.startsWith('go '))) {
        const to = await whereHex(page, go.hex);
        if (!inside(to)) continue;
        await tapAt(page, to);
        await page.locator('[data-played="2"]').waitFor({ state: 'attached' });
        moved = { unit: pick.unit, hex: go.hex };
        break;
      }
      break;
    }
    assert.ok(moved, 'a unit could be moved by taps');
    assert.equal(await hexOf(page, moved.unit), moved.hex);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}phone-${width}.png`, fullPage: true });

    // The sheet below the map is drawn up for the log, and lowered again: the map is there all the time.
    await tap(page.getByRole('tab', { name: 'Log' }));
    await page.getByRole('button', { name: 'Lower the sheet' }).waitFor();
    await atRest(page);
    const less = await page.locator('.board').boundingBox();
    assert.ok(less.height > 100 && less.height < map.height, `some of the map is left (${less.height})`);
    await page.getByRole('log').getByText(moved.unit).first().waitFor();
    // A click follows the finger a moment later, and what moves under it would not be hit.
    await tap(page.getByRole('button', { name: 'Lower the sheet' }));
    await page.getByRole('button', { name: 'Raise the sheet' }).waitFor();
    await atRest(page);
    await tap(page.getByRole('tab', { name: 'Orders' }));
    await page.getByRole('tab', { name: 'Orders', selected: true }).waitFor();
    await atRest(page);
    assert.equal((await page.locator('.board').boundingBox()).height, map.height);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollHeight <= innerHeight), true, 'nothing lies below the window');

    // What is below the map can be reached and pressed: the phase is ended with a tap.
    const end = page.locator('[data-choice="end"]').first();
    await end.scrollIntoViewIfNeeded();
    const size = await end.boundingBox();
    assert.ok(size.height >= 32, `the button is large enough for a thumb (${size.height} px)`);
    await tap(end);
    await page.waitForFunction(() => Number(document.querySelector('[data-played]')?.getAttribute('data-played')) > 2);
  });
}

test('a telephone that lies on its side has the orders beside the map', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  for (const [width, height] of [[844, 390], [915, 412], [667, 375]]) {
    const page = await open(`/table/${table.id}#seat=${table.token}`, { width, height, touch: true });
    await page.locator('[data-played="0"]').waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'Orders', selected: true }).waitFor();
    await atRest(page);
    const [map, orders] = [await page.locator('.board').boundingBox(), await page.locator('.orders').boundingBox()];
    assert.ok(map.height > 200 && map.width > width / 2, `there is a map at ${width} px (${map.width} by ${map.height})`);
    assert.ok(orders.x >= map.x + map.width - 1, 'the orders stand beside it');
    await tap(page.getByRole('tab', { name: 'Log' }));
    await page.getByRole('log').waitFor();
    assert.equal((await page.locator('.board').boundingBox()).height, map.height);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollHeight <= innerHeight), true, 'nothing lies below the window');
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}phone-${width}.png` });
    await page.close();
  }
});

test('a tap right after a quick drag is not lost', async ({ server, open }) => {
  const table = await server.hotSeat('bautzen-short');
  const page = await open(`/table/${table.id}#seat=${table.token}`, { width: 390, height: 844, touch: true });
  await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
  await atRest(page);
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const finger = new Finger(page);
  // From the map and from the handle of the sheet, with the finger leaving the glass as it moves.
  for (const [what, by] of [['.board', -60], ['[data-sheet]', -120], ['[data-sheet]', 120]]) {
    await atRest(page);
    const name = (await page.getByRole('tab', { name: 'Log', selected: true }).count()) > 0 ? 'Orders' : 'Log';
    const from = await middle(page.locator(what));
    await finger.drag(from, { x: from.x, y: from.y + by });
    // The sheet goes up or down at once; its tabs are where they come to.
    await tapAt(page, await middle(page.getByRole('tab', { name })));
    await page.getByRole('tab', { name, selected: true }).waitFor();
  }
});
