import { boxBlur, type Size } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import type { Patch } from './scene-masks-patches.ts';
import type { LabPlanes, Regions } from './slic.ts';

/**
 * The sky of a working picture: superpixels that look like sky grow from the upper border over weak edges, then pixels
 * near them of their colour are added.
 *
 * @returns 0 or 1 per pixel
 */
export function findSky(lab: LabPlanes, size: Size, { labels }: Regions, patches: Patch[]): Float32Array {
  const isSky = growSky(patches);
  let sky: Float32Array = floatsOf(labels, (label) => isSky[label]!);
  for (let pass = 0; pass < 3; pass++) sky = gatherNear(lab, size, sky, 0.8);
  return sky;
}

/** Grows from the upper border and from clear blue; a sky that remains tiny is none. */
function growSky(patches: Patch[]): Uint8Array {
  const isSky = new Uint8Array(patches.length);
  const open: number[] = [];
  const take = (index: number) => {
    isSky[index] = 1;
    open.push(index);
  };
  patches.forEach((patch, index) => {
    const isClearlyBlue = patch.b < -0.08 && patch.lightness > 0.35 && patch.y < 0.35 && patch.skyLikeness > 0.5;
    if ((patch.isAtTop && patch.skyLikeness > 0.4) || isClearlyBlue) take(index);
  });
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const patch = patches[index]!;
    for (const [other, border] of patch.neighbours) {
      const next = patches[other]!;
      if (isSky[other] || border.length < 3 || next.skyLikeness < 0.25) continue;
      const apart = Math.hypot(0.6 * (next.lightness - patch.lightness), next.a - patch.a, next.b - patch.b);
      const edge = border.contrast / border.length;
      const ease = next.skyLikeness;
      if (apart < 0.02 + 0.09 * ease && edge < 0.014 + 0.045 * ease) take(other);
    }
  }
  const area = patches.reduce((sum, patch, index) => sum + (isSky[index] ? patch.area : 0), 0);
  const whole = patches.reduce((sum, patch) => sum + patch.area, 0);
  return area < whole * 0.01 ? isSky.fill(0) : isSky;
}

/** Adds pixels near the region whose colour is the region's: sky between leaves. */
function gatherNear({ lightness, a, b }: LabPlanes, size: Size, region: Float32Array, lowest: number): Float32Array {
  const radius = 14;
  const soften = (plane: Float32Array) => boxBlur(boxBlur(plane, size, radius), size, radius);
  const weight = soften(region);
  const mean = (plane: Float32Array) => soften(plane.map((value, i) => value * region[i]!));
  const means = [mean(lightness), mean(a), mean(b)] as const;
  return region.map((inside, i) => {
    const share = weight[i]!;
    if (inside || share < 0.03 || i / size.width > size.height * lowest) return inside;
    const apart = Math.hypot(
      0.6 * (lightness[i]! - means[0][i]! / share),
      a[i]! - means[1][i]! / share,
      b[i]! - means[2][i]! / share,
    );
    return apart < 0.075 ? 1 : 0;
  });
}
