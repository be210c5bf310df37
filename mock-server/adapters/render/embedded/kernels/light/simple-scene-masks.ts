import type { Pixels } from '../../picture-file.ts';
import { boxBlur, gaussianBlur, type Size } from '../blur.ts';
import { labPlanes } from '../colour.ts';
import { resamplePlane } from '../resample.ts';
import { sceneMasks } from '../segment/scene-masks.ts';
import { type LabPlanes, type Regions, slicSuperpixels } from '../segment/slic.ts';
import { smoothstep } from './relight-linear.ts';
import { refineMask } from './simple-scene-edges.ts';

/** Soft masks of an outdoor scene, 0–255 each, one byte per pixel at the picture's size. */
export interface SceneMasks {
  sky: Uint8Array;
  ground: Uint8Array;
}

/** Finds sky and ground of a picture taken outdoors. */
export type FindSceneMasks = (pixels: Pixels) => SceneMasks;

/** Longest side at which the regions are judged, pixels. */
const judgeSide = 480;

/** What is known of a superpixel; colours as `labPlanes` gives them, places as shares of the picture. */
interface Patch {
  area: number;
  lightness: number;
  a: number;
  b: number;
  /** Mean gradient, Lab units / 100 per pixel. */
  roughness: number;
  y: number;
  isAtTop: boolean;
  isAtBottom: boolean;
  skyLikeness: number;
  neighbours: Map<number, { length: number; contrast: number }>;
}

/**
 * Sky and ground without a model: superpixels judged by colour, smoothness and place; sky grows from the upper border
 * and ground from the lower one over weak edges; the edge is then drawn at full size by a guided filter along the Lab
 * direction that separates the two sides best (Fisher 1936).
 */
export const simpleSceneMasks: FindSceneMasks = (pixels) => {
  const scale = Math.min(1, judgeSide / Math.max(pixels.width, pixels.height));
  const small = {
    width: Math.max(8, Math.round(pixels.width * scale)),
    height: Math.max(8, Math.round(pixels.height * scale)),
  };
  const full = labPlanes(pixels.rgb);
  const lab: LabPlanes = {
    lightness: resamplePlane(full.lightness, pixels, small),
    a: resamplePlane(full.a, pixels, small),
    b: resamplePlane(full.b, pixels, small),
  };
  const regions = slicSuperpixels(lab, small, { count: 800, compactness: 8 });
  const patches = describePatches(lab, small, regions);
  const isColourful = meanChroma(lab) > 0.03;
  const isSky = growSky(patches, isColourful);
  const plane = (chosen: Uint8Array) => Float32Array.from(regions.labels, (label) => chosen[label]!);
  const sky = isColourful ? gatherAround(lab, small, plane(isSky)) : floodSmoothSky(lab.lightness, small);
  if (!isColourful) markCovered(isSky, sky, regions);
  const isGround = growGround(patches, isSky);
  const ground = plane(isGround);
  for (let i = 0; i < ground.length; i++) if (sky[i]! > 0.5) ground[i] = 0;
  const skyMask = refineMask(full, pixels, sky, small, 0.35, 0.75);
  const groundMask = refineMask(full, pixels, ground, small, 0.3, 0.75);
  // Terraces and pools behind an edge are found better by the region hierarchy; grey models are not.
  const further = isColourful ? sceneMasks(pixels.rgb, pixels, { isOutdoor: true }).ground : groundMask;
  for (let i = 0; i < groundMask.length; i++) {
    groundMask[i] = Math.min(Math.max(groundMask[i]!, further[i]!), 255 - skyMask[i]!);
  }
  return { sky: skyMask, ground: groundMask };
};

function describePatches({ lightness, a, b }: LabPlanes, { width, height }: Size, { labels, count }: Regions): Patch[] {
  const patches: Patch[] = Array.from({ length: count }, () => ({
    area: 0,
    lightness: 0,
    a: 0,
    b: 0,
    roughness: 0,
    y: 0,
    isAtTop: false,
    isAtBottom: false,
    skyLikeness: 0,
    neighbours: new Map(),
  }));
  const meet = (one: number, other: number, contrast: number) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const border = patches[from]!.neighbours.get(to) ?? { length: 0, contrast: 0 };
      border.length++;
      border.contrast += contrast;
      patches[from]!.neighbours.set(to, border);
    }
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const patch = patches[labels[i]!]!;
      patch.area++;
      patch.lightness += lightness[i]!;
      patch.a += a[i]!;
      patch.b += b[i]!;
      patch.y += y / height;
      if (y < 2) patch.isAtTop = true;
      if (y > height - 3) patch.isAtBottom = true;
      for (const next of [x < width - 1 ? i + 1 : -1, y < height - 1 ? i + width : -1]) {
        if (next < 0) continue;
        const contrast = Math.hypot(lightness[next]! - lightness[i]!, a[next]! - a[i]!, b[next]! - b[i]!);
        if (labels[next] === labels[i]) patch.roughness += contrast;
        else meet(labels[i]!, labels[next]!, contrast);
      }
    }
  }
  for (const patch of patches) {
    for (const key of ['lightness', 'a', 'b', 'y', 'roughness'] as const) patch[key] /= patch.area;
    patch.skyLikeness = skyLikeness(patch);
  }
  return patches;
}

/** 0–1: blue, bright, warm or grey, smooth and not low in the picture. */
function skyLikeness({ lightness, a, b, roughness, y }: Patch): number {
  const chroma = Math.hypot(a, b);
  const colour = Math.max(
    b < -0.04 && lightness > 0.1 ? 1 : 0,
    lightness > 0.72 && chroma < 0.14 ? 1 : 0,
    lightness > 0.55 && b > 0.08 && roughness < 0.03 ? 0.7 : 0,
    lightness > 0.5 && chroma < 0.08 ? 0.7 : 0,
  );
  const isPlant = a < -0.06 && b > 0.08;
  return isPlant ? 0 : colour * Math.exp(-roughness / 0.035) * smoothstep(0.8, 0.4, y);
}

/** The share of the picture's superpixels that begin as sky must be worth it. */
function growSky(patches: Patch[], isColourful: boolean): Uint8Array {
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
      const ease = next.b < -0.04 || isColourful ? next.skyLikeness : 0.15;
      if (apart < 0.02 + 0.09 * ease && edge < 0.014 + 0.045 * ease) take(other);
    }
  }
  const area = patches.reduce((sum, patch, index) => sum + (isSky[index] ? patch.area : 0), 0);
  const whole = patches.reduce((sum, patch) => sum + patch.area, 0);
  return area < whole * 0.01 ? isSky.fill(0) : isSky;
}

function meanChroma({ a, b }: LabPlanes): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.hypot(a[i]!, b[i]!);
  return sum / a.length;
}

/**
 * The sky of a picture without colour: what a ball of two pixels reaches from the upper border without crossing an
 * edge, however weak (Zhang et al., "Vectorizing cartoon animations", 2009: trapped ball).
 */
function floodSmoothSky(lightness: Float32Array, size: Size): Float32Array {
  const { width, height } = size;
  const smooth = gaussianBlur(lightness, size, 0.8);
  const edge = new Float32Array(smooth.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const slope = Math.hypot(smooth[i + 1]! - smooth[i - 1]!, smooth[i + width]! - smooth[i - width]!);
      edge[i] = slope > 0.012 ? 1 : 0;
    }
  }
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

/** A region counts as sky when most of it is. */
function markCovered(isSky: Uint8Array, sky: Float32Array, { labels, count }: Regions): void {
  const covered = new Float32Array(count);
  const area = new Float32Array(count);
  for (let i = 0; i < labels.length; i++) {
    area[labels[i]!]!++;
    covered[labels[i]!]! += sky[i]!;
  }
  for (let region = 0; region < count; region++) isSky[region] = covered[region]! > area[region]! * 0.5 ? 1 : 0;
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
      // What the edge has beyond the texture on both sides of it.
      const edge = border.contrast / border.length - 0.45 * Math.max(next.roughness, patch.roughness);
      const far = Math.min(1, Math.max(0, (1 - next.y) / 0.5));
      const isGrey = Math.hypot(next.a, next.b) < 0.03;
      const ease = (isGrey ? 0.6 : 1.3) * (1 - 0.45 * far);
      if (apart < 0.13 * ease && edge < 0.05 * ease) {
        isGround[other] = 1;
        open.push(other);
      }
    }
  }
  return isGround;
}

function gatherAround(lab: LabPlanes, size: Size, region: Float32Array): Float32Array {
  let grown = region;
  for (let pass = 0; pass < 3; pass++) grown = gatherNear(lab, size, grown, 0.8);
  return grown;
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
