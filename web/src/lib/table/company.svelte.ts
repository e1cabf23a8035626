// The others at the table: what they say, what they ask for, and what we answer.

import type { Live } from '../api/live';
import type { Problem, Said, ServerMessage, TableInfo } from '../api/types';

interface Room {
  live(): Live | null;
  /** Whether the game is over. */
  over(): boolean;
  say(text: string): void;
  /** Something that stays on the page until it was read. */
  note(text: string): void;
}

export class Company {
  talk = $state.raw<Said[]>([]);
  unread = $state(0);
  asked = $state.raw<{ request: number; by: string; to: number } | null>(null);
  /** A proposal to end the game. */
  offered = $state.raw<{ request: number; by: string; how: string } | null>(null);
  /** Where the same game was begun anew. */
  rematch = $state<string | null>(null);
  readonly #room: Room;

  constructor(room: Room) {
    this.#room = room;
  }

  /** The table is told as a whole: what is asked and offered there now. */
  told(table: TableInfo): void {
    this.offered = table.offered ?? null;
    this.rematch = table.rematch ?? null;
    this.asked = table.asked ?? null;
  }

  /** What was said so far. `missed` says that some of it may have been said while our line was broken, and is news to us. */
  recall(said: readonly Said[], missed: boolean): void {
    const [known, told] = [this.talk.at(-1)?.at ?? 0, said.at(-1)?.at ?? 0];
    if (missed) this.unread += said.filter((one) => one.at > known).length;
    // Something may have been said while this was on its way.
    this.talk = [...said, ...this.talk.filter((one) => one.at > told)];
  }

  hear(message: ServerMessage): void {
    switch (message.type) {
      case 'end_offered':
        this.offered = { request: message.request, by: message.by, how: message.how };
        return this.#room.say(`${message.by} ${message.how === 'drawn' ? 'offers a draw' : 'proposes to abandon the game'}.`);
      case 'end_declined':
        this.offered = null;
        return this.#room.note('The proposal to end the game was declined.');
      case 'reminded':
        return this.#room.note(`${message.by} reminds ${message.seat}: it is time to move.`);
      case 'rematch':
        this.rematch = message.table;
        return this.#room.say('The other side wants a rematch.');
      case 'removed':
        return this.#room.note('This table was removed by those who sat at it.');
      case 'undo_asked':
        this.asked = { request: message.request, by: message.by, to: message.to };
        return this.#room.say(`${message.by} asks to take back.`);
      case 'undo_declined':
        this.asked = null;
        return this.#room.note('The request to take back was declined.');
      case 'chat':
        this.talk = [...this.talk, { by: message.by, seat: message.seat, text: message.text, at: message.at }];
        this.unread += 1;
        return;
      default:
    }
  }

  async answer(allow: boolean): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    try {
      await this.#room.live()?.ask({ type: 'answer', request: asked.request, allow });
      if (this.asked?.request === asked.request) this.asked = null;
    } catch (problem) {
      this.#room.note((problem as Problem).detail);
    }
  }

  /** Ends the game, or asks the other side to: nothing of it can be taken back. */
  async end(message: { type: 'resign'; seat: string } | { type: 'abandon' } | { type: 'draw' } | { type: 'end_answer'; request: number; allow: boolean }): Promise<void> {
    try {
      await this.#room.live()?.ask(message);
      if ((message.type === 'abandon' || message.type === 'draw') && !this.#room.over()) this.#room.note('The other side was asked.');
      // Another may have been proposed before the answer has come.
      if (message.type === 'end_answer' && this.offered?.request === message.request) this.offered = null;
    } catch (problem) {
      this.#room.note((problem as Problem).detail);
      this.#room.say((problem as Problem).detail);
    }
  }

  /** Reminds the other side that it has to move. */
  async remind(): Promise<void> {
    try {
      await this.#room.live()?.ask({ type: 'remind' });
    } catch (problem) {
      this.#room.note((problem as Problem).detail);
    }
  }

  async chat(text: string): Promise<boolean> {
    const live = this.#room.live();
    if (!live) return false;
    try {
      await live.ask({ type: 'chat', text });
      return true;
    } catch (problem) {
      this.#room.note((problem as Problem).detail);
      return false;
    }
  }
}
