// One table: what the server says of it, and what the player does at it. All pages that show a table share this.

import { api, Refusal, silence, type Pass } from '../api/client';
import { names } from '../board/describe';
import { ahead } from '../board/paint/painter';
import { canUnpack, dial, Live, type Line as LineState } from '../api/live';
import type { Choice, Line, MapView, Moved, Problem, ServerMessage, TableInfo, Trail, View } from '../api/types';
import { seats } from '../seats';
import { settings } from '../prefs.svelte';
import { Counsel } from './counsel.svelte';
import { Asking } from './asking.svelte';
import { Clash } from './clash.svelte';
import { Coach } from './coach.svelte';
import { Company } from './company.svelte';
import type { Battle, Refused } from './kinds';
import { atButton, faultHex, heldUnit, lit, tabTitle, walkers } from './lit';
import { Entry } from './entry.svelte';
import { Follow } from './follow.svelte';
import { Hand } from './hand.svelte';
import { Layers } from './layers.svelte';
import { Missed } from './missed.svelte';
import { Moments } from './moments';
import { Past } from './past.svelte';
import { spelled } from './phrase';
import { Pins } from './pins';
import { Logbook } from './logbook.svelte';
import { Register } from './register.svelte';
import { Shown } from './shown';
import { folded, joined, lastTrails } from './story';
import { TakeBack } from './takeback.svelte';

export class TableStore {
  readonly id: string;
  readonly entry: Entry;

  /** What everybody may know of it. */
  readonly register: Register;
  map = $state.raw<MapView | null>(null);
  view = $state.raw<View | null>(null);
  /** Looking back. */
  readonly earlier: Past;
  readonly log: Logbook;
  glides = $state.raw<Trail[]>([]);
  /** The others at the table. */
  readonly company: Company;
  /** What happened without us. */
  readonly missed: Missed;
  /** The battle that was fought last. */
  readonly clash = new Clash();
  refused = $state.raw<Refused | null>(null);
  /** Why the table cannot be shown, or not any more. */
  barred = $state.raw<Problem | null>(null);
  line = $state<LineState>('joining');
  retryAt = $state(0);
  thinking = $state<string | null>(null);
  /** What is wrong with the dice, as far as this browser can tell. */
  alarms = $state.raw<readonly string[]>([]);
  /** What this browser brought to dice and was not used, as far as it can tell. */
  missing = $state.raw<readonly string[]>([]);
  /** A unit chosen among several that wait for an order. */
  picked = $state<string | null>(null);
  /** A unit that is to attack, named before anybody to be attacked. */
  lead = $state<string | null>(null);
  /** The counter that was clicked last: what it leads is shown. */
  looked = $state<string | null>(null);
  confirming = $state.raw<Choice | null>(null);
  menu = $state.raw<{ hex: string; unit: string | null; x: number; y: number; choices: Choice[] } | null>(null);
  flash = $state.raw<{ id: number; hexes: string[] } | null>(null);
  said = $state('');
  notice = $state('');
  /** What is laid over the map. */
  readonly layers: Layers;
  /** The player's hand on the board. */
  readonly hand: Hand;
  /** Taking back. */
  readonly back: TakeBack;
  /** A guided turn, if this table is one. */
  readonly coach: Coach;
  /** What others do, shown at one's own pace. */
  readonly follow: Follow;
  showTrails = $state(false);
  /** Where strength was lost, as marks of the map. */
  heat = $state.raw<{ hex: string; kind: string }[]>([]);
  /** The computer as a counsellor. */
  readonly counsel: Counsel;
  /** Of several players at this screen the one who sits there, once he has said so. */
  raised = $state('');

  /** The log as far as it has been shown. */
  readonly lines: readonly Line[] = $derived.by(() => {
    const [lines, at] = [this.log.book.lines, this.follow.view?.at];
    return at === undefined ? lines : lines.filter((line) => line.entry <= at);
  });
  readonly shown = $derived.by(() => this.past ?? this.follow.view ?? this.view);
  readonly choices: readonly Choice[] = $derived.by(() => (this.past === null && !this.follow.active && this.view ? spelled(this.coach.filter(this.view.choices), names(this.view.board.counters)) : []));
  readonly yours = $derived((this.info?.seats ?? []).filter((s) => s.yours).map((s) => s.seat));
  readonly mine = $derived(this.choices.length > 0);
  readonly you = $derived(this.shown?.you ?? null);
  readonly held = $derived(heldUnit(this.choices, this.shown?.board.counters ?? []));
  readonly walking = $derived(walkers(this.choices));
  readonly lit = $derived(lit(this.choices, this.shown?.board.counters ?? [], this.you, this.picked ?? this.held));
  readonly selected = $derived([this.picked ?? this.held ?? this.lead].filter((tag) => tag !== null));
  readonly trails: readonly Trail[] = $derived.by(() => {
    if (this.follow.active) return this.follow.trails;
    if (!this.showTrails) return [];
    const told = this.missed.told?.lines;
    // After a long absence the ways of all would hide the map: then those of the last phases.
    return told && told.length <= 150 ? joined(told.flatMap((l) => (l.path ? [l.path] : []))) : lastTrails(told ?? this.lines);
  });
  readonly title = $derived(tabTitle(this.view, (this.view?.choices.length ?? 0) > 0 && this.past === null));
  /** Whom the curtain waits for: only where several sit at this screen and things are hidden, which leaves the view without a check number. */
  readonly curtain = $derived.by(() => {
    const waits = this.yours.length > 1 && this.view?.check === '' ? this.view.pending?.seat : undefined;
    return waits !== undefined && waits !== this.raised ? waits : null;
  });

  readonly pins: Pins;
  #live: Live | null = null;
  #shown = new Shown();
  readonly #moments: Moments;
  #flashes = 0;
  readonly #asking = new Asking(() => this.view?.played);
  #closed = false;
  #first = true;
  /** After how many actions we wanted to be told what happened. */
  #since: number | null = null;
  /** How often we have come in: what an earlier line still says is not heard any more. */
  #visit = 0;

  constructor(id: string) {
    this.id = id;
    this.pins = new Pins(id);
    this.log = new Logbook(id, () => this.pass);
    this.alarms = this.pins.alarms;
    this.missing = this.pins.missing;
    this.entry = new Entry(id, () => this.#again());
    this.register = new Register(() => this.entry.table());
    this.hand = new Hand(this);
    this.back = new TakeBack(this, (confirm) => this.#ask((live) => live.ask({ type: 'undo', confirm })));
    this.counsel = new Counsel(this);
    this.company = new Company({ live: () => this.#live, over: () => this.info?.over ?? false, say: (text) => this.say(text), note: (text) => (this.notice = text) });
    this.#moments = new Moments((at) => api.view(id, this.pass, at));
    this.earlier = new Past({
      played: () => this.view?.played ?? 0,
      viewAt: (at) => api.view(id, this.pass, at),
      turned: () => void this.layers.renew(),
      say: (text) => this.say(text),
      fail: (text) => (this.notice = text),
    });
    const store = this;
    this.layers = new Layers({
      id,
      get pass() {
        return store.pass;
      },
      moment: () => this.past?.at,
      say: (text) => this.say(text),
      fail: (text) => (this.notice = text),
    });
    this.missed = new Missed({
      id,
      get pass() {
        return store.pass;
      },
      wanted: () => this.curtain === null,
      seat: () => (this.yours.length === 1 ? this.yours[0]! : null),
      counters: () => this.view?.board.counters ?? [],
      told: () => {
        if (settings.value.trails) this.showTrails = true;
      },
    });
    this.coach = new Coach({
      id,
      get view() {
        return store.view;
      },
      get yours() {
        return store.yours;
      },
      lay: (overlay) => this.layers.set(this.layers.list.find((one) => one.id === overlay) ?? null),
      say: (text) => this.say(text),
      flash: (hexes) => this.flashHexes(hexes),
      tried: async (action, hex) => ((await this.why(action, hex)) === null ? (this.refused?.problem.case ?? null) : null),
    });
    this.follow = new Follow({
      get pace() {
        return settings.value.pace;
      },
      get view() {
        return store.view;
      },
      get others() {
        return store.#othersDecide();
      },
      get answering() {
        return store.#ownPhase();
      },
      viewAt: (at) => this.#viewAt(at),
      say: (text) => this.say(text),
      caughtUp: (from, whole) => void this.#sumUp(from, whole),
    });
  }

  get info(): TableInfo | null {
    return this.register.info;
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
      if (!this.info) this.register.told(info);
      this.map = await api.map(info.game);
      ahead(this.map);
    } catch (error) {
      if (visit !== this.#visit) return;
      this.#turnedAway(error instanceof Refusal ? error.problem : silence());
      return;
    }
    if (!this.#closed) void this.#aside();
  }

  /** Without a seat one looks on; only who may not even do that is barred. The seat that the browser remembers stays where it is. */
  #turnedAway(problem: Problem): void {
    if (!this.view && problem.type.endsWith('not-yours') && this.pass.token) {
      this.entry.pass = { ...this.pass, token: undefined };
      this.entry.word = 'The seat that this browser remembers is not known at this table. You can look on.';
      return void this.#again();
    }
    this.barred = problem;
    // Whoever has the board keeps it, and is told why nothing more comes.
    if (!this.view) this.#live?.close();
  }

  #join(visit: number): void {
    this.#live = new Live(() => dial(this.id), {
      hello: () => ({
        type: 'hello',
        token: this.pass.token ?? null,
        passphrase: this.pass.passphrase ?? null,
        from: (this.#since = this.#seen()),
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

  /** How many actions we have seen. Whoever has a seat and comes for the first time is told everything from the beginning. */
  #seen(): number | null {
    return this.view?.played ?? seats.get(this.id).seen ?? (this.pass.token ? 0 : null);
  }

  /** Things that the board can be drawn without. */
  async #aside(): Promise<void> {
    void this.#listen(false);
    const overlays = await api.overlays(this.id, this.pass).catch(() => null);
    if (overlays) this.layers.list = overlays;
    if (this.info) void this.coach.open(this.info.game);
  }

  /** Asks what was said. */
  async #listen(missed: boolean): Promise<void> {
    const said = await api.chat(this.id, this.pass).catch(() => null);
    if (said) this.company.recall(said, missed);
  }

  async unlock(passphrase: string): Promise<void> {
    this.entry.pass = { ...this.pass, passphrase };
    await this.retry();
  }

  /** Tries to come in once more. */
  async retry(): Promise<void> {
    this.#live?.close();
    await this.#enter();
  }

  /** Sits down in an open seat. */
  async sit(seat: string, name: string, invite?: string): Promise<void> {
    await this.entry.sit(seat, name, this.yours, invite);
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
    this.follow.close();
    this.#asking.close();
  }

  hurry(): void {
    this.#live?.hurry();
  }

  // ----- what the server says -----

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome': {
        this.register.told(message.table);
        this.#pin(() => this.pins.see(message.table));
        this.company.told(message.table);
        void this.entry.welcomed(message.table);
        this.thinking = null;
        this.#shown.forget();
        // While the line was broken something may have been taken back, and something else played in its place.
        this.hand.forget();
        this.#moments.forget();
        if (message.view && message.view.played < (this.view?.played ?? 0)) this.#cut(message.view.played);
        // Whatever came meanwhile is told in one piece.
        this.follow.forget();
        if (message.view) this.#see(this.#shown.whole(message.view, message.sum ?? 0));
        const missed = message.catch_up;
        if (this.curtain === null && missed && missed.to > missed.from && missed.lines.length > 0) {
          // What happened before one came in for the first time is told to whoever sits against somebody.
          const early = this.#first && !this.#since;
          const against = this.yours.length > 0 && message.table.seats.length > this.yours.length;
          if (!early || against) this.missed.tell(missed, early ? 'What has happened so far' : 'While you were away');
        }
        if (!this.#first) void this.#listen(true);
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
        this.#cut(message.played);
        this.company.asked = this.company.offered = null;
        return;
      case 'ask_link':
        return this.#live?.tell({ type: 'link', die: message.die, link: this.pins.give(message) });
      case 'show_word': {
        const shown = this.pins.show(message.die, message.link ?? null, message.deed);
        if (shown) this.#live?.tell({ type: 'word', id: message.id, ...shown });
        return;
      }
      case 'over':
        this.register.hear(message);
        this.company.offered = null;
        this.notice = '';
        if (this.info?.commitment) this.#pin(() => this.pins.told(message.seed ?? null));
        return;
      case 'presence':
        return this.register.hear(message);
      case 'thinking':
        this.thinking = message.seat;
        return;
      case 'refused':
        // Turned away at the door, before anything was seen.
        if (message.id === 0) this.#turnedAway(message.problem);
        return;
      case 'reminded':
        void this.register.retime();
        return this.company.hear(message);
      default:
        this.company.hear(message);
    }
  }

  /** Only so many actions stand. */
  #cut(played: number): void {
    for (const part of [this.log, this.earlier, this.missed, this.#moments, this.hand, this.coach]) part.cut(played);
    this.clash.forget();
    this.follow.forget();
  }

  /** The curtain falls: whatever was shown to one player is forgotten before another looks. */
  #veil(): void {
    this.log.forget();
    this.glides = [];
    this.earlier.forget();
    this.missed.forget();
    this.clash.forget();
    this.refused = null;
    this.picked = this.lead = this.looked = null;
    this.counsel.hint = null;
    this.confirming = null;
    this.menu = null;
    this.flash = null;
    this.said = '';
    this.notice = '';
    this.showTrails = false;
    this.layers.set(null);
    this.hand.forget();
    this.follow.forget();
    this.#moments.forget();
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
    this.#moments.note(view);
    if (this.curtain !== null) {
      this.raised = '';
      this.#veil();
    }
    if (this.thinking && view.pending?.seat !== this.thinking) this.thinking = null;
    if (before && before.played !== view.played) {
      this.confirming = null;
      this.menu = null;
      this.picked = this.lead = null;
      this.counsel.hint = null;
    }
    // Of several units that wait, one that is alone needs no picking.
    if (this.picked !== null && !walkers(view.choices).includes(this.picked)) this.picked = null;
    this.register.seen(view);
    this.pins.stands(view.played, this.yours);
    if (before && before.played !== view.played && this.register.timed) void this.register.retime();
    seats.note(this.id, { seen: view.played, title: view.title, over: view.ending != null, ...(this.yours.length > 0 ? { seats: this.yours } : {}) });
    this.#asking.seen(view.played);
    if (this.curtain !== null) return;
    this.follow.settled();
    this.coach.settle();
    void this.layers.renew();
    if (this.follow.active) return;
    if (view.pending && (!before || before.pending?.prompt !== view.pending.prompt)) this.say(view.pending.prompt);
    if (view.ending && !before?.ending) this.say(view.ending.verdict);
  }

  /** Whether the present phase is one of ours. */
  #ownPhase(): boolean {
    return this.yours.includes(this.view?.board.phases.find((phase) => phase.current)?.side ?? '');
  }

  /** Whether somebody else has to decide. */
  #othersDecide(): boolean {
    const seat = this.view?.pending?.seat;
    return seat !== undefined && !this.yours.includes(seat);
  }

  /** The board after so many actions. What was just played comes over the socket in a moment. */
  async #viewAt(at: number): Promise<View | null> {
    if ((this.view?.played ?? 0) < at) await this.#asking.until(at);
    return this.#moments.at(at);
  }

  /** The other side has done what it wanted to do: sums it up, if it was more than an answer. */
  async #sumUp(from: number, whole: boolean): Promise<void> {
    if (this.view?.pending) this.say(this.view.pending.prompt);
    const sides = (this.info?.seats ?? []).filter((s) => !s.yours).map((s) => s.seat);
    if ((whole || (this.missed.told && !this.missed.past)) && this.yours.length > 0) await this.missed.sumUp(from, sides.length === 1 ? sides[0]! : 'The others');
  }

  /** The catch-up was read. */
  noted(): void {
    this.missed.forget();
    this.follow.fallen = [];
    this.showTrails = false;
  }

  #pin(look: () => void): void {
    look();
    this.alarms = this.pins.alarms;
    this.missing = this.pins.missing;
  }

  #moved(happening: Moved): void {
    this.#pin(() => this.pins.check(happening, this.yours));
    this.company.offered = null;
    // What one player did is not told to nobody in particular: whoever comes next reads his own log.
    if (this.curtain !== null) return;
    this.log.add(happening.entry, happening.log);
    this.refused = null;
    this.coach.heard(happening);
    const other = happening.seat != null && this.yours.length > 0 && !this.yours.includes(happening.seat);
    if (!other) this.follow.pass(happening.entry);
    else if (this.follow.hear(happening.entry, happening.log)) return;
    // An answer in the others' turn belongs to it; what we do in our own phase does not.
    if (!other && this.#ownPhase()) this.missed.past = true;
    this.glides = happening.log.flatMap((line) => (line.path ? [line.path] : []));
    this.clash.heard(happening.log, this.view?.forecast?.table ?? null);
    const words = folded(happening.log).filter((line) => line.level >= 2).map((line) => line.text);
    if (words.length > 0) this.say(words.join(' '));
  }

  async #readLog(): Promise<void> {
    if (this.curtain !== null) return;
    const reader = this.raised;
    try {
      // The curtain may have fallen meanwhile.
      await this.log.open(() => this.curtain === null && this.raised === reader);
      if (!this.follow.active) await this.clash.recall(this.log.book.lines, (at) => this.#moments.at(at));
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

  /** Whether something was asked of the server, and whether that takes long. */
  get busy(): boolean {
    return this.#asking.busy;
  }
  get slow(): boolean {
    return this.#asking.slow;
  }
  idle(): Promise<void> {
    return this.#asking.idle();
  }

  async #ask(make: (live: Live) => Promise<number>): Promise<boolean> {
    const live = this.#live;
    return live !== null && this.#asking.ask(() => make(live));
  }

  #refuse(problem: Problem, tried: string, hex: string | null): void {
    const where = faultHex(problem, this.view?.board.counters ?? [], hex);
    this.refused = { problem, hex: where, tried };
    this.say(`Refused. ${problem.line ?? problem.detail}`);
    if (where) this.flashHexes([where]);
  }

  /** Plays a choice; what cannot be taken back is asked about first. */
  async choose(choice: Choice, sure = false): Promise<boolean> {
    // A button that is pressed twice means one thing; and a click that comes after the curtain has fallen was not made by whoever is to decide now.
    if (this.busy || this.past || this.curtain !== null) return false;
    this.menu = null;
    if (!this.coach.allows(choice)) {
      this.coach.nudge();
      return false;
    }
    if ((choice.commits || this.gives(choice)) && settings.value.confirm && !sure) {
      this.confirming = choice;
      this.say(`${choice.label}: this cannot be taken back. Confirm, or not yet.`);
      return false;
    }
    this.confirming = null;
    const before = this.choices;
    const ok = await this.act(choice.text, choice.hex ?? null);
    if (ok && this.view) this.hand.note(this.view.played, choice, before);
    return ok;
  }

  /** Whether a choice hands the game to somebody else while something could still be done. */
  gives(choice: Choice): boolean {
    if (!choice.passes || atButton(choice) === null || this.midway) return false;
    return (this.info?.seats ?? []).some((s) => !s.yours) && this.mayStill > 0;
  }

  /** Whether people play against each other here without a computer's counsel. */
  get fair(): boolean {
    return this.info !== null && !this.info.terms.counsel;
  }

  /** How much could still be done in this phase. */
  get mayStill(): number {
    return (this.view?.board.duties ?? []).filter((duty) => duty.optional).length;
  }

  act(action: string, hex: string | null = null): Promise<boolean> {
    this.flash = null;
    return this.#send(action, hex, (live, played, seal) => live.ask({ type: 'act', action, played, seal }));
  }

  command(text: string): Promise<boolean> {
    return this.#send(text, null, (live, played, seal) => live.ask({ type: 'command', text, played, seal }));
  }

  /** Sends what is to be done; says whether it was. */
  async #send(tried: string, hex: string | null, make: (live: Live, played: number | null, seal: string) => Promise<number>): Promise<boolean> {
    this.follow.skip();
    this.present();
    this.refused = null;
    // The board that was looked at, not one that comes before it is this one's turn.
    const played = this.view?.played ?? null;
    try {
      return await this.#ask((live) => make(live, played, this.pins.seal(tried, played ?? 0)));
    } catch (problem) {
      this.#refuse(problem as Problem, tried, hex);
      return false;
    }
  }

  /** Why something would not be allowed, shown where it is at fault. */
  async why(text: string, hex: string | null = null): Promise<string[] | null> {
    const reader = this.raised;
    try {
      return (await api.why(this.id, this.pass, text)).actions;
    } catch (error) {
      // Somebody else may sit there by now.
      if (error instanceof Refusal && reader === this.raised) this.#refuse(error.problem, text, hex);
      return null;
    }
  }

  get battle(): Battle | null {
    return this.clash.now;
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
    if (this.lead) return void (this.lead = null);
    if (this.layers.one) this.layers.set(null);
    // What was just taken in hand is not yet to be seen.
    await this.idle();
    // An attack without attackers is one that has been begun, too.
    const begun = () => this.midway || this.hand.did(this.view?.played ?? 0)?.group === 'target';
    for (let i = 0; i < 30 && begun() && this.back.freely && this.view!.undo.to < this.view!.played; i += 1) {
      if (!(await this.back.one())) return;
    }
  }

  // ----- on the board -----

  flashHexes(hexes: readonly string[]): void {
    if (hexes.length === 0) return;
    this.#flashes += 1;
    this.flash = { id: this.#flashes, hexes: [...hexes] };
  }

  // ----- moments -----

  /** The board at an earlier moment, if that is looked at. */
  get past(): View | null {
    return this.earlier.view;
  }

  look(at: number): Promise<void> {
    return this.earlier.look(at);
  }

  present(): void {
    this.earlier.leave();
  }
}
