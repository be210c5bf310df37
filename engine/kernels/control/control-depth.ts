import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { type ColourGuide, guideLarge } from '../../base/guided-enlarge.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';

/** Nearness as depth networks tell it: the inverse of the distance in metres. */
export const nearnessOf = (depth: Float32Array): Float32Array => floatsOf(depth, (metres) => 1 / metres);

/**
 * Depth of a picture for a control network: 0 farthest, 255 nearest, stretched from the 2nd to the 98th percentile; the
 * sky is farthest.
 *
 * @param nearness of the guide's size, in any unit that grows towards the camera
 * @param sky shares of the guide's size, 0–255
 * @param rgb the picture in the size `to`
 */
export function drawControlDepth(
  nearness: Float32Array,
  sky: Uint8Array,
  guide: ColourGuide,
  rgb: RgbBytes,
  to: Size,
): Uint8Array {
  const { low, span } = rangeOf(nearness);
  const plane = floatsOf(nearness, (near, i) => clamp((near - low) / span, 0, 1) * (1 - sky[i]! / 255));
  return guideLarge(guide, plane, rgb, to, (near) => Math.round(255 * clamp(near, 0, 1)));
}

/** The same from exact distances in metres, of the size that is wanted; Infinity is the sky. */
export function exactControlDepth(depth: Float32Array): Uint8Array {
  const nearness = nearnessOf(depth);
  const { low, span } = rangeOf(nearness);
  return Uint8Array.from(nearness, (near) => Math.round(255 * clamp((near - low) / span, 0, 1)));
}

/** From the 2nd to the 98th percentile. */
function rangeOf(nearness: Float32Array): { low: number; span: number } {
  const sorted = Float32Array.from(nearness).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  const low = at(0.02);
  return { low, span: Math.max(1e-9, at(0.98) - low) };
}
