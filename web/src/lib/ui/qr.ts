// A QR code made here: a text of bytes, error correction of level M, the smallest version that holds it. ISO/IEC 18004.

/** For versions 1 to 12 at level M: codewords of correction in each block, and how many blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8];
const LAST = CORRECTION.length;

/** Modules that hold data and correction in a version, before they are cut to bytes. */
function capacity(version: number): number {
  let found = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    found -= (25 * marks - 10) * marks - 55;
    if (version >= 7) found -= 36;
  }
  return found;
}

const codewords = (version: number) => Math.floor(capacity(version) / 8);
const dataWords = (version: number) => codewords(version) - CORRECTION[version - 1]! * BLOCKS[version - 1]!;

// Arithmetic of the field with 256 elements.
function times(a: number, b: number): number {
  let found = 0;
  for (let i = 7; i >= 0; i -= 1) {
    found = (found << 1) ^ ((found >>> 7) * 0x11d);
    found ^= ((b >>> i) & 1) * a;
  }
  return found;
}

function divisor(degree: number): number[] {
  const found: number[] = Array.from({ length: degree }, (_, i) => (i === degree - 1 ? 1 : 0));
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) found[j] = times(found[j]!, root) ^ (found[j + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(data: readonly number[], by: readonly number[]): number[] {
  const found = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ found.shift()!;
    found.push(0);
    by.forEach((one, i) => (found[i] = found[i]! ^ times(one, factor)));
  }
  return found;
}

/** The data as bytes: mode, length, text, padding. */
function encoded(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = dataWords(version) * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0));
}

/** Data and correction of all blocks, woven into each other. */
function woven(data: readonly number[], version: number): number[] {
  const [blocks, extra, all] = [BLOCKS[version - 1]!, CORRECTION[version - 1]!, codewords(version)];
  const short = blocks - (all % blocks);
  const length = Math.floor(all / blocks) - extra;
  const by = divisor(extra);
  const parts: { data: number[]; rest: number[] }[] = [];
  for (let i = 0, at = 0; i < blocks; i += 1) {
    const own = data.slice(at, at + length + (i < short ? 0 : 1));
    at += own.length;
    parts.push({ data: own, rest: remainder(own, by) });
  }
  const found: number[] = [];
  for (let i = 0; i <= length; i += 1) for (const part of parts) if (i < part.data.length) found.push(part.data[i]!);
  for (let i = 0; i < extra; i += 1) for (const part of parts) found.push(part.rest[i]!);
  return found;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A square being filled: what is dark, and what must not be masked. */
class Sheet {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(readonly version: number) {
    this.size = 4 * version + 17;
    const rows = () => Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.dark = rows();
    this.fixed = rows();
  }

  set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y]![x] = dark;
    this.fixed[y]![x] = true;
  }

  /** Everything that is there whatever is said. */
  frame(): void {
    for (let i = 0; i < this.size; i += 1) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    for (const [cx, cy] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]] as const) {
      for (let dy = -4; dy <= 4; dy += 1) {
        for (let dx = -4; dx <= 4; dx += 1) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy));
          this.set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
        }
      }
    }
    const marks = this.#marks();
    for (const [i, x] of marks.entries()) {
      for (const [j, y] of marks.entries()) {
        const corner = (i === 0 && j === 0) || (i === 0 && j === marks.length - 1) || (i === marks.length - 1 && j === 0);
        if (corner) continue;
        for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) this.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
    this.format(0);
    if (this.version >= 7) {
      let rest = this.version;
      for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
      const bits = (this.version << 12) | rest;
      for (let i = 0; i < 18; i += 1) {
        const [a, b] = [this.size - 11 + (i % 3), Math.floor(i / 3)];
        this.set(a, b, ((bits >>> i) & 1) === 1);
        this.set(b, a, ((bits >>> i) & 1) === 1);
      }
    }
  }

  #marks(): number[] {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = Math.ceil((this.size - 13) / (2 * count - 2)) * 2;
    return [6, ...Array.from({ length: count - 1 }, (_, i) => this.size - 7 - (count - 2 - i) * step)];
  }

  /** Level M is 0; then the mask. */
  format(mask: number): void {
    let rest = mask;
    for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (i: number) => ((bits >>> i) & 1) === 1;
    for (let i = 0; i <= 5; i += 1) this.set(8, i, bit(i));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let i = 9; i < 15; i += 1) this.set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i += 1) this.set(this.size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i += 1) this.set(8, this.size - 15 + i, bit(i));
    this.set(8, this.size - 8, true);
  }

  /** Up and down in pairs of columns, from the right. */
  fill(words: readonly number[]): void {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        for (const x of [right, right - 1]) {
          const upward = ((right + 1) & 2) === 0;
          const y = upward ? this.size - 1 - step : step;
          if (this.fixed[y]![x]! || at >= words.length * 8) continue;
          this.dark[y]![x] = ((words[at >>> 3]! >>> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  mask(which: number): void {
    for (let y = 0; y < this.size; y += 1) for (let x = 0; x < this.size; x += 1) if (!this.fixed[y]![x] && MASKS[which]!(x, y)) this.dark[y]![x] = !this.dark[y]![x];
  }

  /** How hard it is to read, by the rules of the standard. */
  penalty(): number {
    let found = 0;
    const lines = [this.dark, this.dark.map((_, x) => this.dark.map((row) => row[x]!))];
    for (const rows of lines) {
      for (const row of rows) {
        const text = row.map((dark) => (dark ? '1' : '0')).join('');
        for (const run of text.match(/1{5,}|0{5,}/g) ?? []) found += run.length - 2;
        for (let i = 0; i + 11 <= text.length; i += 1) if (['10111010000', '00001011101'].includes(text.slice(i, i + 11))) found += 40;
      }
    }
    for (let y = 0; y + 1 < this.size; y += 1) {
      for (let x = 0; x + 1 < this.size; x += 1) {
        const here = this.dark[y]![x];
        if (here === this.dark[y]![x + 1] && here === this.dark[y + 1]![x] && here === this.dark[y + 1]![x + 1]) found += 3;
      }
    }
    const dark = this.dark.flat().filter(Boolean).length;
    return found + 10 * Math.floor(Math.abs((dark * 20) / this.size ** 2 - 10));
  }
}

/** The rows of a code, dark modules as true; nothing if the text is too long for it. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= LAST && bytes.length > dataWords(version) - (version < 10 ? 2 : 3)) version += 1;
  if (version > LAST) return null;
  const words = woven(encoded(bytes, version), version);
  let best: Sheet | null = null;
  let least = Infinity;
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    const sheet = new Sheet(version);
    sheet.frame();
    sheet.fill(words);
    sheet.mask(mask);
    sheet.format(mask);
    const cost = sheet.penalty();
    if (cost < least) [best, least] = [sheet, cost];
  }
  return best!.dark;
}
