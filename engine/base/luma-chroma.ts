import { lumaOf } from './colour.ts';
import type { Pixels } from './picture-file.ts';

/**
 * Full-range Y, Cb and Cr of Rec. 601 (JFIF) of some rows of a picture, luma 0…1 and the others about 0.
 *
 * @param firstRow with
 * @param lastRow without
 */
export function colourPlanes({ rgb, width }: Pixels, firstRow: number, lastRow: number) {
  const count = (lastRow - firstRow) * width;
  const luma = new Float32Array(count);
  const blueness = new Float32Array(count);
  const redness = new Float32Array(count);
  for (let i = 0, at = firstRow * width * 3; i < count; i++, at += 3) {
    const red = rgb[at]! / 255;
    const green = rgb[at + 1]! / 255;
    const blue = rgb[at + 2]! / 255;
    const y = lumaOf(red, green, blue);
    luma[i] = y;
    blueness[i] = (blue - y) / 1.772;
    redness[i] = (red - y) / 1.402;
  }
  return [luma, blueness, redness] as const;
}
