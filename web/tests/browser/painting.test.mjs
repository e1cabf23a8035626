// The map is painted when it is to look different, and not whenever something happens on it.
import { assert, test } from './kit/test.mjs';
import { unpacked } from './kit/wire.mjs';

test('a hundred actions of computers take one painting', async ({ server, browser, tell }) => {
  const made = await server.post('/api/tables', { game: 'dresden', seats: ['French', 'Allied'].map((seat) => ({ seat, who: 'greedy' })) });
  const page = await browser.page();
  let heard = 0;
  // Computers play while somebody looks on; what they do arrives action by action.
  const enough = new Promise((done) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (JSON.parse(unpacked(payload)).type === 'moved') heard += 1;
        if (heard >= 100) done();
      });
    });
  });
  await page.goto(`${server.url}/table/${made.id}`);
  await page.locator('canvas.base:not([data-painted="0"])').waitFor({ state: 'attached', timeout: 120_000 });
  await enough;
  const painted = await page.locator('canvas.base').getAttribute('data-painted');
  tell(`${heard} actions, paintings: ${painted}`);
  assert.equal(painted, '1');
  assert.deepEqual(page.faults, []);
});

test('the overview shows the land before the map is painted', async ({ server, open }) => {
  const table = await server.hotSeat('eylau');
  // A painter that never answers.
  const before = (page) => page.addInitScript(() => (globalThis.Worker = class { postMessage() {} terminate() {} }));
  const page = await open(`/table/${table.id}#seat=${table.token}`, { before });
  await page.locator('.mini canvas').waitFor();
  await page.waitForFunction(() => {
    const canvas = document.querySelector('.mini canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const count = new Map();
    for (const colour of new Uint32Array(data.buffer)) count.set(colour, (count.get(colour) ?? 0) + 1);
    // Ground, woods and water, and more than the specks of the counters.
    return [...count.values()].filter((many) => many > canvas.width).length >= 4;
  });
  assert.equal(await page.locator('canvas.base').getAttribute('data-painted'), '0');
});
