// Where the card of a pin goes: above its hex or below it, inside the window, and on none of the buttons that stand there.

import type { Size } from './camera';
import { hits, type Point, type Rect } from './layout';

/** How far the card is from the middle of its hex. */
const [ABOVE, BELOW, EDGE] = [30, 36, 8];

/** The middle of the card from left to right, and whether it hangs below. */
export function aside(p: Point, card: Size, view: Size, buttons: readonly Rect[]): { x: number; below: boolean } {
  const inside = (x: number) => Math.max(card.w / 2 + EDGE, Math.min(view.w - card.w / 2 - EDGE, x));
  const usual = { x: inside(p.x), below: p.y < card.h + ABOVE + 10 };
  const rect = ({ x, below }: typeof usual): Rect => ({ x: x - card.w / 2, y: below ? p.y + BELOW : p.y - ABOVE - card.h, ...card });
  const free = (place: typeof usual) => {
    const r = rect(place);
    return r.y >= 0 && r.y + r.h <= view.h && buttons.every((one) => !hits(one, r));
  };
  // As it is, beside the buttons, or on the other side of its hex.
  const beside = buttons.flatMap((one) => [one.x + one.w + EDGE + card.w / 2, one.x - EDGE - card.w / 2]).map(inside);
  const places = [usual.below, !usual.below].flatMap((below) => [usual.x, ...beside].map((x) => ({ x, below })));
  return places.find(free) ?? usual;
}
