// Plays a choice on the board as a person would with a mouse: clicks on counters, on hexes, on buttons, and on nothing else.
// What is offered is read from the server, so that the test knows what it wants; what is done is done on the page.
import { meant, painted, told, units, whereHex, whereUnit } from './board.mjs';
import { atRest } from './rest.mjs';
import { assert } from './test.mjs';

/** Looks again so often before it is given up; each look waits until the page has drawn itself anew. */
const LOOKS = 2000;

export class Hand {
  constructor(page, server, table) {
    this.page = page;
    this.server = server;
    this.table = table;
  }

  look() {
    return this.server.get(`/api/tables/${this.table.id}/view`, this.table.token);
  }

  /** Waits until the page shows the board after so many actions. */
  async shows(played) {
    await this.page.locator(`[data-played="${played}"]`).waitFor({ state: 'attached' });
  }

  /** Where something of the board can be hit with the pointer. If it cannot be seen, the whole map is shown first, with the button for that. */
  async aim(what, where, hits) {
    for (let tries = 0; tries < LOOKS; tries += 1) {
      const { x, y } = await where();
      await this.page.mouse.move(x, y);
      const board = await this.page.evaluate(([left, down]) => {
        const there = document.elementFromPoint(left, down);
        return there?.closest('.board') != null && there.closest('[data-chrome]') === null;
      }, [x, y]);
      if (board && hits(await meant(this.page, x, y))) return { x, y };
      if (!board && tries === 0) await this.page.getByRole('button', { name: 'Fit the map to the window' }).click();
      await atRest(this.page);
      await painted(this.page);
    }
    return assert.fail(`${what} cannot be reached with the pointer`);
  }

  async clickHex(hex, { shift = false } = {}) {
    const { x, y } = await this.aim(hex, () => whereHex(this.page, hex), () => true);
    if (shift) await this.page.keyboard.down('Shift');
    await this.page.mouse.click(x, y);
    if (shift) await this.page.keyboard.up('Shift');
  }

  /** Clicks a counter. One that lies in a stack comes out when the pointer rests on it. */
  async clickUnit(tag) {
    const hit = () => this.aim(tag, () => whereUnit(this.page, tag), (found) => found?.unit === tag);
    let { x, y } = await hit();
    // A stack opens a moment after the pointer has come to rest, and its counters move: a click in that moment would mean another one.
    const { hex } = await whereUnit(this.page, tag);
    if ((await units(this.page)).filter(([, at]) => at === hex).length > 1) {
      for (let looks = 0; (await told(this.page)).fan !== hex; looks += 1) {
        assert.ok(looks < LOOKS, `the stack in ${hex} does not open`);
        await atRest(this.page);
      }
      await painted(this.page);
      ({ x, y } = await hit());
    }
    await this.page.mouse.click(x, y);
  }

  /** Does what a choice says. `all` are the choices beside it. */
  async play(choice, all) {
    const { page } = this;
    const before = await this.played();
    if ('button' in choice.at) await page.locator(`[data-choice="${choice.text}"]`).first().click();
    else if ('unit' in choice.at) {
      if ((await whereUnit(page, choice.at.unit)) !== null) await this.clickUnit(choice.at.unit);
      else await page.locator(`[data-unit-chip="${choice.at.unit}"]`).first().click();
    } else {
      const walkers = new Set(all.filter((c) => 'hex' in c.at && c.unit).map((c) => c.unit));
      if (walkers.size > 1 && choice.unit) await this.clickUnit(choice.unit);
      const there = all.filter((c) => 'hex' in c.at && c.at.hex === choice.at.hex && c.unit === choice.unit);
      await this.clickHex(choice.at.hex, { shift: there.length > 1 && isLesser(choice, there, all) });
    }
    // Several things can be meant by one click: then the page asks which. And it asks before dice are thrown.
    await this.answer(before, [`[data-menu] [data-choice="${choice.text}"]`, '[data-confirm-yes]']);
  }

  /** Answers the page's questions, each of them once, until something has been played or taken back. */
  async answer(before, questions) {
    const { page } = this;
    for (const left = new Set(questions); ; ) {
      const asked = await page.waitForFunction(
        ([played, all]) =>
          document.querySelector('[data-played]')?.getAttribute('data-played') !== played ? 'done' : all.find((one) => document.querySelector(one) !== null),
        [String(before), [...left]],
      );
      const question = await asked.jsonValue();
      if (question === 'done') return;
      left.delete(question);
      await page.locator(question).first().click();
    }
  }

  async played() {
    return Number(await this.page.locator('[data-played]').getAttribute('data-played'));
  }

  /** Takes back the last action, dice or not, with the button. */
  async takeBack() {
    const before = await this.played();
    await this.page.locator('[data-undo]').click();
    // Past dice the page asks first.
    await this.answer(before, ['[data-undo-yes]']);
    await this.shows(before - 1);
  }
}

/** Of two ways to a hex, a single step is the lesser one: there are fewer of its kind. */
function isLesser(choice, there, all) {
  const count = (group) => all.filter((c) => c.group === group).length;
  return there.some((other) => count(other.group) > count(choice.group));
}
