// Every page in light and dark, wide and narrow: no violation of accessibility, nothing that sticks out sideways; and, if wanted, a picture of each.
import { axe } from './kit/axe.mjs';
import { atRest } from './kit/rest.mjs';
import { readTurn } from './kit/script.mjs';
import { assert, shots, test } from './kit/test.mjs';

const LOOKS = [
  { name: '1440', width: 1440, height: 900, tones: ['light', 'dark'] },
  { name: '390', width: 390, height: 844, touch: true, tones: ['light', 'dark'] },
  { name: '360', width: 360, height: 740, touch: true, tones: ['light'] },
  // Text at twice its size, as somebody with weak eyes has it.
  { name: '1440-large', width: 1440, height: 900, prefs: { text: 2 }, tones: ['light'] },
];

/** The page is not wider than the window: nobody has to scroll sideways to read. */
async function fits(page, where) {
  const { inner, outer, widest } = await page.evaluate(() => {
    const root = document.documentElement;
    const all = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
    return { inner: root.clientWidth, outer: root.scrollWidth, widest: all.slice(0, 3).map((one) => `${one.tagName}.${one.className}`) };
  });
  assert.ok(outer <= inner + 1, `${where}: ${outer} px in a window of ${inner} px (${widest})`);
}

/** A table in the middle of a battle: an attack is declared, and its forecast is shown. */
async function battle(server) {
  const turn = readTurn('eylau');
  const table = await server.hotSeat('eylau', { record: turn.notation, name: 'A table with a name', public: true });
  const declared = turn.script.findIndex((one) => one.action === 'roll');
  for (const { action, rolls } of turn.script.slice(0, declared)) {
    assert.equal(rolls.length, 0);
    await server.post(`/api/tables/${table.id}/act`, { action }, table.token);
  }
  return table;
}

for (const look of LOOKS.filter((one) => !process.env.GROGNARD_LOOKS || process.env.GROGNARD_LOOKS.split(' ').includes(one.name))) {
  test(`every page at ${look.name}`, async ({ server, open }) => {
    const fresh = await server.hotSeat('dresden', { public: true, name: 'Open house' });
    const table = await battle(server);
    const pointy = await server.hotSeat('dresden-20', { options: { fog: 'on' } });
    const locked = await server.hotSeat('eylau', { passphrase: 'vive' });
    const seat = `#seat=${table.token}`;
    const book = (await server.get('/api/games')).books[0].id;
    const pages = [
      ['lobby', '/', 'main h1, main h2'],
      ['new', '/new', 'main form button.strong:enabled'],
      // As somebody sees it who has no seat there: he has not sat down yet.
      ['replay', `/table/${table.id}/replay#3`, 'main'],
      ['table', `/table/${fresh.id}#seat=${fresh.token}`, '[data-played]'],
      ['curtain', `/table/${pointy.id}#seat=${pointy.token}`, '[data-curtain] button'],
      ['table-battle', `/table/${table.id}${seat}`, '[data-played]'],
      ['table-pointy', `/table/${pointy.id}#seat=${pointy.token}`, '[data-played]'],
      ['text', `/table/${fresh.id}/text#seat=${fresh.token}`, '[data-played]'],
      ['text-battle', `/table/${table.id}/text${seat}`, '#head-forecast'],
      ['rules', `/rules/${book}`, 'article'],
      ['rules-case', `/rules/${book}/6.4`, 'article.wanted'],
      ['preferences', '/preferences', 'fieldset'],
      ['help', '/help', '#dice'],
      ['lost', '/nowhere', 'main h1'],
      // Browsers write into their console that they were refused.
      ['door', `/table/${locked.id}`, '#passphrase', /status of 403/],
    ];
    const faults = [];
    // One person looks at them all, one after the other: somebody new for each would cost more than most of them do.
    const page = await open(pages[0][1], look);
    for (const [name, path, ready, forgiven = null] of pages) {
      page.forgiven = forgiven;
      await page.emulateMedia({ colorScheme: look.tones[0] });
      if (path !== pages[0][1]) await page.goto(server.url + path);
      // With counters face down, nothing is shown to two at one screen before one of them says who he is.
      if (name === 'table-pointy') await page.locator('[data-curtain] button').click();
      const there = await page.locator(ready).first().waitFor({ state: 'attached' }).then(() => true, () => false);
      if (!there) faults.push(`${name} at ${look.name}: ${ready} does not appear`);
      for (const tone of look.tones) {
        const where = `${name}-${look.name}-${tone}`;
        await page.emulateMedia({ colorScheme: tone });
        // The map is painted by a worker.
        if (/^table|replay/.test(name)) await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
        await atRest(page);
        if (process.env.GROGNARD_SHOTS) {
          await page.waitForTimeout(1200);
          await page.screenshot({ path: `${shots}${where}.png`, fullPage: !/^table|replay/.test(name) });
        }
        await axe(page, where, { coloursOnly: tone !== look.tones[0] }).catch((error) => faults.push(error.message));
        await fits(page, where).catch((error) => faults.push(error.message));
      }
      assert.notEqual(await page.title(), '', `${name} has a title`);
    }
    assert.equal(faults.length, 0, `\n${faults.join('\n')}`);
  });
}

test('dialogs and panels of a table', async ({ server, open }) => {
  const table = await battle(server);
  const page = await open(`/table/${table.id}#seat=${table.token}`);
  await page.locator('[data-played]').waitFor({ state: 'attached' });
  const faults = [];
  const check = (where) => axe(page, where).catch((error) => faults.push(error.message));
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await atRest(page);
    const name = (await tab.innerText()).trim().toLowerCase();
    await check(`panel ${name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}panel-${name.replace(/\W+/g, '-')}.png` });
  }
  await page.keyboard.press('Escape');
  await page.locator('body').click({ position: { x: 700, y: 5 } });
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await check('keys');
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}dialog-keys.png` });
  await page.keyboard.press('Escape');
  await page.locator('[data-case]').first().click();
  await page.getByRole('dialog').waitFor();
  await check('a case');
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}dialog-case.png` });
  assert.equal(faults.length, 0, `\n${faults.join('\n')}`);
});
