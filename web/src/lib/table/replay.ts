// Steps of a replay: by action, or to where phases and turns began.

export type By = 'action' | 'phase' | 'turn';

interface Mark {
  entry: number;
  new_turn: boolean;
}

const stops = (by: By, marks: readonly Mark[]) => marks.filter((m) => by === 'phase' || m.new_turn).map((m) => m.entry);

/** `told` are the entries, in order, of which there is something to tell: taking up a counter and laying it down again is none. */
export function forward(at: number, by: By, marks: readonly Mark[], last: number, told: readonly number[]): number {
  if (by === 'action') return Math.min(last, told.find((entry) => entry > at) ?? last);
  return Math.min(last, stops(by, marks).find((entry) => entry > at) ?? last);
}

export function back(at: number, by: By, marks: readonly Mark[], told: readonly number[]): number {
  if (by === 'action') return [...told].reverse().find((entry) => entry < at) ?? 0;
  return [...stops(by, marks)].reverse().find((entry) => entry < at) ?? 0;
}
