// Actions in the words of the record, as people say them; and where they lead, to be drawn.

import type { Spot, Trail } from '../board/types';
import { formName } from './faces';

/** What each verb becomes, said of whom and where; where none is listed the words stand as they are. */
const SAYS: Record<string, (rest: string[]) => string> = {
  pick: ([unit]) => `take ${unit}`,
  go: ([hex]) => `go to ${hex}`,
  step: ([hex]) => `one step to ${hex}`,
  halt: () => 'go no farther',
  turn: ([way]) => `face ${way}`,
  form: ([shape, way]) => (way ? `form ${shape}, facing ${way}` : `form ${shape}`),
  top: ([unit]) => `${unit} on top`,
  enter: ([unit, hex]) => `${unit} comes in at ${hex}`,
  march: ([unit, hex]) => `${unit} comes in at ${hex} in road march`,
  target: ([hex]) => `attack ${hex}`,
  assault: ([hex]) => `attack ${hex}`,
  join: ([unit]) => `with ${unit}`,
  close: () => 'declare it',
  done: () => 'that is all',
  roll: () => 'roll',
  end: () => 'end the phase',
  ready: () => 'go on',
  hold: () => 'hold',
  lower: () => 'at a lower column',
  retreat: ([unit, hex]) => (hex ? `${unit} retreats to ${hex}` : `${unit} retreats`),
  flee: ([hex]) => `retreat to ${hex}`,
  toward: ([hex]) => `retreat towards ${hex}`,
  back: ([unit, hex]) => `${unit} falls back to ${hex}`,
  withdraw: ([unit, hex]) => (hex ? `${unit} withdraws to ${hex}` : `${unit} withdraws`),
  advance: ([unit, hex]) => (hex ? `${unit} advances to ${hex}` : `${unit} advances`),
  follow: ([unit, hex]) => `${unit} follows to ${hex}`,
  charge: ([unit]) => `${unit} charges`,
  carre: () => 'form carré',
  fresh: ([unit]) => `Fresh Strength for ${unit}`,
  force: ([unit]) => `force march ${unit}`,
  place: ([hex]) => `put it in ${hex}`,
  ride: ([unit]) => `${unit} rides`,
  try: ([unit]) => `${unit} tries Initiative`,
  source: ([hex]) => `change the supply source to ${hex}`,
  transfer: ([unit, leader]) => `${unit} to ${leader}`,
  lose: ([unit, arm]) => (arm ? `${unit} loses 1 ${arm}` : `give up ${unit}`),
};

/** How a unit is called, by the word that records have for it. */
export type Called = (unit: string) => string;

/** With a capital in front, as titles and sentences begin. */
export const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** One action in words: `join jaeger38` is `38th Jaeger takes part`. */
export function caption(action: string, called: Called = (unit) => unit): string {
  const [verb = '', ...rest] = action.split(' ');
  const named = rest.map(called);
  if (verb === 'join') return `${named.join(' ')} takes part`;
  return capital(SAYS[verb]?.(named) ?? [verb, ...named].join(' '));
}

interface Labelled {
  label: string;
  text: string;
  formation?: { name: string } | null;
  facing?: { compass: string } | null;
}
/** Where a label holds words of the record, what is said instead: formations are called as the rulebook does. */
function better({ label, text, formation, facing }: Labelled, called: Called): string | null {
  if (label === text) return caption(text, called);
  if (!formation || !text.startsWith('form ')) return null;
  const name = formName({ text, formation, facing });
  return `Form ${name.slice(0, 1).toLowerCase()}${name.slice(1)}${facing ? `, facing ${facing.compass}` : ''}`;
}

/** Choices each of which has a label for people, also where words of the record came. */
export const spelled = <T extends Labelled>(choices: readonly T[], called: Called): readonly T[] =>
  choices.some((one) => better(one, called) !== null) ? choices.map((one) => ({ ...one, label: better(one, called) ?? one.label })) : choices;

/** A choice in words that can stand alone: without cases, and of whom it is said. */
export function captionOf(choice: { label: string; text: string; unit?: string | null }, called: Called): string {
  const label = choice.label === choice.text ? caption(choice.text, called) : choice.label.replace(/ \[.*?\]/g, '');
  const { unit } = choice;
  if (!unit || label.includes(unit) || label.includes(called(unit))) return label;
  return `${called(unit)}: ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;
}

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
export function phrase(actions: readonly string[], most = 4, called: Called = (unit) => unit): string {
  const parts: string[] = [];
  let held = '';
  for (const action of actions) {
    const [verb = '', ...words] = action.split(' ');
    const rest = words.map(called);
    if (verb === 'pick') held = rest[0] ?? '';
    else if ((verb === 'go' || verb === 'step') && held) parts.push(`${held} to ${rest[0]}`);
    else if (verb === 'halt' && held) parts.push(`${held} stays`);
    else {
      const said = SAYS[verb]?.(rest) ?? [verb, ...rest].join(' ');
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
