/** From film to picture: light filtered along surfaces, glow, exposure, tone curve. */
import { clamp } from '../../base/scalar.ts';
import { srgbOf } from '../../base/srgb.ts';
import type { FilmBand } from './film.ts';
import { filterLight } from './light-filter/filter-light.ts';
import type { TracedScene } from './scene.ts';

/** Turns film into 8-bit RGB. */
export function develop(film: FilmBand, scene: TracedScene, width: number, height: number): Buffer {
  const light = filterLight(film, { width, height });
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
