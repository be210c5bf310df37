import type { Size } from '../../base/blur.ts';
import { calmed, evenShares } from './live-evenness.ts';
import { divideView } from './live-view.ts';

/** A coloured sketch has fewer faces than this. */
const sketchFaces = 16;

/** Kinds of flat pictures: a view of a modelling program, or a sketch of a few coloured areas. */
export type FlatKind = 'view' | 'sketch';

/**
 * Tells flat pictures from photographs and renders: most of them is as even as only flat shading and filling make it, in
 * colours. Many faces make one a view of a modelling program, few a coloured sketch. White paper with strokes is even
 * as well and is neither.
 *
 * A coloured view that was saved as JPEG is even in its faces' middles only, and has few colours: at qualities of 60–95
 * six views had at least 0.39 and 0.58 of what is asked below, of some thirty photographs and renders of buildings none
 * had both.
 *
 * @param rgb 8-bit sRGB, interleaved
 * @param isColoured whether the picture has colours at all
 */
export function flatKindOf(rgb: Uint8Array, size: Size, isColoured: boolean): FlatKind | undefined {
  if (!(isColoured ? isColouredView(rgb, size) : isBareView(rgb, size))) return undefined;
  const unit = Math.max(size.width, size.height) / 512;
  const least = 0.0004 * size.width * size.height;
  const faces = divideView(rgb, size, unit).regions.list.filter(({ area }) => area > least).length;
  return faces >= sketchFaces ? 'view' : 'sketch';
}

/** Renders of white models are smooth, but even nowhere: three had 0.57 and less of what is asked, flat views 0.88. */
function isBareView(rgb: Uint8Array, size: Size): boolean {
  return evenShares(rgb, size, 8, 1).even > 0.75;
}

function isColouredView(rgb: Uint8Array, size: Size): boolean {
  const calm = calmed(rgb, size);
  if (fewColours(calm) <= 0.55) return false;
  const clean = evenShares(rgb, size, 1, 2);
  if (clean.even > 0.6) return clean.even - clean.paper > 0.4;
  const { even, paper } = evenShares(calm, size, 4, 2);
  return even > 0.38 && even - paper > 0.3;
}

/** Share of the picture in its twelve commonest colours of five bits a channel, 0–1. */
function fewColours(rgb: Uint8Array): number {
  const counts = new Int32Array(32 * 32 * 32);
  for (let at = 0; at < rgb.length; at += 3) {
    counts[((rgb[at]! >> 3) << 10) | ((rgb[at + 1]! >> 3) << 5) | (rgb[at + 2]! >> 3)]!++;
  }
  const commonest = counts.sort().subarray(-12);
  return commonest.reduce((sum, count) => sum + count, 0) / (rgb.length / 3);
}
