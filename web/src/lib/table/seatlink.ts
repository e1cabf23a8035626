// What becomes of a link to a seat. It is looked at before anything is stored: a seat that this browser holds is never given up for a link
// that is wrong, nor for a right one without a question.

import { api, Refusal } from '../api/client';
import type { TableInfo } from '../api/types';

/** What the server says of a token: which seats it holds, that it holds none, or nothing at all. */
export type Word = { seats: string[] } | 'none' | 'silence';

/** A seat that a link offers to somebody who has one already. */
export interface Offer {
  token: string;
  seats: string[];
  /** What would be left. */
  own: string[];
}

export interface Verdict {
  /** The token to come in with. */
  token: string | undefined;
  /** Whether the browser should remember it. */
  keep: boolean;
  offer: Offer | null;
  notice: string;
}

export async function wordOn(id: string, token: string, told: (info: TableInfo) => void = () => {}): Promise<Word> {
  try {
    const info = await api.table(id, { token });
    told(info);
    const seats = info.seats.filter((s) => s.yours).map((s) => s.seat);
    return seats.length > 0 ? { seats } : 'none';
  } catch (error) {
    // Only a plain no is a no: a server that is busy, or a line that is broken, says nothing about the seat.
    return error instanceof Refusal && [400, 403, 404].includes(error.problem.status) ? 'none' : 'silence';
  }
}

/** Decides what to do with the token of a link, beside the one that is held. */
export async function weigh(link: string, held: string | undefined, word: (token: string) => Promise<Word>): Promise<Verdict> {
  const stay = (notice: string): Verdict => ({ token: held, keep: false, offer: null, notice });
  if (link === held) return stay('');
  const said = await word(link);
  if (said === 'silence') {
    if (held) return stay('The link to a seat could not be checked, because the server did not answer. You keep the seat that this browser holds. Open the link again later.');
    // With nothing to lose it is tried, and remembered when the server has welcomed it.
    return { token: link, keep: false, offer: null, notice: '' };
  }
  if (said === 'none') {
    return stay(held ? 'The link that you opened holds no seat at this table. You keep the seat that this browser holds.' : 'The link that you opened holds no seat at this table. You can look on.');
  }
  const own = held ? await word(held) : 'none';
  if (own === 'none') return { token: link, keep: true, offer: null, notice: '' };
  return { token: held, keep: false, offer: { token: link, seats: said.seats, own: own === 'silence' ? [] : own.seats }, notice: '' };
}
