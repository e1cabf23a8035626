// What is printed on a counter, as shapes in a square of 46 by 46 units. The map paints them on a canvas, lists beside the map
// show them as SVG; both from here, so that a counter looks the same wherever it lies.

import { badgeOf, CORNERS, type Badge } from './badges';
import { coat, fitted, width, type Coat } from './coats';
import type { Detail } from './detail';
import type { Counter } from './types';

export interface Line {
  d: string;
  fill?: string;
  /** Opacity of the filling. */
  solid?: number;
  stroke?: string;
  wide?: number;
  /** Opacity of the stroke. */
  dense?: number;
  round?: boolean;
}

export interface Letters {
  words: string;
  x: number;
  y: number;
  size: number;
  fill: string;
  /** The width to which they are pressed together, where they would be wider by our reckoning. */
  pressed?: number | undefined;
  /** The room they have: whoever can measure them presses them if they are wider. */
  room?: number;
}

export type Mark = Line | Letters;
/** Marks that belong together, moved, enlarged, and told in a word. */
export interface Group {
  x: number;
  y: number;
  scale: number;
  marks: Mark[];
  word?: string;
}

/** From bottom to top. */
export type Face = Group[];

export interface Dress {
  /** Cut corners instead of round ones: the second side, told apart without colour. */
  cut: boolean;
  silhouette: boolean;
  /** States that the surroundings already show. */
  without: readonly string[];
}

export const isLetters = (mark: Mark): mark is Letters => 'words' in mark;

const ROUND = 'M4 0H42A4 4 0 0 1 46 4V42A4 4 0 0 1 42 46H4A4 4 0 0 1 0 42V4A4 4 0 0 1 4 0Z';
const CUT = 'M5 0H41L46 5V41L41 46H5L0 41V5Z';
const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** The outline of a counter. */
export const outlineOf = (cut: boolean) => (cut ? CUT : ROUND);

const SILHOUETTES: Record<string, string> = {
  infantry:
    'M21.2 15.2h3.6l.5 2.6h-4.6zM20.9 18.2h4.2c.2 1.3-.5 2.6-2.1 2.6s-2.3-1.3-2.1-2.6zM19.4 21.4h6.8l2.6 3.8-1.5 1-1.4-1.6v7.6h-2.1v-4.4h-1.4v4.4h-2.2v-7.8l-1.7 2-1.4-1zM28.6 16l1 .3-1.6 15.4h-1.2z',
  cavalry: 'M14.6 31.8c.4-3.6 1.2-5.8 3.6-8.2-1.2.2-2.6 1.2-3.4 1.2-.9 0-1.4-.8-1.1-1.6l4.1-5 .3-2.4 2.3 1.9c5.3.3 9.4 4 9.8 9.6l.2 4.5z',
  artillery: 'M12.6 20.6l15.6-4.4.9 3.1-9.4 3.8 10.6 6.7-.9 1.5-14.6-6.4z',
  garrison: 'M13.6 31.4V17.2h3.2v2h2.9v-2h3.4v2h2.9v-2h3.2v14.2h-4.4v-4.2a1.9 1.9 0 0 0-3.8 0v4.2z',
};
const FLAG = 'M18.6 31.4V16h10.6l-2.8 3.2 2.8 3.2h-8.2v9z';

function silhouette(counter: Counter, paint: Coat): Mark[] {
  const marks: Mark[] = [{ d: SILHOUETTES[counter.kind] ?? FLAG, fill: paint.ink }];
  if (counter.kind === 'cavalry') marks.push({ d: disc(18.6, 20.3, 0.8), fill: paint.face });
  if (counter.kind === 'artillery') {
    marks.push(
      { d: disc(21.4, 26.4, 5.2), stroke: paint.ink, wide: 1.5 },
      { d: disc(21.4, 26.4, 1.5), fill: paint.ink },
      { d: 'M21.4 21.4v10M16.4 26.4h10M17.9 22.9l7 7M24.9 22.9l-7 7', stroke: paint.ink, wide: 0.8 },
    );
  }
  return marks;
}

const HEAVY = /heavy|cuirass|carabin|dragoon/i;

/** The box with the sign of the arm, 21.4 by 14.2, around the middle at 23, 23.5. */
function symbol(counter: Counter, paint: Coat): Mark[] {
  const line = { stroke: paint.line, wide: 1.3 };
  const box: Mark = { d: 'M12.3 16.4H33.7V30.6H12.3Z', fill: paint.plate, ...line };
  switch (counter.kind) {
    case 'infantry':
      return [box, { d: 'M12.3 16.4L33.7 30.6M33.7 16.4L12.3 30.6', ...line }];
    case 'cavalry':
      // Heavy cavalry has one half of its box filled.
      return [box, ...(HEAVY.test(counter.branch ?? '') ? [{ d: 'M12.3 30.6L33.7 16.4V30.6Z', fill: paint.line }] : []), { d: 'M12.3 30.6L33.7 16.4', ...line }];
    case 'artillery':
      return [box, { d: disc(23, 23.5, 3.7), fill: paint.line }, ...(/horse/i.test(counter.branch ?? '') ? [{ d: 'M12.3 30.6L33.7 16.4', ...line }] : [])];
    case 'garrison':
      return [box, { d: 'M12.3 20.6h3.5v-2.1h3.6v2.1h3.6v-2.1h3.6v2.1h3.6v-2.1h3.5', ...line }, { d: disc(23, 25.5, 2.7), fill: paint.line }];
    case 'leader':
    case 'headquarters':
      return [box, ...rank(counter.branch ?? '', paint)];
    default:
      return [box, { words: counter.kind.slice(0, 3), x: 23, y: 27, size: 9, fill: paint.line }];
  }
}

/** Who leads: a flag; with a star for who leads them all, a small one for the least of them, and for a mere picket an empty tent. */
function rank(branch: string, paint: Coat): Mark[] {
  const line = { stroke: paint.line, wide: 1.3 };
  if (/outpost|picket/i.test(branch)) return [{ d: 'M23 18.6L29.4 28.6H16.6ZM23 18.6V28.6', ...line }];
  if (/major/i.test(branch)) return [{ d: 'M20.6 28.6V20h6.2l-1.8 1.8l1.8 1.8h-6.2', fill: paint.line, ...line }];
  const flag: Mark = { d: 'M19 29V18.4h9l-2.6 2.6l2.6 2.6h-9', fill: paint.line, ...line };
  return /commander/i.test(branch) ? [flag, { d: 'M15.7 20.6l.8 1.7l1.8 .2l-1.4 1.2l.4 1.8l-1.6 -.9l-1.6 .9l.4 -1.8l-1.4 -1.2l1.8 -.2z', fill: paint.line }] : [flag];
}

/** What a formation looks like from above, 9 wide and 12 high around the origin, its front at the top. */
export const SHAPES: Record<string, Line> = {
  line: { d: 'M-4.5 -3.2h9v2.5h-9zM-4.5 .5h9v1.4h-9z' },
  column: { d: 'M-3.4 -5.6h6.8v2h-6.8zM-3.4 -2.6h6.8v2h-6.8zM-3.4 .4h6.8v2h-6.8zM-3.4 3.4h6.8v2h-6.8z' },
  march: { d: 'M-1.3 -6h2.6v2.4h-2.6zM-1.3 -2.8h2.6v2.4h-2.6zM-1.3 .4h2.6v2.4h-2.6zM-1.3 3.6h2.6v2.4h-2.6z' },
  square: { d: 'M-4.2 -4.2h8.4v8.4h-8.4zM-2.2 -2.2v4.4h4.4v-4.4z' },
  battery: { d: `M-3.9 -5.4h1.5v5h-1.5zM-.75 -5.4h1.5v5h-1.5zM2.4 -5.4h1.5v5h-1.5z${disc(-3.15, 1.6, 1.5)}${disc(0, 1.6, 1.5)}${disc(3.15, 1.6, 1.5)}` },
  loose: { d: `${disc(-2.9, -3.4, 1.2)}${disc(1.2, -4.4, 1.2)}${disc(3.2, -0.4, 1.2)}${disc(-0.9, 0.4, 1.2)}${disc(-3.4, 3.4, 1.2)}${disc(1.6, 4, 1.2)}` },
};

function formation(counter: Counter, paint: Coat, x: number, y: number, scale: number): Group[] {
  const found = counter.stance?.formation;
  if (!found) return [];
  return [{ x, y, scale, marks: [{ ...(SHAPES[found.shape] ?? SHAPES['loose']!), fill: paint.ink }], word: found.name }];
}

/** Steps that are lost show as a bar at the foot. */
function losses(counter: Counter): Mark[] {
  const steps = counter.stance?.steps;
  if (!steps || steps.full <= 0 || steps.left >= steps.full) return [];
  const left = 38 * Math.max(0, steps.left / steps.full);
  return [
    { d: `M4 43.5h38v1.7h-38z`, fill: '#d0281f' },
    { d: `M4 43.5h${left.toFixed(1)}v1.7h${(-left).toFixed(1)}z`, fill: '#ffffff' },
  ];
}

const TONES: Record<string, { fill: string; edge: string; ink: string }> = {
  bad: { fill: '#b3261e', edge: '#ffffff', ink: '#ffffff' },
  good: { fill: '#2e6b3f', edge: '#ffffff', ink: '#ffffff' },
};

function badgeMarks(badge: Badge): Mark[] {
  const round = disc(0, 0, 5.4);
  switch (badge.kind) {
    case 'moved':
      return [{ d: round, fill: '#fffbe9', stroke: '#221c12', wide: 1 }, { d: 'M-3.6 -1.2h3.4v-2.2l4 3.4l-4 3.4v-2.2h-3.4z', fill: '#221c12' }];
    case 'fought':
      return [{ d: round, fill: '#b3261e', stroke: '#ffffff', wide: 1 }, { d: 'M-2.8 -2.8L2.8 2.8M2.8 -2.8L-2.8 2.8', stroke: '#ffffff', wide: 1.8, round: true }];
    case 'bonus':
      return [
        { d: 'M-2 -5.5H2A5.5 5.5 0 0 1 2 5.5H-2A5.5 5.5 0 0 1 -2 -5.5Z', fill: '#f2c230', stroke: '#4a3505', wide: 1 },
        { words: badge.text, x: 0, y: 3.1, size: 8.4, fill: '#2a1d02' },
      ];
    default: {
      const tone = TONES[badge.tone ?? ''] ?? { fill: '#efe3c2', edge: '#221c12', ink: '#221c12' };
      return [{ d: round, fill: tone.fill, stroke: tone.edge, wide: 1 }, { words: badge.text, x: 0, y: 2.9, size: badge.text.length > 1 ? 6.6 : 8, fill: tone.ink }];
    }
  }
}

/** Badges of a counter: its states as words, then those with a tone. */
export function badgesOf(counter: Counter, without: readonly string[] = []): Badge[] {
  const states = (counter.stance?.states ?? []).filter((state) => !without.includes(state.word));
  // A state that is told with its tone is not told again as a bare word.
  const words = counter.badges.filter((word) => !without.includes(word) && states.every((state) => state.word !== word)).map(badgeOf);
  return [
    ...words,
    ...states.map((state): Badge => {
      const usual = badgeOf(state.word);
      if (usual.kind !== 'letter') return usual;
      const amount = state.amount == null ? '' : String(state.amount);
      return { word: `${state.word}${amount === '' ? '' : ` ${amount}`}`, kind: 'letter', text: (usual.text + amount).slice(0, 2), tone: state.tone };
    }),
  ].slice(0, CORNERS.length);
}

const flat = (marks: Mark[]): Group => ({ x: 0, y: 0, scale: 1, marks });
const shadow = (shape: string): Group => ({ x: 1.6, y: 2, scale: 1, marks: [{ d: shape, fill: '#1a140c', solid: 0.36 }] });
const values = (text: string, room: number, most: number) => Math.min(most, Math.max(6, room / Math.max(0.1, width(text))));

/** The face of a counter, in as much detail as can be seen. */
export function faceOf(counter: Counter, detail: Detail, { cut, silhouette: figures, without }: Dress): Face {
  const paint = coat(counter.nation);
  const shape = outlineOf(cut);
  const edge: Mark = { d: shape, stroke: paint.edge, wide: detail === 'far' ? 2.4 : 1.1 };
  if (counter.hidden) {
    const question: Mark = { words: '?', x: 23, y: 31, size: 22, fill: paint.ink };
    return [flat([{ d: shape, fill: paint.face }, edge, ...(detail === 'near' ? [{ d: 'M8 8H38V38H8Z', stroke: paint.plate, wide: 1, dense: 0.6 }] : []), question])];
  }
  if (detail === 'far') return [flat([{ d: shape, fill: paint.face }, ...distant(counter, paint), edge])];
  if (detail === 'middle') {
    const size = values(counter.values, 42, 19);
    const strip = cut ? 'M5 0H41L46 5V6H0V5Z' : 'M4 0H42A4 4 0 0 1 46 4V6H0V4A4 4 0 0 1 4 0Z';
    return [
      shadow(shape),
      flat([{ d: shape, fill: paint.face }, { d: strip, fill: paint.strip }, edge, { words: counter.values, x: 23, y: 43.4, size, fill: paint.ink }, ...losses(counter)]),
      { x: counter.stance?.formation ? -14.5 : -9.2, y: -15.7, scale: 1.4, marks: figures ? silhouette(counter, paint) : symbol(counter, paint) },
      ...formation(counter, paint, 40, 17.6, 1.16),
    ];
  }
  const title = fitted(titleOf(counter), 43);
  const marks: Mark[] = [
    { d: shape, fill: paint.face },
    { d: cut ? 'M5 0H41L46 5V13H0V5Z' : 'M4 0H42A4 4 0 0 1 46 4V13H0V4A4 4 0 0 1 4 0Z', fill: paint.strip },
    ...(cut ? [{ d: 'M0 13.6H46', stroke: paint.plate, wide: 0.9 }] : []),
    { d: 'M1.2 43V3.4Q1.2 1.2 3.4 1.2H43', stroke: '#ffffff', wide: 1, dense: 0.3 },
    edge,
    { words: title.words, x: 23, y: 6.7 + 0.34 * title.size, size: title.size, fill: '#ffffff', pressed: title.pressed, room: 43.6 },
    { words: counter.nation.slice(0, 2), x: 6.2, y: 26, size: 7, fill: paint.ink },
    { words: counter.values, x: 23, y: 42.6, size: values(counter.values, 32, 15), fill: paint.ink },
    ...(figures ? [] : symbol(counter, paint)),
    ...losses(counter),
  ];
  return [
    shadow(shape),
    flat(marks),
    ...(figures ? [{ x: 2.4, y: 3, scale: 0.88, marks: silhouette(counter, paint) }] : []),
    ...formation(counter, paint, 39.9, 23.5, 1),
    ...badgesOf(counter, without).map((badge, i) => ({ x: CORNERS[i]![0], y: CORNERS[i]![1], scale: 1, marks: badgeMarks(badge), word: badge.word })),
  ];
}

/** The short name above the symbol: the one that orders and log use, or what the game prints there instead. */
const titleOf = (counter: Counter): string => counter.title || counter.tag.trim() || counter.name;

/** From afar: the sign of the arm over the whole face, and nothing else. */
function distant(counter: Counter, paint: Coat): Mark[] {
  const line = { stroke: paint.plate, wide: 5 };
  switch (counter.kind) {
    case 'infantry':
      return [{ d: 'M4 4L42 42M42 4L4 42', ...line }];
    case 'cavalry':
      return [{ d: 'M4 42L42 4', ...line }];
    case 'artillery':
      return [{ d: disc(23, 23, 9), fill: paint.plate }];
    case 'leader':
    case 'headquarters':
      return [{ d: 'M12 40V8h24l-7 7l7 7H17v18z', fill: paint.plate }];
    default:
      return [{ d: 'M10 10H36V36H10Z', ...line }];
  }
}

/** What a face depends on: counters that agree in this look the same. */
export function faceKey(counter: Counter, detail: Detail, dress: Dress): string {
  if (counter.hidden) return `?${detail}${counter.nation}${dress.cut}`;
  const kind = `${detail}|${counter.nation}|${counter.kind}|${dress.cut}`;
  if (detail === 'far') return kind;
  const { formation: drawn, steps } = counter.stance ?? {};
  const look = `${kind}|${counter.branch ?? ''}|${dress.silhouette}|${counter.values}|${drawn?.shape ?? ''}|${steps ? `${steps.left}/${steps.full}` : ''}`;
  if (detail === 'middle') return look;
  const badges = badgesOf(counter, dress.without).map((badge) => `${badge.kind}${badge.text}${badge.tone ?? ''}`);
  return `${look}|${titleOf(counter)}|${badges.join()}`;
}
