// What this browser pins so that nobody can choose the dice unnoticed: the server's commitment as it was first seen, the words it brings to its own
// dice, and the links it brings to those of the other side. docs/dice.md tells what it is good for.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Moved, SeatInfo, TableInfo } from '../api/types';
import { notesKey } from '../seats';

/** Links of a chain, as the server counts them. */
const LINKS = 4096;
/** Words that are kept for actions which were tried in one position. */
const TRIED = 50;
/** Where something is hidden, dice have numbers from here on: labels. */
const LABELS = 1_000_000;
/** Sixty-four hexadecimal digits. */
const HEX = /^[0-9a-f]{64}$/;

export function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The seal of a word, by which it is bound before it is shown. */
export const sealOf = (word: string): string => hash(`grognard word ${word}`);

/** A chain from its foot up: each link is the hash of the next, and the topmost, the secret itself, is never shown. */
export function chainOf(secret: string, links = LINKS): string[] {
  const said = 'grognard link ';
  // Thousands of links are made before a board can stand, so the bytes of the text are changed where they are.
  const text = utf8ToBytes(said + secret);
  const chain = [secret];
  for (let i = 0; i < links; i += 1) {
    const link = bytesToHex(sha256(text));
    for (let digit = 0; digit < link.length; digit += 1) text[said.length + digit] = link.charCodeAt(digit);
    chain.push(link);
  }
  return chain.reverse();
}

export interface Ask {
  /** Its number; where something is hidden a label, which the server makes of what everybody is told. */
  die: number;
  seal: string;
  deed: string;
}

interface Kept {
  /** The commitment as it was first seen. */
  commitment: string;
  /** From which the chain hangs. */
  secret: string;
  /** The feet of chains that were used up. */
  feet: string[];
  /** Links shown of the present chain. */
  shown: number;
  gave: (Ask & { link: string })[];
  /** Where `die` is a label, the deed binds the server to the number of the die. */
  threw: { word: string; die: number; link: string | null; deed?: string }[];
  /** Actions that were sent after so many others and have not been played: tried again, each brings the same word, so that nobody can have a second die for it. */
  pending: { played: number; tried: { action: string; word: string }[] } | null;
  /** Up to which entry each seat was ours, as far as this browser saw. */
  held: Record<string, number>;
  /** Standing orders that were given here, and after how many actions: what they throw has no word. */
  orders: { seat: string; after: number; text: string }[];
  /** What was not as it should be. */
  alarms: string[];
  /** What we brought and was not used. It may have come too late, so that it accuses nobody; nor is it proved that it did. */
  missing: string[];
}

export interface Box {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

function random(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Where pins are kept, if the browser keeps anything. */
function browserBox(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export class Pins {
  readonly #key: string;
  readonly #box: Box | null;
  #kept: Kept;
  #chain: string[] | null = null;
  #words: string[] = [];
  /** What `held` is to hold when something is kept the next time: not each move of the others is worth a writing. */
  readonly #holds: Record<string, number> = {};
  /** Whether the browser has kept all that we know. */
  #written = true;

  constructor(id: string, box: Box | null = browserBox()) {
    this.#key = notesKey(id);
    this.#box = box;
    this.#kept = this.#read();
  }

  /** What the browser has kept. */
  #read(): Kept {
    const none: Kept = { commitment: '', secret: '', feet: [], shown: 0, gave: [], threw: [], pending: null, held: {}, orders: [], alarms: [], missing: [] };
    try {
      return { ...none, ...(JSON.parse(this.#box?.getItem(this.#key) ?? '{}') as Partial<Kept>) };
    } catch {
      // What cannot be read is begun anew.
      return none;
    }
  }

  /**
   * Takes in what another tab at the same table has noted meanwhile, before anything is added: else the two would show the same link for two dice, and
   * each would wipe out the notes of the other. A tab that hangs from another chain goes on by itself.
   */
  #look(): void {
    if (!this.#written) return;
    const now = this.#read();
    if (now.secret !== '' && (this.#kept.secret === '' || this.#kept.secret === now.secret)) this.#kept = now;
  }

  #keep(): void {
    this.#kept.held = { ...this.#kept.held, ...this.#holds };
    try {
      this.#box?.setItem(this.#key, JSON.stringify(this.#kept));
      this.#written = true;
    } catch {
      // Full, or not allowed: it is known as long as the page is open.
      this.#written = false;
    }
  }

  get commitment(): string {
    return this.#kept.commitment;
  }

  get alarms(): readonly string[] {
    return this.#kept.alarms;
  }

  get missing(): readonly string[] {
    return this.#kept.missing;
  }

  #alarm(text: string): void {
    this.#add('alarms', text);
  }

  #add(list: 'alarms' | 'missing', text: string): void {
    this.#look();
    if (this.#kept[list].includes(text)) return;
    this.#kept[list] = [...this.#kept[list], text];
    this.#keep();
  }

  /** Looks at the table: pins its commitment, or compares it with the one that was pinned. */
  see(info: Pick<TableInfo, 'commitment' | 'seed' | 'over' | 'given'>): void {
    this.#look();
    // A table that goes on with somebody's record promises nothing, whatever it was called when this browser first saw it.
    if (info.commitment === '' && (info.given > 0 || this.#kept.commitment === '')) return;
    if (this.#kept.commitment === '') {
      this.#kept.commitment = info.commitment;
      this.#keep();
    }
    if (info.commitment !== this.#kept.commitment) {
      this.#alarm('The server has changed what it promised about the seed of its dice: the commitment is not the one that this browser saw first. The dice of this game are unproved.');
    }
    if (info.seed || info.over) this.told(info.seed ?? null);
  }

  /** The game is over, and the seed is told, or is not. */
  told(seed: string | null): void {
    // Of what was never promised nothing is owed.
    if (this.#kept.commitment === '') return;
    if (seed === null) this.#alarm('The game is over, and the server does not tell the seed that it promised. The dice of this game are unproved.');
    else if (hash(`grognard seed ${seed}`) !== this.#kept.commitment) this.#alarm('The seed that the server tells is not the one that it promised. The dice of this game are unproved.');
  }

  #links(): string[] {
    this.#look();
    if (this.#kept.secret !== '' && this.#kept.shown >= LINKS - 1) {
      // Used up: another one.
      this.#kept.feet = [...this.#kept.feet, this.#chain?.[0] ?? chainOf(this.#kept.secret)[0]!];
      this.#kept.secret = '';
      this.#chain = null;
    }
    if (!HEX.test(this.#kept.secret)) {
      this.#kept.secret = random();
      this.#kept.shown = 0;
      this.#keep();
    }
    this.#chain ??= chainOf(this.#kept.secret);
    return this.#chain;
  }

  /** The foot of the chain, which the server is told when we come. */
  foot(): string {
    return this.#links()[0]!;
  }

  /** The next link for a die of the other side: once for each die, and never for another word or action. */
  give({ die, seal, deed }: Ask): string | null {
    this.#look();
    const before = this.#kept.gave.find((one) => one.die === die);
    if (before) return before.seal === seal && before.deed === deed ? before.link : null;
    const link = this.#links()[this.#kept.shown + 1];
    if (link === undefined || this.#kept.shown + 1 >= LINKS) return null;
    // Noted before it is shown: whatever happens to it, we know that we gave it.
    this.#kept.shown += 1;
    this.#kept.gave.push({ die, seal, deed, link });
    this.#keep();
    return link;
  }

  /** Makes a word for an action; the server is told its seal. */
  seal(action: string, played: number): string {
    this.#look();
    // Pages of before kept one action, and not after how many others.
    const tried = (this.#kept.pending?.played === played && this.#kept.pending.tried) || [];
    const word = tried.find((one) => one.action === action)?.word ?? random();
    this.#kept.pending = { played, tried: [...tried.filter((one) => one.action !== action), { action, word }].slice(-TRIED) };
    this.#words = [word, random()];
    this.#keep();
    return sealOf(word);
  }

  /** Shows the word for a die, now that the other's link is known, and the seal of another one. */
  show(die: number, link: string | null, deed?: string | null): { word: string; then: string } | null {
    const word = this.#words.shift();
    if (word === undefined) return null;
    this.#look();
    this.#words.push(random());
    if (!this.#kept.threw.some((one) => one.die === die && one.word === word && one.link === link)) this.#kept.threw.push({ word, die, link, ...(deed ? { deed } : {}) });
    this.#keep();
    return { word, then: sealOf(this.#words[0]!) };
  }

  /**
   * So many actions stand, and these seats are ours. Only when something has been played is an action of the same name another one: whatever was refused,
   * whoever is at fault, has not been thrown, and may be tried again.
   */
  stands(played: number, yours: readonly string[]): void {
    for (const seat of yours) this.#holds[seat] = played;
    if (this.#kept.pending === null || this.#kept.pending.played === played) return;
    this.#look();
    this.#kept.pending = null;
    this.#keep();
  }

  /** Standing orders are given for a seat. */
  ordered(seat: string, after: number, orders: readonly string[]): void {
    if (orders.length === 0) return;
    this.#look();
    this.#kept.orders.push({ seat, after, text: orders.join('; ') });
    this.#keep();
  }

  /** Compares what the server says went into a throw with what we know. */
  check(moved: Moved, yours: readonly string[]): void {
    const throwing = moved.throw;
    if (!throwing) return;
    // A throw may have been tried before and have come to nothing; the audit counts how often.
    const own = this.#kept.threw.filter((one) => one.die === throwing.die);
    const told = own.filter((one) => one.link === (throwing.link ?? null));
    // Whether the orders answer just that is for the audit to say, which knows the rules.
    const byOrder = throwing.word == null && this.#kept.orders.some((one) => one.seat === moved.seat);
    // Where something is hidden, an action is played without a word that is not shown in time.
    const wordless = throwing.word == null && throwing.die >= LABELS;
    if (own.length > 0 && moved.seat && yours.includes(moved.seat) && !byOrder && !told.some((one) => one.word === throwing.word)) {
      if (wordless && told.length > 0) this.#add('missing', `Entry ${moved.entry}: this browser showed its word, and by the server’s account none came within 10 seconds.`);
      else this.#alarm(`The die of entry ${moved.entry} was not thrown with the word of this browser and the link that it was told. It is unproved.`);
    }
    const gave = this.#kept.gave.find((one) => one.die === throwing.die);
    if (!gave) return;
    const link = throwing.seat != null && yours.includes(throwing.seat) ? throwing.link : null;
    const sameWord = gave.seal === (throwing.word == null ? '-' : sealOf(throwing.word));
    if (link === gave.link) {
      if (sameWord) return;
      if (wordless) return this.#add('missing', `Entry ${moved.entry}: the link of this browser was used, and by the server’s account the other’s word did not come within 10 seconds.`);
    } else if (link == null) {
      // What we gave it for may have come to nothing; then another word, or our own throw, takes the die without our link. The audit counts it.
      if (sameWord && !yours.includes(moved.seat ?? '')) this.#add('missing', `Entry ${moved.entry}: this browser gave a link, and by the server’s account none came within 1.5 seconds.`);
      return;
    }
    this.#alarm(`The die of entry ${moved.entry} was not thrown with what this browser gave its link for. It is unproved.`);
  }

  /** All of it as a file for `grognard audit --notes`. */
  notes(id: string, seats: readonly string[]): string {
    const { commitment, feet, gave, threw, orders } = this.#kept;
    const held = Object.entries({ ...this.#kept.held, ...this.#holds });
    const lines = ['grognard notes 1', `table ${id}`, ...seats.map((seat) => `seat ${seat}`)];
    if (commitment !== '') lines.push(`commitment ${commitment}`);
    lines.push(...held.map(([seat, entry]) => `held ${seat} ${entry}`), ...orders.map((one) => `orders ${one.seat} ${one.after} ${one.text}`));
    if (this.#kept.secret !== '') lines.push(...[...feet, this.foot()].map((foot) => `chain ${foot}`));
    lines.push(...gave.map((one) => `gave ${one.die} ${one.seal} ${one.deed} ${one.link}`));
    lines.push(...threw.map((one) => `word ${one.word} ${one.die} ${one.link ?? '-'}${one.deed ? ` ${one.deed}` : ''}`));
    return `${lines.join('\n')}\n`;
  }
}

/** How many dice of a record had which parties to them. */
export interface Say {
  both: number;
  link: number;
  word: number;
  seed: number;
}

/** Of whose say what is to be said. */
export const KINDS: [keyof Say, string][] = [
  ['both', 'by the seed, the word of whoever threw, and a link of the other player: nobody alone could choose or foresee them'],
  ['link', 'by the seed and a link of the other player: neither the host nor whoever threw could choose or foresee them, unless the host is the other player'],
  ['word', 'by the seed and the word of whoever threw: the host could not choose or foresee them, unless he threw them himself'],
  ['seed', 'by the seed alone: the host knew them before, and may have tried seeds until he liked them'],
];

/** What is to be said of those at the table who bring no word or no link. */
export function sittersWords(seats: readonly Pick<SeatInfo, 'who'>[], yours: readonly string[]): string[] {
  const words = [];
  if (yours.length > 0 && yours.length === seats.length) words.push('You hold all seats, so nobody else brings anything: the host cannot choose your dice, unless you are the host.');
  if (seats.some((seat) => seat.who !== 'human' && seat.who !== 'open')) words.push('A computer brings no word. Your browser brings a link to its dice while you are here.');
  if (yours.length > 0) words.push('What your standing orders throw has no word of yours: they answer also while you are away.');
  return words;
}

export function sayOf(record: string): Say {
  const say: Say = { both: 0, link: 0, word: 0, seed: 0 };
  let [word, link] = [false, false];
  for (const line of record.split('\n')) {
    if (line.startsWith('word ')) word = true;
    else if (line.startsWith('link ')) link = true;
    else {
      const dice = /^(?:\d+ .* = |deal )([\d ]+?)(?: #\w+)?$/.exec(line)?.[1];
      if (dice) say[word && link ? 'both' : link ? 'link' : word ? 'word' : 'seed'] += dice.trim().split(' ').length;
      if (/^\d/.test(line)) [word, link] = [false, false];
    }
  }
  return say;
}
