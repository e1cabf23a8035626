// Which row and column of a chart is in question, and what is due on each turn.

import type { Board, Chart, Counter, Forecast, Track } from '../api/types';
import type { Battle } from './kinds';

export interface Lit {
  row: number;
  column: number;
}

/** What is lit in the results table: the column of the attack that is declared, or the die that was rolled last. */
export function litResult(chart: Chart, forecast: Forecast | null, battle: Battle | null): Lit {
  const heads = chart.rows.map(([head]) => head);
  // Of several tables of results the one that is rolled on.
  const table = forecast?.table ?? (forecast ? null : battle?.table);
  if (table && table.case !== chart.case) return { row: -1, column: -1 };
  if (forecast) return { row: -1, column: chart.columns.indexOf(forecast.column) };
  if (!battle) return { row: -1, column: -1 };
  return { row: heads.indexOf(String(battle.roll.value)), column: chart.columns.indexOf(battle.roll.column ?? '') };
}

/** Rows of a terrain chart that speak of a hex. */
export function litTerrain(chart: Chart, words: readonly string[]): Set<number> {
  return new Set(chart.rows.flatMap(([head], i) => (words.some((word) => word === head || word.replace('_', ' ') === head) ? [i] : [])));
}

/** Rows of a morale chart that speak of what is reckoned: those whose words a line of the forecast has. */
export function litMorale(chart: Chart, forecast: Forecast | null): Set<number> {
  const told = forecast?.reckoning ?? [];
  const ours = told.filter((line) => line.includes(`[${chart.case}]`));
  return new Set(chart.rows.flatMap(([head], i) => (ours.some((line) => line.toLowerCase().includes(head.toLowerCase())) ? [i] : [])));
}

export interface Turn {
  number: number;
  name: string;
  now: boolean;
  /** Who is due, by side. */
  due: { side: string; tags: string[] }[];
}

const TURN = /turn (\d+)/;

/** The turn track: each turn with who is due on it, as far as we may know. */
export function track(board: Board): Turn[] {
  const scale = board.scales.find((one) => one.name === 'Turn');
  const due = (number: number) => {
    const found = new Map<string, string[]>();
    for (const counter of board.counters) {
      if (counter.hex || Number(TURN.exec(counter.off_map ?? '')?.[1] ?? 0) !== number) continue;
      found.set(counter.side, [...(found.get(counter.side) ?? []), counter.tag]);
    }
    return [...found].map(([side, tags]) => ({ side, tags }));
  };
  return Array.from({ length: board.turns }, (_, i) => ({ number: i + 1, name: scale?.steps[i]?.replace(/^\d+ /, '') ?? '', now: i + 1 === board.turn_number, due: due(i + 1) }));
}

export interface Body {
  name: string;
  nation: string;
  units: Counter[];
  /** Strength that is there or still to come, and strength lost. */
  strength: number;
  lost: number;
}

/** Counters that are printed but take no part in this game, or wait in a pool until somebody needs them. */
const ASIDE = ['not in this game', 'out of play', 'not in play'];
export const takesPart = (counter: { hex?: string | null; off_map?: string | null }) => Boolean(counter.hex) || !ASIDE.includes(counter.off_map ?? '');

const gone = (counter: Counter) => !counter.hex && /lost|destroyed|eliminated|broken$/i.test(counter.off_map ?? '');
export const isGone = gone;

/** What a unit began with, and how much of it is lost: all of it, or steps. Who leads others has no strength of his own. */
export function toll(counter: Counter): { of: number; lost: number } {
  if (counter.kind === 'leader') return { of: 0, lost: 0 };
  const steps = counter.stance?.steps;
  if (steps) return { of: steps.full, lost: gone(counter) ? steps.full : steps.full - steps.left };
  const of = counter.strength ?? 0;
  return { of, lost: gone(counter) ? of : 0 };
}

/** The order of battle of a side: by nation and body, strongest nation first, as far as we may know. */
export function orderOfBattle(counters: readonly Counter[], side: string): Body[] {
  const found = new Map<string, Body>();
  for (const counter of counters.filter((c) => c.side === side && takesPart(c))) {
    const name = counter.hidden ? 'Face down' : counter.body || `${counter.nation} ${counter.kind}`;
    const nation = counter.hidden ? '' : counter.nation;
    const body = found.get(`${nation} ${name}`) ?? { name, nation, units: [], strength: 0, lost: 0 };
    body.units.push(counter);
    const { of, lost } = toll(counter);
    body.lost += lost;
    body.strength += of - lost;
    found.set(`${nation} ${name}`, body);
  }
  return [...found.values()];
}

export interface Corps {
  /** Empty where bodies belong to none. */
  name: string;
  bodies: Body[];
  strength: number;
  lost: number;
  /** The level of its morale, where that is counted. */
  level: Track | null;
}

/** Bodies under the corps that stands before the comma in their names, with its level. */
export function byCorps(bodies: readonly Body[], tracks: readonly Track[]): Corps[] {
  const some = bodies.some((body) => body.name.includes(', '));
  const found = new Map<string, Corps>();
  for (const body of bodies) {
    const name = some ? body.name.split(', ')[0]! : '';
    const level = tracks.find((track) => name !== '' && track.name.startsWith(name) && /level$/.test(track.name)) ?? null;
    const corps = found.get(name) ?? { name, bodies: [], strength: 0, lost: 0, level };
    corps.bodies.push(body);
    corps.strength += body.strength;
    corps.lost += body.lost;
    found.set(name, corps);
  }
  return [...found.values()];
}
