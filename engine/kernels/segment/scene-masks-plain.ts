import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import type { Patch } from './scene-masks-patches.ts';
import type { Regions } from './slic.ts';

/**
 * The sky of a picture without colour: what a ball of two pixels reaches from the upper border without crossing an
 * edge, however weak (Zhang et al., "Vectorizing cartoon animations", 2009: trapped ball).
 */
export function floodSmoothSky(lightness: Float32Array, size: Size): Float32Array {
  const { width, height } = size;
  const smooth = gaussianBlur(lightness, size, 0.8);
  const edge = new Float32Array(smooth.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const slope = Math.hypot(smooth[i + 1]! - smooth[i - 1]!, smooth[i + width]! - smooth[i - width]!);
      edge[i] = slope > 0.012 ? 1 : 0;
    }
  }
  // Nothing stands before the sky: an even picture has none.
  if (!edge.includes(1)) return edge;
  const barred = boxBlur(edge, size, 2);
  const sky = new Float32Array(smooth.length);
  const open: number[] = [];
  const take = (i: number, from: number) => {
    if (sky[i] || barred[i]! > 0 || i >= width * height * 0.75) return;
    if (Math.abs(smooth[i]! - smooth[from]!) > 0.01) return;
    sky[i] = 1;
    open.push(i);
  };
  for (let x = 0; x < width; x++) take(x, x);
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    const x = i % width;
    if (x > 0) take(i - 1, i);
    if (x < width - 1) take(i + 1, i);
    if (i >= width) take(i - width, i);
    if (i + width < sky.length) take(i + width, i);
  }
  return boxBlur(sky, size, 2).map((share, i) => (share > 0 && !edge[i] ? 1 : 0));
}

/**
 * The ground of a picture without colour, where only lightness tells surfaces apart: superpixels grow from the lower
 * border over edges that are no stronger than the texture beside them.
 *
 * @param sky 0 or 1 per pixel
 * @returns 0 or 1 per pixel
 */
export function growPlainGround(patches: Patch[], regions: Regions, sky: Float32Array): Float32Array {
  const isGround = growGround(patches, coveredRegions(sky, regions));
  return floatsOf(regions.labels, (label, i) => (sky[i]! > 0.5 ? 0 : isGround[label]!));
}

/** 1 for superpixels that are sky for the most part. */
export function coveredRegions(sky: Float32Array, { labels, count }: Regions): Uint8Array {
  const covered = new Float32Array(count);
  const area = new Float32Array(count);
  for (let i = 0; i < labels.length; i++) {
    area[labels[i]!]!++;
    covered[labels[i]!]! += sky[i]!;
  }
  return bytesOf(covered, (share, region) => (share > area[region]! * 0.5 ? 1 : 0));
}

function growGround(patches: Patch[], isSky: Uint8Array): Uint8Array {
  const isGround = new Uint8Array(patches.length);
  const open: number[] = [];
  patches.forEach((patch, index) => {
    if (!patch.isAtBottom || isSky[index]) return;
    isGround[index] = 1;
    open.push(index);
  });
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const patch = patches[index]!;
    for (const [other, border] of patch.neighbours) {
      const next = patches[other]!;
      if (isGround[other] || isSky[other] || border.length < 3 || next.y < 0.5) continue;
      const apart = Math.hypot(0.7 * (next.lightness - patch.lightness), next.a - patch.a, next.b - patch.b);
      // Contrast of the edge beyond the texture on both sides of it.
      const edge = border.contrast / border.length - 0.45 * Math.max(next.roughness, patch.roughness);
      const far = clamp((1 - next.y) / 0.5, 0, 1);
      const ease = 0.6 * (1 - 0.45 * far);
      if (apart < 0.13 * ease && edge < 0.05 * ease) {
        isGround[other] = 1;
        open.push(other);
      }
    }
  }
  return isGround;
}
