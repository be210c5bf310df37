import type { Size } from '../../base/blur.ts';
import type { LinearColour, LinearLight } from '../../base/linear-light.ts';
import { latticeRandom, valueNoise } from '../../base/random.ts';
import type { Regions } from './live-regions.ts';
import { Role } from './live-role.ts';
import type { LiveWish } from './live-words.ts';

/** Everything the steps of one frame share. */
export interface LiveStage {
  size: Size;
  /** Pixels of this canvas per pixel of one 512 wide. */
  unit: number;
  seed: number;
  wish: LiveWish;
  regions: Regions;
  /** Row where the ground ends, pixels. */
  horizon: number;
  isRoom: boolean;
  /** {@link Role} per pixel; what lies behind is sky above the horizon and ground below it. */
  roles: Uint8Array;
  /** Distance to the edge of the pixel's region, pixels. */
  inside: Float32Array;
  noise: NoiseBank;
  /** Colours of surfaces first, light in the end. */
  light: LinearLight;
}

/** Noise planes 0–1, the same for every frame of a canvas size, so that textures do not flicker. */
export interface NoiseBank {
  key: string;
  /** Features of about 26, 10, 4 and 1.7 pixels of a canvas 512 wide. */
  coarse: Float32Array;
  middle: Float32Array;
  fine: Float32Array;
  grain: Float32Array;
}

let lastBank: NoiseBank | undefined;

/** The planes of a size and seed; those of the last call are kept. */
export function noiseBank({ width, height }: Size, unit: number, seed: number): NoiseBank {
  const key = `${width}×${height} ${seed}`;
  if (lastBank?.key === key) return lastBank;
  const plane = (period: number, salt: number) => {
    const out = new Float32Array(width * height);
    const step = 1 / (period * unit);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        // Turned, so that the lattice does not line up with walls.
        out[i] = valueNoise((x * 0.88 + y * 0.47) * step, (y * 0.88 - x * 0.47) * step, seed + salt);
      }
    }
    return out;
  };
  lastBank = { key, coarse: plane(26, 1), middle: plane(10, 2), fine: plane(4, 3), grain: plane(1.7, 4) };
  return lastBank;
}

/** Roles per pixel. */
export function roleMap(
  { list, labels }: Regions,
  { width, height }: Size,
  horizon: number,
  isCity: boolean,
): Uint8Array {
  const roles = new Uint8Array(width * height);
  const byRegion = Uint8Array.from(list, (region) => region.role);
  const ground = isCity ? Role.paving : Role.grass;
  for (let y = 0, i = 0; y < height; y++) {
    const behind = y < horizon ? Role.sky : ground;
    for (let x = 0; x < width; x++, i++) {
      const role = byRegion[labels[i]!]!;
      // A building in the colour of the pavement hangs together with it; above the horizon it is a wall.
      const isRaised = y < horizon - 3 && (role === Role.paving || role === Role.road || role === Role.soil);
      roles[i] = role === Role.back ? behind : isRaised ? Role.wall : role;
    }
  }
  return roles;
}

/** Position of a pixel of the ground, for an eye 1.6 m above it; metres from the eye. */
export interface GroundPlace {
  across: number;
  away: number;
  /** Metres of distance that one pixel row covers. */
  perRow: number;
}

const place: GroundPlace = { across: 0, away: 0, perRow: 0 };

/** The same object is returned every time. */
export function groundPlace({ size, unit, horizon }: LiveStage, x: number, y: number): GroundPlace {
  const drop = Math.max(2.5, (y - horizon) / unit + 3);
  place.across = ((x - size.width * 0.5) / unit) * (1.6 / drop);
  place.away = 800 / drop;
  place.perRow = 800 / (drop * drop) / unit;
  return place;
}

/** A steady random number of a region: it follows its place, not its number, which changes while one draws. */
export function regionRandom({ x, y }: { x: number; y: number }, { unit, seed }: LiveStage, salt: number): number {
  return latticeRandom(Math.round(x / unit / 24), Math.round(y / unit / 24), seed + salt);
}

export function setColour(light: LinearLight, i: number, [red, green, blue]: LinearColour, factor: number): void {
  light[i * 3] = red * factor;
  light[i * 3 + 1] = green * factor;
  light[i * 3 + 2] = blue * factor;
}
