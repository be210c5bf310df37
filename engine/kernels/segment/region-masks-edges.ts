import { boxBlur, type Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';

/** Picture whose edges masks are snapped to. */
export interface EdgeGuide extends Size {
  /** Luma of the picture, one byte a pixel. */
  luma: Uint8Array;
  /** The same in the size of the working picture, 0…1. */
  working: Float32Array;
}

/** Radius of the windows in which mask and luma are related, pixels of the working picture. */
const radius = 2;
/** Variance of luma below which a window counts as flat. */
const flatVariance = 4e-4;

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Enlarges a mask from the working size to the guide's and lets its outline follow the guide's edges, in a band round
 * the outline only: fast guided filter (He & Sun, "Fast Guided Filter", 2015), whose coefficients are made at the
 * working size, then a cut at one half.
 *
 * @param mask 1 inside, 0 outside, of `size`
 * @returns 255 inside, 0 outside, of the guide's size
 */
export function enlargeMask(mask: Uint8Array, size: Size, guide: EdgeGuide): Uint8Array {
  const out = new Uint8Array(guide.width * guide.height);
  const area = areaOf(mask, size);
  if (!area) return out;
  const inside = crop(mask, size, area);
  const band = mixedCells(inside, area);
  const { slope, offset } = relate(crop(guide.working, size, area), inside, area);
  const columns = cellsOf(guide.width, size.width, area.left, area.width);
  const rows = cellsOf(guide.height, size.height, area.top, area.height);
  const filter: EdgeFilter = { guide, area, inside, band, slope, offset, columns, rows, out };
  for (let y = rows.from; y < rows.to; y++) enlargeRow(filter, y);
  return out;
}

interface EdgeFilter {
  guide: EdgeGuide;
  area: Area;
  /** Planes of the area: the mask, 1 near its outline, and the coefficients of the filter. */
  inside: Float32Array;
  band: Uint8Array;
  slope: Float32Array;
  offset: Float32Array;
  columns: Cells;
  rows: Cells;
  out: Uint8Array;
}

/** Fills runs of cells away from the outline, and filters the pixels of the others. */
function enlargeRow(filter: EdgeFilter, y: number): void {
  const { guide, area, inside, band, columns, rows, out } = filter;
  const cellRow = rows.cell[y]! * area.width;
  const line = y * guide.width;
  for (let cell = 0; cell < area.width; cell++) {
    const first = columns.start[cell]!;
    if (band[cellRow + cell] === 0) {
      const isInside = inside[cellRow + cell]! > 0.5;
      while (cell + 1 < area.width && band[cellRow + cell + 1] === 0) cell++;
      if (isInside) out.fill(255, line + first, line + columns.start[cell + 1]!);
    } else filterPixels(filter, y, first, columns.start[cell + 1]!);
  }
}

function filterPixels(filter: EdgeFilter, y: number, from: number, to: number): void {
  const { guide, area, slope, offset, columns, rows, out } = filter;
  const lowRow = rows.low[y]! * area.width;
  const highRow = Math.min(area.height - 1, rows.low[y]! + 1) * area.width;
  const down = rows.share[y]!;
  const line = y * guide.width;
  for (let x = from; x < to; x++) {
    const low = columns.low[x]!;
    const high = Math.min(area.width - 1, low + 1);
    const across = columns.share[x]!;
    const a = mix(slope, lowRow + low, lowRow + high, highRow + low, highRow + high, across, down);
    const b = mix(offset, lowRow + low, lowRow + high, highRow + low, highRow + high, across, down);
    if ((a * guide.luma[line + x]!) / 255 + b > 0.5) out[line + x] = 255;
  }
}

/** Bilinear mean of four values of a plane. */
function mix(
  plane: Float32Array,
  topLeft: number,
  topRight: number,
  bottomLeft: number,
  bottomRight: number,
  across: number,
  down: number,
): number {
  const top = plane[topLeft]! + (plane[topRight]! - plane[topLeft]!) * across;
  return top + (plane[bottomLeft]! + (plane[bottomRight]! - plane[bottomLeft]!) * across - top) * down;
}

/** The mask's bounding box with room for the filter's windows; nothing when the mask is empty. */
function areaOf(mask: Uint8Array, { width, height }: Size): Area | undefined {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (mask[i] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  const margin = 2 * radius + 2;
  left = Math.max(0, left - margin);
  top = Math.max(0, top - margin);
  const areaWidth = Math.min(width, right + 1 + margin) - left;
  return { left, top, width: areaWidth, height: Math.min(height, bottom + 1 + margin) - top };
}

function crop(plane: Uint8Array | Float32Array, { width }: Size, area: Area): Float32Array {
  const cropped = new Float32Array(area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    const from = (area.top + y) * width + area.left;
    cropped.set(plane.subarray(from, from + area.width), y * area.width);
  }
  return cropped;
}

/** 1 where the square of 3 × 3 pixels holds both inside and outside. */
function mixedCells(inside: Float32Array, { width, height }: Size): Uint8Array {
  const mean = boxBlur(inside, { width, height }, 1);
  const mixed = new Uint8Array(mean.length);
  for (let i = 0; i < mean.length; i++) mixed[i] = mean[i]! > 0.01 && mean[i]! < 0.99 ? 1 : 0;
  return mixed;
}

/** Coefficients of the local line mask = slope · luma + offset, smoothed. */
function relate(luma: Float32Array, inside: Float32Array, size: Size): { slope: Float32Array; offset: Float32Array } {
  const work = new Float32Array(luma.length);
  const meanLuma = boxBlur(luma, size, radius, undefined, work);
  const offset = boxBlur(inside, size, radius, undefined, work);
  const slope = new Float32Array(luma.length);
  const square = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    slope[i] = luma[i]! * inside[i]!;
    square[i] = luma[i]! * luma[i]!;
  }
  boxBlur(slope, size, radius, slope, work);
  boxBlur(square, size, radius, square, work);
  for (let i = 0; i < slope.length; i++) {
    const mean = meanLuma[i]!;
    slope[i] = (slope[i]! - mean * offset[i]!) / (Math.max(0, square[i]! - mean * mean) + flatVariance);
    offset[i] = offset[i]! - slope[i]! * mean;
  }
  boxBlur(slope, size, radius, slope, work);
  boxBlur(offset, size, radius, offset, work);
  return { slope, offset };
}

/**
 * One side of the large picture against the cells of the area: the cell of every pixel, the lower of the two it lies
 * between with its share of the higher, and the first pixel of every cell (one entry more, for the end).
 */
interface Cells {
  from: number;
  to: number;
  start: Int32Array;
  cell: Int32Array;
  low: Int32Array;
  share: Float32Array;
}

function cellsOf(large: number, small: number, first: number, length: number): Cells {
  const step = small / large;
  const firstPixelOf = (position: number) => Math.min(large, Math.max(0, Math.ceil(position / step - 0.5)));
  const start = Int32Array.from({ length: length + 1 }, (_, cell) => firstPixelOf(first + cell));
  const from = start[0]!;
  const to = start[length]!;
  const cell = new Int32Array(large);
  const low = new Int32Array(large);
  const share = new Float32Array(large);
  for (let i = from; i < to; i++) {
    const centre = (i + 0.5) * step - first;
    cell[i] = clamp(Math.floor(centre), 0, length - 1);
    const position = clamp(centre - 0.5, 0, length - 1);
    low[i] = Math.floor(position);
    share[i] = position - low[i]!;
  }
  return { from, to, start, cell, low, share };
}
