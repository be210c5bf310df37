import type { Size } from '../../base/blur.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';

/** The network works on sizes that are multiples of this, pixels. */
const step = 16;

/** The size at which a picture is shown: its long side near `side`, both multiples of 16 and at least 64. */
export function shownSize({ width, height }: Size, side: number): Size {
  const scale = side / Math.max(width, height);
  const fitted = (length: number) => Math.max(4 * step, Math.round((length * scale) / step) * step);
  return { width: fitted(width), height: fitted(height) };
}

/**
 * A picture as the project's networks take it: three planes, one after the other.
 *
 * @param planes red, green, blue, 0–1, of `size`
 */
export function imageOf(planes: readonly Float32Array[], size: Size, shown: Size): Float32Array {
  const count = shown.width * shown.height;
  const image = new Float32Array(3 * count);
  for (const [channel, plane] of planes.entries()) {
    const small = resamplePlane(plane, size, shown, 'catmullRom');
    for (let i = 0; i < count; i++) {
      image[channel * count + i] = (clamp(small[i]!, 0, 1) - 0.45) / 0.25;
    }
  }
  return image;
}

/** Rows read from right to left. */
export function mirrored(plane: Float32Array, width: number): Float32Array {
  const out = new Float32Array(plane.length);
  for (let row = 0; row < plane.length; row += width) {
    for (let x = 0; x < width; x++) out[row + x] = plane[row + width - 1 - x]!;
  }
  return out;
}

/** The sum of a plane and of one that is its mirror image. */
export function withMirrored(plane: Float32Array, turned: Float32Array, width: number): Float32Array {
  const out = mirrored(turned, width);
  for (let i = 0; i < out.length; i++) out[i]! += plane[i]!;
  return out;
}
