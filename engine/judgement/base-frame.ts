import type { Mask } from '../base/mask.ts';
import { resamplePlane } from '../base/resample.ts';
import { byteOf } from '../base/scalar.ts';
import type { JudgedPixels } from './judged-picture.ts';
import { type Frames, mapper, rescaled } from './picture-map.ts';
import type { Registration } from './register.ts';

/** A result in the frame of its base. */
export interface FramedResult extends JudgedPixels {
  /** 255 where the result shows something; elsewhere the picture has the pixels of the base. Absent when it does everywhere. */
  covered?: Mask;
}

/** Results that are larger than this in the base's pixels are reduced first, so that nothing shimmers. */
const mostLarger = 1.15;
/** Steps between pixels that the weights of the kernel are tabled in. */
const steps = 256;

/** Brings a registered result to the size and the frame of its base; one that lies in place keeps its bytes. */
export function toBaseFrame(base: JudgedPixels, result: JudgedPixels, registration: Registration): FramedResult {
  if (registration.isInPlace) return { rgb: result.rgb, width: result.width, height: result.height };
  const larger = Math.sqrt(registration.scaleX * registration.scaleY);
  const source = larger > mostLarger ? reduced(result, larger) : result;
  const map = rescaled(registration.map, source.width / result.width);
  return sampled(base, source, mapper(map, { base, result: source } satisfies Frames));
}

function reduced({ rgb, width, height }: JudgedPixels, factor: number): JudgedPixels {
  const size = { width: Math.round(width / factor), height: Math.round(height / factor) };
  const out = new Uint8Array(size.width * size.height * 3);
  for (let channel = 0; channel < 3; channel++) {
    const plane = Float32Array.from({ length: width * height }, (_, i) => rgb[i * 3 + channel]!);
    const small = resamplePlane(plane, { width, height }, size);
    for (let i = 0; i < small.length; i++) out[i * 3 + channel] = byteOf(small[i]!);
  }
  return { rgb: out, ...size };
}

/** Samples a picture by a map with Catmull and Rom's kernel. */
function sampled(
  base: JudgedPixels,
  source: JudgedPixels,
  move: (x: number, y: number) => [number, number],
): FramedResult {
  const { width, height } = base;
  const rgb = new Uint8Array(base.rgb);
  const covered = new Uint8Array(width * height);
  const weights = kernelTable();
  const out = new Uint8Array(3);
  const place = { x: 0, y: 0 };
  let isWhole = true;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [sx, sy] = move(x, y);
      if (sx < -0.5 || sy < -0.5 || sx > source.width - 0.5 || sy > source.height - 0.5) {
        isWhole = false;
        continue;
      }
      covered[i] = 255;
      place.x = sx;
      place.y = sy;
      sample(source, place, weights, out);
      rgb[i * 3] = out[0]!;
      rgb[i * 3 + 1] = out[1]!;
      rgb[i * 3 + 2] = out[2]!;
    }
  }
  return { rgb, width, height, ...(!isWhole && { covered }) };
}

function sample(
  { rgb, width, height }: JudgedPixels,
  { x: sx, y: sy }: { x: number; y: number },
  weights: Float32Array,
  out: Uint8Array,
): void {
  const left = Math.floor(sx);
  const top = Math.floor(sy);
  const across = Math.round((sx - left) * steps) * 4;
  const down = Math.round((sy - top) * steps) * 4;
  const isWithin = left >= 1 && left < width - 2;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let row = 0; row < 4; row++) {
    const y = Math.min(height - 1, Math.max(0, top + row - 1)) * width;
    const weight = weights[down + row]!;
    for (let column = 0; column < 4; column++) {
      const x = left + column - 1;
      const at = (y + (isWithin ? x : Math.min(width - 1, Math.max(0, x)))) * 3;
      const share = weight * weights[across + column]!;
      red += share * rgb[at]!;
      green += share * rgb[at + 1]!;
      blue += share * rgb[at + 2]!;
    }
  }
  out[0] = byteOf(red);
  out[1] = byteOf(green);
  out[2] = byteOf(blue);
}

/** Four weights for each step between two pixels (Keys 1981, a = -0.5). */
function kernelTable(): Float32Array {
  const table = new Float32Array((steps + 1) * 4);
  for (let step = 0; step <= steps; step++) {
    const t = step / steps;
    table[step * 4] = ((-0.5 * t + 1) * t - 0.5) * t;
    table[step * 4 + 1] = (1.5 * t - 2.5) * t * t + 1;
    table[step * 4 + 2] = ((-1.5 * t + 2) * t + 0.5) * t;
    table[step * 4 + 3] = (0.5 * t - 0.5) * t * t;
  }
  return table;
}
