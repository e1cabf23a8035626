// A test has a server of its own, and persons who know nothing of each other in the browser of its file. When it fails, what was to be seen is kept
// as a picture.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, test as node } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browser, launch } from './browser.mjs';
import { Server } from './server.mjs';

export { assert };

export const shots = fileURLToPath(new URL('../shots/', import.meta.url));
mkdirSync(shots, { recursive: true });

/** So long that only a hang takes longer, on however busy a machine. */
const HANG = 1_800_000;

/** So long a page that has failed is asked how it is: it decides nothing, and a page that hangs must not keep the other tests waiting. */
const GLANCE = 30_000;
/** The answer, or nothing if it does not come in time or the page is gone. */
const within = (asked) => Promise.race([asked.catch(() => null), new Promise((done) => setTimeout(() => done(null), GLANCE).unref())]);

/** In the page: whether frames come at all. */
const frames = () => new Promise((done) => requestAnimationFrame(() => done('frames come')));
/** In the page: when it was first drawn, and what it heard last. */
function looks() {
  const drawn = performance.getEntriesByType('paint')[0]?.startTime;
  const first = drawn === undefined ? 'was never drawn' : `was first drawn ${Math.round(drawn)} ms after it was called`;
  return [`the page is ${document.visibilityState}, and ${first}`, ...(window.heard?.() ?? [])];
}

/** How a page is that has failed; what was to be seen of it is kept. */
async function state(page, file) {
  await page.screenshot({ path: file, timeout: GLANCE }).catch(() => {});
  const drawn = (await within(page.evaluate(frames))) ?? `no frame came in ${GLANCE / 1000} s`;
  const refusals = (await within(page.locator('[data-refusal]').allInnerTexts())) ?? [];
  const heard = (await within(page.evaluate(looks))) ?? [`no answer came in ${GLANCE / 1000} s`];
  return [file, page.url(), drawn, ...page.faults, ...refusals, 'what the page heard last:', ...heard].join('\n');
}

/** Starting a browser costs more than most tests do. */
let running = null;
after(async () => (await running)?.close());

export function test(name, body, { lasting = false, unhurried = false } = {}) {
  node(name, { timeout: HANG }, async (t) => {
    const server = await Server.start({ lasting, unhurried });
    const browser = await Browser.start(await (running ??= launch()));
    const pages = [];
    /** `before` sees the page before anything is loaded into it. */
    const open = async (path, { before = () => {}, ...options } = {}) => {
      const page = await browser.page(options);
      pages.push(page);
      await before(page);
      await page.goto(server.url + path);
      return page;
    };
    const tell = (text) => t.diagnostic(text);
    try {
      await body({ server, browser, open, tell });
      for (const page of pages) assert.deepEqual(page.faults, [], 'the page logged errors');
    } catch (error) {
      if (server.words.trim() !== '') console.error(`the server’s last words: ${server.words.trim()}`);
      const short = name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60);
      for (const [i, page] of pages.entries()) console.error(await state(page, `${shots}failed-${short}-${i}.png`));
      throw error;
    } finally {
      await browser.stop();
      await server.stop();
    }
  });
}
