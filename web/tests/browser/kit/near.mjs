// Brings a hex so near that one can work there: with the wheel, or with two fingers.
import { painted, told, whereHex } from './board.mjs';
import { atRest } from './rest.mjs';

/** A counter in sheet units, as the board draws it. */
const COUNTER = 46;
const LOOKS = 200;

/** Where something may be pointed at: the board without its edges. */
async function field(page) {
  const box = await page.locator('.board').boundingBox();
  return { left: box.x + 40, right: box.x + box.width - 40, top: box.y + 70, bottom: box.y + box.height - 90, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
}
const inside = (f, p) => p.x > f.left && p.x < f.right && p.y > f.top && p.y < f.bottom;

/** How far the map is moved at a time: with each the ground is painted anew, and the pointer is not to leave the board. */
const reach = (from, to) => Math.max(150, (to - from) / 2 - 20);
const within = (most, far) => Math.max(-most, Math.min(most, far));

/** Until a counter is so many pixels wide there, and the hex is well in sight. `zoom` is told by what factor. */
export async function near(page, hex, pixels, { zoom, pan }) {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const [f, at, { scale }] = [await field(page), await whereHex(page, hex), await told(page)];
    if (COUNTER * scale >= pixels && inside(f, at)) break;
    if (inside(f, at)) await zoom(at, pixels / (COUNTER * scale));
    else await pan(f.middle, { x: within(reach(f.left, f.right), f.middle.x - at.x), y: within(reach(f.top, f.bottom), f.middle.y - at.y) });
    await atRest(page);
  }
  await painted(page);
}
