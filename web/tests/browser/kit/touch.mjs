// A finger on the glass. Down and up come at once: on a busy machine a moment between them could become a long press, which means something else.

const wires = new WeakMap();

/** Sends one touch: `touchStart`, `touchMove` or `touchEnd`, with as many points as there are fingers. */
export async function touch(page, type, ...points) {
  if (!wires.has(page)) wires.set(page, page.context().newCDPSession(page));
  const wire = await wires.get(page);
  return wire.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x: Math.round(x), y: Math.round(y), id })) });
}

/** Down, and what follows it, in one go. */
export async function touches(page, ...events) {
  await Promise.all(events.map(([type, ...points]) => touch(page, type, ...points)));
}

/** A tap on a point of the window. */
export const tapAt = (page, at) => touches(page, ['touchStart', at], ['touchEnd']);

/**
 * A tap on what can be pressed, as soon as it can be: in sight, at rest, and with nothing over it. It is made sure at the touch itself that it meets what was
 * meant, and tried again if not: a panel may scroll back to its top between a look and a touch.
 */
export const tap = (locator) => locator.first().tap();
