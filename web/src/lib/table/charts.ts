// Which row and column of a chart is in question, and what is due on each turn.

import type { Board, Chart, Counter, Forecast } from '../api/types';
import type { Battle } from './kinds';

export interface Lit {
  row: number;
  column: number;
}

/** What is lit in the results table: the column of the attack that is declared, or the die that was rolled last. */
export function litResult(chart: Chart, forecast: Forecast | null, battle: Battle | null): Lit {
  const heads = chart.rows.map(([head]) => head);
  if (forecast) return { row: -1, column: chart.columns.indexOf(forecast.column) };
  if (!battle) return { row: -1, column: -1 };
  return { row: heads.indexOf(String(battle.roll.value)), column: chart.columns.indexOf(battle.roll.column ?? '') };
}

/** Rows of a terrain chart that speak of a hex. */
export function litTerrain(chart: Chart, words: readonly string[]): Set<number> {
  return new Set(chart.rows.flatMap(([head], i) => (words.some((word) => word === head || word.replace('_', ' ') === head) ? [i] : [])));
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

const gone = (counter: Counter) => !counter.hex && /lost|destroyed|eliminated|broken$/i.test(counter.off_map ?? '');
export const isGone = gone;

/** The order of battle of a side: by nation and body, strongest nation first, as far as we may know. */
export function orderOfBattle(counters: readonly Counter[], side: string): Body[] {
  const found = new Map<string, Body>();
  for (const counter of counters.filter((c) => c.side === side)) {
    const name = counter.hidden ? 'Face down' : counter.body || `${counter.nation} ${counter.kind}`;
    const nation = counter.hidden ? '' : counter.nation;
    const body = found.get(`${nation} ${name}`) ?? { name, nation, units: [], strength: 0, lost: 0 };
    body.units.push(counter);
    if (gone(counter)) body.lost += counter.strength ?? 0;
    else body.strength += counter.strength ?? 0;
    found.set(`${nation} ${name}`, body);
  }
  return [...found.values()];
}
