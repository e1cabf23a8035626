// A full turn of La Bataille, both sides: somebody is moved, turned and drawn up otherwise, guns are limbered or unlimbered, fire is opened, a charge and an
// assault are made where they can be, and whoever is asked in between answers. What is offered decides what is done; what has been done is counted.
import { assert } from './test.mjs';

const LONGEST = 400;
const of = (view, group) => view.choices.filter((one) => one.group === group);
const counterOf = (view, tag) => view.board.counters.find((one) => one.tag === tag);
const phase = (view) => view.board.phases.find((one) => one.current);

export class Sequence {
  /** What was done, by side where that matters. */
  seen = { moved: 0, turned: 0, formed: 0, guns: 0, fired: 0, answered: 0, charged: 0, assaulted: 0, recovered: 0, ended: 0 };
  /** Units that have been tried for something. */
  #tried = new Set();
  /** What has been done in this segment. */
  #here = { name: '', done: {} };
  #hand;

  constructor(hand) {
    this.#hand = hand;
  }

  #once(what, most = 1) {
    const { done } = this.#here;
    if ((done[what] ?? 0) >= most) return false;
    done[what] = (done[what] ?? 0) + 1;
    return true;
  }

  /** What the server says, once the page shows it as well. */
  async #look() {
    const view = await this.#hand.look();
    await this.#hand.shows(view.played);
    return view;
  }

  async #play(choice, view) {
    await this.#hand.play(choice, view.choices);
    return this.#look();
  }

  /** Plays until the turn is over, and tells what was done. */
  async turn({ each = async () => {} } = {}) {
    let view = await this.#look();
    const { turn_number: turn } = view.board;
    for (let actions = 0; view.board.turn_number === turn && !view.ending; actions += 1) {
      assert.ok(actions < LONGEST, 'a turn comes to an end');
      const now = phase(view);
      if (this.#here.name !== now?.name) this.#here = { name: now?.name, done: {} };
      await each(view);
      view = await this.#step(view, now);
    }
    return this.seen;
  }

  async #step(view, now) {
    const asked = view.pending.seat !== now.side && !/defensive/.test(now.name);
    if (asked) return this.#answer(view);
    const done = of(view, 'done')[0];
    const [join] = of(view, 'join');
    // Something is being put together.
    if (done && (join || view.forecast)) return this.#together(view, done, join);
    for (const [group, count] of [['advance', 'advanced'], ['trample', 'charged']]) if (of(view, group).length > 0 && this.#once(count, 9)) return this.#play(of(view, group)[0], view);
    if (/charge$/.test(now.name)) return this.#charge(view);
    if (/movement$/.test(now.name)) return this.#move(view);
    if (/fire$/.test(now.name) && of(view, 'target').length > 0 && this.#once('target', 2)) return this.#play(this.#dearest(view), view);
    if (of(view, 'assault').length > 0 && this.#once('assault', 2)) {
      this.seen.assaulted += 1;
      return this.#play(of(view, 'assault')[0], view);
    }
    if (of(view, 'recover').length > 0 && this.#once('recover', 2)) {
      this.seen.recovered += 1;
      return this.#play(of(view, 'recover')[0], view);
    }
    return this.#end(view);
  }

  /** The target at which most stand. */
  #dearest(view) {
    const there = (choice) => view.board.counters.filter((one) => one.hex === choice.at.hex).length;
    return [...of(view, 'target')].sort((a, b) => there(b) - there(a))[0];
  }

  /** Whoever is asked in between: fires, charges, forms carré, or lets it pass. */
  async #answer(view) {
    this.seen.answered += 1;
    for (const group of ['carre', 'stand']) if (of(view, group).length > 0) return this.#play(of(view, group)[0], view);
    const [join] = of(view, 'join');
    if (join && !view.forecast && this.#once('opportunity', 3)) return this.#play(join, view);
    if (of(view, 'charge').length > 0 && this.#once('reaction')) return this.#play(of(view, 'charge')[0], view);
    return this.#end(view);
  }

  async #together(view, done, join) {
    if (join && this.#once(`join ${view.played}`) && !view.forecast) return this.#play(join, view);
    if (view.forecast && /fire$/.test(phase(view).name)) this.seen.fired += 1;
    return this.#play(done, view);
  }

  async #end(view) {
    const choice = of(view, 'done')[0] ?? of(view, 'end')[0] ?? of(view, 'halt')[0] ?? view.choices[0];
    if (choice.group === 'end') this.seen.ended += 1;
    return this.#play(choice, view);
  }

  /** The first cavalry rides at somebody, if it can; then the segment is ended. */
  async #charge(view) {
    const [target] = of(view, 'target');
    if (target) {
      this.seen.charged += 1;
      return this.#play(target, view);
    }
    const steps = of(view, 'step').sort((a, b) => this.#far(view, a.at.hex, a.unit) - this.#far(view, b.at.hex, b.unit));
    if (steps.length > 0 && this.#once('ride', 12)) return this.#play(steps[0], view);
    if (of(view, 'pick').length > 0 && this.#once('pick', 2)) return this.#play(of(view, 'pick')[this.#here.done.pick - 1] ?? of(view, 'pick')[0], view);
    return this.#end(view);
  }

  async #move(view) {
    const held = view.choices.find((one) => one.group === 'halt');
    if (held) return this.#inHand(view);
    const fresh = of(view, 'pick').filter((one) => !this.#tried.has(one.unit) && counterOf(view, one.unit)?.hex);
    const lone = (one) => view.board.counters.filter((other) => other.hex === counterOf(view, one.unit).hex).length === 1;
    const kinds = this.#once('infantry', 3) ? 'infantry' : this.#once('artillery', 2) ? 'artillery' : null;
    const able = fresh.filter((one) => counterOf(view, one.unit).kind === kinds).sort((a, b) => Number(lone(b)) - Number(lone(a)) || this.#gap(view, a) - this.#gap(view, b));
    if (able.length === 0) return kinds === null ? this.#end(view) : view;
    this.#tried.add(able[0].unit);
    await this.#hand.near(counterOf(view, able[0].unit).hex);
    return this.#play(able[0], view);
  }

  /** How far the next enemy is, roughly: columns and rows of the numbers. */
  #gap(view, choice) {
    return this.#far(view, counterOf(view, choice.unit).hex, choice.unit);
  }
  #far(view, hex, unit) {
    const at = (number) => [Number(number.slice(0, 2)), Number(number.slice(2))];
    const { side } = counterOf(view, unit);
    const [x, y] = at(hex);
    const foes = view.board.counters.filter((one) => one.hex && one.side !== side);
    return Math.min(...foes.map((one) => Math.abs(at(one.hex)[0] - x) + Math.abs(at(one.hex)[1] - y)));
  }

  /** Turned, drawn up otherwise, moved, and put down. */
  async #inHand(view) {
    const unit = view.choices.find((one) => one.unit)?.unit;
    const so = counterOf(view, unit);
    const now = so?.stance?.facing?.degrees;
    const off = (one) => Math.min((one.facing.degrees - now + 360) % 360, (now - one.facing.degrees + 360) % 360);
    const [turn] = of(view, 'turn').sort((a, b) => off(a) - off(b));
    const forms = of(view, 'form').filter((one) => !one.text.includes('-') && !/general|march/.test(one.text));
    const ways = of(view, 'go').length > 0 ? of(view, 'go') : of(view, 'step');
    const form = () => this.#form(forms.at(-1), view, so);
    // Guns that have been turned are not limbered any more.
    if (so?.kind === 'artillery' && forms.length > 0 && this.#once(`form ${unit}`)) return form();
    if (turn && now !== undefined && this.#once(`turn ${unit}`)) return this.#turn(turn, unit, now);
    if (forms.length > 0 && this.#once(`form ${unit}`)) return form();
    if (ways.length > 0 && this.#once(`go ${unit}`)) {
      this.seen.moved += 1;
      return this.#play([...ways].sort((a, b) => a.path.length - b.path.length)[0], view);
    }
    return this.#play(of(view, 'halt')[0], view);
  }

  async #turn(choice, unit, now) {
    await this.#hand.turn(choice, now);
    const view = await this.#look();
    this.seen.turned += 1;
    // Whoever may answer does so before it is done.
    if (view.pending.seat === phase(view).side) assert.equal(counterOf(view, unit).stance.facing.degrees, choice.facing.degrees, `${unit} looks ${choice.facing.compass}`);
    return view;
  }

  async #form(choice, view, so) {
    await this.#hand.form(choice, view.choices);
    this.seen[so.kind === 'artillery' ? 'guns' : 'formed'] += 1;
    return this.#look();
  }
}
