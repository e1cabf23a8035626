// What happened without us: while we were away, before we came, or in the turn of somebody else. And what is threatened now.

import { api, type Pass } from '../api/client';
import type { CatchUp, Counter } from '../api/types';
import { inEnemyZones, type Threat } from './threats';

/** The overlays that tell it, the best one first: of the enemy's zones, or of everybody's. */
const ZONES = ['enemy-zones', 'zones'];

interface Eyes {
  id: string;
  readonly pass: Pass;
  /** Whether somebody is there to be told. */
  wanted(): boolean;
  /** The seat that looks, if it is one. */
  seat(): string | null;
  counters(): readonly Counter[];
  /** Something was told. */
  told(): void;
}

export class Missed {
  told = $state.raw<CatchUp | null>(null);
  /** What it is about. */
  about = $state('');
  /** Whether we have played on since: what comes next is another story. */
  past = false;
  /** Own units that stand where the enemy reaches. */
  threats = $state.raw<Threat[]>([]);
  readonly #eyes: Eyes;
  #order = 0;

  constructor(eyes: Eyes) {
    this.#eyes = eyes;
  }

  tell(told: CatchUp, about: string): void {
    this.told = told;
    this.about = about;
    this.past = false;
    this.threats = [];
    this.#eyes.told();
    void this.#weigh();
  }

  /** Sums up what a side has done after so many actions; with what was told before and is still being read, if that belongs together. */
  async sumUp(from: number, side: string): Promise<void> {
    const order = (this.#order += 1);
    const first = this.told && !this.past ? Math.min(from, this.told.from) : from;
    try {
      const told = await api.catchUp(this.#eyes.id, this.#eyes.pass, first);
      if (order === this.#order && this.#eyes.wanted() && told.lines.length > 0) this.tell(told, `${side}: what they did`);
    } catch {
      // The log tells the same.
    }
  }

  /** Which own units stand in reach of the enemy now. */
  async #weigh(): Promise<void> {
    const [side, order] = [this.#eyes.seat(), (this.#order += 1)];
    if (side === null) return;
    const { id, pass } = this.#eyes;
    const list = await api.overlays(id, pass).catch(() => []);
    const zones = ZONES.find((one) => list.some((overlay) => overlay.id === one && !overlay.needs_hex));
    const hexes = zones ? await api.overlay(id, pass, zones).catch(() => []) : [];
    if (order === this.#order && this.told) this.threats = inEnemyZones(this.#eyes.counters(), side, hexes);
  }

  /** Only so many actions stand: what was told of others did not happen. */
  cut(played: number): void {
    if (this.told && this.told.to > played) this.forget();
  }

  forget(): void {
    this.#order += 1;
    this.told = null;
    this.threats = [];
  }
}
