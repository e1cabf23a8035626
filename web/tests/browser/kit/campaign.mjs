// A turn of the campaign of 1807, both sides, each at a page of its own: troops are regrouped, Forces march by command and by Initiative, the other side tries forced
// marches, attacks are declared and fought out. What is offered decides what is done; what has been done is counted.
import { assert } from './test.mjs';

const LONGEST = 300;
const SHEETS = { N: 0, C: 34, S: 68 };

/** Column and row of a hex such as `S-4817` on the whole map. */
const place = (hex) => [Number(hex.slice(2, 4)), Number(hex.slice(4)) + SHEETS[hex[0]]];
/** How many hexes lie between two, odd columns half a hex higher. */
export function far(a, b) {
  const cube = (hex) => {
    const [column, row] = place(hex);
    const r = row - Math.floor((column - 1) / 2);
    return [column, r, -column - r];
  };
  const [one, two] = [cube(a), cube(b)];
  return Math.max(...one.map((value, i) => Math.abs(value - two[i])));
}

export class Turn {
  seen = { regrouped: 0, commanded: 0, marched: 0, followed: 0, tried: 0, forced: 0, attacked: 0, chosen: 0, lost: 0, fled: 0, advanced: 0, ended: 0 };
  /** What has been done, phase by phase and seat by seat. */
  #done = new Map();
  #here = {};
  #hands;

  /** A hand for each seat. */
  constructor(hands) {
    this.#hands = hands;
  }

  /**
   * Plays until the turn is over. `each` is told of every decision before it is made: who decides, and what each seat sees; `after` of what was
   * done, and how the game stands then. A view costs the server much, so everybody's is asked for once for every position.
   */
  async play({ each = async () => {}, after = async () => {} } = {}) {
    let views = await this.#look();
    const [any] = Object.keys(this.#hands);
    const turn = views[any].board.turn_number;
    for (let actions = 0; views[any].board.turn_number === turn && views[any].pending; actions += 1) {
      assert.ok(actions < LONGEST, 'a turn comes to an end');
      const { seat } = views[any].pending;
      const [hand, view] = [this.#hands[seat], views[seat]];
      const name = `${views[any].board.phase} ${seat}`;
      if (!this.#done.has(name)) this.#done.set(name, {});
      this.#here = this.#done.get(name);
      await each(views, seat);
      const choice = this.#choose(view);
      await hand.shows(view.played);
      await hand.play(choice, view.choices);
      views = await this.#look();
      await after(choice, seat, views);
    }
    return this.seen;
  }

  /** What each seat sees now. */
  async #look() {
    const views = {};
    for (const [seat, hand] of Object.entries(this.#hands)) views[seat] = await hand.look();
    return views;
  }

  #once(what, most = 1) {
    if ((this.#here[what] ?? 0) >= most) return false;
    this.#here[what] = (this.#here[what] ?? 0) + 1;
    return true;
  }

  #choose(view) {
    const of = (group) => view.choices.filter((one) => one.group === group);
    const foes = view.board.counters.filter((one) => one.hex && one.side !== view.you).map((one) => one.hex);
    const home = (unit) => view.board.counters.find((one) => one.tag === unit)?.hex;
    const near = (hex) => Math.min(...foes.map((foe) => far(hex, foe)));
    const nearest = (list, hex) => [...list].sort((a, b) => near(hex(a)) - near(hex(b)))[0];
    const one = (what, choice) => {
      this.seen[what] += 1;
      return choice;
    };

    // The first round is fought out; then each would rather give way, or follow.
    const round = view.board.tracks.find((track) => track.name === 'Round')?.value ?? 1;
    const [pick] = [...of(round > 1 ? 'pursuit' : 'pitched'), ...of('pitched'), ...of('pursuit')];
    if (pick) return one('chosen', pick);
    if (of('lose').length > 0) return one('lost', of('lose')[0]);
    if (of('flee').length > 0) return one('fled', of('flee')[0]);
    if (of('advance').length > 0 && this.#once('advance')) return one('advanced', of('advance')[0]);
    if (of('chase').length > 0) return of('chase')[0];
    if (of('hold').length > 0) return of('hold')[0];
    // An attack is being declared: one more than must be.
    if (of('close').length > 0) return of('join').length > 0 && this.#once(`join ${this.#here.target}`) ? of('join')[0] : one('attacked', of('close')[0]);
    if (of('join').length > 0) return of('join')[0];
    if (of('target').length > 0 && (this.#once('target') || of('end').length === 0)) return of('target')[0];
    // On the march: towards the enemy, then somebody along, then it is over.
    if (of('done').length > 0) {
      const march = `march ${this.seen.commanded} ${this.seen.tried} ${this.seen.forced}`;
      if (of('go').length > 0 && this.#once(march)) return one('marched', nearest(of('go'), (choice) => choice.hex));
      if (of('follow').length > 0 && this.#once(`follow ${march}`)) return one('followed', nearest(of('follow'), (choice) => choice.hex));
      return of('done')[0];
    }
    if (of('command').length > 0 && this.#once('command', 2)) return one('commanded', nearest(of('command'), (choice) => home(choice.unit)));
    const forced = /Forced/.test(view.board.phase);
    if (of('try').length > 0 && this.#once('try', forced ? 1 : 2)) return one(forced ? 'forced' : 'tried', of('try')[(this.#here.try ?? 1) - 1] ?? of('try')[0]);
    for (const group of ['transfer', 'detach']) if (of(group).length > 0 && this.#once('regroup')) return one('regrouped', of(group)[0]);
    return one('ended', of('end')[0] ?? view.choices[0]);
  }
}
