// Plays a choice on the board as a person would with a mouse: clicks on counters, on hexes, on buttons, and on nothing else.
// What is offered is read from the server, so that the test knows what it wants; what is done is done on the page.
import { painted, told, units, whereHex, whereUnit } from './board.mjs';
import { near } from './near.mjs';
import { Player } from './player.mjs';
import { atRest } from './rest.mjs';
import { assert } from './test.mjs';

/** Looks again so often before it is given up; each look waits until the page has drawn itself anew. */
const LOOKS = 2000;

/** By how much a notch of the wheel zooms, as a logarithm. */
const NOTCH = 120 * 0.0022;

export class Hand extends Player {
  /** Where something of the board can be hit with the pointer. If it cannot be seen, the whole map is shown first, with the button for that. */
  async aim(what, where, hits) {
    for (let tries = 0; tries < LOOKS; tries += 1) {
      const { x, y, hex = what } = await where();
      await this.page.mouse.move(x, y);
      const { board, found } = await this.page.evaluate(([left, down]) => {
        const there = document.elementFromPoint(left, down);
        const { probe } = document.querySelector('.board') ?? {};
        return { board: there?.closest('.board') != null && there.closest('[data-chrome]') === null, found: probe ? probe.at(left, down) : null };
      }, [x, y]);
      if (board && hits(found)) return { x, y };
      if (!board && tries === 0) await this.page.getByRole('button', { name: 'Fit the map to the window' }).click();
      // A stack that lies spread out over what is wanted closes when the pointer goes elsewhere.
      const { fan } = await told(this.page);
      if (board && fan !== null && fan !== hex && found?.hex === fan) await this.away();
      await atRest(this.page);
      await painted(this.page);
    }
    return assert.fail(`${what} cannot be reached with the pointer`);
  }

  /** Off the board, until no stack lies spread out any more. */
  async away() {
    await this.page.mouse.move(1, 1);
    await this.page.waitForFunction(() => document.querySelector('.board').probe.told().fan === null);
    await painted(this.page);
  }

  async clickHex(hex, { shift = false } = {}) {
    const { x, y } = await this.aim(hex, () => whereHex(this.page, hex), (found) => found?.hex === hex);
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
    if ('button' in choice.at) await this.press(page.locator(`[data-choice="${choice.text}"]`));
    else if ('unit' in choice.at) {
      if ((await whereUnit(page, choice.at.unit)) !== null) await this.clickUnit(choice.at.unit);
      // What can be done with it may be open already, since the last time.
      else if ((await page.locator(`[data-menu="${choice.at.unit}"] [data-choice="${choice.text}"]`).count()) === 0) await this.press(page.locator(`[data-unit-chip="${choice.at.unit}"]`));
    } else {
      const walkers = new Set(all.filter((c) => 'hex' in c.at && c.unit).map((c) => c.unit));
      // Of several the one that is meant is taken up first, unless it is in hand.
      const held = await page.locator('[data-selected]').getAttribute('data-selected');
      if (walkers.size > 1 && choice.unit && held !== choice.unit) await this.clickUnit(choice.unit);
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
      await this.press(page.locator(question));
    }
  }

  press(locator) {
    return locator.first().click();
  }

  /** Comes so near to a hex that its counters can be worked with. */
  near(hex, pixels = 40) {
    return near(this.page, hex, pixels, {
      zoom: async ({ x, y }, factor) => {
        await this.page.mouse.move(x, y);
        // A few notches at a time: at the edges of the map the hex does not stay under the pointer.
        for (let notches = Math.min(3, Math.ceil(Math.log(factor) / NOTCH)); notches > 0; notches -= 1) await this.page.mouse.wheel(0, -120);
      },
      pan: async (from, by) => {
        await this.page.mouse.move(from.x, from.y);
        await this.page.mouse.down({ button: 'middle' });
        await this.page.mouse.move(from.x + by.x, from.y + by.y, { steps: 2 });
        await this.page.mouse.up({ button: 'middle' });
      },
    });
  }

  /** From the knob of the ring to the mark for an angle. */
  async ring(degrees) {
    const middle = async (locator) => {
      const box = await locator.boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const ring = this.page.locator('[data-turner]');
    await ring.waitFor({ state: 'attached' });
    await atRest(this.page);
    return { from: await middle(ring.locator('[data-knob]')), to: await middle(ring.locator(`[data-degrees="${degrees}"]`)) };
  }

  /** Turns the unit in hand by its ring. */
  async turn(choice) {
    const before = await this.played();
    await this.near(choice.hex);
    const { from, to } = await this.ring(choice.facing.degrees);
    await this.drag(from, to);
    await this.answer(before, ['[data-confirm-yes]']);
  }

  async drag(from, to) {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Draws the unit in hand up otherwise, with the button for it. */
  async form(choice) {
    const before = await this.played();
    await this.press(this.page.locator(`[data-drill] [data-choice="${choice.text}"]`));
    await this.answer(before, ['[data-confirm-yes]']);
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
