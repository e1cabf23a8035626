// Of whom the player speaks he sees: the map follows whoever plays by keys or from lists, and never moves beneath a pointer or in a hand.
import { painted, whereUnit } from './kit/board.mjs';
import { Hand } from './kit/hand.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, test } from './kit/test.mjs';

/** A table so near that one of the two units that could be taken is out of sight. */
async function near(server, open, more = {}) {
  const table = await server.hotSeat('eylau');
  const page = await open(`/table/${table.id}#seat=${table.token}`, { prefs: { minimap: false }, ...more });
  const hand = new Hand(page, server, table);
  await hand.shows(0);
  const box = await page.locator('.board').boundingBox();
  const inside = ({ x, y }) => x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height;
  // The button for it, so that no pointer rests on the map.
  for (let i = 0; i < 4; i += 1) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await atRest(page);
  }
  const view = await hand.look();
  const far = [];
  for (const choice of view.choices.filter((one) => one.text.startsWith('pick '))) if (!inside(await whereUnit(page, choice.at.unit))) far.push(choice);
  assert.ok(far.length > 1, 'units are out of sight');
  const seen = async (unit) => {
    await atRest(page);
    await painted(page);
    return inside(await whereUnit(page, unit));
  };
  return { table, page, hand, box, far, seen, inside };
}

for (const motion of ['reduce', 'no-preference']) {
  test(`a unit that is taken from the list comes into sight (motion: ${motion})`, async ({ server, open }) => {
    const { page, hand, far, seen } = await near(server, open, { motion });
    await page.locator('.orders summary').filter({ hasText: 'as a list' }).click();
    const [choice] = far;
    await page.locator(`.orders details [data-choice="${choice.text}"]`).click();
    await hand.shows(1);
    assert.ok(await seen(choice.unit));
  });
}

test('a unit that is taken by a typed command comes into sight, wherever the pointer was left', async ({ server, open }) => {
  const { page, hand, box, far, seen } = await near(server, open);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const [choice] = far;
  await page.keyboard.press('/');
  await page.locator('[data-command]').fill(choice.text);
  await page.keyboard.press('Enter');
  await hand.shows(1);
  assert.ok(await seen(choice.unit));
});

test('beneath a pointer the map stays until it has gone, and in a hand that drags it stays for good', async ({ server, open }) => {
  const { table, page, hand, box, far, seen, inside } = await near(server, open);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const act = (action) => server.post(`/api/tables/${table.id}/act`, { action }, table.token);
  await page.mouse.move(middle.x, middle.y);
  const [one, other] = far;
  // As the same player at another screen would.
  await act(one.text);
  await hand.shows(1);
  assert.equal(await seen(one.unit), false);
  await page.mouse.move(box.x + box.width + 60, middle.y);
  await page.waitForFunction((unit) => document.querySelector('.board').probe.unit(unit).x > 0, one.unit);
  assert.ok(await seen(one.unit));
  // Back to where we were, with a hand on the map.
  await act('halt');
  await hand.shows(2);
  await page.getByRole('button', { name: 'Fit the map to the window' }).click();
  for (let i = 0; i < 4; i += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  assert.equal(await seen(other.unit), false);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(middle.x + 12, middle.y, { steps: 2 });
  await act(other.text);
  await hand.shows(3);
  // As long as a hand is on it the map does not come to rest.
  assert.equal(inside(await whereUnit(page, other.unit)), false);
  await page.mouse.up({ button: 'middle' });
  await page.mouse.move(box.x + box.width + 60, middle.y);
  assert.equal(await seen(other.unit), false);
});
