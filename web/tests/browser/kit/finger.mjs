// Plays a choice as a person would with a finger: taps on counters, hexes and buttons, two fingers to come nearer, a drag to turn.
import { painted, told, units, whereHex, whereUnit } from './board.mjs';
import { Hand } from './hand.mjs';
import { near } from './near.mjs';

export class Finger extends Hand {
  static async of(page, server, table) {
    const finger = new Finger(page, server, table);
    finger.wire = await page.context().newCDPSession(page);
    return finger;
  }

  #touch(type, ...points) {
    return this.wire.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x: Math.round(x), y: Math.round(y), id })) });
  }

  /** Down and up at once: on a busy machine a moment between them could become a long press. */
  tap(at) {
    return Promise.all([this.#touch('touchStart', at), this.#touch('touchEnd')]);
  }

  async drag(from, to) {
    await this.#touch('touchStart', from);
    for (const part of [0.3, 0.7, 1]) await this.#touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    await this.#touch('touchEnd');
  }

  /** Comes so near that a counter can be hit with a finger. */
  near(hex, pixels = 44) {
    return near(this.page, hex, pixels, {
      zoom: async (at) => {
        const spread = (far) => [{ x: at.x - far, y: at.y }, { x: at.x + far, y: at.y }];
        await this.#touch('touchStart', ...spread(15));
        for (const far of [18, 22, 26]) await this.#touch('touchMove', ...spread(far));
        await this.#touch('touchEnd');
      },
      pan: (from, by) => this.drag(from, { x: from.x + by.x, y: from.y + by.y }),
    });
  }

  async clickHex(hex) {
    await this.near(hex);
    await this.tap(await whereHex(this.page, hex));
  }

  /** The first touch spreads a stack out, the second takes one of it. */
  async clickUnit(tag) {
    const { hex } = await whereUnit(this.page, tag);
    await this.near(hex);
    if ((await units(this.page)).filter(([, at]) => at === hex).length > 1 && (await told(this.page)).fan !== hex) {
      await this.tap(await whereHex(this.page, hex));
      await this.page.waitForFunction((one) => document.querySelector('.board').probe.told().fan === one, hex);
      await painted(this.page);
    }
    await this.tap(await whereUnit(this.page, tag));
  }

  press(locator) {
    return locator.first().tap();
  }
}
