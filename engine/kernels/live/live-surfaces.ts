import { parseHexColour, type Rgb } from '../../base/colour.ts';
import { type LinearColour, linearColour, mixColours } from '../../base/linear-light.ts';
import { latticeRandom, valueNoise } from '../../base/random.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import { patternAt } from '../fill/material-pattern.ts';
import { type Facade, rowOnFacade } from './live-facade.ts';
import { Paint } from './live-paint.ts';
import type { Region } from './live-regions.ts';
import { isFlat, Role } from './live-role.ts';
import { groundPlace, type LiveStage, setColour } from './live-stage.ts';
import type { LiveWish, WallFinish } from './live-words.ts';

/** Paint of a region: colour in linear light and the texture that varies it. */
export interface Surface {
  colour: LinearColour;
  finish: WallFinish | 'tiles';
}

const finishColours: Readonly<Record<WallFinish, string>> = {
  plaster: '#e6e1d6',
  brick: '#9f5a43',
  wood: '#a9794c',
  concrete: '#acaaa5',
  stone: '#b9ad98',
  metal: '#8d9298',
  glass: '#6f8c99',
};
const finishOfPaint: Partial<Record<Paint, WallFinish>> = {
  [Paint.brick]: 'brick',
  [Paint.wood]: 'wood',
  [Paint.concrete]: 'concrete',
  [Paint.stone]: 'stone',
  [Paint.dark]: 'metal',
  [Paint.asphalt]: 'metal',
  [Paint.sky]: 'glass',
  [Paint.water]: 'glass',
  [Paint.glass]: 'glass',
};

/** The surfaces of all regions. */
export function surfacesOf(list: readonly Region[], wish: LiveWish): Surface[] {
  return list.map((region) => surfaceOf(region, wish));
}

function surfaceOf(region: Region, wish: LiveWish): Surface {
  const { paint, role, colour } = region;
  const isPaper = paint === Paint.paper || paint === Paint.line;
  const drawn = linearColour(hexOf(calm(colour)));
  const free = (usual: string) =>
    isPaper ? linearColour(usual) : mixColours(linearColour(usual), drawn, 0.25 + 0.7 * wish.fidelity);
  switch (role) {
    case Role.roof:
      return { colour: free(isPaper ? '#5a5d62' : (roofColours[paint] ?? '#54585e')), finish: 'tiles' };
    case Role.door:
      return { colour: isPaper ? linearColour(wish.palette.accent) : free('#7a5233'), finish: 'wood' };
    case Role.grass:
      return {
        colour: mixColours(linearColour('#6d8f42'), drawn, isPaper ? 0 : 0.4 * wish.fidelity),
        finish: 'plaster',
      };
    case Role.paving:
    case Role.back:
      return { colour: isPaper ? linearColour(wish.palette.paving) : free('#b5aea2'), finish: 'stone' };
    case Role.road:
      return { colour: mixColours(linearColour('#5d5f62'), drawn, 0.4 * wish.fidelity), finish: 'concrete' };
    case Role.soil:
      return { colour: free('#98784f'), finish: 'stone' };
    default:
      return wallSurface(paint, wish, { isPaper, drawn, free });
  }
}

const roofColours: Partial<Record<Paint, string>> = { [Paint.brick]: '#8f4a38', [Paint.wood]: '#7d5636' };

function wallSurface(
  paint: Paint,
  wish: LiveWish,
  { isPaper, drawn, free }: { isPaper: boolean; drawn: LinearColour; free: (usual: string) => LinearColour },
): Surface {
  const finish = isPaper || paint === Paint.plaster ? wish.finish : (finishOfPaint[paint] ?? 'plaster');
  if (isPaper && wish.wallColour) return { colour: linearColour(hexOf(wish.wallColour)), finish };
  if (isPaper && finish === 'plaster') return { colour: linearColour(wish.palette.wall), finish };
  const usual = paint === Paint.dark ? '#3b4047' : finishColours[finish];
  const isOwnColour = paint === Paint.other || paint === Paint.light || paint === Paint.plaster;
  return { colour: isOwnColour ? drawn : free(usual), finish };
}

/** Marker colours are purer than any material; they lose a fifth of it. */
function calm([red, green, blue]: readonly [number, number, number]): Rgb {
  const grey = 0.3 * red + 0.59 * green + 0.11 * blue;
  const soft = (value: number) => Math.round(clamp(grey + (value - grey) * 0.8, 8, 240));
  return [soft(red), soft(green), soft(blue)];
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Paints colour and texture of everything but sky, water and leaves. */
export function paintSurfaces(
  stage: LiveStage,
  surfaces: readonly Surface[],
  facades: ReadonlyArray<Facade | undefined>,
): void {
  const { size, roles, regions, light, unit, seed } = stage;
  const { width, height } = size;
  const defaults: Partial<Record<number, Surface>> = {
    [Role.grass]: { colour: linearColour('#6d8f42'), finish: 'plaster' },
    [Role.paving]: { colour: linearColour(stage.wish.palette.paving), finish: 'stone' },
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const role = roles[i]!;
      if (role === Role.sky || role === Role.sun || role === Role.photo) continue;
      const label = regions.labels[i]!;
      const isBack = regions.list[label]!.role === Role.back;
      const surface = (isBack ? defaults[role] : undefined) ?? surfaces[label]!;
      const { colour } = surface;
      if (role === Role.floor) setColour(light, i, colour, floorPattern(stage, x, y));
      else if (isFlat(role)) setColour(light, i, colour, groundPattern(stage, role, x, y, i));
      else {
        const row = rowOnWall(facades[label], x, y);
        setColour(light, i, colour, wallPattern(surface.finish, x / unit, row / unit, seed));
      }
    }
  }
}

function rowOnWall(facade: Facade | undefined, x: number, y: number): number {
  return facade ? rowOnFacade(facade, x, y) : y;
}

/** Factor on a wall's colour; places in pixels of a canvas 512 wide. */
export function wallPattern(finish: Surface['finish'], x: number, y: number, seed: number): number {
  switch (finish) {
    case 'brick':
      return 1 + 0.26 * patternAt('brick', x * 2, y * 2, seed);
    case 'wood':
      return 1 + 0.24 * patternAt('grain', x * 2, y * 2, seed);
    case 'concrete': {
      const cloud = valueNoise(x / 30, y / 22, seed) + 0.5 * valueNoise(x / 9, y / 9, seed + 1) - 0.75;
      return (1 + 0.14 * cloud) * joint(x, 62, 0.9, 0.22) * joint(y, 40, 0.9, 0.22);
    }
    case 'stone': {
      const course = Math.floor(y / 13);
      const shift = latticeRandom(course, 3, seed) * 34;
      const block = Math.floor((x + shift) / 34);
      const tone = latticeRandom(block, course, seed + 2) - 0.5;
      return (
        (1 + 0.2 * tone + 0.1 * (valueNoise(x / 3, y / 3, seed) - 0.5)) *
        joint(y, 13, 1, 0.25) *
        joint(x + shift, 34, 1, 0.25)
      );
    }
    case 'metal':
      return (1 + 0.06 * (valueNoise(x / 40, y / 40, seed) - 0.5)) * joint(x, 22, 1, 0.3) * joint(y, 46, 1, 0.24);
    case 'glass':
      return 1;
    case 'tiles': {
      const course = Math.floor(y / 4.5);
      const along = x + (course & 1 ? 3.5 : 0);
      const tone = latticeRandom(Math.floor(along / 7), course, seed + 5) - 0.5;
      const shade = 0.82 + 0.3 * (y / 4.5 - course);
      return shade * (1 + 0.22 * tone);
    }
    default: {
      const mottle = valueNoise(x / 44, y / 60, seed) + 0.4 * valueNoise(x / 5, y / 7, seed + 4) - 0.7;
      return 1 + 0.05 * mottle;
    }
  }
}

/** Darkens a joint every `pitch` pixels. */
function joint(at: number, pitch: number, width: number, depth: number): number {
  const near = at - Math.floor(at / pitch) * pitch;
  return near < width ? 1 - depth : 1;
}

function groundPattern(stage: LiveStage, role: number, x: number, y: number, i: number): number {
  const { noise, seed, unit } = stage;
  const { across, away, perRow } = groundPlace(stage, x, y);
  switch (role) {
    case Role.grass: {
      const patches =
        valueNoise(across / 1.7, away / 2.6, seed) * 0.6 + valueNoise(across / 6, away / 9, seed + 1) - 0.8;
      const near = smoothstep(0, 120, (y - stage.horizon) / unit);
      const blades = (noise.grain[i]! - 0.5) * (0.3 + 0.4 * near) + (noise.fine[i]! - 0.5) * 0.35 * near;
      return 0.62 + 0.24 * patches + 0.55 * blades + 0.28 * (1 - near);
    }
    case Role.paving: {
      const fade = smoothstep(0.55, 0.12, perRow);
      const slab = 1.2;
      const row = Math.floor(away / slab);
      const column = Math.floor((across + (row & 1) * 0.6) / slab);
      const seamX = across + (row & 1) * 0.6 - column * slab;
      const seamZ = away - row * slab;
      const perColumn = 1.6 / Math.max(2.5, (y - stage.horizon) / unit + 3) / unit;
      const isSeam = seamX < Math.max(0.02, perColumn) || seamZ < Math.max(0.02, perRow);
      const tone = (latticeRandom(column, row, seed + 8) - 0.5) * 0.12 * fade;
      return (1 + tone + 0.06 * (noise.middle[i]! - 0.5)) * (isSeam ? 1 - 0.28 * fade : 1);
    }
    case Role.road:
      return 0.92 + 0.16 * (noise.grain[i]! - 0.5) + 0.22 * (valueNoise(across / 0.9, away / 7, seed + 3) - 0.5);
    default:
      return 0.9 + 0.25 * (noise.middle[i]! - 0.5) + 0.2 * (noise.grain[i]! - 0.5);
  }
}

/** Boards that run away from the eye. */
function floorPattern(stage: LiveStage, x: number, y: number): number {
  const { across, away, perRow } = groundPlace(stage, x, y);
  const { seed, unit } = stage;
  const board = Math.floor(across / 0.16);
  const length = away + latticeRandom(board, 1, seed) * 2;
  const piece = Math.floor(length / 2);
  const tone = latticeRandom(board, piece, seed + 1) - 0.5;
  const streak = valueNoise(across / 0.012, away / 0.9, seed + board) - 0.5;
  const perColumn = 1.6 / Math.max(2.5, (y - stage.horizon) / unit + 3) / unit;
  const fade = smoothstep(0.07, 0.02, perColumn);
  const isSeam = across - board * 0.16 < perColumn || length - piece * 2 < Math.min(0.2, perRow);
  return (1 + 0.28 * tone + 0.12 * streak * fade) * (isSeam ? 1 - 0.3 * fade : 1);
}

/** Colour of a floor nothing was painted on. */
export function floorColour(wish: LiveWish): LinearColour {
  const [red, green, blue] = parseHexColour(wish.palette.floor);
  return linearColour(hexOf([red, green, blue]));
}
