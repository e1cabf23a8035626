// Plays a choice as a person would with a finger: taps on counters, hexes and buttons, two fingers to come nearer, a drag to turn.
import { painted, told, units, whereHex, whereUnit } from './board.mjs';
import { Hand } from './hand.mjs';
import { near } from './near.mjs';
import { tap, tapAt, touch, touches } from './touch.mjs';

export class Finger extends Hand {
  async drag(from, to) {
    const on = (part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    await touches(this.page, ['touchStart', from], ['touchMove', on(0.3)]);
    for (const part of [0.7, 1]) await touch(this.page, 'touchMove', on(part));
    await touch(this.page, 'touchEnd');
  }

  /** Comes so near that a counter can be hit with a finger. */
  near(hex, pixels = 44) {
    return near(this.page, hex, pixels, {
      zoom: async (at) => {
        const spread = (far) => [{ x: at.x - far, y: at.y }, { x: at.x + far, y: at.y }];
        await touches(this.page, ['touchStart', ...spread(15)], ['touchMove', ...spread(18)]);
        for (const far of [22, 26]) await touch(this.page, 'touchMove', ...spread(far));
        await touch(this.page, 'touchEnd');
      },
      pan: (from, by) => this.drag(from, { x: from.x + by.x, y: from.y + by.y }),
    });
  }

  async clickHex(hex) {
    await this.near(hex);
    await tapAt(this.page, await whereHex(this.page, hex));
  }

  /** The first touch spreads a stack out, the second takes one of it. */
  async clickUnit(tag) {
    const { hex } = await whereUnit(this.page, tag);
    await this.near(hex);
    if ((await units(this.page)).filter(([, at]) => at === hex).length > 1 && (await told(this.page)).fan !== hex) {
      await tapAt(this.page, await whereHex(this.page, hex));
      await this.page.waitForFunction((one) => document.querySelector('.board').probe.told().fan === one, hex);
      await painted(this.page);
    }
    await tapAt(this.page, await whereUnit(this.page, tag));
  }

  press(locator) {
    return tap(locator);
  }
}
