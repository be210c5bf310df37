import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { type CellGrid, cellGrid, cellMoments, readCellRow, smoothByCells, sumsToMeans } from './cells.ts';
import { addGradient, type Flow, makeStructure, tangentFlow } from './flow.ts';

/** A picture prepared for line finding. All planes have the picture's size. */
export interface LineSource {
  size: Size;
  /** Pixels of 1/1024 of the long side, at least 0.5: multiply lengths that were tuned at 1024 pixels. */
  unit: number;
  /** Smoothed CIE lightness, 0…1. */
  lightness: Float32Array;
  /**
   * Local contrast about 0: at every pixel the mix of lightness, a and b in which the neighbourhood differs most, so
   * that an edge between two colours of one lightness counts like any other. About -0.5…0.5.
   */
  contrast: Float32Array;
  /** Largest gradient of lightness, a and b, each multiplied by its gain, per pixel. */
  gradient: Float32Array;
  /** Direction of the edges. */
  flow: Flow;
}

export interface LinePreparation {
  /** True divides by the local contrast, so that what lies in shade is drawn like what lies in light. */
  isShadowRemoved: boolean;
  /** 0 keeps fine forms, 1 keeps only strong ones. */
  smoothness: number;
  /** Smoothing of the edge directions, pixels at a long side of 1024: more is calmer, less gives sharper corners. */
  flowSigma: number;
  /** 0 draws grass and noise like everything else; up to 4, where they count for little. */
  textureAversion: number;
}

/** A plane and what is known around each of its pixels, by cells. */
interface Channel {
  plane: Float32Array;
  /** Weight of its contrast, 0 and up. */
  gain: Float32Array;
  /** Local mean. */
  mean: Float32Array;
  /** Mean gradient times gain. */
  steepness: Float32Array;
}

/** Cells of four pixels: the neighbourhoods looked at are twelve pixels wide and more. */
const contextShift = 2;

/** Prepares a picture: CIE Lab, edge-keeping smoothing of each plane, local contrast, structure. */
export function prepareLineSource(rgb: RgbBytes, size: Size, preparation: LinePreparation): LineSource {
  const unit = Math.max(0.5, Math.max(size.width, size.height) / 1024);
  const { isShadowRemoved, smoothness, flowSigma, textureAversion } = preparation;
  const { lightness, a, b } = labPlanes(rgb);
  const grid = cellGrid(size, contextShift);
  const reach = Math.round((24 * unit) / 2 ** contextShift);
  const radius = Math.max(1, Math.round((2.2 + 3 * smoothness) * unit));
  const variance = 0.0008 * 8 ** smoothness;
  const structure = makeStructure(size, flowSigma * unit);
  // Windows of five pixels leave no room for cells.
  const windows = cellGrid(size, radius > 2 ? 1 : 0);
  const prepare = (plane: Float32Array, limits: GainLimits, windowRadius: number): Channel => {
    const roughness = localRoughness(plane, grid, reach);
    smoothByCells(plane, windows, windowRadius, variance);
    const { gain, mean } = contrastGain(plane, grid, reach, limits, roughness, textureAversion);
    return { plane, gain, mean, steepness: addGradient(plane, gain, grid, structure) };
  };
  // Colour is noisier than lightness and matters less to a drawing: a higher floor and a lower ceiling.
  const [ofLightness, ofColour] = isShadowRemoved
    ? [
        { target: 0.16, floor: 0.03, most: 3 },
        { target: 0.16, floor: 0.05, most: 2 },
      ]
    : [
        { target: 1.6, floor: 1, most: 1.6 },
        { target: 1.3, floor: 1, most: 1.3 },
      ];
  const channels = [
    prepare(lightness, ofLightness, radius),
    prepare(a, ofColour, radius + 1),
    prepare(b, ofColour, radius + 1),
  ] as const;
  const flow = tangentFlow(structure);
  const contrast = mixBySteepness(channels, grid, unit);
  return { size, unit, lightness, contrast, gradient: structure.gradient, flow };
}

interface GainLimits {
  target: number;
  floor: number;
  most: number;
}

/** min(most, target / (local deviation + floor)), less where the picture is rough, and the local mean; by cells. */
function contrastGain(
  plane: Float32Array,
  grid: CellGrid,
  reach: number,
  { target, floor, most }: GainLimits,
  roughness: Float32Array,
  textureAversion: number,
): { gain: Float32Array; mean: Float32Array } {
  const { mean, square } = cellMoments(plane, grid);
  boxBlur(mean, grid, reach, mean);
  boxBlur(square, grid, reach, square);
  const gain = square;
  for (let i = 0; i < gain.length; i++) {
    const deviation = Math.sqrt(Math.max(0, square[i]! - mean[i]! * mean[i]!));
    const rough = textureAversion * roughness[i]!;
    gain[i] = Math.min(most, target / (deviation + floor + rough)) / (1 + 10 * rough);
  }
  return { gain, mean };
}

/**
 * Roughness of the picture around each cell: local mean of the response of the noise mask of Immerkær ("Fast noise
 * variance estimation", 1996), which is 0 on straight edges, as a deviation in the plane's unit. Single strong
 * responses (corners) are capped.
 */
function localRoughness(plane: Float32Array, grid: CellGrid, reach: number): Float32Array {
  const { width, height } = grid.of;
  const out = new Float32Array(grid.width * grid.height);
  const unit = Math.sqrt(Math.PI / 2) / 6;
  for (let y = 1; y < height - 1; y++) {
    const row = (y >> grid.shift) * grid.width;
    let i = y * width + 1;
    // The mask is (1, -2, 1) down times (1, -2, 1) across: each column's part is used for three pixels.
    let before = plane[i - 1 - width]! - 2 * plane[i - 1]! + plane[i - 1 + width]!;
    let here = plane[i - width]! - 2 * plane[i]! + plane[i + width]!;
    for (let x = 1; x < width - 1; x++, i++) {
      const after = plane[i + 1 - width]! - 2 * plane[i + 1]! + plane[i + 1 + width]!;
      const response = Math.abs(before - 2 * here + after) * unit;
      out[row + (x >> grid.shift)]! += response < 0.12 ? response : 0.12;
      before = here;
      here = after;
    }
  }
  return boxBlur(sumsToMeans(out, grid), grid, reach, out);
}

/**
 * Mix of the channels' contrasts, (value - local mean) * gain, in proportion to the fourth power of their gradients
 * around each pixel. Colour counts four fifths.
 */
function mixBySteepness(channels: readonly [Channel, Channel, Channel], grid: CellGrid, unit: number): Float32Array {
  const parts = channels.map(({ steepness }, index) => {
    const share = gaussianBlur(steepness, grid, (4 * unit) / 2 ** grid.shift);
    const weight = index === 0 ? 1 : 0.8;
    for (let i = 0; i < share.length; i++) share[i] = (share[i]! * weight) ** 4 + 1e-12;
    return share;
  });
  const [first, second, third] = parts as [Float32Array, Float32Array, Float32Array];
  const [lightness, a, b] = channels;
  const offset = new Float32Array(first.length);
  for (let i = 0; i < offset.length; i++) {
    const total = first[i]! + second[i]! + third[i]!;
    first[i] = (first[i]! / total) * lightness.gain[i]!;
    second[i] = (second[i]! / total) * a.gain[i]!;
    third[i] = (third[i]! / total) * b.gain[i]!;
    offset[i] = first[i]! * lightness.mean[i]! + second[i]! * a.mean[i]! + third[i]! * b.mean[i]!;
  }
  const { width, height } = grid.of;
  const mixed = new Float32Array(width * height);
  const scratch = new Float32Array(grid.width + 2);
  const rows = [first, second, third, offset].map((cells) => ({ cells, row: new Float32Array(width) }));
  const [rowOfL, rowOfA, rowOfB, rowOfOffset] = rows.map(({ row }) => row) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 0, i = 0; y < height; y++) {
    for (const { cells, row } of rows) readCellRow(cells, grid, y, row, scratch);
    for (let x = 0; x < width; x++, i++) {
      mixed[i] =
        lightness.plane[i]! * rowOfL[x]! + a.plane[i]! * rowOfA[x]! + b.plane[i]! * rowOfB[x]! - rowOfOffset[x]!;
    }
  }
  return mixed;
}
