import { gaussianBlur, type Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { guidedSmooth } from '../../base/guided-filter.ts';
import { decodeLight, encodeLight } from '../../base/linear-light.ts';
import { clamp } from '../../base/scalar.ts';
import type { LabPlanes } from '../segment/slic.ts';
import { type LightLook, relight } from './relight.ts';

export interface LockedLightOptions {
  look: LightLook;
  /** 0 = light as it is, 1 = strongest. */
  strength: number;
  /** 0.5–1: how strictly the chroma of every pixel is kept; 1 keeps it exactly. */
  keep: number;
  /** -1 = key light from the left, 1 = from the right. */
  side: number;
}

/**
 * New light on old materials: lightness is relit by the look, deepened in hollows (difference of two edge-preserving
 * scales, as unsharp-masked ambient occlusion: Luft, Colditz, Deussen 2006) and lifted towards the key light; a and b
 * stay, or move by at most the share that `keep` leaves free.
 */
export function relightLocked(rgb: RgbBytes, lab: LabPlanes, size: Size, options: LockedLightOptions): LabPlanes {
  const { strength, keep } = options;
  const light = decodeLight(rgb);
  relight(light, size, options.look, strength);
  const relit = labPlanes(encodeLight(light));
  const longest = Math.max(size.width, size.height);
  const near = guidedSmooth(relit.lightness, size, Math.max(2, Math.round(longest / 180)), 0.002);
  const wide = guidedSmooth(relit.lightness, size, Math.max(4, Math.round(longest / 36)), 0.02);
  const far = gaussianBlur(wide, size, longest / 18);
  const free = (1 - keep) * 0.9;
  const out: LabPlanes = { lightness: relit.lightness, a: relit.a, b: relit.b };
  for (let y = 0, i = 0; y < size.height; y++) {
    const up = 0.5 - y / size.height;
    for (let x = 0; x < size.width; x++, i++) {
      const value = relit.lightness[i]!;
      const fine = limit(value - near[i]!, 0.05) * 0.7;
      const hollow = limit(near[i]! - wide[i]!, 0.08) * 0.55;
      const form = limit(wide[i]! - far[i]!, 0.12) * 0.35;
      const key = 0.07 * (options.side * (x / size.width - 0.5) + 0.35 * up);
      // Black and white have no room to move; the middle moves most.
      const room = 4 * value * (1 - value);
      const lifted = value + strength * room * (fine + hollow + form + key);
      out.lightness[i] = clamp(lifted, 0, 1);
      out.a[i] = lab.a[i]! + (relit.a[i]! - lab.a[i]!) * free;
      out.b[i] = lab.b[i]! + (relit.b[i]! - lab.b[i]!) * free;
    }
  }
  return out;
}

function limit(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** -1 when the left half is brighter, 1 when the right half is: where the light seems to come from. */
export function brighterSide({ lightness }: LabPlanes, { width }: Size): number {
  let balance = 0;
  for (let i = 0; i < lightness.length; i += 3) balance += lightness[i]! ** 2 * ((i % width) - width / 2);
  return balance < 0 ? -1 : 1;
}

/** Mean distance of a and b between two pictures where `skip` is below half, in Lab units. */
export function meanChromaShift(before: LabPlanes, after: LabPlanes, skip?: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < before.a.length; i++) {
    if (skip && skip[i]! > 127) continue;
    sum += Math.hypot(after.a[i]! - before.a[i]!, after.b[i]! - before.b[i]!);
    count++;
  }
  return count === 0 ? 0 : (sum / count) * 100;
}
