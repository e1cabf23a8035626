// What is lit on the board for a set of choices. No rule is known here: a choice says where it shows, and that is where it is lit.

import type { Board, Choice, Counter, Problem, View } from '../api/types';
import type { Season } from '../board/paint/palette';
import type { Glow, Spot, Tone } from '../board/types';

export const atHex = (choice: Choice): string | null => ('hex' in choice.at ? choice.at.hex : null);
export const atUnit = (choice: Choice): string | null => ('unit' in choice.at ? choice.at.unit : null);
export const atButton = (choice: Choice): string | null => ('button' in choice.at ? choice.at.button : null);

/** What a click on a unit's counter beside the map means: something only if there is one thing alone to be done with it. Of several the orders let one choose. */
export function onlyAt(choices: readonly Choice[], unit: string): Choice | undefined {
  const own = choices.filter((choice) => atUnit(choice) === unit);
  return own.length === 1 ? own[0] : undefined;
}

/** Whether a choice takes a unit somewhere step by step. */
const travels = (choice: Choice) => choice.path.length > 0 || (choice.left !== null && choice.left !== undefined);

/** The unit that is about to go somewhere: the only one that has a way, or of several the one that is in hand. */
export function heldUnit(choices: readonly Choice[], counters: readonly Counter[] = []): string | null {
  const units = new Set(choices.filter((c) => atHex(c) !== null && travels(c)).map((c) => c.unit ?? ''));
  const [one] = units;
  if (units.size === 1) return one || null;
  return counters.find((counter) => units.has(counter.tag) && counter.badges.includes('in hand'))?.tag ?? null;
}

/** The units that have to be told where to go, each by itself: the player picks one of them first. */
export function walkers(choices: readonly Choice[]): string[] {
  return [...new Set(choices.filter((c) => atHex(c) !== null && c.unit).map((c) => c.unit!))];
}

/** States of counters that are shown as a glow. */
const STATES: Record<string, Tone> = { attacker: 'friend', pending: 'note' };
/** Of a game that calls all so who fight, one's own glow as those who take part. */
const ENGAGED = 'in battle';
/** Words for weather that shows on the map as rain. */
export const WET = ['rain', 'downpour'];

export const QUIET = ['attacker', 'target', 'pending', 'in hand'];

export interface Lit {
  spots: Spot[];
  glows: Glow[];
}

/** What is lit. `picked` is a unit that the player has chosen among several walkers. */
export function lit(choices: readonly Choice[], counters: readonly Counter[], you: string | null, picked: string | null): Lit {
  const side = new Map(counters.map((c) => [c.tag, c.side]));
  const enemyIn = new Set(counters.filter((c) => c.hex && you !== null && c.side !== you).map((c) => c.hex!));
  const spots = new Map<string, Spot>();
  const glows = new Map<string, Tone>();
  for (const counter of counters) {
    for (const badge of counter.badges) {
      const tone = STATES[badge] ?? (badge === ENGAGED && counter.side === you ? 'friend' : undefined);
      if (tone) glows.set(counter.tag, tone);
    }
  }
  const several = walkers(choices).length > 1;
  for (const choice of choices) {
    const unit = atUnit(choice);
    const hex = atHex(choice);
    if (unit !== null) glows.set(unit, side.get(unit) === you || you === null ? 'option' : 'foe');
    if (hex === null) continue;
    if (choice.unit && several) {
      if (picked !== choice.unit) glows.set(choice.unit, 'option');
      if (picked !== null && picked !== choice.unit) continue;
    }
    const tone: Tone = travels(choice) ? 'reach' : enemyIn.has(hex) ? 'foe' : 'option';
    const spot: Spot = { hex, tone, label: choice.label + (choice.left ? `, ${choice.left} left` : '') };
    if (choice.left) spot.note = choice.left;
    if (choice.path.length > 0) spot.path = choice.path;
    // Of several choices in a hex the one that says most about the way is shown.
    const before = spots.get(hex);
    if (!before || (before.path?.length ?? 0) <= choice.path.length) spots.set(hex, spot);
  }
  return { spots: [...spots.values()], glows: [...glows].map(([unit, tone]) => ({ unit, tone })) };
}

/** Which choices a click means: those at the unit, and those at the hex for the unit that is picked. */
export function meant(choices: readonly Choice[], hex: string, unit: string | null, picked: string | null): Choice[] {
  const own = unit === null ? [] : choices.filter((c) => atUnit(c) === unit);
  if (own.length > 0) return own;
  const here = choices.filter((c) => atHex(c) === hex && (picked === null || !c.unit || c.unit === picked));
  if (here.length > 0) return here;
  // A click beside the counters of a hex means the counters, if only one of them can be meant.
  return choices.filter((c) => atUnit(c) !== null && c.hex === hex);
}

/** The usual one of several choices: the one whose like are most, such as going there rather than taking one step. */
export function usual(some: readonly Choice[], all: readonly Choice[]): Choice | null {
  const kinds = new Set(some.map((c) => c.group));
  if (some.length === 0 || kinds.size !== some.length || new Set(some.map((c) => c.unit ?? '')).size > 1) return some.length === 1 ? some[0]! : null;
  const count = (group: string) => all.filter((c) => c.group === group).length;
  return [...some].sort((a, b) => count(b.group) - count(a.group))[0] ?? null;
}

/** The words of a choice with another hex or unit in its place: what a player meant who clicked where nothing is allowed. */
export function rephrase(choices: readonly Choice[], hex: string, unit: string | null, picked: string | null): string | null {
  const swap = (choice: Choice, old: string, now: string) => {
    const words = choice.text.split(' ');
    const i = words.lastIndexOf(old);
    return i < 0 ? null : words.map((word, at) => (at === i ? now : word)).join(' ');
  };
  const usualHex = [...choices].filter((c) => atHex(c) !== null && (picked === null || !c.unit || c.unit === picked)).sort((a, b) => b.path.length - a.path.length)[0];
  const byUnit = choices.find((c) => atUnit(c) !== null);
  if (unit !== null && byUnit) {
    const said = swap(byUnit, atUnit(byUnit)!, unit);
    if (said) return said;
  }
  return usualHex ? swap(usualHex, atHex(usualHex)!, hex) : null;
}

/** Where a problem lies on the map. */
export function faultHex(problem: Problem, counters: readonly Counter[], otherwise: string | null): string | null {
  const at = problem.at;
  if (!at) return otherwise;
  if ('hex' in at) return at.hex;
  if ('unit' in at) return counters.find((c) => c.tag === at.unit)?.hex ?? otherwise;
  if ('hexside' in at) return at.hexside[0] ?? otherwise;
  return otherwise;
}

/**
 * Where that stands about which the player is asked: the unit in hand, the enemy that is being attacked, those whose fate is to be chosen. Of several hexes one is
 * enough to be seen. Where he may take any unit that he likes it is about none.
 */
export function asked(choices: readonly Choice[], board: Pick<Board, 'counters' | 'marks'> | undefined, held: string | null): string[] {
  if (choices.length === 0 || !board) return [];
  const { counters } = board;
  const hexes = (tags: readonly string[]) => [...new Set(counters.filter((c) => c.hex && tags.includes(c.tag)).map((c) => c.hex!))];
  if (held !== null) return hexes([held]);
  // Some games mark the enemy, others his hex.
  const attacked = [...hexes(counters.filter((c) => c.badges.includes('target')).map((c) => c.tag)), ...board.marks.filter((m) => m.kind === 'target').map((m) => m.hex)];
  if (attacked.length > 0) return attacked;
  const units = choices.flatMap((c) => c.unit ?? []);
  return choices.some((c) => atUnit(c) !== null && choices.some((other) => atButton(other) !== null)) ? [] : hexes(units);
}

/** What is still to be done in this phase, for whoever has to decide, or only looks on. To the other player it would be a list of what his enemy may do. */
export function dutiesFor(view: View | null, yours: readonly string[]): View['board']['duties'] {
  const waits = view?.pending && yours.length > 0 && !yours.includes(view.pending.seat);
  return view && !waits ? view.board.duties : [];
}

/** Whose decision it is, in the words of the tab's title. */
export function tabTitle(view: View | null, mine: boolean): string {
  if (!view) return 'Grognard';
  if (view.ending) return `${view.ending.verdict} · ${view.title}`;
  const who = mine ? 'Your decision' : view.pending ? `${view.pending.seat} decides` : '';
  return `${mine ? '● ' : ''}${who} · ${view.title}`;
}

/** What lies on the land: as the weather says, and otherwise as is usual in the month. */
export function seasonOf(clock: string, conditions: readonly string[]): Season {
  const said = (what: RegExp) => conditions.some((condition) => what.test(condition));
  // Beside a day or a year, for a march is not always a month.
  const month = (names: string) => new RegExp(`\\d (${names})[a-z]*\\b|\\b(${names})[a-z]* \\d`, 'i').test(clock);
  if (said(/\b(snow|frost|ic[ey]\b)/i)) return 'snow';
  // Where it rains, the roads are mud, or the weather is said to be fair, no snow lies and no lake is frozen.
  if (month('nov|dec|jan|feb') && !said(/\b(mud|rain|thaw|fair)/i)) return 'snow';
  return month('nov|dec|jan|feb|mar|apr') ? 'bare' : 'leaf';
}
