// What the board shows. Counters and hexes are painted, not nodes of the page, so the board itself is asked: where something is, and
// what a pointer would mean.

const ask = (page, what, ...args) =>
  page.evaluate(([name, list]) => {
    const { probe } = document.querySelector('.board') ?? {};
    return probe ? probe[name](...list) : null;
  }, [what, args]);

/** The middle of a hex in the window, or nothing if the map has no such hex. */
export const whereHex = (page, hex) => ask(page, 'hex', hex);
/** Where a unit is painted: its middle, its hex, and how many pixels wide it is; nothing if it is not on the map. */
export const whereUnit = (page, tag) => ask(page, 'unit', tag);
/** The same of many units, in their order. */
export const whereUnits = (page, tags) =>
  page.evaluate((list) => {
    const { probe } = document.querySelector('.board');
    return list.map((tag) => probe.unit(tag));
  }, tags);
/** What a pointer at a point of the window would mean: hex and unit. */
export const meant = (page, x, y) => ask(page, 'at', x, y);
/** Every unit on the map and its hex. */
export const units = (page) => ask(page, 'units');
/** How the counters were painted: detail, how many, which stack is fanned out, and whether everything is at rest. */
export const told = (page) => ask(page, 'told');

/** The hex in which a unit is shown. */
export const hexOf = async (page, tag) => (await whereUnit(page, tag))?.hex ?? null;

/** Waits until the ground is painted as sharply as one looks at it, too. */
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector('.board')?.probe?.told().settled === true);
  await painted(page);
}

/** Waits until what is seen is painted: the ground, sharply or not, and the counters. The rest of a large sheet comes later. */
export async function ground(page) {
  await page.waitForFunction(() => document.querySelector('.board')?.probe?.told().ground === true);
  await painted(page);
}

/** Waits until the board has nothing left to paint and nothing on its way. */
export async function painted(page) {
  await page.waitForFunction(() => document.querySelector('.board')?.probe?.told().rest === true);
}
