// Plays a choice at the board with keys alone: the next thing that is lit, the orders, formations by number, facing by comma and full stop.
import { units, whereUnit } from './board.mjs';
import { Player } from './player.mjs';
import { atRest } from './rest.mjs';
import { assert } from './test.mjs';

/** So often the next thing that is lit is looked at, before it is typed instead. */
const FEW = 14;

export class BoardKeys extends Player {
  used = { lit: 0, orders: 0, typed: 0, turned: 0, formed: 0 };

  async near() {}

  /** The next thing that is lit, until it is this hex. */
  async #lit(hex) {
    for (let i = 0; i < FEW; i += 1) {
      await this.page.keyboard.press('u');
      await atRest(this.page);
      const said = await this.page.locator('[data-said]').textContent();
      if (said.startsWith(hex)) {
        await this.page.keyboard.press('Enter');
        return true;
      }
    }
    return false;
  }

  /** Through the buttons of the orders, to the one that has this word in an attribute. */
  async #orders(word, name = 'data-choice') {
    await this.page.keyboard.press('o');
    for (let i = 0; i < 90; i += 1) {
      const at = await this.page.evaluate((one) => document.activeElement?.getAttribute(one) ?? null, name);
      if (at === word) return this.page.keyboard.press('Enter');
      await this.page.keyboard.press('Tab');
    }
    return assert.fail(`the focus does not come to ${word}`);
  }

  /** A unit off the map is a button with its counter; if several things can be done with it, they stand below. */
  async #chip(choice, all) {
    const menu = this.page.locator(`[data-menu="${choice.at.unit}"] [data-choice="${choice.text}"]`);
    const several = all.filter((one) => one.at.unit === choice.at.unit).length > 1;
    // What can be done with it may be open already, since the last time.
    if (!several || (await menu.count()) === 0) await this.#orders(choice.at.unit, 'data-unit-chip');
    if (!several) return;
    await menu.waitFor();
    await this.page.evaluate(() => document.activeElement?.blur());
    await this.#orders(choice.text);
  }

  async #type(text) {
    await this.page.locator('body').press('/');
    await this.page.waitForFunction(() => document.activeElement?.hasAttribute('data-command'));
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
    this.used.typed += 1;
  }

  async play(choice, all) {
    const before = await this.played();
    // Whoever has typed leaves the field first.
    await this.page.evaluate(() => document.activeElement?.blur());
    const shown = all.filter((one) => !('button' in one.at));
    if ('button' in choice.at || shown.length <= 8) {
      this.used.orders += 1;
      const off = 'unit' in choice.at && (await whereUnit(this.page, choice.at.unit)) === null;
      await (off ? this.#chip(choice, all) : this.#orders(choice.text));
    } else {
      const hex = choice.at.hex ?? choice.hex;
      const alone = 'hex' in choice.at || (await units(this.page)).filter(([, at]) => at === hex).length === 1;
      if (alone && (await this.#lit(hex))) this.used.lit += 1;
      else await this.#type(choice.text);
    }
    await this.#settle(before);
  }

  /** Waits until it is played, and says yes where the page asks. */
  async #settle(before) {
    const over = (played) => document.querySelector('[data-played]')?.getAttribute('data-played') !== played;
    const asked = await this.page.waitForFunction(
      (played) => (document.querySelector('[data-played]')?.getAttribute('data-played') !== played ? 'done' : document.querySelector('[data-confirm-yes]') ? 'asked' : null),
      String(before),
    );
    if ((await asked.jsonValue()) !== 'asked') return;
    await this.page.evaluate(() => document.activeElement?.blur());
    await this.page.keyboard.press('o');
    await this.page.keyboard.press('Enter');
    await this.page.waitForFunction(over, String(before));
  }

  async turn(choice, now) {
    const before = await this.played();
    await this.page.evaluate(() => document.activeElement?.blur());
    const right = (choice.facing.degrees - now + 360) % 360 < 180;
    await this.page.keyboard.press(right ? '.' : ',');
    this.used.turned += 1;
    await this.#settle(before);
  }

  async form(choice, all) {
    const before = await this.played();
    await this.page.evaluate(() => document.activeElement?.blur());
    const word = (one) => one.text.split(' ').slice(0, -1).join(' ');
    const forms = [...new Set(all.filter((one) => one.formation).map(word))];
    await this.page.keyboard.press(String(forms.indexOf(word(choice)) + 1));
    const ways = all.filter((one) => one.formation && word(one) === word(choice));
    if (ways.length > 1) {
      await this.page.locator('[data-drill] [role="status"]').waitFor();
      const [other] = ways.filter((one) => one !== choice);
      await this.page.keyboard.press((choice.facing.degrees - other.facing.degrees + 360) % 360 < 180 ? '.' : ',');
    }
    this.used.formed += 1;
    await this.#settle(before);
  }
}
