// Plays a choice at the text board with nothing but keys, in turn by typing a command, through the lists, and over the map.
import { Player } from './player.mjs';
import { assert } from './test.mjs';

export class Keys extends Player {
  #turn = 0;

  press(key) {
    return this.page.keyboard.press(key);
  }

  /** Where the focus is, in the words of the page. */
  focus() {
    return this.page.evaluate(() => {
      const now = document.activeElement;
      return { action: now?.getAttribute('data-action') ?? null, walk: now?.getAttribute('data-walk') ?? null, command: now?.hasAttribute('data-command') ?? false, yes: now?.hasAttribute('data-confirm-yes') ?? false };
    });
  }

  /** Writes a line into the command field, which a key leads to. */
  async type(line) {
    if (!(await this.focus()).command) await this.press('/');
    assert.ok((await this.focus()).command, 'the key / leads to the command field');
    await this.page.keyboard.type(line);
    await this.press('Enter');
  }

  /** Goes down the list until the wanted choice has the focus. */
  async reach(action, key = 'ArrowDown') {
    let { action: at } = await this.focus();
    for (let i = 0; i < 400; i += 1) {
      if (at === action) return;
      await this.press(key);
      let { action: now } = await this.focus();
      if (key === 'ArrowDown' && now === at) {
        await this.press('Tab');
        ({ action: now } = await this.focus());
      }
      at = now;
    }
    assert.fail(`the focus does not come to ${action}`);
  }

  async play(choice) {
    const before = await this.played();
    this.#turn += 1;
    const way = 'button' in choice.at ? this.#turn % 2 : this.#turn % 3;
    if (way === 0) await this.type(choice.text);
    else if (way === 1) {
      await this.type(`? ${choice.text.split(' ').at(-1)}`);
      await this.page.waitForFunction(() => document.activeElement?.hasAttribute('data-action'));
      await this.reach(choice.text);
      await this.press('Enter');
    } else {
      const view = await this.look();
      const hex = 'hex' in choice.at ? choice.at.hex : view.board.counters.find((one) => one.tag === choice.at.unit)?.hex;
      if (hex) {
        await this.type(hex);
        await this.page.waitForFunction((number) => document.activeElement?.getAttribute('data-walk') === number, hex);
        await this.press('Enter');
        await this.page.waitForFunction(() => document.activeElement?.hasAttribute('data-action'));
        await this.reach(choice.text);
        await this.press('Enter');
      } else await this.type(choice.text);
    }
    await this.page.waitForFunction(
      (played) => document.querySelector('[data-played]')?.getAttribute('data-played') !== played || document.activeElement?.hasAttribute('data-confirm-yes'),
      String(before),
    );
    if ((await this.focus()).yes) await this.press('Enter');
    await this.page.waitForFunction((played) => document.querySelector('[data-played]')?.getAttribute('data-played') !== played, String(before));
  }

  async takeBack() {
    const before = await this.played();
    await this.type('undo');
    await this.page.waitForFunction(
      (played) => document.querySelector('[data-played]')?.getAttribute('data-played') !== played || document.activeElement?.hasAttribute('data-confirm-yes'),
      String(before),
    );
    if ((await this.focus()).yes) await this.press('Enter');
    await this.shows(before - 1);
  }
}
