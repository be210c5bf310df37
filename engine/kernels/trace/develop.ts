/** From film to picture: light filtered along surfaces, glow, exposure, tone curve. */
import type { Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';
import { srgbOf } from '../../base/srgb.ts';
import type { FilmBand } from './film.ts';
import type { TracedScene } from './scene.ts';

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

/**
 * Smooths the gathered light in growing steps, stopped by changes of normal and depth (à-trous wavelet).
 *
 * @returns four numbers a point: light and the sum of it
 */
function filterLight(film: FilmBand, size: Size, passes: number): Float32Array {
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

/** Turns film into 8-bit RGB. */
export function develop(film: FilmBand, scene: TracedScene, width: number, height: number): Buffer {
  const light = filterLight(film, { width, height }, 5);
  const linear = new Float32Array(width * height * 3);
  const gain = [0, 1, 2].map((c) => scene.exposure * (scene.whiteBalance[c] as number));
  for (let k = 0, i = 0; k < linear.length; k += 3, i += 4) {
    for (let c = 0; c < 3; c++) linear[k + c] = (film.direct[k + c]! + film.albedo[k + c]! * light[i + c]!) * gain[c]!;
  }
  if (scene.bloom > 0) addGlow(linear, width, height, scene.bloom);
  const out = Buffer.alloc(linear.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const k = (y * width + x) * 3;
      const dx = x / width - 0.5;
      const dy = y / height - 0.5;
      const vignette = 1 - 0.22 * (dx * dx + dy * dy);
      writeTone(linear[k]! * vignette, linear[k + 1]! * vignette, linear[k + 2]! * vignette, out, k);
    }
  }
  return out;
}

/** ACES-like curve with a soft shoulder (Hill's fit of the reference transform). */
function writeTone(r: number, g: number, b: number, out: Buffer, k: number): void {
  const a0 = 0.59719 * r + 0.35458 * g + 0.04823 * b;
  const a1 = 0.076 * r + 0.90834 * g + 0.01566 * b;
  const a2 = 0.0284 * r + 0.13383 * g + 0.83777 * b;
  const c0 = curve(a0);
  const c1 = curve(a1);
  const c2 = curve(a2);
  out[k] = encode(1.60475 * c0 - 0.53108 * c1 - 0.07367 * c2);
  out[k + 1] = encode(-0.10208 * c0 + 1.10813 * c1 - 0.00605 * c2);
  out[k + 2] = encode(-0.00327 * c0 - 0.07276 * c1 + 1.07602 * c2);
}

function curve(v: number): number {
  return (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.432951) + 0.238081);
}

function encode(v: number): number {
  if (v <= 0) return 0;
  if (v >= 1) return 255;
  return Math.round(srgbOf(v) * 255);
}

/** Adds light spilled round bright parts, at two widths. */
function addGlow(linear: Float32Array, width: number, height: number, strength: number): void {
  const bright = new Float32Array(linear.length);
  for (let i = 0; i < linear.length; i++) bright[i] = clamp(linear[i]! - 1, 0, 6);
  for (const share of [0.004, 0.02]) {
    const radius = Math.max(1, Math.round(width * share));
    for (let pass = 0; pass < 3; pass++) {
      boxBlur(bright, height, width * 3, width, 3, radius);
      boxBlur(bright, width, 3, height, width * 3, radius);
    }
    for (let i = 0; i < linear.length; i++) linear[i] = linear[i]! + bright[i]! * strength * 0.5;
  }
}

/** Running mean in place along lines of `length` points `stride` apart; `lines` of them, `lineStride` apart. */
function boxBlur(
  data: Float32Array,
  lines: number,
  lineStride: number,
  length: number,
  stride: number,
  radius: number,
): void {
  const copy = new Float32Array(length);
  for (let line = 0; line < lines; line++) {
    for (let c = 0; c < 3; c++) {
      const start = line * lineStride + c;
      let sum = 0;
      for (let i = 0; i < length; i++) copy[i] = data[start + i * stride]!;
      for (let i = -radius; i <= radius; i++) sum += copy[Math.min(length - 1, Math.max(0, i))]!;
      for (let i = 0; i < length; i++) {
        data[start + i * stride] = sum / (2 * radius + 1);
        sum += copy[Math.min(length - 1, i + radius + 1)]! - copy[Math.max(0, i - radius)]!;
      }
    }
  }
}
