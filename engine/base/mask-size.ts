import type { Size } from './blur.ts';
import { bytesOf } from './map-plane.ts';
import { resamplePlane } from './resample.ts';
import { byteOf, clamp } from './scalar.ts';

/**
 * A mask in another size: enlarged bilinearly without planes in between, reduced with Catmull-Rom. In its own size it is
 * returned as it is.
 *
 * @param mask 0–255, one byte per pixel of `from`
 */
export function resizeMask(mask: Uint8Array, from: Size, to: Size): Uint8Array {
  if (from.width === to.width && from.height === to.height) return mask;
  if (to.width < from.width || to.height < from.height) {
    const plane = resamplePlane(Float32Array.from(mask), from, to, 'catmullRom');
    return bytesOf(plane, (level) => byteOf(level));
  }
  const out = new Uint8Array(to.width * to.height);
  const columns = new Int32Array(to.width);
  const shares = new Float32Array(to.width);
  for (let x = 0; x < to.width; x++) {
    const place = clamp(((x + 0.5) * from.width) / to.width - 0.5, 0, from.width - 1);
    columns[x] = Math.floor(place);
    shares[x] = place - columns[x]!;
  }
  for (let y = 0, i = 0; y < to.height; y++) {
    const place = clamp(((y + 0.5) * from.height) / to.height - 0.5, 0, from.height - 1);
    const row = Math.floor(place);
    const upper = row * from.width;
    const lower = Math.min(from.height - 1, row + 1) * from.width;
    const down = place - row;
    for (let x = 0; x < to.width; x++, i++) {
      const left = columns[x]!;
      const right = Math.min(from.width - 1, left + 1);
      const above = mask[upper + left]! + (mask[upper + right]! - mask[upper + left]!) * shares[x]!;
      const below = mask[lower + left]! + (mask[lower + right]! - mask[lower + left]!) * shares[x]!;
      out[i] = Math.round(above + (below - above) * down);
    }
  }
  return out;
}
