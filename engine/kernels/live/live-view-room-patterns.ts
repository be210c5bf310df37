/** Patterns of the materials of a room's surfaces and furniture, as a factor on their colour. */
import { latticeRandom, valueNoise } from '../../base/random.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import type { Vec3 } from '../../base/vector.ts';
import type { faces } from '../furnish/room-box.ts';
import { heightOf, widthOf } from './live-parts.ts';
import type { Region } from './live-regions.ts';

export type FloorStuff = 'boards' | 'tiles' | 'slabs' | 'concrete' | 'carpet';
export type Stuff = FloorStuff | 'plaster' | 'brick' | 'grain' | 'cloth' | 'smooth' | 'leaf' | 'sky';

/** A pixel's place in the room, metres, and how much of it the pixel covers. */
export interface Point {
  at: Vec3;
  footprint: number;
}

/** Factor of a surface's pattern at a place of the room. */
export function surfacePattern(
  stuff: Stuff,
  side: (typeof faces)[number],
  { at, footprint }: Point,
  seed: number,
): number {
  const isLevel = side === 'floor' || side === 'ceiling';
  const across = isLevel ? at[0] : side === 'back' ? at[0] : at[2];
  const along = isLevel ? at[2] : at[1];
  /** Visibility of details of a size in metres, 0–1. */
  const seen = (detail: number) => smoothstep(0.5 * detail, 0.12 * detail, footprint * 0.3);
  const joint = (place: number, pitch: number, wide: number, depth: number) => {
    const from = Math.abs(place - Math.round(place / pitch) * pitch);
    const cover = clamp((wide / 2 + footprint / 2 - from) / footprint, 0, 1) * Math.min(1, wide / footprint);
    return 1 - depth * cover;
  };
  switch (stuff) {
    case 'boards': {
      const wide = 0.16;
      const board = Math.floor(across / wide);
      const shift = latticeRandom(board, 1, seed) * 1.8;
      const piece = Math.floor((along + shift) / 1.8);
      const tone = (latticeRandom(board, piece, seed + 1) - 0.5) * 0.26;
      const grain =
        (valueNoise(across / 0.018, along / 0.5, seed + board) - 0.5) * 0.13 * seen(0.05) +
        (valueNoise(across / 0.05, along / 1.1, seed + 9 + board) - 0.5) * 0.14 * seen(0.12);
      return (1 + tone * seen(0.6) + grain) * joint(across, wide, 0.004, 0.55) * joint(along + shift, 1.8, 0.004, 0.5);
    }
    case 'tiles':
    case 'slabs': {
      const pitch = stuff === 'tiles' ? 0.6 : 0.9;
      const tone =
        (latticeRandom(Math.floor(across / pitch + 0.5), Math.floor(along / pitch + 0.5), seed) - 0.5) * 0.06;
      const vein = Math.abs(
        valueNoise(across / 0.5 + 2 * valueNoise(along / 0.4, across / 0.7, seed), along / 0.35, seed + 3) - 0.5,
      );
      const cloud =
        stuff === 'slabs'
          ? 0.1 * smoothstep(0.12, 0, vein) * -1 + 0.05 * (valueNoise(across, along, seed + 4) - 0.5)
          : 0;
      return (
        (1 + tone + cloud) * joint(across + pitch / 2, pitch, 0.005, 0.3) * joint(along + pitch / 2, pitch, 0.005, 0.3)
      );
    }
    case 'concrete':
      return (
        1 +
        0.12 *
          (valueNoise(across / 0.7, along / 0.7, seed) + 0.5 * valueNoise(across / 0.2, along / 0.2, seed + 1) - 0.75)
      );
    case 'carpet':
      return (
        1 +
        0.16 * (valueNoise(across / 0.02, along / 0.02, seed) - 0.5) * seen(0.04) +
        0.06 * (valueNoise(across / 0.3, along / 0.3, seed + 2) - 0.5)
      );
    case 'brick': {
      const course = Math.floor(along / 0.075);
      const shifted = across + (course & 1) * 0.12;
      const tone = (latticeRandom(Math.floor(shifted / 0.24), course, seed) - 0.5) * 0.3 * seen(0.2);
      return (1 + tone) * joint(along, 0.075, 0.01, -0.35) * joint(shifted, 0.24, 0.01, -0.35);
    }
    case 'grain':
      return (
        1 +
        0.16 * (valueNoise(across / 0.03, along / 0.8, seed) - 0.5) * seen(0.06) +
        0.1 * (valueNoise(across / 0.12, along / 2, seed + 1) - 0.5)
      );
    default:
      return 1 + 0.035 * (valueNoise(across / 0.9, along / 1.3, seed) - 0.5);
  }
}

/** Factor of a thing's pattern; places in pixels of a picture 512 wide. */
export function thingPattern(stuff: Stuff, x: number, y: number, region: Region, seed: number): number {
  const isUpright = heightOf(region) > widthOf(region);
  const [along, across] = isUpright ? [y, x] : [x, y];
  switch (stuff) {
    case 'grain':
      return (
        1 +
        0.2 * (valueNoise(along / 26, across / 0.9, seed) - 0.5) +
        0.12 * (valueNoise(along / 40, across / 4, seed + 3) - 0.5)
      );
    case 'cloth':
      return 1 + 0.09 * (valueNoise(x / 0.7, y / 0.7, seed) - 0.5) + 0.07 * (valueNoise(x / 14, y / 9, seed + 2) - 0.5);
    case 'carpet':
      return 1 + 0.16 * (valueNoise(x / 0.8, y / 0.5, seed) - 0.5) + 0.05 * (valueNoise(x / 20, y / 8, seed + 2) - 0.5);
    case 'leaf':
      return 1 + 0.7 * (valueNoise(x / 1.6, y / 1.6, seed) - 0.5) + 0.4 * (valueNoise(x / 5, y / 5, seed + 1) - 0.5);
    default:
      return 1 + 0.03 * (valueNoise(x / 9, y / 9, seed) - 0.5);
  }
}
