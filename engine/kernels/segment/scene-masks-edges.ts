import type { Size } from '../../base/blur.ts';
import { guidedFilter } from '../../base/guided-filter.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { resamplePlane } from '../../base/resample.ts';
import { smoothstep } from '../../base/scalar.ts';
import type { LabPlanes } from './slic.ts';

/**
 * Brings a small hard mask to full size with the picture's own edges.
 *
 * @param region of `small` size, 0 or 1
 * @param low share below which a pixel is outside, `high` above which it is inside
 * @returns 0–255
 */
export function refineMask(
  full: LabPlanes,
  size: Size,
  region: Float32Array,
  small: Size,
  low: number,
  high: number,
): Uint8Array {
  const large = resamplePlane(region, small, size, 'catmullRom');
  const guide = separatingPlane(full, large);
  const radius = Math.max(3, Math.round((9 * Math.max(size.width, size.height)) / 1024));
  const alpha = guidedFilter(guide, large, size, radius, 2e-4);
  return bytesOf(alpha, (value) => Math.round(255 * smoothstep(low, high, value)));
}

/** The picture seen along the colour direction in which the region differs most from the rest, scaled to about 0…1. */
function separatingPlane({ lightness, a, b }: LabPlanes, region: Float32Array): Float32Array {
  const weights = [lightness, a, b].map((plane) => {
    const sums = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < plane.length; i += 7) {
      const side = region[i]! > 0.5 ? 0 : 3;
      sums[side]!++;
      sums[side + 1]! += plane[i]!;
      sums[side + 2]! += plane[i]! ** 2;
    }
    const [inside, insideMean, insideSpread, outside, outsideMean, outsideSpread] = [
      sums[0]!,
      sums[1]! / Math.max(1, sums[0]!),
      sums[2]! / Math.max(1, sums[0]!),
      sums[3]!,
      sums[4]! / Math.max(1, sums[3]!),
      sums[5]! / Math.max(1, sums[3]!),
    ];
    if (inside === 0 || outside === 0) return 0;
    const spread = insideSpread - insideMean ** 2 + outsideSpread - outsideMean ** 2;
    return (insideMean - outsideMean) / (spread + 1e-3);
  });
  const length = Math.hypot(...weights);
  if (length === 0) return lightness;
  const [wl, wa, wb] = weights.map((weight) => weight / length) as [number, number, number];
  // Chroma varies over a smaller range than lightness; the factor makes one epsilon fit every direction.
  const stretch = 1 + 1.5 * (1 - Math.abs(wl));
  return lightness.map((value, i) => (value * wl + a[i]! * wa + b[i]! * wb) * stretch);
}
