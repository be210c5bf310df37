import { findCategory } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';
import { parseHexColour, type Rgb } from '../../base/colour.ts';

/** Floors a room can have. */
export type FloorKind = 'wood' | 'tile' | 'stone' | 'carpet' | 'concrete' | 'deck' | 'wetTile';

/** The colours of a colour plan; all are base tones that textures vary. */
export interface PlanPalette {
  paper: Rgb;
  line: Rgb;
  wall: Rgb;
  glass: Rgb;
  floors: Readonly<Record<FloorKind, Rgb>>;
  /** A second wood, for bedrooms. */
  darkWood: Rgb;
  wood: Rgb;
  fabric: Rgb;
  accent: Rgb;
  linen: Rgb;
  white: Rgb;
  water: Rgb;
  rug: Rgb;
  plant: Rgb;
  counter: Rgb;
  /** 0–2, how much materials vary; 1 is usual. */
  texture: number;
  /** 0–1, darkness of shadows. */
  shadow: number;
  /** 0–1, blotches of watercolour. */
  wash: number;
}

const names = [
  'paper',
  'line',
  'wall',
  'glass',
  'woodFloor',
  'darkWood',
  'wetTile',
  'tile',
  'stone',
  'carpet',
  'concrete',
  'deck',
  'wood',
  'fabric',
  'accent',
  'linen',
  'white',
  'water',
  'rug',
  'plant',
  'counter',
] as const;

/** Colours in the order of `names`, then a second accent for the second output. */
const styles: Readonly<
  Record<string, readonly [colours: string, other: string, texture: number, shadow: number, wash: number]>
> = {
  清新: [
    'f6f4ee 23211f 3b3833 cfe3ea dec29a cda97d e3edee e4e1d8 dcd8ce d9d6cf d0cfcb a98a6c ba8a58 eae2d6 c9967b f3ede2 fdfcf8 cfe3e8 d9d1be 7ea368 f8f5ee',
    '8fb0a9',
    1,
    0.34,
    0,
  ],
  写实: [
    'efece6 1d1b19 2c2a28 b9d3de bf9464 a2744a d3d9da c9c4b9 bdb7ab b5aea4 b3b1ad 7c5a40 8e5f38 cfc5b5 7f4a3a e7dfd0 f4f2ec a9cbd6 a99c86 55783f e3ddd2',
    '46616b',
    1.6,
    0.5,
    0,
  ],
  莫兰迪: [
    'f1eeea 3b3937 6a6560 ccd5d6 cdbfae b8a898 d3d9d6 d8d3cb cdc8c0 c9c0bb c5c3bf a99a8c b09a84 dbd2c8 b9968b e9e3db f4f1ec bccccc c7bcb0 94a08a e8e3dc',
    '8d9aa3',
    0.75,
    0.26,
    0,
  ],
  奶油: [
    'fbf7ef 4a4038 8a7766 dbe7e4 efdfc3 e2caa5 f2efe3 f3ebdc ece2d0 f0e6d8 e5dccf cdb08c d9b88c f7ecdb e8c3a2 fdf8ee fffdf8 d6e6e2 efe0c8 a9b98a fdf8ee',
    'd6b7ae',
    0.8,
    0.24,
    0,
  ],
  灰调: [
    'f3f3f3 1f2022 2f3133 d3dade cfcfcd b9b9b8 e3e5e6 dddddc d2d3d4 c8c9cb cbccce 9d9d9d a3a19e e2e2e1 8b9096 f0f0f0 fcfcfc d3dde2 c3c4c5 9aa399 f2f2f2',
    'b0826a',
    0.9,
    0.36,
    0,
  ],
  手绘: [
    'fbf8f0 2b2a33 4a4744 c7dfea eccf9f dcb27a d8e9e4 f0e6cf e5dcc8 e9d8cc dcd8d0 bf9568 cf9a5c f3e0c4 df8a6c f9f0e0 fffdf6 b5d8e6 e6d3aa 86b05f fbf4e4',
    '7aa7c0',
    0.55,
    0.28,
    1,
  ],
};

/** The palette of a style, slightly different for the second output. Unknown styles give 清新. */
export function planPalette(style: string | undefined, output: number): PlanPalette {
  const [colours, other, texture, shadow, wash] = styles[style ?? ''] ?? styles.清新!;
  const list = colours.split(' ').map((text) => parseHexColour(`#${text}`));
  const get = (name: (typeof names)[number]): Rgb => list[names.indexOf(name)]!;
  const isOther = output % 2 === 1;
  return {
    paper: get('paper'),
    line: get('line'),
    wall: get('wall'),
    glass: get('glass'),
    floors: {
      wood: get(isOther ? 'darkWood' : 'woodFloor'),
      tile: get('tile'),
      stone: get('stone'),
      carpet: get('carpet'),
      concrete: get('concrete'),
      deck: get('deck'),
      wetTile: get('wetTile'),
    },
    darkWood: get(isOther ? 'woodFloor' : 'darkWood'),
    wood: get('wood'),
    fabric: get('fabric'),
    accent: isOther ? parseHexColour(`#${other}`) : get('accent'),
    linen: get('linen'),
    white: get('white'),
    water: get('water'),
    rug: get('rug'),
    plant: get('plant'),
    counter: get('counter'),
    texture,
    shadow,
    wash,
  };
}

/** The name of a style category, e.g. 莫兰迪; nothing when no style was chosen. */
export function styleName(categoryId: string | undefined): string | undefined {
  return categoryId ? findCategory(categories, categoryId)?.name : undefined;
}
