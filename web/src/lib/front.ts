// What stands on the front door: how heavy a battle is, who plays whom, and what a table is called there.

import type { BookInfo, GameInfo, LevelInfo, TableInfo } from './api/types';

/** About how many minutes a game takes: a few seconds for each counter in each turn, rounded as people say it. */
export function minutes(game: { turns: number; pieces: number }): number {
  const exact = (game.turns * game.pieces * 5) / 60;
  const step = exact < 60 ? 10 : 30;
  return Math.max(10, Math.round(exact / step) * step);
}

export function lasting(game: { turns: number; pieces: number }): string {
  const all = minutes(game);
  return all < 90 ? `about ${all} minutes` : `about ${String(Math.round(all / 30) / 2).replace('.5', '½')} hours`;
}

/** How much there is to know, by the number of cases in the rulebook. */
export function weight(cases: number): 'light' | 'medium' | 'heavy' {
  return cases < 70 ? 'light' : cases < 140 ? 'medium' : 'heavy';
}

/** Opponents for people; the others are yardsticks for the laboratory. */
export const opponents = (levels: readonly LevelInfo[]) => levels.filter((level) => !level.baseline);
export const usualLevel = (levels: readonly LevelInfo[]) => (levels.find((l) => l.id === 'veteran') ?? opponents(levels)[0])?.id ?? '';

/** Who sits where if one plays a side against a computer. */
export const againstComputer = (game: GameInfo, side: string, level: string) => game.seats.map((seat) => ({ seat, who: seat === side ? 'me' : level }));

/** Which rulebook a game belongs to. */
export const bookOf = (books: readonly BookInfo[], game: string) => books.find((book) => book.games.some((one) => one.id === game));

/** Of which game a record, a notation or a position is: the one that it names first, by its whole name. `dresden-20` is not `dresden`. */
export function gameOf(text: string, games: readonly { id: string }[]): string | null {
  const named = games.map(({ id }) => ({ id, at: text.search(new RegExp(`(?:^|[^\\w-])${id}(?![\\w-])`)) })).filter(({ at }) => at >= 0);
  return named.sort((a, b) => a.at - b.at)[0]?.id ?? null;
}

export const ended = (info: TableInfo) =>
  ({ resigned: `${info.ended?.by} resigned`, drawn: 'drawn', overdue: `${info.ended?.by} did not move in time`, agreed: 'abandoned', abandoned: 'abandoned' })[info.ended?.how ?? ''] ?? 'over';
export const myTurn = (info: TableInfo) => !info.over && info.seats.some((s) => s.yours && s.seat === info.pending);
export const sitting = (info: TableInfo) =>
  info.seats.map((s) => `${s.seat}: ${s.who === 'open' ? 'open' : s.yours ? 'you' : s.who === 'human' ? s.name || 'a player' : `computer (${s.who})`}`).join(' · ');
/** How far a game has come, as players count. */
export const progress = (info: TableInfo) => (info.over || !info.turn ? '' : `Turn ${info.turn[0]} of ${info.turn[1]}`);

/** In one line who plays what: `You are the French, against the computer (veteran).` */
export function seating(seats: readonly { seat: string; who: string }[], levels: readonly LevelInfo[]): string {
  const mine = seats.filter((s) => s.who === 'me' || s.who === 'hot-seat').map((s) => s.seat);
  const others = seats
    .filter((s) => !mine.includes(s.seat))
    .map((s) => (s.who === 'open' ? `${s.seat} by link` : `${s.seat}, the computer (${levels.find((l) => l.id === s.who)?.title.toLowerCase() ?? s.who})`));
  const you = mine.length === 0 ? 'You look on' : mine.length === seats.length ? 'You play both sides' : `You are ${mine.join(' and ')}`;
  return others.length === 0 ? you : `${you}; against ${others.join(' and ')}`;
}
