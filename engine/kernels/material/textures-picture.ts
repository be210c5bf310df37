import type { Pixels } from '../../base/picture-file.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { linearOf } from '../../base/srgb.ts';
import type { LinearTile } from './textures-pyramid.ts';

/** Longer side of an uploaded texture, metres. */
const sideMetres = 1.2;
/** Share of each side that is blended away to close a seam. */
const seamShare = 0.12;

/**
 * Makes a repeating tile of a picture. Where its opposite edges do not fit, a strip of each is blended into the other.
 */
export function tileOfPicture({ width, height, rgb }: Pixels): LinearTile {
  let planes: Float32Array[] = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(width * height);
    for (let i = 0; i < plane.length; i++) plane[i] = linearOf(rgb[i * 3 + channel]! / 255);
    return plane;
  });
  let size = { width, height };
  for (const isAcross of [true, false]) {
    const length = isAcross ? size.width : size.height;
    const overlap = Math.floor(length * seamShare);
    if (overlap < 2 || isSeamless(planes[1]!, size, isAcross)) continue;
    const from = size;
    size = isAcross ? { ...size, width: length - overlap } : { ...size, height: length - overlap };
    planes = planes.map((plane) => closeSeam(plane, from, size, overlap, isAcross));
  }
  const powerOf = (length: number) => Math.min(1024, 2 ** Math.max(0, Math.round(Math.log2(length))));
  const target = { width: powerOf(size.width), height: powerOf(size.height) };
  const out = new Float32Array(target.width * target.height * 3);
  planes.forEach((plane, channel) => {
    const resampled = resamplePlane(plane, size, target, 'catmullRom');
    for (let i = 0; i < resampled.length; i++) out[i * 3 + channel] = clamp(resampled[i]!, 0, 1);
  });
  const perPixel = sideMetres / Math.max(size.width, size.height);
  return { ...target, rgb: out, metresWide: size.width * perPixel, metresHigh: size.height * perPixel };
}

/** True when the step over the seam is like the steps between neighbours everywhere else. */
function isSeamless(plane: Float32Array, size: { width: number; height: number }, isAcross: boolean): boolean {
  const { width, height } = size;
  const [length, lines] = isAcross ? [width, height] : [height, width];
  const at = (place: number, line: number) => (isAcross ? plane[line * width + place]! : plane[place * width + line]!);
  let seam = 0;
  let usual = 0;
  for (let line = 0; line < lines; line++) {
    seam += Math.abs(at(length - 1, line) - at(0, line));
    for (let part = 1; part < 8; part++) {
      const place = Math.floor((length * part) / 8);
      usual += Math.abs(at(place, line) - at(place - 1, line)) / 7;
    }
  }
  return seam < 1.8 * usual + 0.002 * lines;
}

function closeSeam(
  plane: Float32Array,
  from: { width: number; height: number },
  to: { width: number; height: number },
  overlap: number,
  isAcross: boolean,
): Float32Array {
  const out = new Float32Array(to.width * to.height);
  for (let y = 0, i = 0; y < to.height; y++) {
    for (let x = 0; x < to.width; x++, i++) {
      const here = plane[y * from.width + x]!;
      const place = isAcross ? x : y;
      if (place >= overlap) {
        out[i] = here;
        continue;
      }
      const other = isAcross ? plane[y * from.width + x + to.width]! : plane[(y + to.height) * from.width + x]!;
      const share = (place + 0.5) / overlap;
      out[i] = other * (1 - share) + here * share;
    }
  }
  return out;
}
