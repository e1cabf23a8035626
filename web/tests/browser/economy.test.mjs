// What the page costs, counted: bytes, requests, messages, nodes, paintings. How long it takes is measured by `cargo xtask page-speed`.
import { crowded, drawn } from './kit/crowd.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, test } from './kit/test.mjs';

const KB = 1024;

test('the page is small', async ({ server, browser, tell }) => {
  const table = await server.hotSeat('eylau');
  const page = await browser.page();
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const [from, size] = [new Map(), new Map()];
  wire.on('Network.responseReceived', ({ requestId, response }) => from.set(requestId, response.url));
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = new URL(from.get(requestId) ?? 'http://x/').pathname;
    if (!path.startsWith('/api/')) size.set(path, Math.max(size.get(path) ?? 0, encodedDataLength));
  });
  for (const path of ['/', '/new', `/table/${table.id}#seat=${table.token}`, `/table/${table.id}/text`, `/table/${table.id}/replay`, '/rules', '/preferences', '/help']) {
    await page.goto(server.url + path);
    await page.waitForLoadState('networkidle');
  }
  const all = [...size].sort((a, b) => b[1] - a[1]);
  const sum = all.reduce((total, [, bytes]) => total + bytes, 0);
  tell(`${(sum / KB).toFixed(1)} KB over the wire for all pages: ${all.map(([path, bytes]) => `${path} ${(bytes / KB).toFixed(1)}`).slice(0, 5).join(', ')}`);
  assert.ok(sum > 20 * KB, 'the sum is believable');
  assert.ok(sum <= 250 * KB, `${(sum / KB).toFixed(1)} KB are more than 250`);
});

test('a board with 100 counters needs few questions and few nodes', async ({ server, browser, tell }) => {
  const page = await browser.page();
  const table = await crowded(server, page);
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(server.url + table.path);
  await drawn(page);
  await atRest(page);
  const api = asked.filter((path) => path.startsWith('/api/'));
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const inBoard = await page.evaluate(() => document.querySelector('.board').querySelectorAll('*').length);
  tell(`${asked.length} requests, ${api.length} of them questions (${api.join(' ')}); ${table.wire.sockets} socket, ${table.wire.up} messages up, ${table.wire.down} down; ${nodes} nodes, ${inBoard} of them on the board`);
  assert.equal(await page.locator('[data-painted]').first().getAttribute('data-painted'), '1', 'the ground is painted once');
  assert.equal(api.length, new Set(api).size, `nothing is asked for twice: ${api.join(' ')}`);
  assert.ok(api.length <= 6 && asked.length <= 14, `${api.length} questions, ${asked.length} requests`);
  assert.ok(table.wire.sockets === 1 && table.wire.up <= 2 && table.wire.down <= 4, JSON.stringify(table.wire));
  assert.ok(nodes <= 600, `${nodes} nodes`);
  assert.ok(inBoard <= 120, `${inBoard} nodes on the board: counters and hexes are no nodes`);
});

/** What may change while the map is moved: where it lies, the frame on the small map, the sharp picture of what is seen, and the line that names the hex under the pointer. */
const MOVES = /^(attributes div\.world(\.moving)? (class|style)|attributes rect\.frame (x|y|width|height)|attributes canvas\.pieces style|attributes canvas\. (hidden|width|height|style)|\w+ p\.status )$/;

test('moving the map changes nothing but where it lies', async ({ server, browser, tell }) => {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    const page = await browser.page({ width, height });
    const table = await crowded(server, page);
    await page.goto(server.url + table.path);
    await drawn(page);
    await atRest(page);
    const box = await page.locator('.board').boundingBox();
    await page.mouse.move(box.x + 60, box.y + 60);
    await atRest(page);
    await page.evaluate(() => {
      globalThis.changes = [];
      const name = (one) => `${one.tagName.toLowerCase()}.${[...one.classList].filter((word) => !/^s(velte)?-/.test(word)).join('.')}`;
      globalThis.watcher = new MutationObserver((all) => {
        for (const one of all) globalThis.changes.push(`${one.type} ${name(one.target)} ${one.attributeName ?? ''}`);
      });
      globalThis.watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    const before = { ...table.wire };
    const inputs = 40 + 8 + 60;
    for (let i = 0; i < 40; i += 1) await page.mouse.wheel(0, i < 20 ? -60 : 60);
    for (let i = 0; i < 8; i += 1) await page.mouse.wheel(0, -120);
    await page.mouse.down({ button: 'middle' });
    for (let i = 0; i < 60; i += 1) await page.mouse.move(box.x + 60 + 6 * Math.abs(30 - i), box.y + 60 + 4 * Math.abs(30 - i));
    await page.mouse.up({ button: 'middle' });
    await atRest(page);
    const changes = await page.evaluate(() => globalThis.changes);
    const kinds = new Map();
    for (const one of changes) kinds.set(one, (kinds.get(one) ?? 0) + 1);
    tell(`${width} by ${height}: ${changes.length} changes of the document: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
    assert.deepEqual([...kinds.keys()].filter((kind) => !MOVES.test(kind)), [], 'nothing else is touched');
    const placed = [...kinds].filter(([kind]) => /^attributes div\.world(\.moving)? style$/.test(kind)).reduce((sum, [, count]) => sum + count, 0);
    // What lies below the counters and what lies above them move together.
    assert.ok(placed > 0 && placed <= 2 * (inputs + 2), `${placed} times half of the map was put elsewhere, for ${inputs} movements of the mouse`);
    const shifted = kinds.get('attributes canvas.pieces style') ?? 0;
    assert.ok(shifted > 0 && shifted <= placed, `${shifted} times the counters were, no more often than both halves`);
    assert.deepEqual(table.wire, before, 'nothing is sent and nothing comes');
    assert.equal(await page.locator('[data-painted]').first().getAttribute('data-painted'), '1', 'the ground is not painted again');
    await page.close();
  }
});
