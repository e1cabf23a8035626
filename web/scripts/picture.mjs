// Takes docs/img/table.jpg anew: the table at Eylau with an attack about to be rolled. It waits until the map is painted.
//
//   npm run picture          with GROGNARD_BINARY and GROGNARD_CHROMIUM as for the browser tests
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { painted } from '../tests/browser/kit/board.mjs';
import { Browser } from '../tests/browser/kit/browser.mjs';
import { atRest } from '../tests/browser/kit/rest.mjs';
import { Server } from '../tests/browser/kit/server.mjs';

const { script } = JSON.parse(readFileSync(new URL('../tests/browser/turns/eylau.json', import.meta.url), 'utf8'));
const path = fileURLToPath(new URL('../../docs/img/table.jpg', import.meta.url));

const server = await Server.start();
const browser = await Browser.start();
try {
  const table = await server.hotSeat('eylau', { name: '' });
  // The turn of the tests, up to the first roll.
  const until = script.findIndex((one) => one.action === 'roll');
  for (const { action } of script.slice(0, until)) await server.post(`/api/tables/${table.id}/act`, { action }, table.token);
  const page = await browser.page({ width: 1440, height: 900 });
  await page.goto(`${server.url}/table/${table.id}#seat=${table.token}`);
  await page.locator(`[data-played="${until}"]`).waitFor({ state: 'attached' });
  await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
  await page.locator('[data-odds]').first().waitFor();
  await painted(page);
  await atRest(page);
  await page.screenshot({ path, type: 'jpeg', quality: 82 });
  console.log(path);
} finally {
  await browser.stop();
  await server.stop();
}
