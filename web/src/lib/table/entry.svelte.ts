// With what somebody comes in to a table: the seat and the pass that this browser holds, those that a link offers, and those that were asked for.

import { api, lost, newClaim, Refusal, silence, type Pass } from '../api/client';
import type { TableInfo, TakenSeat } from '../api/types';
import { seats, type Held } from '../seats';
import { weigh, wordOn, type Offer } from './seatlink';

export class Entry {
  readonly id: string;
  pass = $state.raw<Pass>({});
  /** A link holds another seat than ours. */
  offer = $state.raw<Offer | null>(null);
  /** What there is to say about it: that a link was no good, or that the browser does not keep the seat. */
  word = $state('');

  /** Comes in anew, as somebody else. */
  readonly #again: () => Promise<void>;

  constructor(id: string, again: () => Promise<void>) {
    this.id = id;
    this.#again = again;
  }

  /** What is stored, what a link says, and what was asked for before, in this order. */
  async begin(link: string | null): Promise<void> {
    const held = seats.get(this.id);
    this.pass = { token: held.token, passphrase: held.passphrase };
    if (link) await this.#heed(link);
    if (!this.pass.token) await this.#reclaim([]);
  }

  /** A link to a seat of this table was opened while the table was on the screen. */
  async follow(link: string): Promise<void> {
    if (await this.#heed(link)) await this.#again();
  }

  /** The table as it was told when a seat was looked at, so that it need not be asked for at once again. */
  #seen: { token: string; info: TableInfo } | null = null;

  /** The table, as whoever comes in may know it. */
  async table(): Promise<TableInfo> {
    const seen = this.#seen;
    this.#seen = null;
    return seen && seen.token === this.pass.token && !this.pass.passphrase ? seen.info : api.table(this.id, this.pass);
  }

  /** Looks at the seat of a link before anything is stored. Says whether we are somebody else now. */
  async #heed(link: string): Promise<boolean> {
    const before = this.pass.token;
    const ask = (one: string) => wordOn(this.id, one, (info) => (this.#seen = { token: one, info }));
    const { token, keep, offer, notice } = await weigh(link, before, ask);
    this.pass = { ...this.pass, token };
    this.offer = offer;
    this.word = notice;
    if (keep) this.#keep({ token });
    return token !== before;
  }

  /** Remembers a seat, and says so if the browser does not. */
  #keep(more: Held): void {
    if (!seats.note(this.id, more)) this.word = 'This browser does not keep the seat. Copy its link under Table, Share, before you leave the page.';
  }

  /** Takes the seat of the link that was opened. The one that was held is not lost. */
  async swap(): Promise<void> {
    const { offer } = this;
    if (!offer) return;
    this.#leave(offer.token, offer.own);
    this.offer = null;
    await this.#again();
  }

  /** Sits down again in a seat that was held before. */
  async resume(token: string, own: string[]): Promise<void> {
    const word = await wordOn(this.id, token);
    if (typeof word === 'string') return void (this.word = 'That seat cannot be had at the moment.');
    this.#leave(token, own);
    await this.#again();
  }

  #leave(token: string, own: string[]): void {
    const before = this.pass.token;
    const former = (seats.get(this.id).former ?? []).filter((one) => one.token !== token && one.token !== before);
    this.pass = { ...this.pass, token };
    this.#keep({ token, claims: undefined, former: before ? [...former, { token: before, seats: own }] : former });
  }

  /** A seat was asked for, and the answer was lost: if the server gave it, it is ours. */
  async #reclaim(own: string[]): Promise<boolean> {
    for (const claim of Object.values(seats.get(this.id).claims ?? {})) {
      const word = await wordOn(this.id, claim);
      if (typeof word === 'string') continue;
      this.#leave(claim, own);
      return true;
    }
    return false;
  }

  /** Takes an open seat. The token is ours before it is the server's: if the answer is lost, the same question gets the same seat, now or after a reload. */
  async sit(seat: string, name: string, own: string[], invite?: string): Promise<void> {
    const { claims } = seats.get(this.id);
    const claim = claims?.[seat] ?? newClaim();
    seats.note(this.id, { claims: { ...claims, [seat]: claim } });
    const wish = { name, claim, ...(this.pass.passphrase ? { passphrase: this.pass.passphrase } : {}), ...(invite ? { invite } : {}) };
    const ask = () => api.sit(this.id, seat, wish);
    let taken: TakenSeat;
    try {
      taken = await ask().catch((error: unknown) => {
        if (lost(error)) return ask();
        throw error;
      });
    } catch (error) {
      if (lost(error) && (await this.#reclaim(own))) return this.#again();
      if (lost(error)) throw new Refusal({ ...silence(), detail: 'The server did not answer. Try again: if the seat was taken for you meanwhile, it stays yours.' });
      seats.note(this.id, { claims });
      throw error;
    }
    this.#leave(taken.token, own);
    await this.#again();
  }

  /** What has been welcomed is remembered: a seat, and a pass instead of the passphrase. A seat that was asked for may have been given meanwhile. */
  async welcomed(table: TableInfo): Promise<void> {
    const { token, passphrase } = seats.get(this.id);
    if (table.pass && table.pass !== passphrase) {
      this.pass = { ...this.pass, passphrase: table.pass };
      seats.note(this.id, { passphrase: table.pass });
    }
    if (!token && this.pass.token && table.seats.some((s) => s.yours)) this.#keep({ token: this.pass.token });
    if (!this.pass.token && (await this.#reclaim([]))) await this.#again();
  }
}
