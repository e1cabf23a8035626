// How fast a game is played, and how much time is left, in words.

import type { TableInfo } from '../api/types';

const HOUR = 3_600_000;

/** A pace as its maker chose it: `none`, `days 3`, `clock 90 30`. */
export function paceWords(pace: string): string {
  const [kind, first, second] = pace.split(' ');
  if (kind === 'days') return first === '1' ? 'a day for each move' : `${first} days for each move`;
  if (kind === 'clock') return `a clock: ${first} minutes for the game${second && second !== '0' ? `, ${second} seconds more for each turn` : ''}`;
  return 'no limit of time';
}

/** A span of time as people say it: days and hours, hours and minutes, or minutes and seconds. */
export function span(ms: number): string {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`;
  if (left >= HOUR) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whom somebody with seats of his own waits for: another person who has to decide. */
export function awaited(info: TableInfo): TableInfo['seats'][number] | null {
  const seat = info.seats.find((one) => one.seat === info.pending);
  return seat && !info.over && !seat.yours && seat.who === 'human' && info.seats.some((one) => one.yours) ? seat : null;
}

/** What may be done about somebody who does not move, by the server's time. */
export function remedies(info: TableInfo, now: number): { remind: boolean; claim: boolean; computer: boolean } {
  const none = { remind: false, claim: false, computer: false };
  const seat = awaited(info);
  if (!seat) return none;
  const { timing } = info;
  const since = info.touched;
  const reminded = timing?.reminded ?? 0;
  const day = 24 * HOUR;
  const [kind, days] = info.terms.pace.split(' ');
  const patience = kind === 'days' ? (Number(days) * day) / 2 : day;
  const claim = timing?.claim != null && now >= timing.claim;
  // Where no time runs the server says from when on nobody has to wait for him any more, should he not come.
  const gone = !seat.connected && info.substitute != null && now >= info.substitute;
  return { remind: kind !== 'clock' && now - since >= patience && now - reminded >= day, claim, computer: claim || gone };
}
