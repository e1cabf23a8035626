// What somebody types at the text board. Most of it is for the server; a few words are for the board itself.

import { isCase } from '../table/story';

export type Typed =
  | { kind: 'nothing' }
  | { kind: 'command'; text: string }
  | { kind: 'why'; text: string }
  | { kind: 'filter'; text: string }
  | { kind: 'hex'; hex: string }
  | { kind: 'unit'; tag: string }
  | { kind: 'rule'; id: string }
  | { kind: 'undo' };

/** The hex that is meant: some maps have letters in their numbers, which nobody wants to type in capitals. */
export const hexMeant = (text: string, hexes: ReadonlySet<string>): string | null => [text, text.toUpperCase()].find((one) => hexes.has(one)) ?? null;

/** Reads a line. A bare hex or unit is a wish to hear of it; no command is as short. */
export function readTyped(line: string, hexes: ReadonlySet<string>, tags: readonly string[]): Typed {
  const text = line.trim().replace(/\s+/g, ' ');
  if (text === '') return { kind: 'nothing' };
  const asked = /^\?\s*(.*)$/.exec(text);
  if (asked) return { kind: 'filter', text: asked[1]! };
  const why = /^why\s+(.+)$/i.exec(text);
  if (why) return { kind: 'why', text: why[1]! };
  const rule = /^rules?\s+\[?([^\s[\]]+)\]?$/i.exec(text)?.[1];
  if (rule !== undefined && isCase(rule)) return { kind: 'rule', id: rule };
  if (/^undo$/i.test(text)) return { kind: 'undo' };
  const hex = hexMeant(text, hexes);
  if (hex !== null) return { kind: 'hex', hex };
  const tag = tags.find((one) => one === text) ?? tags.find((one) => one.toLowerCase() === text.toLowerCase());
  return tag === undefined ? { kind: 'command', text } : { kind: 'unit', tag };
}

/** What was typed before, for the arrow keys. */
export class History {
  #lines: string[] = [];
  #at = 0;
  #draft = '';

  add(line: string): void {
    const text = line.trim();
    if (text !== '' && this.#lines[this.#lines.length - 1] !== text) this.#lines.push(text);
    if (this.#lines.length > 200) this.#lines.shift();
    this.#at = this.#lines.length;
    this.#draft = '';
  }

  /** The line before; `now` is what stands in the field and is kept. */
  back(now: string): string {
    if (this.#at === this.#lines.length) this.#draft = now;
    this.#at = Math.max(0, this.#at - 1);
    return this.#lines[this.#at] ?? now;
  }

  /** The line after, and in the end what was being written. */
  on(now: string): string {
    if (this.#at >= this.#lines.length) return now;
    this.#at += 1;
    return this.#at === this.#lines.length ? this.#draft : this.#lines[this.#at]!;
  }
}
