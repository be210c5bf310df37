import { latticeRandom } from '../../base/random.ts';
import { smoothstep } from '../../base/scalar.ts';
import type { Finish, Painter } from './textures-finish.ts';
import { TileCells, TileClouds, TileNoise } from './textures-noise.ts';

/** Stone, concrete, brick, ceramic tiles, paint and roofing; see {@link Painter} for what they are. */

/** Polished slabs of 1.2 × 0.6 m with veins that change from slab to slab. */
export const stone: Finish = {
  metres: 3.6,
  gloss: 0.8,
  tones: ['#e9e7e2', '#cdbfa6', '#3c403d'],
  paint: (seed, tone, base): Painter => {
    const warpXClouds = new TileClouds(5, 5, 4);
    const warpYClouds = new TileClouds(5, 5, 4);
    const broadClouds = new TileClouds(4, 6, 4);
    const fineClouds = new TileClouds(9, 12, 4);
    const presenceClouds = new TileClouds(4, 4, 2);
    const softClouds = new TileClouds(3, 4, 5);
    const speckNoise = new TileNoise(900, 900);
    const veinDepth = [-0.3, -0.14, 0.5][tone]!;
    return (x, y, out) => {
      const row = Math.floor(y * 6);
      const across = x * 3 + (row & 1) * 0.5;
      const column = Math.floor(across) % 3;
      const fx = (across - Math.floor(across)) * 1.2;
      const fy = (y * 6 - row) * 0.6;
      const own = seed + Math.floor(latticeRandom(column, row, seed) * 1e6);
      const warpX = x + 0.16 * (warpXClouds.at(x, y, own) - 0.5);
      const warpY = y + 0.16 * (warpYClouds.at(x, y, own + 5) - 0.5);
      const broad = Math.abs(broadClouds.at(warpX, warpY, own + 9) - 0.5);
      const fine = Math.abs(fineClouds.at(warpX, warpY, own + 17) - 0.5);
      const presence = smoothstep(0.35, 0.7, presenceClouds.at(x, y, own + 23));
      const vein = presence * Math.exp(-broad * 55) + 0.35 * Math.exp(-fine * 90) * presence;
      const cloud = softClouds.at(warpX, warpY, own + 31) - 0.5;
      const speck = speckNoise.at(x * 900, y * 900, seed + 3) - 0.5;
      const joint = jointOf(fx, fy, 1.2, 0.6, 0.005);
      const light = 1 + 0.16 * cloud + 0.015 * speck + 0.03 * (latticeRandom(column, row, seed + 4) - 0.5);
      for (let channel = 0; channel < 3; channel++) {
        const tinted = base[channel]! * light + veinDepth * vein * (1 - 0.1 * channel);
        out[channel] = tinted * (1 - 0.35 * joint);
      }
      out[3] = -0.0015 * joint;
    };
  },
};

/** Fair-faced concrete: panels of 2.4 × 1.2 m, tie holes, clouds and pores. */
export const concrete: Finish = {
  metres: 4.8,
  gloss: 0.12,
  tones: ['#a9a8a4', '#8d8c89', '#bdb8ae'],
  paint: (seed, _tone, base): Painter => {
    const softClouds = new TileClouds(6, 6, 6);
    const streakClouds = new TileClouds(40, 3, 3);
    const pitNoise = new TileNoise(37, 37);
    const grainNoise = new TileNoise(800, 800);
    const pores = new TileCells(110, seed + 3);
    return (x, y, out) => {
      const panelX = x * 2;
      const panelY = y * 4;
      const column = Math.floor(panelX);
      const row = Math.floor(panelY);
      const fx = (panelX - column) * 2.4;
      const fy = (panelY - row) * 1.2;
      const own = latticeRandom(column, row, seed) - 0.5;
      const cloud = softClouds.at(x, y, seed + 1) - 0.5;
      const streak = streakClouds.at(x, y, seed + 2) - 0.5;
      pores.look(x * 110, y * 110);
      const pore = smoothstep(0.2, 0.12, pores.nearest);
      const pit = pore * smoothstep(0.62, 0.78, pitNoise.at(x * 37, y * 37, seed + 6));
      const grain = grainNoise.at(x * 800, y * 800, seed + 5) - 0.5;
      const joint = jointOf(fx, fy, 2.4, 1.2, 0.009);
      const holeX = Math.abs(Math.abs(fx - 1.2) - 0.6);
      const holeY = Math.abs(Math.abs(fy - 0.6) - 0.3);
      const hole = smoothstep(0.017, 0.012, Math.hypot(holeX, holeY));
      const light = 1 + 0.2 * cloud + 0.07 * streak + 0.06 * own + 0.04 * grain;
      const dark = 1 - 0.38 * joint - 0.55 * hole - 0.22 * pit;
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * light * dark;
      out[3] = -0.005 * joint - 0.008 * hole - 0.001 * pit + 0.0006 * cloud;
    };
  },
};

/** Bricks of 240 × 65 mm in stretcher bond with 10 mm joints. */
export const brick: Finish = {
  metres: 3,
  gloss: 0.03,
  tones: ['#8c5444', '#6d6a67', '#c9bfae'],
  paint: (seed, tone, base): Painter => {
    const wobbleNoise = new TileNoise(150, 150);
    const grainClouds = new TileClouds(120, 120, 3);
    const sandNoise = new TileNoise(600, 600);
    const mortar = [
      [0.72, 0.69, 0.64],
      [0.55, 0.54, 0.52],
      [0.8, 0.77, 0.72],
    ][tone]!;
    return (x, y, out) => {
      const row = Math.floor(y * 40);
      const across = x * 12 + (row & 1) * 0.5;
      const column = Math.floor(across) % 12;
      const wobble = 0.0022 * (wobbleNoise.at(x * 150, y * 150, seed + 1) - 0.5);
      const fx = (across - Math.floor(across)) * 0.25;
      const fy = (y * 40 - row) * 0.075;
      const edge = Math.min(fx, 0.25 - fx, fy, 0.075 - fy) + wobble;
      const face = smoothstep(0.0042, 0.0068, edge);
      const own = latticeRandom(column, row, seed + 2);
      const hue = latticeRandom(column, row, seed + 3) - 0.5;
      const burnt = own > 0.88 ? 0.72 : 1;
      const grain = grainClouds.at(x, y, seed + 4) - 0.5;
      const light = (0.86 + 0.28 * own) * burnt * (1 + 0.3 * grain);
      const sand = 1 + 0.18 * (sandNoise.at(x * 600, y * 600, seed + 5) - 0.5);
      for (let channel = 0; channel < 3; channel++) {
        const warm = 1 + hue * [0.1, -0.08, -0.16][channel]!;
        const fired = base[channel]! * light * warm;
        out[channel] = fired * face + mortar[channel]! * sand * (1 - face);
      }
      out[3] = 0.006 * face + 0.0012 * grain * face;
    };
  },
};

/** Glazed tiles of 0.6 × 0.6 m with 3 mm joints. */
export const ceramic: Finish = {
  metres: 2.4,
  gloss: 0.9,
  tones: ['#e3ded4', '#b5b4b1', '#6f7679'],
  paint: (seed, _tone, base): Painter => {
    const softClouds = new TileClouds(9, 9, 5);
    return (x, y, out) => {
      const column = Math.floor(x * 4);
      const row = Math.floor(y * 4);
      const fx = (x * 4 - column) * 0.6;
      const fy = (y * 4 - row) * 0.6;
      const own = seed + Math.floor(latticeRandom(column, row, seed) * 1e6);
      const cloud = softClouds.at(x, y, own) - 0.5;
      const tint = latticeRandom(column, row, seed + 2) - 0.5;
      const joint = jointOf(fx, fy, 0.6, 0.6, 0.005);
      const light = 1 + 0.09 * cloud + 0.03 * tint;
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * light * (1 - 0.32 * joint);
      out[3] = -0.002 * joint;
    };
  },
};

/** Emulsion paint laid on with a roller. */
export const paint: Finish = {
  metres: 1.8,
  gloss: 0.08,
  tones: ['#ece7dc', '#b9c0b0', '#c8a58d'],
  paint: (seed, _tone, base): Painter => {
    const peelClouds = new TileClouds(220, 220, 2);
    const softClouds = new TileClouds(3, 4, 3);
    return (x, y, out) => {
      const peel = peelClouds.at(x, y, seed + 1) - 0.5;
      const cloud = softClouds.at(x, y, seed + 2) - 0.5;
      const light = 1 + 0.025 * cloud + 0.02 * peel;
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * light;
      out[3] = 0.0003 * peel;
    };
  },
};

/** Flat clay tiles in rows of 0.3 m, 0.2 m wide, overlapping downwards. */
export const roofing: Finish = {
  metres: 2.4,
  gloss: 0.1,
  tones: ['#8a4c38', '#4b4f54', '#7b6a58'],
  paint: (seed, _tone, base): Painter => {
    const grainClouds = new TileClouds(60, 60, 4);
    const weatherClouds = new TileClouds(4, 4, 4);
    return (x, y, out) => {
      const row = Math.floor(y * 8);
      const across = x * 12 + (row & 1) * 0.5;
      const column = Math.floor(across) % 12;
      const fx = across - Math.floor(across);
      const fy = y * 8 - row;
      const gap = smoothstep(0.03, 0.012, Math.min(fx, 1 - fx));
      // The row above lies on this one: shadow under its lower edge.
      const shadow = smoothstep(0.16, 0, fy);
      const rim = smoothstep(0.94, 0.985, fy);
      const own = latticeRandom(column, row, seed);
      const grain = grainClouds.at(x, y, seed + 2) - 0.5;
      const weather = weatherClouds.at(x, y, seed + 3) - 0.5;
      const round = 1 - 0.22 * (2 * fx - 1) ** 2;
      const light = (0.82 + 0.3 * own) * (1 + 0.26 * grain + 0.18 * weather) * round;
      const dark = (1 - 0.5 * gap) * (1 - 0.45 * shadow) * (1 + 0.12 * rim);
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * light * dark;
      out[3] = 0.006 * fy - 0.006 * gap + 0.001 * grain;
    };
  },
};

/** 1 in the joint round a module, 0 on its face. `fx` and `fy` are metres from its corner. */
function jointOf(fx: number, fy: number, width: number, height: number, joint: number): number {
  const edge = Math.min(fx, width - fx, fy, height - fy);
  return 1 - smoothstep(joint * 0.35, joint * 0.75, edge);
}
