// How a nation's counters are painted. A nation that is not listed gets plain buff.

export interface Coat {
  face: string;
  strip: string;
  ink: string;
  plate: string;
  line: string;
  edge: string;
}

const blue: Coat = { face: '#2f5b9e', strip: '#1c3d70', ink: '#ffffff', plate: '#e3ebf6', line: '#14294a', edge: '#0f2242' };
const green: Coat = { face: '#457a48', strip: '#2a5230', ink: '#ffffff', plate: '#e6efdf', line: '#183019', edge: '#142d17' };
const grey: Coat = { face: '#50555d', strip: '#282b31', ink: '#ffffff', plate: '#dfe2e6', line: '#15171a', edge: '#0c0e10' };
const white: Coat = { face: '#f8f5ec', strip: '#a92128', ink: '#201c18', plate: '#ffffff', line: '#201c18', edge: '#544b40' };
const pale: Coat = { face: '#86a8d2', strip: '#35588a', ink: '#0e1a2d', plate: '#eef3fa', line: '#14294a', edge: '#2a456c' };
const red: Coat = { face: '#a8322f', strip: '#751f1f', ink: '#ffffff', plate: '#f6e5e0', line: '#3a0f0f', edge: '#420f10' };
const buff: Coat = { face: '#d9c69a', strip: '#6f5930', ink: '#2c2416', plate: '#f5eeda', line: '#2c2416', edge: '#54431f' };

const COATS: Record<string, Coat> = {
  french: blue,
  russian: green,
  prussian: grey,
  austrian: white,
  british: red,
  saxon: pale,
  westphalian: pale,
  polish: pale,
  bavarian: pale,
  italian: pale,
};

export const coat = (nation: string): Coat => COATS[nation.toLowerCase()] ?? buff;
export const isNation = (word: string): boolean => word.toLowerCase() in COATS;

/** About how wide a word is in bold condensed letters, in parts of the letter size. */
export function width(words: string): number {
  let sum = 0;
  for (const letter of words) {
    if ('iljI.,:;\'|! /1'.includes(letter)) sum += 0.3;
    else if ('mwMW'.includes(letter)) sum += 0.78;
    else if (letter >= 'A' && letter <= 'Z') sum += 0.58;
    else sum += 0.5;
  }
  return sum;
}

/** A name as large as it fits into a line. Letters do not become smaller than can be read: then they are pressed together to `pressed`. */
export function fitted(name: string, room: number, least = 8.6, most = 10.6): { words: string; size: number; pressed: number | undefined } {
  // Beyond this no pressing helps.
  let words = name;
  while (words.length > 2 && least * width(words) > 1.45 * room) words = `${words.replace(/…$/, '').slice(0, -1)}…`;
  const size = Math.min(most, Math.max(least, room / Math.max(0.1, width(words))));
  return { words, size, pressed: size * width(words) > room + 0.01 ? room : undefined };
}
