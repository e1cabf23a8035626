// Measures the page in a real Chromium, and prints what it found as JSON: `cargo xtask page-speed` starts it and judges.
//
// How soon a board with a hundred counters is drawn, and how evenly frames come while it is moved and zoomed; the same for the proving
// ground, a map of 5,452 hexes with 531 pieces; all in turn with an empty page in the same browser, which has to follow the same mouse. Of the proving
// ground also how much memory its tab takes, and how much a click brings over the wire. Argument: the number of rounds.
import { readFileSync } from 'node:fs';
import { units, whereUnit } from '../tests/browser/kit/board.mjs';
import { Browser } from '../tests/browser/kit/browser.mjs';
import { CROWD, crowded, drawn } from '../tests/browser/kit/crowd.mjs';
import { atRest } from '../tests/browser/kit/rest.mjs';
import { Server } from '../tests/browser/kit/server.mjs';

const rounds = Number(process.argv[2] ?? 5);
const SIZES = [
  [1440, 900],
  [390, 844],
];
const EMPTY = '/empty-page-to-compare-with';

/** A page of one size that marks when it was drawn: `ready` says, in the page, whether it is. */
async function open(browser, width, height, ready) {
  const page = await browser.page({ width, height, motion: 'no-preference' });
  await page.addInitScript(`globalThis.isReady = ${ready};`);
  await page.addInitScript(() => {
    const look = () => {
      // What is there now is on the screen at the next frame.
      if (globalThis.isReady()) requestAnimationFrame(() => (globalThis.drawn = performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return page;
}

/** Milliseconds from the beginning of the navigation to the first frame with everything on it. */
async function first(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => globalThis.drawn !== undefined);
  return page.evaluate(() => globalThis.drawn);
}

/** The frames, in milliseconds, that come while something is done. */
async function frames(page, deed) {
  await page.evaluate(() => {
    globalThis.frames = [];
    let before = null;
    const tick = (now) => {
      if (before !== null) globalThis.frames.push(now - before);
      before = now;
      globalThis.ticking = requestAnimationFrame(tick);
    };
    globalThis.ticking = requestAnimationFrame(tick);
  });
  await deed();
  const all = await page.evaluate(() => {
    cancelAnimationFrame(globalThis.ticking);
    return globalThis.frames;
  });
  all.sort((a, b) => a - b);
  const part = (p) => all[Math.min(all.length - 1, Math.floor(all.length * p))];
  // A screen that shows sixty frames a second shows one within 17 ms.
  const smooth = all.filter((one) => one <= 17).length / all.length;
  return { frames: all.length, half: part(0.5), most: part(0.95), longest: all.at(-1), smooth };
}

/** Memory of a page's process in bytes: its own and its share of what it has in common with others. Nothing where that cannot be found out. */
async function memory(context) {
  const session = await context.browser().newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo.filter((one) => one.type === 'renderer').map(({ id }) => {
    try {
      return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  });
  return Math.max(...sizes);
}

/** Waits until a unit is painted where it was some frames ago: the map glides to where it fits. */
async function still(page, tag) {
  const frames = () => page.evaluate(async () => {
    for (let i = 0; i < 10; i += 1) await new Promise((done) => requestAnimationFrame(done));
  });
  for (let before = null; ; ) {
    const at = await whereUnit(page, tag);
    if (at && before && at.x === before.x && at.y === before.y) return;
    before = at;
    await frames();
  }
}

/** What comes over the wire for one click on a unit, in bytes: messages of the socket before they are compressed, and answers to questions. */
async function click(page, view) {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  let bytes = 0;
  wire.on('Network.webSocketFrameReceived', ({ response }) => (bytes += Buffer.byteLength(response.payloadData, response.opcode === 1 ? 'utf8' : 'base64')));
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.getByRole('button', { name: 'Fit the map to the window' }).click();
  await still(page, view.choices.find((one) => 'unit' in one.at).at.unit);
  await page.waitForFunction(() => document.querySelector('.board').probe.told().rest);
  await page.waitForLoadState('networkidle');
  const alone = new Map();
  for (const [, hex] of await units(page)) alone.set(hex, (alone.get(hex) ?? 0) + 1);
  for (const choice of view.choices.filter((one) => 'unit' in one.at)) {
    const at = await whereUnit(page, choice.at.unit);
    if (!at || alone.get(at.hex) > 1) continue;
    const free = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('.board') != null && document.elementFromPoint(x, y).closest('[data-chrome]') === null, [at.x, at.y]);
    if (!free) continue;
    bytes = 0;
    const before = await page.locator('[data-played]').getAttribute('data-played');
    await page.mouse.click(at.x, at.y);
    await page.waitForFunction((played) => document.querySelector('[data-played]').getAttribute('data-played') !== played, before);
    await page.waitForLoadState('networkidle');
    await atRest(page);
    return bytes;
  }
  throw new Error('no unit that can be taken is in sight');
}

const zoom = (page) => async () => {
  for (let i = 0; i < 60; i += 1) await page.mouse.wheel(0, i < 30 ? -60 : 60);
};
const pan = (page, box) => async () => {
  await page.mouse.move(box.x + 60, box.y + 60);
  await page.mouse.down({ button: 'middle' });
  for (let i = 0; i < 120; i += 1) await page.mouse.move(box.x + 60 + 4 * Math.abs(60 - i), box.y + 60 + 3 * Math.abs(60 - i));
  await page.mouse.up({ button: 'middle' });
};

async function measure(page, box) {
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await atRest(page);
  const zooming = await frames(page, zoom(page));
  for (let i = 0; i < 8; i += 1) await page.mouse.wheel(0, -120);
  await atRest(page);
  return { zoom: zooming, pan: await frames(page, pan(page, box)) };
}

const EVERYTHING = (least) =>
  `() => { const board = document.querySelector('.board'); const told = board?.probe?.told(); return told !== undefined && told.ground && told.rest && board.probe.units().length >= ${least}; }`;
/** All pieces of the proving ground. */
const PIECES = 531;

const [server, browser] = [await Server.start(), await Browser.start()];
const found = { boards: [], proving: [] };
try {
  // The first page of a browser pays for the browser.
  const warm = await open(browser, 800, 600, `() => document.querySelector('main') !== null`);
  await first(warm, `${server.url}/help`);
  await warm.close();
  // And the first table of a game pays for its data.
  const proving = await server.hotSeat('proving-ground');
  for (let round = 0; round < rounds; round += 1) {
    for (const [width, height] of SIZES) {
      const empty = await open(browser, width, height, `() => document.body !== null`);
      await empty.route(`**${EMPTY}`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>empty</title><body>' }));
      const emptyFirst = await first(empty, server.url + EMPTY);
      const emptyFrames = await measure(empty, { x: 0, y: 0, width, height });
      await empty.close();
      const blank = { first: emptyFirst, ...emptyFrames };

      const board = await open(browser, width, height, EVERYTHING(CROWD));
      const table = await crowded(server, board);
      const boardFirst = await first(board, server.url + table.path);
      await drawn(board);
      const boardFrames = await measure(board, await board.locator('.board').boundingBox());
      await board.close();
      found.boards.push({ round, width, height, board: { first: boardFirst, ...boardFrames }, empty: blank });

      const field = await open(browser, width, height, EVERYTHING(PIECES));
      const fieldFirst = await first(field, `${server.url}/table/${proving.id}#seat=${proving.token}`);
      await field.waitForFunction(() => document.querySelector('[data-painted]:not([data-painted="0"])') !== null);
      const fieldFrames = await measure(field, await field.locator('.board').boundingBox());
      // What is only waiting to be collected is not counted.
      const heap = await field.context().newCDPSession(field);
      await heap.send('HeapProfiler.collectGarbage');
      await heap.detach();
      const bytes = await memory(field.context());
      const answer = await click(field, await server.get(`/api/tables/${proving.id}/view`, proving.token));
      // Put back, so that the next round finds the table as this one did.
      const taken = await field.locator('[data-played]').getAttribute('data-played');
      await field.keyboard.press('Escape');
      await field.waitForFunction((played) => document.querySelector('[data-played]').getAttribute('data-played') !== played, taken);
      await field.close();
      found.proving.push({ round, width, height, board: { first: fieldFirst, ...fieldFrames }, empty: blank, memory: bytes, click: answer });
      console.error(`round ${round + 1}, ${width} by ${height}: first board after ${boardFirst.toFixed(0)} ms, proving ground after ${fieldFirst.toFixed(0)} ms, an empty page after ${emptyFirst.toFixed(0)} ms`);
    }
  }
} finally {
  await browser.stop();
  await server.stop();
}
console.log(JSON.stringify(found));
