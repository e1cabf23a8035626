// The tests' own care for pages that are painted no more.
import { keepAwake, wake } from './kit/wake.mjs';
import { assert, test } from './kit/test.mjs';

test('a page that is woken goes on as it was', async ({ open }) => {
  const page = await open('/new#game=eylau');
  const field = page.locator('select, input').first();
  await field.focus();
  await wake(page);
  assert.equal(page.context().pages().length, 1, 'the second window is gone');
  assert.ok(await field.evaluate((one) => document.hasFocus() && document.activeElement === one), 'nobody has taken the keys away');
});

test('who gets no frames is woken', async ({ open }) => {
  const page = await open('/');
  const told = [];
  const opened = page.waitForEvent('popup');
  const patience = { look: 50, still: 2000 };
  const looking = keepAwake(page, patience, (text) => told.push(text));
  // No frame is told of from here on.
  await page.evaluate(() => void (window.requestAnimationFrame = () => 0));
  await opened;
  assert.match(told[0], /no frame of http.* came in 2 s/);
  await page.close();
  await looking;
});
