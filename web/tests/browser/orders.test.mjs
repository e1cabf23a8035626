// Standing orders on the page: given with a click, obeyed by the server, told in the log.
import { axe } from './kit/axe.mjs';
import { assert, test } from './kit/test.mjs';

test('standing orders are given, obeyed and told', async ({ server, open }) => {
  const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'me' }] });
  const token = made.seats[0].token;
  const command = (text) => server.post(`/api/tables/${made.id}/command`, { text }, token);
  for (const text of ['move Sth1 1610', 'move Sth2 1609', 'move Des2 1511', 'end']) await command(text);
  for (const size of [{ width: 1440 }, { width: 390, height: 844, touch: true }]) {
    const page = await open(made.seats[0].link, size);
    await page.locator('[data-choice]').first().waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'Table' }).click();
    const allied = page.locator('[data-orders="Allied"]');
    await allied.waitFor();
    await axe(page, `standing orders at ${size.width}`);
    if (size.width === 1440) {
      const fresh = allied.getByRole('group', { name: /Fresh Strength/ });
      await fresh.getByRole('radio', { name: 'Never' }).check();
      await fresh.getByRole('combobox').selectOption('Ost1');
      await fresh.getByRole('button', { name: 'Ask me' }).click();
      await fresh.getByText('Ost1').first().waitFor();
      await fresh.getByRole('button', { name: 'As the others: Ost1' }).click();
      await fresh.getByText('as the others').waitFor({ state: 'detached' });
      await command('ready');
      // The Allies are not asked: the French are to choose an enemy.
      await page.locator('[data-played="9"]').waitFor({ state: 'attached' });
      await page.getByRole('tab', { name: 'Log' }).click();
      await page.getByText('standing order: fresh never').first().waitFor();
    } else {
      assert.ok(await allied.getByRole('radio', { name: 'Never' }).first().isChecked(), 'kept');
    }
  }
});
