import { byteOf, clamp } from '../../base/scalar.ts';
import type { PatchLevel } from './patch-match.ts';
import type { Scale } from './patch-scales.ts';

/**
 * Paints the hole of a large picture after one that was filled in a smaller copy of it: every pixel is copied by the
 * shift its place has there, neighbouring shifts fade into each other over a pixel of the copy, and tones become those
 * of the copy.
 *
 * @param large its hole is written to
 * @param solved the smaller copy, filled, with its matches
 * @param times how many pixels of the large picture one of the copy is
 */
export function paintEnlarged(large: Scale, solved: PatchLevel, times: number): void {
  const { width, height, rgb, isHole } = large;
  const small = { solved, lack: lackOf(solved), times };
  const place: Place = { x: 0, y: 0, xs: [0, 0], ys: [0, 0], across: 0, down: 0 };
  const { xs, ys } = place;
  const colour = [0, 0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    const v = (y + 0.5) / times - 0.5;
    place.y = y;
    place.down = v - Math.floor(v);
    ys[0] = clamp(Math.floor(v), 0, solved.height - 1);
    ys[1] = clamp(Math.floor(v) + 1, 0, solved.height - 1);
    for (let x = 0; x < width; x++, i++) {
      if (isHole[i] !== 1) continue;
      const u = (x + 0.5) / times - 0.5;
      place.x = x;
      place.across = u - Math.floor(u);
      xs[0] = clamp(Math.floor(u), 0, solved.width - 1);
      xs[1] = clamp(Math.floor(u) + 1, 0, solved.width - 1);
      const total = sumCorners(large, small, place, colour);
      if (total === 0) continue;
      for (let channel = 0; channel < 3; channel++) rgb[i * 3 + channel] = byteOf(colour[channel]! / total);
    }
  }
}

/** A pixel of the large scale between four cells of the small one, and how far it lies towards the later ones, 0–1. */
interface Place {
  x: number;
  y: number;
  xs: number[];
  ys: number[];
  across: number;
  down: number;
}

/** Sums up what the four cells around a place copy there, and returns the weight of those that have a match. */
function sumCorners(
  { width, height, rgb }: Scale,
  { solved, lack, times }: { solved: PatchLevel; lack: Int16Array; times: number },
  { x, y, xs, ys, across, down }: Place,
  colour: number[],
): number {
  colour.fill(0);
  let total = 0;
  for (let corner = 0; corner < 4; corner++) {
    const column = xs[corner & 1]!;
    const row = ys[corner >> 1]!;
    const cell = row * solved.width + column;
    const match = solved.match[cell]!;
    if (match < 0) continue;
    const share = ((corner & 1) === 1 ? across : 1 - across) * (corner >> 1 === 1 ? down : 1 - down);
    const fromX = clamp(x + times * ((match % solved.width) - column), 0, width - 1);
    const fromY = clamp(y + times * (((match / solved.width) | 0) - row), 0, height - 1);
    const from = (fromY * width + fromX) * 3;
    for (let channel = 0; channel < 3; channel++)
      colour[channel]! += share * (rgb[from + channel]! + lack[cell * 3 + channel]!);
    total += share;
  }
  return total;
}

/** Difference of the colours of the copy from those that its matches would give; 0 outside its hole. */
function lackOf({ rgb, isHole, match }: PatchLevel): Int16Array {
  const lack = new Int16Array(rgb.length);
  for (let i = 0; i < match.length; i++) {
    if (isHole[i] !== 1 || match[i]! < 0) continue;
    for (let channel = 0; channel < 3; channel++)
      lack[i * 3 + channel] = rgb[i * 3 + channel]! - rgb[match[i]! * 3 + channel]!;
  }
  return lack;
}
