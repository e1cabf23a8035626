// Colours of the land: under snow, bare and wet, in leaf.

/** What lies on the land: snow and ice; nothing but mud, under bare trees; leaves and crops. */
export type Season = 'snow' | 'bare' | 'leaf';

export interface Palette {
  /** Snow on the ground, ice on the water. */
  frozen: boolean;
  /** Trees without leaves. */
  bare: boolean;
  paper: string;
  card: string;
  ink: string;
  faint: string;
  frame: string;
  ground: string;
  light: string;
  shade: string;
  tuft: string;
  field: readonly [string, string, string];
  wood: string;
  woodEdge: string;
  tree: readonly [string, string];
  pine: readonly [string, string];
  grove: string;
  groveTree: readonly [string, string];
  water: string;
  shore: string;
  glint: string;
  yard: string;
  house: readonly [string, string];
  ridge: string;
  road: readonly [string, string];
  kerb: string;
  hill: string;
  /** Laid over the ground once for each level. */
  height: string;
  contour: string;
  earth: string;
  halo: string;
  names: { wood: string; water: string; hill: string };
  grid: string;
}

const shared = { ink: '#2c2620', faint: '#6d6252', frame: '#5b4a35' };

export const WINTER: Palette = {
  ...shared,
  frozen: true,
  bare: true,
  paper: '#e7dcc4',
  card: '#f4ecd9',
  ground: '#eceee9',
  light: '#fcfcf8',
  shade: '#d2dbdf',
  tuft: '#a9a796',
  field: ['#e3e5de', '#e8e6da', '#dfe5e6'],
  wood: '#b3bcae',
  woodEdge: '#7f8c7c',
  tree: ['#6c6a5c', '#8d8b7c'],
  pine: ['#44584a', '#e6ece8'],
  grove: '#d5dbcd',
  groveTree: ['#7c8470', '#a7ad9a'],
  water: '#c3d8e4',
  shore: '#6f93a9',
  glint: '#f4f9fb',
  yard: '#e2d8c8',
  house: ['#a9503f', '#5a251c'],
  ridge: '#f4efe8',
  road: ['#e2c592', '#f3ead4'],
  kerb: '#735a3c',
  hill: '#8a7d6d',
  height: '#e6d9bd',
  contour: '#8c7350',
  earth: '#8d6f4b',
  halo: '#f6f5ef',
  names: { wood: '#3d4f40', water: '#2f5b77', hill: '#6b5436' },
  grid: '#4d5258',
};

/** Between the snows, and before the leaves: dun stubble, black earth, grey water. */
export const BARE: Palette = {
  ...shared,
  frozen: false,
  bare: true,
  paper: '#e7dbc3',
  card: '#f4ebd8',
  ground: '#ddd3b9',
  light: '#e9e1cb',
  shade: '#c8bb9d',
  tuft: '#9a8c69',
  field: ['#cdbd98', '#c3b28d', '#d5c8a6'],
  wood: '#b3a98a',
  woodEdge: '#80755a',
  tree: ['#63584a', '#8b7d68'],
  pine: ['#445845', '#6c7f64'],
  grove: '#c9c0a0',
  groveTree: ['#7a7058', '#a0957a'],
  water: '#a9bfc6',
  shore: '#557685',
  glint: '#d9e4e6',
  yard: '#d9c9ad',
  house: ['#a54f3d', '#5a251b'],
  ridge: '#c98670',
  road: ['#f0d9a8', '#f4ead0'],
  kerb: '#5a4226',
  hill: '#846a4b',
  height: '#cdb488',
  contour: '#82623a',
  earth: '#82623e',
  halo: '#f0e9d7',
  names: { wood: '#4a4a33', water: '#28536b', hill: '#674a28' },
  grid: '#4b4436',
};

export const SUMMER: Palette = {
  ...shared,
  frozen: false,
  bare: false,
  paper: '#e9ddc2',
  card: '#f6eedb',
  ground: '#e7e2bf',
  light: '#f2edd1',
  shade: '#d5d6a8',
  tuft: '#a2a873',
  field: ['#e3dba6', '#d5d9a0', '#e9dfb4'],
  wood: '#a9bd84',
  woodEdge: '#6c8651',
  tree: ['#5b7b46', '#8fae6c'],
  pine: ['#3f5f41', '#6b8c5e'],
  grove: '#c6d49a',
  groveTree: ['#6d8c4c', '#9dba72'],
  water: '#a3c8d8',
  shore: '#3f7592',
  glint: '#d8ebf1',
  yard: '#e4d3b4',
  house: ['#b0503c', '#5c2519'],
  ridge: '#d98a72',
  road: ['#efd396', '#f6eed3'],
  kerb: '#75582f',
  hill: '#8f6f48',
  height: '#d9c088',
  contour: '#8a6430',
  earth: '#94703f',
  halo: '#f5f1da',
  names: { wood: '#37522c', water: '#22567a', hill: '#6f4d22' },
  grid: '#4f4a32',
};

export const PALETTES: Record<Season, Palette> = { snow: WINTER, bare: BARE, leaf: SUMMER };
