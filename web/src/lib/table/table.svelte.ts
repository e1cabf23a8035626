// One table: what the server says of it, and what the player does at it. All pages that show a table share this.

import { api, Refusal, silence, type Pass } from '../api/client';
import { canUnpack, dial, Live, type Line as LineState } from '../api/live';
import type { CatchUp, Choice, Counsel, Line, MapView, Moved, OverlayHex, OverlayInfo, Problem, Said, ServerMessage, TableInfo, Trail, View } from '../api/types';
import { seats } from '../seats';
import { settings } from '../prefs.svelte';
import type { Battle, Refused } from './kinds';
import { atUnit, faultHex, heldUnit, lit, meant, rephrase, tabTitle, usual, walkers } from './lit';
import { Entry } from './entry.svelte';
import { Pins } from './pins';
import { Logbook } from './logbook.svelte';
import { Shown } from './shown';
import { joined, lastTrails } from './story';

export class TableStore {
  readonly id: string;
  readonly entry: Entry;

  info = $state.raw<TableInfo | null>(null);
  map = $state.raw<MapView | null>(null);
  view = $state.raw<View | null>(null);
  /** The board at an earlier moment, if that is looked at. */
  past = $state.raw<View | null>(null);
  readonly log: Logbook;
  glides = $state.raw<Trail[]>([]);
  talk = $state.raw<Said[]>([]);
  unread = $state(0);
  catchUp = $state.raw<CatchUp | null>(null);
  battle = $state.raw<Battle | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** The table cannot be shown at all, and why. */
  barred = $state.raw<Problem | null>(null);
  line = $state<LineState>('joining');
  retryAt = $state(0);
  thinking = $state<string | null>(null);
  asked = $state.raw<{ request: number; by: string; to: number } | null>(null);
  /** The seat that proposes to abandon the game. */
  offered = $state<string | null>(null);
  /** What is wrong with the dice, as far as this browser can tell. */
  alarms = $state.raw<readonly string[]>([]);
  busy = $state(false);
  slow = $state(false);
  /** A unit chosen among several that wait for an order. */
  picked = $state<string | null>(null);
  confirming = $state.raw<Choice | null>(null);
  menu = $state.raw<{ hex: string; unit: string | null; x: number; y: number; choices: Choice[] } | null>(null);
  flash = $state.raw<{ id: number; hexes: string[] } | null>(null);
  said = $state('');
  notice = $state('');
  overlays = $state.raw<OverlayInfo[]>([]);
  overlay = $state.raw<OverlayInfo | null>(null);
  overlayHexes = $state.raw<OverlayHex[]>([]);
  showTrails = $state(false);
  /** Of several players at this screen the one who sits there, once he has said so. */
  raised = $state('');

  readonly lines: readonly Line[] = $derived.by(() => this.log.book.lines);
  readonly shown = $derived(this.past ?? this.view);
  readonly choices = $derived(this.past === null && this.view ? this.view.choices : []);
  readonly yours = $derived((this.info?.seats ?? []).filter((s) => s.yours).map((s) => s.seat));
  readonly mine = $derived(this.choices.length > 0);
  readonly you = $derived(this.shown?.you ?? null);
  readonly held = $derived(heldUnit(this.choices));
  readonly walking = $derived(walkers(this.choices));
  readonly lit = $derived(lit(this.choices, this.shown?.board.counters ?? [], this.you, this.picked));
  readonly selected = $derived(this.held ? [this.held] : this.picked ? [this.picked] : []);
  readonly trails = $derived(this.showTrails ? (this.catchUp ? joined(this.catchUp.lines.flatMap((l) => (l.path ? [l.path] : []))) : lastTrails(this.lines)) : []);
  readonly title = $derived(tabTitle(this.view, this.mine));
  /** Whom the curtain waits for: only where several sit at this screen and things are hidden, which leaves the view without a check number. */
  readonly curtain = $derived.by(() => {
    const waits = this.yours.length > 1 && this.view?.check === '' ? this.view.pending?.seat : undefined;
    return waits !== undefined && waits !== this.raised ? waits : null;
  });

  readonly pins: Pins;
  #live: Live | null = null;
  #shown = new Shown();
  #waiters: { played: number; done: () => void }[] = [];
  /** Own choices by the entry that they became, so that one of them can be withdrawn. */
  #played = new Map<number, Choice>();
  /** The choices before the last own one, so that another unit can be taken instead. */
  #before: { entry: number; choice: Choice; choices: readonly Choice[] } | null = null;
  #flashes = 0;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #first = true;
  /** How often we have come in: what an earlier line still says is not heard any more. */
  #visit = 0;

  constructor(id: string) {
    this.id = id;
    this.pins = new Pins(id);
    this.log = new Logbook(id, () => this.pass);
    this.alarms = this.pins.alarms;
    this.entry = new Entry(id, () => this.#again());
  }

  /** With what we come in. */
  get pass(): Pass {
    return this.entry.pass;
  }

  /** Opens the table: who we are, the map, the log, the socket. */
  async open(hash: URLSearchParams): Promise<void> {
    await this.entry.begin(hash.get('seat'));
    if (!this.#closed) await this.#enter();
  }

  /** Comes in anew, as somebody else. */
  async #again(): Promise<void> {
    if (this.#closed) return;
    this.#live?.close();
    this.#live = null;
    // What the one was shown is not for the other.
    this.#veil();
    await this.#enter();
  }

  /** Socket, table and map are asked for at once, so that the board is there as soon as may be. */
  async #enter(): Promise<void> {
    this.barred = null;
    const visit = (this.#visit += 1);
    this.#join(visit);
    try {
      const info = await this.entry.table();
      if (visit !== this.#visit) return;
      this.info ??= info;
      this.map = await api.map(info.game);
    } catch (error) {
      if (visit !== this.#visit) return;
      this.#turnedAway(error instanceof Refusal ? error.problem : silence());
      return;
    }
    if (!this.#closed) void this.#aside();
  }

  /** Without a seat one looks on; only who may not even do that is barred. The seat that the browser remembers stays where it is. */
  #turnedAway(problem: Problem): void {
    if (this.view) return;
    if (problem.type.endsWith('not-yours') && this.pass.token) {
      this.entry.pass = { ...this.pass, token: undefined };
      this.entry.word = 'The seat that this browser remembers is not known at this table. You can look on.';
      return void this.#again();
    }
    this.barred = problem;
    this.#live?.close();
  }

  #join(visit: number): void {
    this.#live = new Live(() => dial(this.id), {
      hello: () => ({
        type: 'hello',
        token: this.pass.token ?? null,
        passphrase: this.pass.passphrase ?? null,
        from: this.view?.played ?? seats.get(this.id).seen ?? null,
        mode: 'changes',
        packed: canUnpack,
        name: settings.value.name || null,
        chain: this.pass.token ? this.pins.foot() : null,
      }),
      message: (message) => {
        if (visit === this.#visit) this.#hear(message);
      },
      line: (state, retry) => {
        if (visit !== this.#visit) return;
        this.line = state;
        this.retryAt = retry > 0 ? Date.now() + retry : 0;
      },
    });
  }

  /** Things that the board can be drawn without. */
  async #aside(): Promise<void> {
    const quiet = <T>(promise: Promise<T>) => promise.catch(() => null);
    const [overlays, talk] = await Promise.all([quiet(api.overlays(this.id, this.pass)), quiet(api.chat(this.id, this.pass))]);
    if (overlays) this.overlays = overlays;
    if (talk) this.talk = talk;
  }

  async unlock(passphrase: string): Promise<void> {
    this.#live?.close();
    this.entry.pass = { ...this.pass, passphrase };
    await this.#enter();
  }

  /** Sits down in an open seat. */
  async sit(seat: string, name: string, invite?: string): Promise<void> {
    await this.entry.sit(seat, name, this.yours, invite);
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
    clearTimeout(this.#slowTimer);
  }

  hurry(): void {
    this.#live?.hurry();
  }

  // ----- what the server says -----

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome': {
        this.info = message.table;
        this.#pin(() => this.pins.see(message.table));
        this.offered = message.table.offered ?? null;
        this.asked = message.table.asked ?? null;
        void this.entry.welcomed(message.table);
        this.thinking = null;
        this.#shown.forget();
        if (message.view) this.#see(this.#shown.whole(message.view, message.sum ?? 0));
        const missed = message.catch_up;
        if (this.curtain === null && missed && missed.to > missed.from && missed.lines.length > 0 && !(this.#first && missed.from === 0)) {
          this.catchUp = missed;
          if (settings.value.trails) this.showTrails = true;
        }
        this.#first = false;
        void this.#readLog();
        return;
      }
      case 'view':
        return this.#see(this.#shown.whole(message.view, message.sum ?? 0));
      case 'change': {
        const view = this.#shown.changed(message.from, message.to, message.change);
        return view ? this.#see(view) : this.#live?.tell({ type: 'whole' });
      }
      case 'moved':
        return this.#moved(message.happening);
      case 'undone':
        this.log.cut(message.played);
        this.battle = null;
        for (const entry of [...this.#played.keys()]) if (entry > message.played) this.#played.delete(entry);
        this.asked = this.offered = null;
        return;
      case 'ask_link':
        return this.#live?.tell({ type: 'link', die: message.die, link: this.pins.give(message) });
      case 'show_word': {
        const shown = this.pins.show(message.die, message.link ?? null);
        if (shown) this.#live?.tell({ type: 'word', id: message.id, ...shown });
        return;
      }
      case 'over':
        if (this.info) this.info = { ...this.info, over: true, seed: message.seed ?? null, ended: message.ended ?? null, offered: null };
        this.offered = null;
        if (message.seed) this.#pin(() => this.pins.told(message.seed!));
        return;
      case 'end_offered':
        this.offered = message.by;
        this.say(`${message.by} proposes to abandon the game.`);
        return;
      case 'end_declined':
        this.offered = null;
        this.notice = 'The proposal to abandon the game was declined.';
        return;
      case 'undo_asked':
        this.asked = { request: message.request, by: message.by, to: message.to };
        this.say(`${message.by} asks to take back.`);
        return;
      case 'undo_declined':
        this.asked = null;
        this.notice = 'The request to take back was declined.';
        return;
      case 'chat':
        this.talk = [...this.talk, { by: message.by, seat: message.seat, text: message.text, at: message.at }];
        this.unread += 1;
        return;
      case 'presence':
        if (this.info) {
          const there = new Map(message.seats.map((s) => [s.seat, s]));
          this.info = { ...this.info, spectators: message.spectators, seats: this.info.seats.map((s) => ({ ...s, ...there.get(s.seat) })) };
        }
        return;
      case 'thinking':
        this.thinking = message.seat;
        return;
      case 'refused':
        // Turned away at the door, before anything was seen.
        if (message.id === 0) this.#turnedAway(message.problem);
        return;
      default:
    }
  }

  /** The curtain falls: whatever was shown to one player is forgotten before another looks. */
  #veil(): void {
    this.log.forget();
    this.glides = [];
    this.past = null;
    this.catchUp = null;
    this.battle = null;
    this.refused = null;
    this.picked = null;
    this.confirming = null;
    this.menu = null;
    this.flash = null;
    this.said = '';
    this.notice = '';
    this.showTrails = false;
    this.setOverlay(null);
    this.#played.clear();
    this.#before = null;
  }

  /** The curtain rises for the player who sits there now; what he may read is asked for anew. */
  raise(): void {
    if (this.curtain === null) return;
    this.raised = this.curtain;
    this.#veil();
    if (this.view?.pending) this.say(this.view.pending.prompt);
    void this.#readLog();
  }

  #see(view: View): void {
    const before = this.view;
    this.view = view;
    if (this.curtain !== null) {
      this.raised = '';
      this.#veil();
    }
    if (this.thinking && view.pending?.seat !== this.thinking) this.thinking = null;
    if (before && before.played !== view.played) {
      this.confirming = null;
      this.menu = null;
      this.picked = null;
    }
    // Of several units that wait, one that is alone needs no picking.
    if (this.picked !== null && !walkers(view.choices).includes(this.picked)) this.picked = null;
    if (view.ending && this.info) this.info = { ...this.info, over: true };
    if (this.info) this.info = { ...this.info, played: view.played, pending: view.pending?.seat ?? null };
    seats.note(this.id, { seen: view.played, title: view.title, over: view.ending != null, ...(this.yours.length > 0 ? { seats: this.yours } : {}) });
    this.#waiters = this.#waiters.filter((one) => {
      if (view.played !== one.played) return true;
      one.done();
      return false;
    });
    if (this.curtain !== null) return;
    if (view.pending && (!before || before.pending?.prompt !== view.pending.prompt)) this.say(view.pending.prompt);
    if (view.ending && !before?.ending) this.say(view.ending.verdict);
    if (this.overlay) void this.#renewOverlay();
  }

  #pin(look: () => void): void {
    look();
    this.alarms = this.pins.alarms;
  }

  #moved(happening: Moved): void {
    this.#pin(() => this.pins.check(happening, this.yours));
    this.offered = null;
    // What one player did is not told to nobody in particular: whoever comes next reads his own log.
    if (this.curtain !== null) return;
    this.log.add(happening.entry, happening.log);
    this.glides = happening.log.flatMap((line) => (line.path ? [line.path] : []));
    this.refused = null;
    const rolled = happening.log.find((line) => line.roll);
    if (rolled?.roll) this.battle = { table: this.view?.forecast?.table ?? this.battle?.table ?? null, roll: rolled.roll, lines: happening.log };
    // What ends a phase, or begins another battle, ends this one.
    else if (happening.log.some((line) => line.level <= 1 || line.battle)) this.battle = null;
    else if (this.battle && happening.log.some((line) => line.level >= 3)) this.battle = { ...this.battle, lines: [...this.battle.lines, ...happening.log] };
    const words = happening.log.filter((line) => line.level >= 2).map((line) => line.text);
    if (words.length > 0) this.say(words.join(' '));
  }

  async #readLog(): Promise<void> {
    if (this.curtain !== null) return;
    const reader = this.raised;
    try {
      // The curtain may have fallen meanwhile.
      await this.log.open(() => this.curtain === null && this.raised === reader);
    } catch {
      // The board is there; the log comes with the next connection.
    }
  }

  /** Reads the turns before those of the log. */
  async readEarlier(): Promise<void> {
    const reader = this.raised;
    try {
      await this.log.turnBack(() => this.curtain === null && this.raised === reader);
    } catch (error) {
      if (error instanceof Refusal) this.notice = error.message;
    }
  }

  /** Says something to those who listen. */
  say(text: string): void {
    // The same words twice would not be read again.
    this.said = text === this.said ? `${text}\u00a0` : text;
  }

  // ----- what the player does -----

  #until(played: number): Promise<void> {
    if (this.view?.played === played) return Promise.resolve();
    return new Promise((done) => {
      const waiter = { played, done };
      this.#waiters.push(waiter);
      // Another action may have come in between; then what we wait for never comes.
      setTimeout(() => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        done();
      }, 4000);
    });
  }

  async #ask(make: (live: Live) => Promise<number>): Promise<boolean> {
    if (!this.#live) return false;
    this.busy = true;
    this.#slowTimer = setTimeout(() => (this.slow = true), 700);
    try {
      await this.#until(await make(this.#live));
      return true;
    } finally {
      clearTimeout(this.#slowTimer);
      this.busy = this.slow = false;
    }
  }

  #refuse(problem: Problem, tried: string, hex: string | null): void {
    const where = faultHex(problem, this.view?.board.counters ?? [], hex);
    this.refused = { problem, hex: where, tried };
    this.say(`Refused. ${problem.line ?? problem.detail}`);
    if (where) this.flashHexes([where]);
  }

  /** Plays a choice; what cannot be taken back is asked about first. */
  async choose(choice: Choice, sure = false): Promise<boolean> {
    if (this.busy || this.past) return false;
    this.menu = null;
    if (choice.commits && settings.value.confirm && !sure) {
      this.confirming = choice;
      this.say(`${choice.label}: this cannot be taken back. Confirm, or not yet.`);
      return false;
    }
    this.confirming = null;
    const before = this.choices;
    const ok = await this.act(choice.text, choice.hex ?? null);
    if (ok && this.view) {
      this.#played.set(this.view.played, choice);
      this.#before = { entry: this.view.played, choice, choices: before };
    }
    return ok;
  }

  async act(action: string, hex: string | null = null): Promise<boolean> {
    this.refused = null;
    try {
      const done = await this.#ask((live) => live.ask({ type: 'act', action, played: this.view?.played ?? null, seal: this.pins.seal(action) }));
      this.pins.answered(200);
      return done;
    } catch (problem) {
      this.pins.answered((problem as Problem).status);
      this.#refuse(problem as Problem, action, hex);
      return false;
    }
  }

  async command(text: string): Promise<boolean> {
    this.refused = null;
    try {
      const done = await this.#ask((live) => live.ask({ type: 'command', text, played: this.view?.played ?? null, seal: this.pins.seal(text) }));
      this.pins.answered(200);
      return done;
    } catch (problem) {
      this.pins.answered((problem as Problem).status);
      this.#refuse(problem as Problem, text, null);
      return false;
    }
  }

  /** Why something would not be allowed, shown where it is at fault. */
  async why(text: string, hex: string | null = null): Promise<string[] | null> {
    try {
      return (await api.why(this.id, this.pass, text)).actions;
    } catch (error) {
      if (error instanceof Refusal) this.#refuse(error.problem, text, hex);
      return null;
    }
  }

  /** Takes back one action, or asks to. */
  async undo(confirm = false): Promise<boolean> {
    const undo = this.view?.undo;
    if (!undo || this.past || (!undo.can && !undo.ask)) {
      this.say(undo?.why ?? '');
      this.notice = undo?.why ?? '';
      return false;
    }
    try {
      const done = await this.#ask((live) => live.ask({ type: 'undo', confirm }));
      if (undo.ask && !undo.can) this.notice = 'The other side was asked.';
      else this.say(`Taken back: ${undo.what}`);
      return done;
    } catch (problem) {
      this.notice = (problem as Problem).detail;
      this.say(this.notice);
      return false;
    }
  }

  /** Whether the last action can be taken back without a question. */
  get freely(): boolean {
    const undo = this.view?.undo;
    return Boolean(undo?.can && undo.why === '') && this.past === null;
  }

  /** Whether something has been begun that can be dropped: a unit in hand, an attack being declared. */
  get midway(): boolean {
    return this.held !== null || (this.mine && Boolean(this.view?.forecast));
  }

  /** Esc: drops what is selected. */
  async drop(): Promise<void> {
    if (this.menu) return void (this.menu = null);
    if (this.confirming) return void (this.confirming = null);
    if (this.refused) this.refused = null;
    if (this.picked) return void (this.picked = null);
    if (this.overlay) this.setOverlay(null);
    for (let i = 0; i < 30 && this.midway && this.freely && this.view!.undo.to < this.view!.played; i += 1) {
      if (!(await this.undo())) return;
    }
  }

  async answer(allow: boolean): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    try {
      await this.#live?.ask({ type: 'answer', request: asked.request, allow });
      if (this.asked?.request === asked.request) this.asked = null;
    } catch (problem) {
      this.notice = (problem as Problem).detail;
    }
  }

  /** Ends the game, or asks the other side to: nothing of it can be taken back. */
  async end(message: { type: 'resign'; seat: string } | { type: 'abandon' } | { type: 'end_answer'; allow: boolean }): Promise<void> {
    try {
      await this.#live?.ask(message);
      if (message.type === 'abandon' && !this.info?.over) this.notice = 'The other side was asked.';
      if (message.type === 'end_answer') this.offered = null;
    } catch (problem) {
      this.notice = (problem as Problem).detail;
      this.say(this.notice);
    }
  }

  async chat(text: string): Promise<boolean> {
    try {
      await this.#live?.ask({ type: 'chat', text });
      return true;
    } catch (problem) {
      this.notice = (problem as Problem).detail;
      return false;
    }
  }

  advice(hint?: string): Promise<Counsel> {
    return api.advice(this.id, this.pass, hint);
  }

  // ----- on the board -----

  /** A click, a tap or Enter on the board. */
  async point(at: { hex: string; unit: string | null }, other = false): Promise<void> {
    this.menu = null;
    this.refused = null;
    if (!this.mine || this.busy) return;
    const found = meant(this.choices, at.hex, at.unit, this.picked ?? this.held);
    if (found.length > 0) {
      const one = other ? (found.find((c) => c !== usual(found, this.choices)) ?? found[0]!) : usual(found, this.choices);
      if (one) return void (await this.choose(one));
      return void (this.menu = { ...at, x: -1, y: -1, choices: found });
    }
    // One of several units that wait for an order.
    const waiting = (this.view?.board.counters ?? []).filter((c) => c.hex === at.hex && this.walking.includes(c.tag));
    if (this.walking.length > 1 && waiting.length > 0) {
      const tags = waiting.map((c) => c.tag);
      this.picked = tags[(tags.indexOf(this.picked ?? '') + 1) % tags.length] ?? null;
      return;
    }
    if (await this.#instead(at)) return;
    if (at.unit && (await this.#withdraw(at.unit))) return;
    const said = rephrase(this.choices, at.hex, at.unit, this.picked ?? this.held);
    if (said) await this.why(said, at.hex);
  }

  /** Another unit is clicked while one is in hand: that one is taken instead. In a stack a second click takes the next one. */
  async #instead(at: { hex: string; unit: string | null }): Promise<boolean> {
    const last = this.#before;
    if (!this.held || !last || !this.freely || last.entry !== this.view?.played || atUnit(last.choice) !== this.held) return false;
    const here = (this.view.board.counters ?? []).filter((c) => c.hex === at.hex).map((c) => c.tag);
    const may = here.map((tag) => last.choices.find((c) => atUnit(c) === tag && c.group === last.choice.group)).filter((c) => c !== undefined);
    const now = may.findIndex((c) => atUnit(c) === this.held);
    const next = now >= 0 ? may[(now + 1) % may.length] : (may.find((c) => atUnit(c) === at.unit) ?? may[0]);
    if (!next) return false;
    if (!(await this.undo())) return true;
    // The only unit of its hex, clicked again, is put down.
    if (atUnit(next) === atUnit(last.choice)) return true;
    const same = this.choices.find((c) => c.text === next.text);
    if (same) await this.choose(same);
    return true;
  }

  /** A unit that was added in this declaration is clicked again: it is left out, and the others are named anew. */
  async #withdraw(unit: string): Promise<boolean> {
    if (!this.view || !this.freely || !this.midway) return false;
    const entry = [...this.#played].filter(([, choice]) => atUnit(choice) === unit).map(([at]) => at).sort((a, b) => b - a)[0];
    if (entry === undefined) return false;
    const later: Choice[] = [];
    for (let at = entry + 1; at <= this.view.played; at += 1) {
      const choice = this.#played.get(at);
      if (!choice || choice.commits) return false;
      later.push(choice);
    }
    while (this.view.played >= entry) {
      const before: number = this.view.played;
      if (!this.freely || !(await this.undo()) || this.view.played >= before) return true;
    }
    for (const choice of later) {
      const same = this.choices.find((c) => c.text === choice.text);
      if (same) await this.choose(same);
    }
    return true;
  }

  /** Whether dragging a unit means something. */
  movable(unit: string): boolean {
    return this.mine && (this.held === unit || this.walking.includes(unit) || this.choices.some((c) => atUnit(c) === unit && !c.commits));
  }

  async grab(unit: string): Promise<void> {
    if (this.held === unit) return;
    if (this.walking.includes(unit)) return void (this.picked = unit);
    const choice = this.choices.find((c) => atUnit(c) === unit);
    if (choice) await this.choose(choice);
  }

  async drop_on(unit: string, hex: string): Promise<void> {
    // The unit may still be on its way into the hand.
    for (let i = 0; i < 40 && this.busy; i += 1) await new Promise((go) => setTimeout(go, 25));
    if (this.held !== unit && this.picked !== unit) return;
    await this.point({ hex, unit: null });
  }

  inspect(at: { hex: string; unit: string | null; x: number; y: number }): void {
    this.menu = { ...at, choices: this.choicesAt(at.hex) };
  }

  /** Every choice that has to do with a hex or with a unit in it. */
  choicesAt(hex: string): Choice[] {
    const here = new Set((this.shown?.board.counters ?? []).filter((c) => c.hex === hex).map((c) => c.tag));
    return this.choices.filter((c) => c.hex === hex || (atUnit(c) !== null && here.has(atUnit(c)!)));
  }

  flashHexes(hexes: readonly string[]): void {
    if (hexes.length === 0) return;
    this.#flashes += 1;
    this.flash = { id: this.#flashes, hexes: [...hexes] };
  }

  // ----- overlays and moments -----

  setOverlay(overlay: OverlayInfo | null, hex: string | null = null): void {
    this.overlay = overlay;
    this.overlayHexes = [];
    this.#overlayHex = hex;
    if (overlay) void this.#renewOverlay();
  }
  #overlayHex: string | null = null;
  #overlayOrder = 0;

  /** The hex under the pointer, for overlays that are about one. */
  aim(hex: string | null): void {
    if (!this.overlay?.needs_hex || hex === null || hex === this.#overlayHex) return;
    this.#overlayHex = hex;
    void this.#renewOverlay();
  }

  async #renewOverlay(): Promise<void> {
    const overlay = this.overlay;
    if (!overlay) return;
    if (overlay.needs_hex && this.#overlayHex === null) return;
    const order = (this.#overlayOrder += 1);
    try {
      const hexes = await api.overlay(this.id, this.pass, overlay.id, this.#overlayHex, this.past?.at);
      if (order === this.#overlayOrder && this.overlay === overlay) {
        this.overlayHexes = hexes;
        this.say(`${overlay.title}: ${hexes.length} hexes.`);
      }
    } catch (error) {
      if (order === this.#overlayOrder && error instanceof Refusal) this.notice = error.message;
    }
  }

  /** Shows the board as it was after so many actions. */
  async look(at: number): Promise<void> {
    if (at >= (this.view?.played ?? 0)) return this.present();
    try {
      this.past = await api.view(this.id, this.pass, at);
      this.say(`The board after action ${at}.`);
    } catch (error) {
      if (error instanceof Refusal) this.notice = error.message;
    }
  }

  present(): void {
    this.past = null;
  }
}
