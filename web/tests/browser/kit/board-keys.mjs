// Plays a choice at the board with keys alone: the next thing that is lit, the orders, formations by number, facing by comma and full stop.
import { units } from './board.mjs';
import { atRest } from './rest.mjs';
import { assert } from './test.mjs';

/** So often the next thing that is lit is looked at, before it is typed instead. */
const FEW = 14;

export class BoardKeys {
  constructor(page, server, table) {
    Object.assign(this, { page, server, table });
    this.used = { lit: 0, orders: 0, typed: 0, turned: 0, formed: 0 };
  }

  look() {
    return this.server.get(`/api/tables/${this.table.id}/view`, this.table.token);
  }
  async shows(played) {
    await this.page.locator(`[data-played="${played}"]`).waitFor({ state: 'attached' });
  }
  async played() {
    return Number(await this.page.locator('[data-played]').getAttribute('data-played'));
  }
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

  /** Through the buttons of the orders. */
  async #orders(text) {
    await this.page.keyboard.press('o');
    for (let i = 0; i < 60; i += 1) {
      const at = await this.page.evaluate(() => document.activeElement?.getAttribute('data-choice') ?? null);
      if (at === text) return this.page.keyboard.press('Enter');
      await this.page.keyboard.press('Tab');
    }
    return assert.fail(`the focus does not come to ${text}`);
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
      await this.#orders(choice.text);
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
