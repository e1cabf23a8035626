// All that a page holds and all that it was told, and whether something is in it that should not be.
import { units } from './board.mjs';
import { assert } from './test.mjs';
import { unpacked } from './wire.mjs';

/** Every element with its attributes, of which all is made that is told to those who listen; what stands in fields; and what is painted. */
export async function everything(page) {
  const [html, ...more] = await page.evaluate(() => [
    document.documentElement.outerHTML,
    document.title,
    ...[...document.querySelectorAll('input, textarea, select')].map((field) => field.value),
  ]);
  return `${html}\n${more.join('\n')}\n${JSON.stringify(await units(page))}`;
}

/** None of these words stands in a text, as a word of its own. */
export function holdsNone(text, words, when) {
  // Most of them are not even part of a word there, which is found out quickly.
  const there = words.filter((word) => text.includes(word));
  if (there.length === 0) return;
  const any = there.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'u').exec(text);
  assert.equal(found, null, `${when}: ${found?.[0]} in …${found ? text.slice(Math.max(0, found.index - 120), found.index + 60) : ''}…`);
}

/** Whatever a page hears: messages of its socket, and answers to what it asked about tables. It has to listen before the page is opened. */
export class Ears {
  #reading = [];
  #texts = [];
  #objects = [];
  #entries = new Map();

  constructor(page) {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.#hear(unpacked(payload))));
    page.on('response', (answer) => {
      if (!answer.url().includes('/api/tables/')) return;
      // An answer of which the page has gone away is heard by nobody.
      this.#reading.push(answer.text().then((text) => this.#hear(text), () => {}));
    });
  }

  #hear(text) {
    this.#texts.push(text);
    for (const one of inside(read(text))) {
      this.#objects.push(one);
      if (typeof one.entry !== 'number') continue;
      if (!this.#entries.has(one.entry)) this.#entries.set(one.entry, []);
      this.#entries.get(one.entry).push(one);
    }
  }

  /** Everything heard since this was asked last, as a text. */
  async news() {
    await this.#all();
    return this.#texts.splice(0).join('\n');
  }

  /** Every object that was heard, however deep it lay. */
  async objects() {
    await this.#all();
    return this.#objects;
  }

  /** Those that say of what entry of the record they tell, of one entry. */
  async about(entry) {
    await this.#all();
    return this.#entries.get(entry) ?? [];
  }

  async #all() {
    await Promise.all(this.#reading.splice(0));
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
