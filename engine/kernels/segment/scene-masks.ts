import type { Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { resamplePlane } from '../../base/resample.ts';
import { refineMask } from './scene-masks-edges.ts';
import { findGround } from './scene-masks-ground.ts';
import { describePatches } from './scene-masks-patches.ts';
import { floodSmoothSky, growPlainGround } from './scene-masks-plain.ts';
import { findSky } from './scene-masks-sky.ts';
import { type LabPlanes, slicSuperpixels } from './slic.ts';

/** Soft masks of a picture taken outdoors, 0–255 each, one byte per pixel at the picture's size. */
export interface SceneMasks {
  sky: Uint8Array;
  /** Street, lawn, terrace, water. Never where there is sky. */
  ground: Uint8Array;
}

/** Longest side at which the regions are judged, pixels. */
const judgeSide = 480;

/**
 * Sky and ground without a model: superpixels (SLIC 2012) grow from the upper and the lower border; the edge is then
 * drawn at full size by a guided filter along the Lab direction that separates the two sides best (Fisher 1936). There
 * is no knowledge of things in it: hazy hills may be taken for sky, a shop front in shade for ground, a ceiling for sky.
 *
 * @param rgb the picture; 8-bit sRGB of `size`
 * @param full its Lab planes, when the caller has them
 */
export function sceneMasks(rgb: RgbBytes, size: Size, full: LabPlanes = labPlanes(rgb)): SceneMasks {
  const scale = Math.min(1, judgeSide / Math.max(size.width, size.height));
  const small = {
    width: Math.max(8, Math.round(size.width * scale)),
    height: Math.max(8, Math.round(size.height * scale)),
  };
  const lab: LabPlanes = {
    lightness: resamplePlane(full.lightness, size, small),
    a: resamplePlane(full.a, size, small),
    b: resamplePlane(full.b, size, small),
  };
  const regions = slicSuperpixels(lab, small, { count: 800, compactness: 8 });
  const patches = describePatches(lab, small, regions);
  const isColourful = meanChroma(lab) > 0.03;
  const isSky = isColourful ? findSky(lab, small, regions, patches) : floodSmoothSky(lab.lightness, small);
  const isGround = isColourful ? findGround(lab, small, regions, isSky) : growPlainGround(patches, regions, isSky);
  const sky = refineMask(full, size, isSky, small, 0.35, 0.75);
  const ground = refineMask(full, size, isGround, small, 0.3, 0.75);
  for (let i = 0; i < ground.length; i++) ground[i] = Math.min(ground[i]!, 255 - sky[i]!);
  return { sky, ground };
}

function meanChroma({ a, b }: LabPlanes): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.hypot(a[i]!, b[i]!);
  return sum / a.length;
}
