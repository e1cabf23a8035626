// Steps of a replay: by action, or to where phases and turns began.

export type By = 'action' | 'phase' | 'turn';

interface Mark {
  entry: number;
  new_turn: boolean;
}

const stops = (by: By, marks: readonly Mark[]) => marks.filter((m) => by === 'phase' || m.new_turn).map((m) => m.entry);

export function forward(at: number, by: By, marks: readonly Mark[], last: number): number {
  if (by === 'action') return Math.min(last, at + 1);
  return Math.min(last, stops(by, marks).find((entry) => entry > at) ?? last);
}

export function back(at: number, by: By, marks: readonly Mark[]): number {
  if (by === 'action') return Math.max(0, at - 1);
  return [...stops(by, marks)].reverse().find((entry) => entry < at) ?? 0;
}
