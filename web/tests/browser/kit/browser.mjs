// A Chromium with an empty profile, and pages in it that complain about nothing.
import { chromium as playwright } from 'playwright-core';
import { keepAwake } from './wake.mjs';
import { chromium } from './where.mjs';

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long something may take that certainly comes, on however busy a machine: it ends a test that fails, and decides nothing else. */
export const PATIENCE = 120_000;

/** How often a page is asked whether it is so far, in milliseconds. To ask at every frame, as Playwright does of itself, keeps it painting. */
const POLLING = 40;

/** So many times slower than it is the browser pretends to be, to find tests that depend on its being quick. */
const SLOWNESS = Number(process.env.GROGNARD_SLOWNESS ?? 1);

/** What a page draws by chance is the same in every run, but other for each person and after each reload. */
function sameEveryTime(person) {
  const loads = Number(sessionStorage.getItem('grognard.test.loads') ?? 0);
  sessionStorage.setItem('grognard.test.loads', String(loads + 1));
  let state = (1813 + person * 7919 + loads * 104_729) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = next() >>> 24;
    return array;
  };
  Math.random = () => next() / 2 ** 32;
}

/** Keeps what fingers, mouse and keys last told the page, for a test that fails. */
function listens() {
  const heard = [];
  const note = ({ type, target, timeStamp, clientX, clientY, key }) => {
    const what = target instanceof Element ? (target.closest('[data-choice]')?.getAttribute('data-choice') ?? target.closest('[class]')?.getAttribute('class') ?? target.tagName) : '';
    const late = Math.round(performance.now() - timeStamp);
    heard.push(`${Math.round(timeStamp)} ms${late > 50 ? ` (${late} ms late)` : ''}: ${type} ${key ?? `${Math.round(clientX)},${Math.round(clientY)}`} on ${what}`);
    if (heard.length > 16) heard.shift();
  };
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'click', 'contextmenu', 'keydown']) addEventListener(type, note, { capture: true, passive: true });
  window.heard = () => heard;
}

/** So long a browser that was just started has for its first picture. */
const FIRST_PICTURE = 60_000;

async function draws(browser) {
  const page = await browser.newPage();
  const frame = page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
  const drawn = await Promise.race([frame.catch(() => false), new Promise((done) => setTimeout(() => done(false), FIRST_PICTURE).unref())]);
  if (drawn) await page.close();
  return drawn;
}

/** A Chromium without a window that draws: on a very busy machine one was seen that answered, but never drew its first page. What our page does is not asked here. */
export async function launch() {
  for (let tries = 3; ; tries -= 1) {
    const browser = await playwright.launch({ executablePath: chromium(), args: ARGS, headless: true, timeout: PATIENCE });
    if (await draws(browser)) return browser;
    await browser.close();
    if (tries === 1) throw new Error(`${chromium()} was started three times and drew nothing within ${FIRST_PICTURE / 1000} s`);
    console.error(`${chromium()} drew nothing within ${FIRST_PICTURE / 1000} s, and is started again`);
  }
}

export class Browser {
  #contexts = [];
  #own;

  /** One that runs already, for a while, or one of its own. */
  static async start(running = null) {
    const browser = new Browser();
    browser.#own = running === null;
    browser.root = running ?? (await launch());
    return browser;
  }

  /** A page of its own, as another person would have it: own storage, own size. */
  async page({ width = 1440, height = 900, dark = false, touch = false, motion = 'reduce', prefs = {}, forgiven = null } = {}) {
    const context = await this.root.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: motion,
      hasTouch: touch,
      isMobile: touch,
      locale: 'en-GB',
    });
    this.#contexts.push(context);
    await context.addInitScript((kept) => {
      if (localStorage.getItem('grognard.preferences') === null) localStorage.setItem('grognard.preferences', JSON.stringify(kept));
      // What others do is shown at once, but where a test is about how it is shown.
    }, { pace: 'instant', ...prefs });
    await context.addInitScript(sameEveryTime, this.#contexts.length);
    await context.addInitScript(listens);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    void keepAwake(page);
    const asked = page.waitForFunction.bind(page);
    page.waitForFunction = (question, about, options) => asked(question, about, { polling: POLLING, ...options });
    if (SLOWNESS > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
    page.faults = [];
    page.forgiven = forgiven;
    page.on('pageerror', (error) => page.faults.push(`${error}`));
    page.on('console', (message) => {
      // A refusal is no fault: browsers write every answer of the 400s into their console.
      if (message.type() !== 'error' || /status of 422/.test(message.text()) || page.forgiven?.test(message.text())) return;
      page.faults.push(`${message.text()} ${message.location().url}`.trim());
    });
    return page;
  }

  async stop() {
    for (const context of this.#contexts) await context.close().catch(() => {});
    if (this.#own) await this.root.close().catch(() => {});
  }
}
