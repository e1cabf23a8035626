// A hex in a sentence, for the status line and for those who listen instead of look.

import { direction, directions, type Id } from './grid';
import { readerOf, writerOf, type Reader, type Writer } from './names';
import { EDGES, markWords, sideWords } from './signs';
import type { Counter, HexsideMark, MapView, Mark, Spot } from './types';

/** What lies where, looked up once for each map. */
export class Gazetteer {
  readonly terrain = new Map<string, { words: string[]; objective: boolean; level: number }>();
  readonly place = new Map<string, string[]>();
  readonly entry = new Map<string, string[]>();
  readonly sides = new Map<string, string[]>();
  readonly roads = new Set<string>();
  readonly read: Reader;
  readonly write: Writer;

  constructor(map: MapView) {
    this.read = readerOf(map);
    this.write = writerOf(map);
    const add = (to: Map<string, string[]>, hex: string, word: string) => {
      const list = to.get(hex) ?? [];
      if (!list.includes(word)) list.push(word);
      to.set(hex, list);
    };
    for (const hex of map.hexes) this.terrain.set(hex.number, { words: hex.terrain, objective: hex.objective, level: hex.level ?? 0 });
    for (const place of map.places) for (const hex of place.hexes) add(this.place, hex, place.name);
    for (const entry of map.entries) add(this.entry, entry.hex, entry.code);
    for (const road of map.roads) for (const hex of road.path) this.roads.add(hex);
    for (const { from, to, kind } of map.hexsides) {
      const [a, b] = [this.read(from), this.read(to)];
      if (a === null || b === null) continue;
      const edge = (p: Id, q: Id) => EDGES[directions(p)[direction(p, q)] ?? ''] ?? 'beside it';
      add(this.sides, from, `${kind === 'slope' ? 'higher ground' : plain(kind)} ${edge(a, b)}`);
      add(this.sides, to, `${kind === 'slope' ? 'lower ground' : plain(kind)} ${edge(b, a)}`);
    }
  }

  /** Number, place and terrain: what the status line says. */
  ground(hex: string): { number: string; place: string; terrain: string } {
    const at = this.terrain.get(hex);
    const words = (at?.words ?? []).map(plain);
    if (this.roads.has(hex)) words.push('road');
    if (at && at.level > 0) words.push(`level ${at.level}`);
    if (at?.objective) words.push('objective');
    for (const code of this.entry.get(hex) ?? []) words.push(`entry ${code}`);
    return { number: hex, place: (this.place.get(hex) ?? []).join(', '), terrain: words.join(', ') };
  }
}

/** A word of the map as people say it. */
const plain = (word: string) => word.replaceAll('_', ' ');

/** What people call a unit: its name where the game prints one on the counter, otherwise the word by which it is commanded. */
export const called = (counter: Counter | undefined, tag: string): string => (counter?.title ? counter.name : tag);

/** How units are called, by their tags, as long as these are the counters. */
export const names = (counters: readonly Counter[]) => (tag: string): string => called(counters.find((one) => one.tag === tag), tag);

/** The same of many, by their tags. */
export const calledIn = (counters: readonly Counter[], tags: readonly string[]): string[] => tags.map(names(counters));

/** A counter in one sentence; the server says it better where it does. */
export function spoken(counter: Counter): string {
  if (counter.alt) return counter.alt;
  const badges = counter.badges.length > 0 ? `, ${counter.badges.join(', ')}` : '';
  return `${counter.tag}: ${counter.nation} ${counter.kind} ${counter.name}, ${counter.values}${badges}`;
}

/** The same in short, where it is known in which hex and the words of commands are of no use. */
export function glimpse(counter: Counter): string {
  const name = called(counter, counter.tag);
  const words = spoken(counter).split(', ').filter((word) => word !== name && word !== counter.tag && word !== `in ${counter.hex}`);
  return `${name}: ${words.join(', ')}`;
}

/** What has been put up in a hex and on its sides, each in words. */
export function standing(gazetteer: Gazetteer, hex: string, marks: readonly Mark[], borders: readonly HexsideMark[]): string[] {
  return [...marks.filter((m) => m.hex === hex).map(markWords), ...sideWords(borders, hex, gazetteer.read)];
}

/** Everything about a hex, in sentences. */
export function describe(gazetteer: Gazetteer, hex: string, counters: readonly Counter[], marks: readonly Mark[], spots: readonly Spot[], borders: readonly HexsideMark[] = []): string {
  const { place, terrain } = gazetteer.ground(hex);
  const parts = [`${hex}${place ? `, ${place}` : ''}: ${terrain || 'off the map'}`];
  const sides = gazetteer.sides.get(hex);
  if (sides) parts.push(sides.join(', '));
  parts.push(...standing(gazetteer, hex, marks, borders));
  const here = counters.filter((c) => c.hex === hex);
  parts.push(here.length === 0 ? 'empty' : here.map(spoken).join('; '));
  for (const spot of spots.filter((s) => s.hex === hex)) if (spot.label) parts.push(spot.label);
  return `${parts.join('. ')}.`;
}
