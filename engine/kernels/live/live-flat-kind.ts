import type { Size } from '../../base/blur.ts';
import type { InputKind } from '../light/relight-input-kind.ts';
import { calmed, evenShares } from './live-evenness.ts';
import { divideView } from './live-view.ts';
import { edgeShare } from './live-view-lines.ts';

/** A coloured sketch has fewer faces than this. */
const sketchFaces = 16;

/** Kinds of flat pictures: a view of a modelling program, one without colours or edge lines, a sketch of a few coloured areas. */
export type FlatKind = 'view' | 'plain' | 'sketch';

/**
 * Tells flat pictures from photographs and renders: most of them is as even as only flat shading and filling make it, in
 * few colours. Many faces make one a view of a modelling program, few a coloured sketch. White paper with strokes is even
 * as well and is neither.
 *
 * A coloured view that was saved as JPEG is even in its faces' middles only, and has few colours: at qualities of 60–95
 * six views had at least 0.39 and 0.58 of what is asked below, of some thirty photographs and renders of buildings none
 * had both.
 *
 * @param rgb 8-bit sRGB, interleaved
 */
export function flatKindOf(rgb: Uint8Array, size: Size, kind: InputKind): FlatKind | undefined {
  if (kind !== 'shaded')
    return isLinedView(rgb, size, kind) ? 'view' : kind === 'whiteModel' && isBareView(rgb, size) ? 'plain' : undefined;
  if (isShadedView(rgb, size)) return 'view';
  if (!isColouredView(rgb, size)) return undefined;
  const unit = Math.max(size.width, size.height) / 512;
  const least = 0.0004 * size.width * size.height;
  const faces = divideView(rgb, size, unit).regions.list.filter(({ area }) => area > least).length;
  return faces >= sketchFaces ? 'view' : 'sketch';
}

/**
 * Views with the shadows of a viewer: of 155 photographs of streets none had both half even and in twelve colours. Renders
 * of bare rooms can have both, but no colour that a tenth of the picture shares: 0.09 at most, views 0.15 and more.
 */
function isShadedView(rgb: Uint8Array, size: Size): boolean {
  if (evenShares(rgb, size, 1, 2).even <= 0.5 || fewColours(calmed(rgb, size)) <= 0.5) return false;
  return edgeShare(rgb, size) > 0.02 && commonestShare(rgb) > leastCommon;
}

/** Least {@link commonestShare} of views. */
export const leastCommon = 0.12;

/** Share of the picture within two levels of its commonest colour, 0–1. */
export function commonestShare(rgb: Uint8Array): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const code = (rgb[at]! << 16) | (rgb[at + 1]! << 8) | rgb[at + 2]!;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [code] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  const colour = [code >> 16, (code >> 8) & 255, code & 255] as const;
  let near = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    if (colour.every((level, channel) => Math.abs(rgb[at + channel]! - level) <= 2)) near++;
  }
  return near / (rgb.length / 3);
}

/** Least share of filled areas beside background and lines: drawings have next to none, hidden-line views some. */
const leastFilled = { lines: 0.04, whiteModel: 0.015 } as const;

/**
 * A model on one even background with edge lines and filled faces. Renders of white models have no background of one
 * colour (at most 0.31 of the picture in twelve), line drawings no filled faces (0.02 of it in six).
 */
function isLinedView(rgb: Uint8Array, size: Size, kind: 'lines' | 'whiteModel'): boolean {
  const { share, filled } = backgroundOf(calmed(rgb, size), rgb, size);
  return share > 0.4 && filled > leastFilled[kind] && edgeShare(rgb, size) > 0.02;
}

/** Share of the commonest colour, and of even pixels in other colours that are no ink. */
function backgroundOf(calm: Uint8Array, rgb: Uint8Array, { width, height }: Size): { share: number; filled: number } {
  const counts = new Int32Array(64 ** 3);
  const codeOf = (at: number) => ((calm[at]! >> 2) << 12) | ((calm[at + 1]! >> 2) << 6) | (calm[at + 2]! >> 2);
  for (let at = 0; at < calm.length; at += 3) counts[codeOf(at)]!++;
  const most = counts.reduce((best, count, code) => (count > counts[best]! ? code : best), 0);
  const paper = [(most >> 12) & 63, (most >> 6) & 63, most & 63].map((value) => value * 4 + 2);
  const reach = [2, -2, 2 * width, -2 * width];
  let filled = 0;
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const at = (y * width + x) * 3;
      const apart = Math.max(...paper.map((level, channel) => Math.abs(rgb[at + channel]! - level)));
      if (apart <= 14 || Math.max(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!) <= 56) continue;
      const isEven = reach.every((step) =>
        [0, 1, 2].every((channel) => Math.abs(rgb[at + channel]! - rgb[at + step * 3 + channel]!) <= 3),
      );
      if (isEven) filled++;
    }
  }
  return { share: counts[most]! / (calm.length / 3), filled: filled / (width * height) };
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
