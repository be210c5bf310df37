import { latticeRandom } from '../../base/random.ts';
import { smoothstep } from '../../base/scalar.ts';
import type { Finish, Painter } from './textures-finish.ts';
import { TileCells, TileClouds, TileNoise } from './textures-noise.ts';

/** Wood, metal, glass, cloth, leather and carpet; see {@link Painter} for what they are. */

/** Boards 0.15 m wide and 1.8 m long, their ends staggered. */
export const wood: Finish = {
  metres: 3.6,
  gloss: 0.35,
  tones: ['#b08c66', '#775441', '#cdb697'],
  paint: (seed, _tone, base): Painter => {
    const bendClouds = new TileClouds(24, 5, 3);
    const driftClouds = new TileClouds(24, 3, 2);
    const fibreClouds = new TileClouds(520, 14, 3);
    const poreNoise = new TileNoise(700, 42);
    return (x, y, out) => {
      const board = Math.floor(x * 24);
      const shift = latticeRandom(board, 3, seed);
      const along = y * 2 + shift;
      const part = Math.floor(along) % 2;
      const fx = (x * 24 - board) * 0.15;
      const fy = (along - Math.floor(along)) * 1.8;
      const own = seed + board * 31 + part * 977;
      const tint = latticeRandom(board, part, seed + 1);
      const warm = latticeRandom(board, part, seed + 2) - 0.5;
      // Growth rings are long ellipses cut at a slant: a warped distance across the board makes cathedral grain.
      const middle = 0.02 + 0.11 * latticeRandom(board, part, seed + 4);
      const bend = bendClouds.at(x, y, own) - 0.5;
      const drift = driftClouds.at(x, y, own + 3) - 0.5;
      const ring = Math.hypot((fx - middle + 0.05 * drift) * 1, 0.06 * (fy / 1.8 - 0.5) + 0.02 * bend) * 110;
      const late = 0.5 + 0.5 * Math.sin(2 * Math.PI * ring);
      const grain = late * late * late;
      const fibre = fibreClouds.at(x, y, seed + 5) - 0.5;
      const pore = smoothstep(0.7, 0.86, poreNoise.at(x * 700, y * 42, seed + 6));
      const joint = 1 - smoothstep(0.0008, 0.0022, Math.min(fx, 0.15 - fx, fy, 1.8 - fy) - 0.0006);
      const light = (0.8 + 0.34 * tint) * (1 - 0.15 * grain + 0.2 * fibre + 0.14 * bend - 0.12 * pore);
      for (let channel = 0; channel < 3; channel++) {
        const hue = 1 + warm * [0.05, 0, -0.09][channel]! - 0.05 * grain * channel;
        out[channel] = base[channel]! * light * hue * (1 - 0.62 * joint);
      }
      out[3] = -0.0016 * joint - 0.0002 * pore;
    };
  },
};

/** Brushed sheets of 1.2 × 0.8 m with open joints. */
export const metal: Finish = {
  metres: 2.4,
  gloss: 0.7,
  tones: ['#a7abae', '#6c5a45', '#3f4347'],
  paint: (seed, _tone, base): Painter => {
    const brushClouds = new TileClouds(6, 640, 2);
    const softClouds = new TileClouds(3, 5, 3);
    return (x, y, out) => {
      const column = Math.floor(x * 2);
      const row = Math.floor(y * 3);
      const fx = (x * 2 - column) * 1.2;
      const fy = (y * 3 - row) * 0.8;
      const own = latticeRandom(column, row, seed) - 0.5;
      const brush = brushClouds.at(x, y, seed + 1) - 0.5;
      const cloud = softClouds.at(x, y, seed + 2) - 0.5;
      // Sheets are never quite flat: the sky in them shades each from edge to edge.
      const dish = (fy / 0.8 - 0.5) * (0.1 + 0.12 * own) + 0.04 * Math.sin((fx / 1.2) * Math.PI);
      const edge = Math.min(fx, 1.2 - fx, fy, 0.8 - fy);
      const joint = 1 - smoothstep(0.004, 0.007, edge);
      const rim = smoothstep(0.016, 0.01, edge) * (1 - joint);
      const light = (1 + 0.12 * own + 0.16 * brush + 0.1 * cloud - dish) * (1 + 0.12 * rim) * (1 - 0.72 * joint);
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * light;
      out[3] = -0.006 * joint;
    };
  },
};

/** Glazing in panes of 1.2 × 2.4 m with slim metal bars. */
export const glass: Finish = {
  metres: 4.8,
  gloss: 1,
  tones: ['#5d7480', '#4a5358', '#6f7f74'],
  paint: (seed, _tone, base): Painter => {
    const softClouds = new TileClouds(6, 5, 4);
    return (x, y, out) => {
      const column = Math.floor(x * 4);
      const row = Math.floor(y * 2);
      const fx = (x * 4 - column) * 1.2;
      const fy = (y * 2 - row) * 2.4;
      const edge = Math.min(fx, 1.2 - fx, fy, 2.4 - fy);
      const bar = 1 - smoothstep(0.026, 0.03, edge);
      const seal = (1 - smoothstep(0.03, 0.05, edge)) * (1 - bar);
      const own = latticeRandom(column, row, seed) - 0.5;
      const blind = latticeRandom(column, row, seed + 1) > 0.78 ? smoothstep(1.5, 1.35, fy) * 0.35 : 0;
      const sky = 0.28 * (0.5 - fy / 2.4);
      const cloud = softClouds.at(x, y, seed + 2) - 0.5;
      const light = 1 + sky + 0.3 * cloud + 0.24 * own + blind;
      const frame = [0.2, 0.21, 0.22];
      for (let channel = 0; channel < 3; channel++) {
        const pane = base[channel]! * light * (1 - 0.5 * seal);
        out[channel] = pane * (1 - bar) + frame[channel]! * bar;
      }
      out[3] = 0.03 * bar;
    };
  },
};

/** Plain weave of 5 mm yarns. */
export const fabric: Finish = {
  metres: 0.6,
  gloss: 0.02,
  tones: ['#b9ae9c', '#6f7f88', '#8c6b5a'],
  paint: (seed, _tone, base): Painter => {
    const fuzzNoise = new TileNoise(512, 512);
    const warpNoise = new TileNoise(120, 10);
    const weftNoise = new TileNoise(10, 120);
    return (x, y, out) => {
      const column = Math.floor(x * 120);
      const row = Math.floor(y * 120);
      const fx = x * 120 - column - 0.5;
      const fy = y * 120 - row - 0.5;
      const isWarpOver = ((column + row) & 1) === 0;
      const [across, along, yarn] = isWarpOver ? [fx, fy, column] : [fy, fx, row + 500];
      const round = Math.sqrt(Math.max(0, 1 - 3.2 * across * across)) * (1 - 0.9 * along * along);
      const own = latticeRandom(yarn, isWarpOver ? 1 : 2, seed) - 0.5;
      const slub = isWarpOver ? warpNoise.at(x * 120, y * 10, seed + 3) : weftNoise.at(x * 10, y * 120, seed + 3);
      const fuzz = fuzzNoise.at(x * 512, y * 512, seed + 4) - 0.5;
      const light = (0.66 + 0.42 * round) * (1 + 0.16 * own + 0.18 * (slub - 0.5) + 0.14 * fuzz);
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * light;
      out[3] = 0.0007 * round;
    };
  },
};

/** Grained hide in panels of 0.6 × 0.6 m with stitched seams. */
export const leather: Finish = {
  metres: 1.2,
  gloss: 0.3,
  tones: ['#8a5636', '#2f2b29', '#b9a48a'],
  paint: (seed, _tone, base): Painter => {
    const bendXClouds = new TileClouds(40, 40, 2);
    const softClouds = new TileClouds(4, 4, 5);
    const pebbles = new TileCells(200, seed + 2);
    return (x, y, out) => {
      const bendX = x + 0.006 * (bendXClouds.at(x, y, seed + 1) - 0.5);
      pebbles.look(bendX * 200, y * 200);
      const pebble = smoothstep(0.02, 0.3, pebbles.next - pebbles.nearest);
      const cloud = softClouds.at(x, y, seed + 3) - 0.5;
      const column = Math.floor(x * 2);
      const row = Math.floor(y * 2);
      const fx = (x * 2 - column) * 0.6;
      const fy = (y * 2 - row) * 0.6;
      const edge = Math.min(fx, 0.6 - fx, fy, 0.6 - fy);
      const seam = 1 - smoothstep(0.001, 0.003, edge);
      const pillow = smoothstep(0, 0.06, edge);
      const along = edge === fx || edge === 0.6 - fx ? fy : fx;
      const stitch = Math.abs(edge - 0.008) < 0.0012 && (along * 110) % 1 < 0.62 ? 1 : 0;
      const light = (0.84 + 0.2 * pebble) * (1 + 0.24 * cloud) * (0.82 + 0.18 * pillow) * (1 - 0.55 * seam);
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * light + 0.22 * stitch;
      out[3] = 0.0005 * pebble + 0.006 * pillow - 0.002 * seam;
    };
  },
};

/** Cut pile. */
export const carpet: Finish = {
  metres: 1.6,
  gloss: 0,
  tones: ['#b3aa9c', '#5f6a72', '#80705f'],
  paint: (seed, _tone, base): Painter => {
    const brushedClouds = new TileClouds(5, 7, 4);
    const linesClouds = new TileClouds(90, 8, 2);
    const tufts = new TileCells(260, seed + 1);
    return (x, y, out) => {
      tufts.look(x * 260, y * 260);
      const tuft = 1 - Math.min(1, tufts.nearest * 1.25);
      const fleck = latticeRandom(Math.floor(x * 260), Math.floor(y * 260), seed + 2) - 0.5;
      const brushed = brushedClouds.at(x, y, seed + 3) - 0.5;
      const lines = linesClouds.at(x, y, seed + 4) - 0.5;
      const light = (0.7 + 0.42 * tuft) * (1 + 0.2 * fleck + 0.2 * brushed + 0.1 * lines);
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * light;
      out[3] = 0.002 * tuft;
    };
  },
};
