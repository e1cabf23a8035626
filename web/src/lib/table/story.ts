// The log as a story: turns, in them phases, in them actions and battles with what came of each.

import type { Forecast, Line, RollView, TableView, Trail } from '../api/types';

export interface Deed {
  line: Line;
  details: Line[];
  battle: boolean;
}
export interface Phase {
  title: string;
  entry: number;
  deeds: Deed[];
}
/** Phases that follow each other and in which nothing happened, in one sentence. */
export interface Quiet {
  quiet: string;
}
export interface Turn {
  title: string;
  entry: number;
  phases: Phase[];
}

/** Whether a line tells only of the next hex on the way of the line before it. */
const goesOn = (before: Line | undefined, line: Line): boolean => {
  const [a, b] = [before?.path, line.path];
  if (!a || !b || before!.entry !== line.entry || before!.level !== 2 || line.level !== 2 || a.unit !== b.unit || a.kind !== b.kind) return false;
  return a.hexes.at(-1) === b.hexes[0] && !before!.roll && !before!.battle && before!.lost.length === 0 && !before!.headline;
};

/** The hexes of one way, where a game tells of each by itself, are told in one line: the one that says where it ended. */
export function folded(lines: readonly Line[]): Line[] {
  const found: Line[] = [];
  for (const line of lines) {
    const before = found.at(-1);
    if (goesOn(before, line)) found[found.length - 1] = { ...line, path: joined([before!.path!, line.path!])[0]! };
    else found.push(line);
  }
  return found;
}

/** Groups lines by their depth: 0 turn, 1 phase, 2 action, 3 detail. What comes before the first turn may be the end of an earlier one. */
export function story(lines: readonly Line[], earlier = false): Turn[] {
  const turns: Turn[] = [];
  let turn: Turn | null = null;
  let phase: Phase | null = null;
  let deed: Deed | null = null;
  for (const line of folded(lines)) {
    if (line.level === 0 || !turn) {
      turn = { title: line.level === 0 ? line.text : earlier ? 'The turn before' : 'Before the first turn', entry: line.entry, phases: [] };
      turns.push(turn);
      phase = deed = null;
      if (line.level === 0) continue;
    }
    if (line.level === 1 || !phase) {
      phase = { title: line.level === 1 ? line.text : '', entry: line.entry, deeds: [] };
      turn.phases.push(phase);
      deed = null;
      if (line.level === 1) continue;
    }
    if (line.level <= 2 || !deed) {
      deed = { line, details: [], battle: Boolean(line.battle) };
      phase.deeds.push(deed);
    } else deed.details.push(line);
  }
  return turns;
}

const bare = (title: string) => title.replace(/ \[.*?\]/g, '');
/** A heading that is nothing but the name of a phase: others tell of a die, or of an event. */
const NAME = /^(?:(.+): )?(.+) (segment|phase)$/i;

/** Empty phases in a sentence: `French: nothing in the charge and melee segments`. */
function quietly(titles: readonly string[]): string {
  const sides = new Map<string, { whose: string; kind: string; names: string[] }>();
  for (const title of titles) {
    const [, whose = '', name = '', kind = ''] = NAME.exec(bare(title)) ?? [];
    const key = `${whose} ${kind}`;
    const side = sides.get(key) ?? { whose, kind, names: [] };
    side.names.push(name);
    sides.set(key, side);
  }
  return [...sides.values()]
    .map(({ whose, kind, names }) => {
      const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
      return `${whose === '' ? '' : `${whose}: `}nothing in the ${list} ${kind}${names.length > 1 ? 's' : ''}`;
    })
    .join('; ');
}

/** The phases of a turn as they are told: those that are over and in which nothing happened are folded into one line. */
export function told(turn: Turn, goesOn: boolean): (Phase | Quiet)[] {
  const found: (Phase | Quiet)[] = [];
  let empty: string[] = [];
  const fold = () => {
    if (empty.length > 0) found.push({ quiet: quietly(empty) });
    empty = [];
  };
  turn.phases.forEach((phase, i) => {
    const now = goesOn && i === turn.phases.length - 1;
    if (!now && phase.deeds.length === 0 && NAME.test(bare(phase.title))) return void empty.push(phase.title);
    fold();
    found.push(phase);
  });
  fold();
  return found;
}

/** The ways of units since the last phase but one began: what both sides did last. */
export function lastTrails(lines: readonly Line[], phases = 2): Trail[] {
  let left = phases;
  let from = 0;
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    if (lines[i]!.level === 1) {
      left -= 1;
      if (left === 0) {
        from = i;
        break;
      }
    }
  }
  return joined(lines.slice(from).flatMap((line) => (line.path ? [line.path] : [])));
}

/** Steps of one unit that follow each other become one way. */
export function joined(trails: readonly Trail[]): Trail[] {
  const found: Trail[] = [];
  for (const trail of trails) {
    const before = found[found.length - 1];
    if (before && before.unit === trail.unit && before.kind === trail.kind && before.hexes[before.hexes.length - 1] === trail.hexes[0]) {
      before.hexes = [...before.hexes, ...trail.hexes.slice(1)];
    } else found.push({ ...trail, hexes: [...trail.hexes] });
  }
  return found;
}

/** Whether the die of a line, one among those of an action, was rolled in a battle: others are for weather, marches and the like. */
export const fought = (line: Line, lines: readonly Line[]): boolean =>
  Boolean(line.roll && (line.roll.column || line.roll.result || lines.some((one) => one.entry === line.entry && one.battle)));

/** The battle that was fought last, with what came of it, unless a phase or another attack has begun since. */
export function lastBattle(lines: readonly Line[]): { roll: RollView; entry: number; lines: Line[] } | null {
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const { roll, entry } = lines[i]!;
    if (roll && fought(lines[i]!, lines)) return { roll, entry, lines: lines.filter((line, at) => line.entry === entry || (at > i && line.level >= 3)) };
    if (lines[i]!.level < 2 || lines[i]!.battle) return null;
  }
  return null;
}

/** The number of a case. Some books count by Roman numerals and letters: `II.b.1`, `A`. */
const CASE = String.raw`(?:\d{1,2}|[IVX]{1,4})(?:\.(?:\d{1,2}|[a-z]))*[a-z]?|[A-Z]`;
const WHOLE = new RegExp(`^(?:${CASE})$`);
const CITED = new RegExp(`\\[(${CASE})\\]`, 'g');

export const isCase = (text: string): boolean => WHOLE.test(text);

/** Cuts a text at its case numbers: `lost [6.3]` becomes a text and a case. */
export function cut(text: string): ({ text: string } | { id: string })[] {
  const found: ({ text: string } | { id: string })[] = [];
  let from = 0;
  for (const match of text.matchAll(CITED)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    found.push({ id: match[1]! });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}

/** Scores and levels: those whose names differ only in the last word stand together. */
export function groupTracks<T extends { name: string; case: string }>(tracks: readonly T[]): { single: T[]; groups: { title: string; case: string; list: { word: string; track: T }[] }[] } {
  const cut = (name: string) => name.lastIndexOf(' ');
  const found = new Map<string, T[]>();
  for (const track of tracks) {
    const key = `${track.name.slice(0, Math.max(0, cut(track.name)))}|${track.case}`;
    found.set(key, [...(found.get(key) ?? []), track]);
  }
  const grouped = [...found].filter(([key, list]) => list.length > 2 && !key.startsWith('|'));
  const inside = new Set(grouped.flatMap(([, list]) => list));
  return {
    single: tracks.filter((track) => !inside.has(track)),
    groups: grouped.map(([key, list]) => ({ title: key.split('|')[0]!, case: list[0]!.case, list: list.map((track) => ({ word: track.name.slice(cut(track.name) + 1), track })) })),
  };
}

/** A reason as a sentence of its own. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** A chance in words: `17%`, or `17–33%` where owners still choose. */
export function percent(chance: { least: number; most: number; per: number }): string {
  const of = (n: number) => Math.round((100 * n) / Math.max(1, chance.per));
  return of(chance.least) === of(chance.most) ? `${of(chance.most)}%` : `${of(chance.least)}–${of(chance.most)}%`;
}

/** A chance as people say it: `1 in 2`, not `18/36`; a range where owners still choose. */
export function fraction({ least, most, per }: { least: number; most: number; per: number }): string {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  const of = (n: number) => {
    const by = gcd(n, per) || 1;
    return `${n / by} in ${per / by}`;
  };
  return least === most ? of(most) : `${of(least)} to ${of(most)}`;
}

/** Whom a result hurts, by what its legend says of it: empty where it hurts both or nobody. */
export function harms(meaning: string): 'attacker' | 'defender' | '' {
  return /^attacker/i.test(meaning) ? 'attacker' : /^defender/i.test(meaning) ? 'defender' : '';
}

/** What is about to be rolled for, in a heading. */
export function attackAt({ column, table }: Forecast): string {
  const what = /^fire/i.test(table?.title ?? '') ? 'Fire' : /melee/i.test(table?.title ?? '') ? 'Melee' : table || column ? 'Attack' : 'What may come of it';
  return column ? `${what} at ${column}` : what;
}

export interface Run {
  /** The rows, by number and by head. */
  first: number;
  last: number;
  from: string;
  to: string;
  cell: string;
}

/** A column of a long table as ranges of rows with the same result. */
export function runs(table: TableView, column: number): Run[] {
  const found: Run[] = [];
  table.rows.forEach((head, row) => {
    const cell = table.cells[row]?.[column] ?? '';
    const before = found.at(-1);
    if (before && before.cell === cell) Object.assign(before, { last: row, to: head });
    else found.push({ first: row, last: row, from: head, to: head, cell });
  });
  return found;
}
