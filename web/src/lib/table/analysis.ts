// A game looked at again comes in pieces, because thinking takes time; here they are put together.
import type { Analysis, Judged } from '../api/types';

export const signed = (n: number): string => (n > 0 ? '+' : '') + n.toFixed(1);

/** What is known, with the piece that goes on from it. */
export function withPiece(known: Analysis | null, piece: Analysis): Analysis {
  if (!known) return piece;
  const totals = piece.totals.map((total, i) => {
    const before = known.totals[i];
    if (!before) return total;
    return {
      seat: total.seat,
      decisions: before.decisions + total.decisions,
      mistakes: before.mistakes + total.mistakes,
      cost: before.cost + total.cost,
      luck: before.luck + total.luck,
    };
  });
  return { ...piece, decisions: [...known.decisions, ...piece.decisions], totals };
}

/** The decision to which an entry belongs. */
export function decisionAt(analysis: Analysis | null, entry: number): Judged | null {
  return analysis?.decisions.find((d) => d.from <= entry && entry <= d.to) ?? null;
}

/** The dearest mistakes, dearest first. */
export function dearest(analysis: Analysis | null, most: number): Judged[] {
  return [...(analysis?.decisions ?? [])].filter((d) => d.better).sort((a, b) => b.cost - a.cost).slice(0, most);
}

/** Where a curve passes: an entry of the record, and a number of points. */
export type Point = [entry: number, points: number];

/** What the position was worth after each decision. */
export function course(analysis: Analysis | null): Point[] {
  const first = analysis?.decisions[0];
  return first ? [[first.from - 1, first.before], ...(analysis?.decisions ?? []).map((d): Point => [d.to, d.after])] : [];
}

/** What the dice have done, added up. */
export function fortune(analysis: Analysis | null): Point[] {
  let sum = 0;
  const points: Point[] = [[0, 0]];
  for (const d of analysis?.decisions ?? []) {
    sum += d.luck;
    points.push([d.to, sum]);
  }
  return points.length > 1 ? points : [];
}

/** What is to be said when all has been looked at. */
export function verdict(analysis: Analysis): string {
  const hurried = analysis.decisions.filter((d) => d.hurried).length;
  const all = analysis.decisions.length;
  return hurried === 0
    ? `Done: ${all} decision${all === 1 ? '' : 's'}.`
    : `Done: ${all} decision${all === 1 ? '' : 's'}, ${hurried} of them with less thought than the ${analysis.level} takes, because the server is busy.`;
}

/** What a decision cost, with the interval in which that lies 95 times of 100, where it was played on. */
export function costOf(d: Judged): string {
  const cost = d.cost.toFixed(1);
  return d.low == null || d.high == null ? cost : `${cost} (${d.low.toFixed(1)} to ${d.high.toFixed(1)})`;
}

/** How well that is known, in words. */
export function sureness(d: Judged): string {
  if (!d.playouts || d.low == null || d.high == null) return 'As the computer reckons it; it was not played on.';
  const pairs = `${pairsOf(d)} played on from here`;
  return d.low > 0 ? `From ${pairs}; 95 times of 100 it lies in this interval.` : `From ${pairs}; too few to be sure that it was worse.`;
}

const pairsOf = (d: Judged) => `${d.playouts} ${d.playouts === 1 ? 'pair' : 'pairs'} of games`;

/** What is said of a decision that is no mistake. */
export function fruitless(d: Judged): string {
  return d.low != null && d.low > 0 ? 'Something else was better, but by too little to be called a mistake.' : `Nothing better was found${d.hurried ? ' in the time there was' : ''}.`;
}

/** How something else did that was played on from there. */
export function compared(d: Judged): string {
  const [low, high] = [signed(d.low ?? 0), signed(d.high ?? 0)];
  const what = d.low != null && d.low > 0 ? 'It' : 'Something else';
  if (low === high) return `${what} was played on from here in ${pairsOf(d)}, each time with ${low} points.`;
  return `${what} was played on from here in ${pairsOf(d)}: between ${low} and ${high} points better, 95 times of 100.`;
}

/** From where to where the interval of a cost is drawn: nought is always on it. */
export function reach(d: Judged): [number, number] {
  const all = [0, d.cost, d.low ?? d.cost, d.high ?? d.cost];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const edge = Math.max(0.5, (high - low) * 0.06);
  return [low - edge, high + edge];
}
