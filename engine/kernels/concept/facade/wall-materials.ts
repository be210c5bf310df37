/** Outer materials by name. */
import type { Rgb as ByteRgb } from '../../../base/colour.ts';
import { boards, brick, concrete, type Material, plain, slabs, speckled } from '../../trace/materials.ts';
import { fbm, hash2, noise2 } from '../../trace/noise.ts';
import { definePaint, type Painter, painterOf } from '../../trace/paint.ts';
import type { WallName } from '../words/brief.ts';

export type Triple = readonly [number, number, number];

/** Linear reflectance of an sRGB colour. */
export function linearOf(colour: ByteRgb): Triple {
  const one = (value: number): number => (value / 255) ** 2.2;
  return [one(colour[0]), one(colour[1]), one(colour[2])];
}

/** Ribbed metal: standing seams or a fine corrugation. */
export const ribbed = definePaint('ribbed', (colour: Triple, pitch: number, depth: number): Painter => {
  const base = painterOf(plain(colour, 0.08));
  return (p, out) => {
    base(p, out);
    const u = Math.abs(p.nx) > Math.abs(p.nz) ? p.z : p.x;
    const gain = 1 - depth + depth * Math.abs(Math.sin((Math.PI * u) / pitch)) ** 0.5;
    out.r *= gain;
    out.g *= gain;
    out.b *= gain;
  };
});

/** Rammed earth: level layers of uneven tone. */
const layered = definePaint('layered', (colour: Triple): Painter => {
  return (p, out) => {
    const u = Math.abs(p.nx) > Math.abs(p.nz) ? p.z : p.x;
    const sway = 0.05 * noise2(u * 0.6, p.y * 0.3, 8);
    const layer = Math.floor((p.y + sway) / 0.13);
    const gain = (0.8 + 0.3 * hash2(layer, 3, 5)) * (0.88 + 0.24 * fbm(u * 5, p.y * 9, 3, 4));
    out.r = colour[0] * gain;
    out.g = colour[1] * gain * (0.96 + 0.08 * hash2(layer, 5, 9));
    out.b = colour[2] * gain;
  };
});

/** Stones of uneven size laid in a wall. */
const rubble = definePaint('rubble', (colour: Triple): Painter => {
  return (p, out) => {
    const u = Math.abs(p.nx) > Math.abs(p.nz) ? p.z : p.x;
    const row = Math.floor(p.y / 0.22 + 0.3 * noise2(u * 1.2, p.y * 0.4, 5));
    const along = u / 0.42 + hash2(row, 3) * 3 + 0.25 * noise2(u * 3, p.y * 3, 6);
    const column = Math.floor(along);
    const edge = Math.min(along - column, 1 - along + column) * 0.42;
    const tone = hash2(column, row, 12);
    const gain = (edge < 0.016 ? 0.5 : 0.7 + 0.55 * tone) * (0.85 + 0.3 * fbm(u * 9, p.y * 9, 3, 2));
    out.r = colour[0] * gain * (0.94 + 0.12 * hash2(column, row, 14));
    out.g = colour[1] * gain;
    out.b = colour[2] * gain * (0.92 + 0.14 * hash2(column, row, 15));
  };
});

/** Rows of tiles down a slope. */
export const roofTiles = definePaint('roofTiles', (colour: Triple, isHeavy: boolean): Painter => {
  const wide = isHeavy ? 0.26 : 0.3;
  return (p, out) => {
    const isAcross = Math.abs(p.nx) > Math.abs(p.nz);
    const u = isAcross ? p.z : p.x;
    const fall = (isAcross ? p.x : p.z) * 1.15;
    const row = Math.floor(fall / 0.3);
    const column = Math.floor(u / wide);
    const ridge = Math.abs(Math.sin((Math.PI * u) / wide));
    const step = fall / 0.3 - row;
    let gain = (isHeavy ? 0.45 + 0.55 * ridge : 0.85 + 0.15 * ridge) * (step < 0.12 ? 0.72 : 1);
    gain *= 0.84 + 0.32 * hash2(column, row, 7);
    gain *= 0.85 + 0.3 * fbm(p.x * 0.5, p.z * 0.5, 3, 9);
    out.r = colour[0] * gain;
    out.g = colour[1] * gain;
    out.b = colour[2] * gain;
  };
});

/** Reflectance of each wall, and the material for it or for another colour. */
export const wallLooks: Readonly<Record<WallName, { colour: Triple; make(colour: Triple): Material }>> = {
  concrete: { colour: [0.5, 0.485, 0.46], make: (c) => ({ surface: 'matte', paint: concrete(c, 2.4, 1.2) }) },
  render: { colour: [0.76, 0.745, 0.715], make: (c) => ({ surface: 'matte', paint: plain(c, 0.06) }) },
  wood: { colour: [0.46, 0.275, 0.15], make: (c) => ({ surface: 'matte', paint: boards(c, 0.14, 'upright') }) },
  darkWood: { colour: [0.17, 0.1, 0.062], make: (c) => ({ surface: 'matte', paint: boards(c, 0.12, 'upright') }) },
  brick: { colour: [0.38, 0.175, 0.115], make: (c) => ({ surface: 'matte', paint: brick(c, [0.42, 0.39, 0.36]) }) },
  greyBrick: { colour: [0.27, 0.27, 0.27], make: (c) => ({ surface: 'matte', paint: brick(c, [0.4, 0.39, 0.38]) }) },
  paleBrick: { colour: [0.64, 0.56, 0.46], make: (c) => ({ surface: 'matte', paint: brick(c, [0.6, 0.57, 0.52]) }) },
  limestone: {
    colour: [0.58, 0.52, 0.43],
    make: (c) => ({ surface: 'matte', paint: slabs(c, 1.2, 0.6, 0.008, 0.12, 0.5) }),
  },
  darkStone: {
    colour: [0.12, 0.12, 0.125],
    make: (c) => ({
      surface: 'gloss',
      paint: slabs(c, 1.2, 0.6, 0.008, 0.22, 0.5),
      reflectance: 0.035,
      roughness: 0.2,
    }),
  },
  rubble: { colour: [0.42, 0.38, 0.32], make: (c) => ({ surface: 'matte', paint: rubble(c) }) },
  zinc: {
    colour: [0.1, 0.103, 0.11],
    make: (c) => ({ surface: 'gloss', paint: ribbed(c, 0.45, 0.25), reflectance: 0.06, roughness: 0.22 }),
  },
  aluminium: {
    colour: [0.66, 0.67, 0.68],
    make: (c) => ({
      surface: 'gloss',
      paint: slabs(c, 1.5, 3.9, 0.02, 0.05),
      reflectance: 0.1,
      roughness: 0.22,
      paneWidth: 1.5,
    }),
  },
  copper: {
    colour: [0.48, 0.28, 0.15],
    make: (c) => ({
      surface: 'gloss',
      paint: slabs(c, 0.6, 3.2, 0.02, 0.18),
      reflectance: 0.14,
      roughness: 0.24,
      paneWidth: 0.6,
    }),
  },
  corten: { colour: [0.3, 0.13, 0.065], make: (c) => ({ surface: 'matte', paint: speckled(c, 0.05, 0.3) }) },
  rammedEarth: { colour: [0.52, 0.36, 0.22], make: (c) => ({ surface: 'matte', paint: layered(c) }) },
  bamboo: { colour: [0.5, 0.39, 0.2], make: (c) => ({ surface: 'matte', paint: ribbed(c, 0.09, 0.5) }) },
  terracotta: {
    colour: [0.5, 0.255, 0.16],
    make: (c) => ({ surface: 'matte', paint: slabs(c, 1.2, 0.3, 0.012, 0.16) }),
  },
  glass: {
    colour: [0.1, 0.12, 0.13],
    make: (c) => ({ surface: 'gloss', paint: plain(c), reflectance: 0.2, roughness: 0 }),
  },
};
