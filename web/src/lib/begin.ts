// A table is made, its seat is kept, and one goes there.

import { api } from './api/client';
import type { GameInfo, NewTable } from './api/types';
import { againstComputer } from './front';
import { settings } from './prefs.svelte';
import { router } from './router.svelte';
import { seats, type Held } from './seats';

/** Makes a table and opens it. */
export async function begin(table: Partial<NewTable> & { game: string }, title: string, more: Held = {}): Promise<void> {
  const made = await api.make({ player: settings.value.name.trim(), ...table });
  const own = made.seats.find((s) => s.token);
  const invites = made.seats.flatMap((s) => (s.who === 'open' && s.link ? [{ seat: s.seat, link: s.link }] : []));
  const kept = seats.note(made.id, { ...(own?.token ? { token: own.token } : {}), ...(invites.length > 0 ? { invites } : {}), title, seen: 0, ...more });
  // A browser that keeps nothing comes in by its link.
  router.go(kept ? `/table/${made.id}` : (own?.link ?? `/table/${made.id}`));
}

/** Begins the guided first turn of a game. */
export async function learn(game: GameInfo): Promise<void> {
  const { lesson } = game;
  if (lesson) await begin({ game: game.id, seats: againstComputer(game, lesson.seat, lesson.level), name: lesson.title }, game.title, { lesson: { at: 0, done: [] } });
}
