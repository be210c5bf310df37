import { lumaOf } from '../base/colour.ts';
import { chosenLevel, type Mask } from '../base/mask.ts';
import type { JudgedPixels } from './judged-picture.ts';

/** Changes of colour in a result, shares of the pixels that were to change, 0–1. */
export interface ColourChange {
  /** Differ visibly. */
  changed: number;
  /** Glaring, beyond the share in the base. */
  glaring: number;
  /** Burnt or drowned, beyond the share in the base. */
  clipped: number;
}

/** Steps between compared pixels: so many are looked at along the longer side. */
const samplesAlong = 512;
/** Difference of a channel that is seen, levels: more than what encoding leaves. */
const visible = 10;
/** Difference between the channels of a colour that glares, levels. */
const glare = 175;
const [drowned, burnt] = [6, 250];

/**
 * Compares the colours of a result with those of its base.
 * @param result of the base's size
 * @param mask chosen pixels were to be changed; all were when absent
 */
export function colourChange(base: JudgedPixels, result: JudgedPixels, mask?: Mask): ColourChange {
  const { width, height } = base;
  const step = Math.max(1, Math.floor(Math.max(width, height) / samplesAlong));
  const sums = { count: 0, changed: 0, before: noTones(), after: noTones() };
  for (let y = step >> 1; y < height; y += step)
    for (let x = step >> 1; x < width; x += step) {
      const i = y * width + x;
      if (mask && mask[i]! < chosenLevel) continue;
      sums.count++;
      if (isDifferent(base.rgb, result.rgb, i * 3)) sums.changed++;
      addTones(sums.before, base.rgb, i * 3);
      addTones(sums.after, result.rgb, i * 3);
    }
  const { count, changed, before, after } = sums;
  if (count === 0) return { changed: 0, glaring: 0, clipped: 0 };
  const beyond = (name: keyof Tones) => Math.max(0, after[name] - before[name]) / count;
  return {
    changed: changed / count,
    glaring: beyond('glaring'),
    clipped: Math.max(beyond('burnt'), beyond('drowned')),
  };
}

interface Tones {
  glaring: number;
  burnt: number;
  drowned: number;
}

const noTones = (): Tones => ({ glaring: 0, burnt: 0, drowned: 0 });

function isDifferent(before: Uint8Array, after: Uint8Array, at: number): boolean {
  const differenceOf = (channel: number) => Math.abs(before[at + channel]! - after[at + channel]!);
  return Math.max(differenceOf(0), differenceOf(1), differenceOf(2)) > visible;
}

function addTones(tones: Tones, rgb: Uint8Array, at: number): void {
  const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
  const luma = lumaOf(red, green, blue);
  if (Math.max(red, green, blue) - Math.min(red, green, blue) >= glare) tones.glaring++;
  if (luma >= burnt) tones.burnt++;
  if (luma <= drowned) tones.drowned++;
}

/** Share of the unchosen pixels that differ at all, 0–1. */
export function changedOutside(base: JudgedPixels, result: JudgedPixels, mask: Mask): number {
  let [count, changed] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 0) continue;
    count++;
    const at = i * 3;
    const isSame =
      base.rgb[at] === result.rgb[at] &&
      base.rgb[at + 1] === result.rgb[at + 1] &&
      base.rgb[at + 2] === result.rgb[at + 2];
    if (!isSame) changed++;
  }
  return count === 0 ? 0 : changed / count;
}

/** Share of a cut-out's area outside of its largest piece, 0–1. */
export function shareApart(areas: readonly number[]): number {
  const all = areas.reduce((sum, area) => sum + area, 0);
  return all === 0 ? 0 : 1 - Math.max(...areas) / all;
}
