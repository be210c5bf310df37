import { chosenLevel, type Mask } from '../base/mask.ts';
import type { JudgedPixels } from './judged-picture.ts';

/** Step across the border of a mask below which a base is even there, and from which on a result has a seam; levels. */
const [even, seen] = [16, 28];
/** Pixels to each side whose means make a step. */
const reach = 3;

/**
 * Share of a mask's border along which the result has a step of colour and the base has none, 0–1: pasted pieces and
 * films of colour end there, things that stand within the mask do not.
 *
 * @param result in the frame of the base
 */
export function seamAlong(base: JudgedPixels, result: JudgedPixels, mask: Mask): number {
  const { width, height } = base;
  let [border, seams] = [0, 0];
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      const i = y * width + x;
      if (mask[i]! < chosenLevel) continue;
      for (const step of [1, -1, width, -width]) {
        if (mask[i + step]! >= chosenLevel) continue;
        border++;
        if (stepAt(base.rgb, i, step) < even && stepAt(result.rgb, i, step) >= seen) seams++;
      }
    }
  return border === 0 ? 0 : seams / border;
}

/** Largest step of a channel from the pixels up to here to those after it, levels. */
function stepAt(rgb: Uint8Array, at: number, step: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0;
    for (let away = 0; away < reach; away++)
      sum += rgb[(at - away * step) * 3 + channel]! - rgb[(at + (away + 1) * step) * 3 + channel]!;
    most = Math.max(most, Math.abs(sum) / reach);
  }
  return most;
}
