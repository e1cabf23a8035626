// Measures the page in a real Chromium, and prints what it found as JSON: `cargo xtask page-speed` starts it and judges.
//
// How soon a board with a hundred counters is drawn, and how evenly frames come while it is moved and zoomed; both in turn with an
// empty page in the same browser, which has to follow the same mouse. Argument: the number of rounds.
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
  return { frames: all.length, half: part(0.5), most: part(0.95), longest: all.at(-1) };
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

const [server, browser] = [await Server.start(), await Browser.start()];
const found = [];
try {
  // The first page of a browser pays for the browser.
  const warm = await open(browser, 800, 600, `() => document.querySelector('main') !== null`);
  await first(warm, `${server.url}/help`);
  await warm.close();
  for (let round = 0; round < rounds; round += 1) {
    for (const [width, height] of SIZES) {
      const empty = await open(browser, width, height, `() => document.body !== null`);
      await empty.route(`**${EMPTY}`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>empty</title><body>' }));
      const emptyFirst = await first(empty, server.url + EMPTY);
      const emptyFrames = await measure(empty, { x: 0, y: 0, width, height });
      await empty.close();

      const ready = `() => document.querySelector('[data-painted]:not([data-painted="0"])') !== null && (document.querySelector('.board')?.probe?.units().length ?? 0) >= ${CROWD} && document.querySelector('.board').probe.told().rest`;
      const board = await open(browser, width, height, ready);
      const table = await crowded(server, board);
      const boardFirst = await first(board, server.url + table.path);
      await drawn(board);
      const boardFrames = await measure(board, await board.locator('.board').boundingBox());
      await board.close();
      found.push({ round, width, height, board: { first: boardFirst, ...boardFrames }, empty: { first: emptyFirst, ...emptyFrames } });
      console.error(`round ${round + 1}, ${width} by ${height}: first board after ${boardFirst.toFixed(0)} ms, an empty page after ${emptyFirst.toFixed(0)} ms`);
    }
  }
} finally {
  await browser.stop();
  await server.stop();
}
console.log(JSON.stringify(found));
