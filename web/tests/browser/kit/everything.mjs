// All that a page holds and all that it was told, and whether something is in it that should not be.
import { units } from './board.mjs';
import { assert } from './test.mjs';
import { heard } from './wire.mjs';

/** Every element with its attributes, what is told to those who listen, and what is painted. */
export async function everything(page) {
  const [html, title] = await page.evaluate(() => [document.documentElement.outerHTML, document.title]);
  return `${html}\n${title}\n${await page.locator('html').ariaSnapshot()}\n${JSON.stringify(await units(page))}`;
}

/** None of these words stands in a text, as a word of its own. */
export function holdsNone(text, words, when) {
  for (const word of words) {
    const found = new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u').exec(text);
    assert.equal(found, null, `${when}: ${word} in …${found ? text.slice(Math.max(0, found.index - 120), found.index + 60) : ''}…`);
  }
}

/** Whatever a page hears: messages of its socket, and answers to what it asked about tables. It has to listen before the page is opened. */
export class Ears {
  messages = [];
  #reading = [];

  constructor(page) {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.messages.push(heard(payload))));
    page.on('response', (answer) => {
      if (!answer.url().includes('/api/tables/')) return;
      // An answer of which the page has gone away is heard by nobody.
      this.#reading.push(answer.text().then((text) => this.messages.push(text), () => {}));
    });
  }

  /** Everything heard so far, as a text. */
  async all() {
    await Promise.all(this.#reading);
    return this.messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  }

  /** Every object that was heard, however deep it lay. */
  async *objects() {
    await Promise.all(this.#reading);
    for (const one of this.messages) yield* inside(typeof one === 'string' ? read(one) : one);
  }
}

const read = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

function* inside(value) {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(value)) yield* inside(part);
}
