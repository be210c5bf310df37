/** The filter of gathered light in JavaScript, where no memory for the faster one can be had. */
import type { Size } from '../../../base/blur.ts';
import type { FilmBand } from '../film.ts';

const KERNEL = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16] as const;

/** Costs of differences between neighbours: of normals, of depth, and of light after two passes. */
interface Stops {
  bend: number;
  gap: number;
  contrast: number;
}

const evenStops: Stops = { bend: 24, gap: 1, contrast: 1 };
/** A point on an edge, or in leaves, sees several faces: it takes light from any near neighbour. */
const mixedStops: Stops = { bend: 2, gap: 0.1, contrast: 0.15 };

/** Neighbours that cost more count for nothing. */
const mostCost = 9;
const costSteps = 1024;
/** Weight of a cost, by its steps; the exponential function itself would take half of the time. */
const weightOf = Float64Array.from({ length: mostCost * costSteps + 1 }, (_, i) => Math.exp(-i / costSteps));

interface FilterPass extends Size {
  /** Four numbers a point: normal and depth. */
  faces: Float32Array;
  /** Four numbers a point: light and the sum of it. */
  source: Float32Array;
  target: Float32Array;
  /** Of the passes, from 0 on. */
  index: number;
}

/** {@link filterLight} in JavaScript. @returns four numbers a point: light and the sum of it */
export function filterByScript(film: FilmBand, size: Size, passes: number): Float32Array {
  const count = size.width * size.height;
  const faces = new Float32Array(count * 4);
  let source = new Float32Array(count * 4);
  let target = new Float32Array(count * 4);
  for (let i = 0, k = 0; i < count * 4; i += 4, k += 3) {
    for (let c = 0; c < 3; c++) {
      faces[i + c] = film.normal[k + c]!;
      source[i + c] = film.indirect[k + c]!;
    }
    faces[i + 3] = film.depth[i >> 2]!;
    source[i + 3] = film.indirect[k]! + film.indirect[k + 1]! + film.indirect[k + 2]!;
  }
  for (let index = 0; index < passes; index++) {
    const pass = { ...size, faces, source, target, index };
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) filterPoint(pass, x, y);
    }
    [source, target] = [target, source];
  }
  return source;
}

/** Mean over the 5 × 5 neighbours of a point, `2 ** index` points apart. */
function filterPoint({ faces, width, height, source, target, index }: FilterPass, x: number, y: number): void {
  const step = 1 << index;
  const k = (y * width + x) * 4;
  const nx = faces[k]!;
  const ny = faces[k + 1]!;
  const nz = faces[k + 2]!;
  const z = faces[k + 3]!;
  const sameness = nx * nx + ny * ny + nz * nz;
  if (sameness === 0) return;
  const tone = source[k + 3]!;
  const stops = sameness < 0.95 ? mixedStops : evenStops;
  const { bend } = stops;
  // Single samples are too rough to tell shadow from noise: tone counts only after two passes.
  const contrastCost = index < 2 ? 0 : stops.contrast / (tone * (2.4 / (index + 1)) + 0.02);
  const gapCost = stops.gap / (z * 0.012 * step + 0.02);
  const lastRow = Math.min(2, Math.floor((height - 1 - y) / step));
  const firstColumn = Math.max(-2, Math.ceil(-x / step));
  const lastColumn = Math.min(2, Math.floor((width - 1 - x) / step));
  let r = 0;
  let g = 0;
  let b = 0;
  let total = 0;
  for (let dy = Math.max(-2, Math.ceil(-y / step)); dy <= lastRow; dy++) {
    const share = KERNEL[dy + 2]!;
    for (let dx = firstColumn; dx <= lastColumn; dx++) {
      const q = k + (dy * width + dx) * step * 4;
      const away = nx - faces[q]!;
      const awayY = ny - faces[q + 1]!;
      const awayZ = nz - faces[q + 2]!;
      const cost =
        (away * away + awayY * awayY + awayZ * awayZ) * bend +
        Math.abs(z - faces[q + 3]!) * gapCost +
        Math.abs(tone - source[q + 3]!) * contrastCost;
      if (cost > mostCost) continue;
      const weight = share * KERNEL[dx + 2]! * weightOf[(cost * costSteps + 0.5) | 0]!;
      total += weight;
      r += weight * source[q]!;
      g += weight * source[q + 1]!;
      b += weight * source[q + 2]!;
    }
  }
  target[k] = r / total;
  target[k + 1] = g / total;
  target[k + 2] = b / total;
  target[k + 3] = (r + g + b) / total;
}
