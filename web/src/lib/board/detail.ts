// How much of a counter is drawn, by how large it is on the screen.

/** `far`: side and arm. `middle`: arm, formation, figures, as large as they fit. `near`: everything that is printed. */
export type Detail = 'far' | 'middle' | 'near';

/** Below this many pixels letters cannot be read. */
const MIDDLE = 15;
/** From here on all letters of a counter can be read. */
const NEAR = 21;

/** The detail of a counter that is so many pixels wide on the screen. */
export function detailAt(pixels: number): Detail {
  return pixels < MIDDLE ? 'far' : pixels < NEAR ? 'middle' : 'near';
}

/** While the map is zoomed, small things are painted in few sizes and copied a little smaller: each a quarter larger than the one before. */
const STEP = 1.25;
export const roughly = (pixels: number) => Math.round(STEP ** Math.ceil(Math.log(Math.max(1, pixels)) / Math.log(STEP) - 1e-6) * 4) / 4;

/** Whether a picture of a counter that was painted so large still serves for another size, until there is time for a better one. */
export function serves(painted: number, wanted: number): boolean {
  return painted >= wanted * 0.7 && painted <= wanted * 2.5;
}
