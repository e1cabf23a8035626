// Actions in the words of the record, as people say them; and where they lead, to be drawn.

import type { Spot, Trail } from '../board/types';

/** What each verb becomes; where none is listed the words stand as they are. */
const SAYS: Record<string, (rest: string[]) => string> = {
  target: ([hex]) => `attack ${hex}`,
  join: ([unit]) => `with ${unit}`,
  roll: () => 'roll',
  end: () => 'end the phase',
  ready: () => 'go on',
  hold: () => 'hold',
  lower: () => 'at a lower column',
  retreat: ([unit, hex]) => (hex ? `${unit} retreats to ${hex}` : `${unit} retreats`),
  advance: ([unit, hex]) => `${unit} advances to ${hex}`,
  fresh: ([unit]) => `Fresh Strength for ${unit}`,
  force: ([unit]) => `force march ${unit}`,
};

export interface Step {
  unit: string;
  hex: string;
}

/** Ways of units: who is taken in hand, and where he goes. */
export function steps(actions: readonly string[]): Step[] {
  const found: Step[] = [];
  let held = '';
  for (const action of actions) {
    const [verb, one] = action.split(' ');
    if ((verb === 'pick' || verb === 'force') && one) held = one;
    else if ((verb === 'go' || verb === 'step') && one && held) found.push({ unit: held, hex: one });
  }
  return found;
}

/** Some actions in a line: `Leg2 to 1212, attack 1411 with Leg1`. */
export function phrase(actions: readonly string[], most = 4): string {
  const parts: string[] = [];
  let held = '';
  for (const action of actions) {
    const [verb = '', ...rest] = action.split(' ');
    if (verb === 'pick') held = rest[0] ?? '';
    else if ((verb === 'go' || verb === 'step') && held) parts.push(`${held} to ${rest[0]}`);
    else if (verb === 'halt' && held) parts.push(`${held} stays`);
    else {
      const said = SAYS[verb]?.(rest) ?? action;
      // With whom one attacks belongs to the attack.
      if (verb === 'join' && parts.length > 0) parts[parts.length - 1] += parts.at(-1)!.includes(' with ') ? `, ${rest[0]}` : ` ${said}`;
      else parts.push(said);
    }
  }
  const shown = parts.slice(0, most).join('; ');
  return parts.length > most ? `${shown}; and ${parts.length - most} more` : shown;
}

/** A line of actions as it is drawn on the map, from where the units stand. */
export function drawnLine(actions: readonly string[], hexOf: (unit: string) => string | null, side: string): { spots: Spot[]; trails: Trail[] } {
  const at = new Map<string, string>();
  const trails = steps(actions).flatMap(({ unit, hex }) => {
    const from = at.get(unit) ?? hexOf(unit);
    at.set(unit, hex);
    return from && from !== hex ? [{ unit, kind: 'hint', side, hexes: [from, hex] }] : [];
  });
  const targets = actions.filter((action) => action.startsWith('target ')).map((action) => action.split(' ')[1]!);
  const spots = [...new Set([...at.values(), ...targets])].map((hex) => ({ hex, tone: 'note' as const }));
  return { spots, trails };
}
