// What the board can draw. These are the parts of the server's messages that a drawing needs; nothing here knows a rule.

export interface HexView {
  number: string;
  terrain: string[];
  objective: boolean;
}

export interface MapView {
  title: string;
  columns: number;
  rows: number;
  /** `flat-top` or `pointy-top`: which way hexes point, and so what their numbers count. */
  grid: string;
  north: string;
  metres_per_hex: number;
  hexes: HexView[];
  hexsides: { from: string; to: string; kind: string }[];
  roads: { name: string; edge: boolean; path: string[] }[];
  places: { name: string; kind: string; hexes: string[] }[];
  entries: { code: string; hex: string }[];
}

export interface Counter {
  tag: string;
  side: string;
  nation: string;
  name: string;
  kind: string;
  values: string;
  hex?: string | null;
  off_map?: string | null;
  badges: string[];
  alt?: string;
  hidden?: boolean;
}

export interface Mark {
  hex: string;
  kind: string;
  side?: string | null;
}

/** How something is lit. The caller decides what deserves which tone. */
export type Tone = 'reach' | 'step' | 'foe' | 'friend' | 'option' | 'fault' | 'one' | 'two' | 'note';

/** A hex that is lit: a place to go, a target, an overlay. */
export interface Spot {
  hex: string;
  tone: Tone;
  /** A short text in the hex, such as points left. */
  note?: string;
  /** The way there, for hovering. */
  path?: { hex: string; cost: string }[];
  /** What is said to those who do not see it. */
  label?: string;
}

/** A unit that is lit. */
export interface Glow {
  unit: string;
  tone: Tone;
}

/** The way that a unit has gone. */
export interface Trail {
  unit: string;
  kind: string;
  side: string;
  hexes: string[];
}

/** A sentence pinned to a place on the map. */
export interface Pin {
  hex: string;
  text: string;
  tone: Tone;
}

export interface Look {
  numbers: boolean;
  grid: boolean;
  roads: boolean;
  names: boolean;
  objectives: boolean;
  silhouettes: boolean;
  dark: boolean;
  winter: boolean;
  still: boolean;
}
