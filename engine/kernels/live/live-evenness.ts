import { boxBlur, type Size } from '../../base/blur.ts';

/** Shares of the picture that differ little from the pixels `pitch` to the right and below, and that are white besides. */
export function evenShares(rgb: Uint8Array, { width, height }: Size, pitch: number, most: number) {
  let even = 0;
  let paper = 0;
  for (let y = 0; y < height - pitch; y++) {
    for (let x = 0, at = y * width * 3; x < width - pitch; x++, at += 3) {
      let step = 0;
      for (let channel = at; channel < at + 3; channel++) {
        const across = Math.abs(rgb[channel]! - rgb[channel + 3 * pitch]!);
        step = Math.max(step, across, Math.abs(rgb[channel]! - rgb[channel + width * 3 * pitch]!));
      }
      if (step > most) continue;
      even++;
      if (Math.min(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!) > 250) paper++;
    }
  }
  const count = (width - pitch) * (height - pitch);
  return { even: even / count, paper: paper / count };
}

/** The picture without the unrest that saving leaves: the mean of nine pixels. */
export function calmed(rgb: Uint8Array, size: Size): Uint8Array {
  const out = new Uint8Array(rgb.length);
  const plane = new Float32Array(rgb.length / 3);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]!;
    const mean = boxBlur(plane, size, 1);
    for (let i = 0; i < plane.length; i++) out[i * 3 + channel] = Math.round(mean[i]!);
  }
  return out;
}
