// What the board can draw. These are the parts of the server's messages that a drawing needs; nothing here knows a rule.

import type { Season } from './paint/palette';

export interface HexView {
  number: string;
  terrain: string[];
  objective: boolean;
  /** How high it lies, where the map has levels. */
  level?: number;
  /** Column and row, where the number does not tell. */
  at?: number[] | null;
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
  /** `class` is `major`, `minor` … where the map knows several. */
  roads: { name: string; edge: boolean; path: string[]; class?: string }[];
  places: { name: string; kind: string; hexes: string[] }[];
  entries: { code: string; hex: string }[];
  /** The printed sheets of which the map is made, if there are several: first and last column and row of each, from 1. */
  sheets?: { prefix: string; columns: number[]; rows: number[] }[];
  /** How words are painted that only this map has. */
  looks?: Record<string, string>;
}

export interface Counter {
  tag: string;
  side: string;
  nation: string;
  name: string;
  /** The name in few letters, where the tag is not what stands on a counter. */
  title?: string;
  kind: string;
  values: string;
  hex?: string | null;
  off_map?: string | null;
  badges: string[];
  alt?: string;
  hidden?: boolean;
  /** Which kind of its arm: `light`, `dragoons`. */
  branch?: string;
  /** The body that it belongs to. */
  body?: string;
  stance?: Stance | null;
}

/** Which way a piece looks, in degrees clockwise from the top of the map. */
export interface Facing {
  degrees: number;
  at: string;
  compass: string;
}

/** How a piece stands, where that is more than to lie in a hex. */
export interface Stance {
  /** The other hex of a piece that stands on two. */
  second?: string | null;
  facing?: Facing | null;
  /** `shape` is what it looks like from above: `line`, `column`, `march`, `square`, `battery`, `loose`. */
  formation?: { name: string; shape: string } | null;
  steps?: { left: number; full: number } | null;
  states?: { kind: string; word: string; amount?: number | null; tone: string }[];
}

export interface Mark {
  hex: string;
  kind: string;
  side?: string | null;
}

/** A mark on the side between two hexes. */
export interface HexsideMark {
  from: string;
  to: string;
  kind: string;
  side?: string | null;
}

/** How something is lit. The caller decides what deserves which tone. */
export type Tone = 'reach' | 'step' | 'foe' | 'friend' | 'option' | 'fault' | 'one' | 'two' | 'note' | 'front' | 'flank' | 'rear' | 'seen' | 'hidden';

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

/** The ways in which the unit in hand may be made to look. */
export interface Turn {
  unit: string;
  /** Where it looks now, in degrees clockwise from the top. */
  now: number;
  /** Where it could look instead, likewise. */
  to: readonly number[];
  /** What a compass calls these angles. */
  names: ReadonlyMap<number, string>;
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
  season: Season;
  still: boolean;
}
