/** Floors, walls and ceilings of rooms as materials. */
import { paintsOf } from '../furnish/finish.ts';
import { albedoOf } from '../furnish/kit.ts';
import type { StyleLook } from '../furnish/styles.ts';
import { boards, brick, cloth, concrete, type Material, marble, plain } from '../trace/materials.ts';
import { fbm, hash2 } from '../trace/noise.ts';
import { definePaint, type Paint, type Painter } from '../trace/paint.ts';
import type { FloorName, InteriorBrief, WallFinish } from './interior-brief.ts';

export interface RoomFinishes {
  floor: Material;
  walls: Material;
  /** The wall behind the main pieces. */
  mainWall: Material;
  ceiling: Material;
}

/** Finishes that a whole room takes; others dress the main wall alone. */
const allRound: ReadonlySet<WallFinish> = new Set([
  'white',
  'grey',
  'beige',
  'green',
  'blue',
  'dark',
  'concrete',
  'plaster',
]);

/** Finishes that the description names, else those of the style. */
export function finishesOf({ floor, wall, style, room }: InteriorBrief, look: StyleLook): RoomFinishes {
  const own: Material = { surface: 'matte', paint: paintsOf(look).back };
  const named = wall && wall !== 'slats' ? wallOf(wall) : undefined;
  const usual = style === '工业' ? wallOf('brick') : undefined;
  const walls = named && allRound.has(wall!) ? named : own;
  return {
    floor: floor ? floorOf(floor) : room === 'bathroom' || room === 'kitchen' ? wetFloor(look) : floorOfLook(look),
    walls,
    mainWall: named ?? usual ?? walls,
    ceiling: {
      surface: 'matte',
      paint: style === '工业' ? concrete([0.5, 0.49, 0.47], 2.4, 1.2) : plain(albedoOf('#f3f1ec'), 0.02),
    },
  };
}

const polished = (paint: Paint): Material => ({ surface: 'gloss', paint, reflectance: 0.04, roughness: 0.01 });
const oiled = (paint: Paint): Material => ({ surface: 'gloss', paint, reflectance: 0.025, roughness: 0.02 });
const matte = (paint: Paint): Material => ({ surface: 'matte', paint });

function floorOfLook(look: StyleLook): Material {
  const paint = paintsOf(look).floor;
  return look.floorKind === 'marble' ? polished(paint) : look.floorKind === 'plaster' ? matte(paint) : oiled(paint);
}

function wetFloor(look: StyleLook): Material {
  return polished(paintsOf({ ...look, floorKind: 'slabs', floor: '#c9c4bb' }).floor);
}

function floorOf(name: FloorName): Material {
  switch (name) {
    case 'wood':
      return oiled(boards(albedoOf('#bd9668'), 0.17, 'z'));
    case 'darkWood':
      return oiled(boards(albedoOf('#7d573c'), 0.17, 'z'));
    case 'paleWood':
      return oiled(boards(albedoOf('#dcc3a0'), 0.17, 'z'));
    case 'herringbone':
      return oiled(paintOf('herringbone', '#c39c6c'));
    case 'tiles':
      return polished(paintOf('slabs', '#cfccc5'));
    case 'marble':
      return polished(marble(albedoOf('#e6e2db'), albedoOf('#aaa59c'), 0.9, 0.9));
    case 'terrazzo':
      return polished(terrazzo());
    case 'concrete':
      return oiled(paintOf('plaster', '#a19d97'));
    case 'carpet':
      return matte(cloth(albedoOf('#a8a49c'), 0.012, 0.3));
  }
}

/** A floor as the looks paint it. */
function paintOf(floorKind: StyleLook['floorKind'], floor: string): Paint {
  return paintsOf({ floorKind, floor, wall: floor, stone: [floor, floor], isTextured: false }).floor;
}

function wallOf(name: Exclude<WallFinish, 'slats'>): Material {
  switch (name) {
    case 'white':
      return matte(plain(albedoOf('#f2f1ee'), 0.02));
    case 'grey':
      return matte(plain(albedoOf('#b4b3b0'), 0.03));
    case 'beige':
      return matte(plain(albedoOf('#e6dac5'), 0.03));
    case 'green':
      return matte(plain(albedoOf('#5f6f5c'), 0.05));
    case 'blue':
      return matte(plain(albedoOf('#4a6078'), 0.05));
    case 'dark':
      return matte(plain(albedoOf('#4c4a48'), 0.05));
    case 'wood':
      return matte(boards(albedoOf('#c19a6b'), 0.6, 'upright'));
    case 'darkWood':
      return matte(boards(albedoOf('#74513a'), 0.6, 'upright'));
    case 'concrete':
      return matte(concrete([0.5, 0.49, 0.47], 2.4, 1.2));
    case 'brick':
      return matte(brick([0.4, 0.2, 0.14], [0.5, 0.47, 0.44]));
    case 'greyBrick':
      return matte(brick([0.3, 0.3, 0.3], [0.46, 0.45, 0.44]));
    case 'marble':
      return { surface: 'gloss', paint: marble(albedoOf('#e3dfd8'), albedoOf('#8f8a84'), 1.2, 2.4), reflectance: 0.04 };
    case 'plaster':
      return matte(paintOf('plaster', '#d3cabb'));
  }
}

const chips = ['#8d8780', '#b9a48a', '#6f7672', '#dedad2'].map(albedoOf);
const ground = albedoOf('#d5d1c9');

/** Chips of four tones in pale cement, each in a cell of its own. */
const terrazzo = definePaint(
  'terrazzo',
  (): Painter => (p, out) => {
    const cell = 0.034;
    const column = Math.floor(p.x / cell);
    const row = Math.floor(p.z / cell);
    const dx = p.x / cell - column - 0.3 - 0.4 * hash2(column, row, 1);
    const dy = p.z / cell - row - 0.3 - 0.4 * hash2(column, row, 2);
    const radius = 0.12 + 0.2 * hash2(column, row, 3);
    const isChip = dx * dx + dy * dy < radius * radius && hash2(column, row, 4) > 0.25;
    const colour = isChip ? chips[Math.floor(hash2(column, row, 5) * chips.length)]! : ground;
    const gain = 0.95 + 0.1 * fbm(p.x * 0.8, p.z * 0.8, 3, 7);
    out.r = colour[0] * gain;
    out.g = colour[1] * gain;
    out.b = colour[2] * gain;
  },
);
