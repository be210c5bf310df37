import type { Size } from '../../base/blur.ts';
import { hexOfColour, lumaPlane, type RgbBytes } from '../../base/colour.ts';
import type { Mask } from '../../base/mask.ts';
import { makeRandom } from '../../base/random.ts';
import { resamplePlane } from '../../base/resample.ts';
import { findLineSegments } from '../material/line-segments.ts';
import { findPlane, type TexturePlane } from '../material/texture-plane.ts';
import { renderTexture } from '../material/texture-render.ts';
import { shadingOf, surroundingsOf } from '../material/texture-shading.ts';
import { finishOf, paintTile } from '../material/textures.ts';
import type { Finish } from '../material/textures-finish.ts';
import { makePyramid } from '../material/textures-pyramid.ts';
import { findManhattanFrame } from '../material/vanishing-points.ts';
import type { MaterialLook } from './material-words.ts';
import { type RedrawOptions, shadeOf } from './redraw-region.ts';

/** Long side at which lines are looked for, pixels. */
const structureSide = 1024;
/** Share of the old surface's light and shade that is kept, 0–1: the rest is its old pattern. */
const lightKept = 0.85;
const tileSide = 1024;

/** Pixels with their size. */
interface Picture extends Size {
  rgb: RgbBytes;
}

/** A flat surface of a picture, ready to be laid with materials. */
interface RedrawSurface {
  finish: Finish;
  plane: TexturePlane;
}

/**
 * Finds the wall, floor or ceiling under a region.
 *
 * @param category of the material library
 * @throws RangeError when the library has no such category
 */
export function surfaceFor({ rgb, width, height }: Picture, mask: Mask, category: string): RedrawSurface {
  const finish = finishOf(category);
  if (!finish) throw new RangeError(`no finish of category ${category}`);
  const size = { width, height };
  const factor = Math.min(1, structureSide / Math.max(width, height));
  const small = { width: Math.round(width * factor), height: Math.round(height * factor) };
  const luma = factor < 1 ? resamplePlane(lumaPlane(rgb), size, small, 'catmullRom') : lumaPlane(rgb);
  const [across, down] = [width / small.width, height / small.height];
  const shortest = Math.max(12, Math.round(Math.max(small.width, small.height) / 45));
  const segments = findLineSegments(luma, small, shortest).map((segment) => {
    const [x1, y1, x2, y2] = [segment.x1 * across, segment.y1 * down, segment.x2 * across, segment.y2 * down];
    return { x1, y1, x2, y2, length: Math.hypot(x2 - x1, y2 - y1) };
  });
  // The plane is a fact about the picture: other seeds must not move it.
  const frame = findManhattanFrame(segments, size, makeRandom(1));
  return { finish, plane: findPlane(segments, frame, mask, size) };
}

/** Lays a building material over the region in its perspective; the light that lay on it stays. */
export function redrawBySurface(
  picture: Picture,
  mask: Mask,
  look: MaterialLook,
  { finish, plane }: RedrawSurface,
  { strength, seed, variant }: RedrawOptions,
): RgbBytes {
  const { rgb } = picture;
  const shade = shadeOf(variant, look.colours.length);
  const tones = look.colours.map(([r, g, b]) => hexOfColour([r * shade, g * shade, b * shade]));
  const tile = paintTile({ ...finish, tones }, tileSide, { seed: seed + variant * 1009, tone: variant });
  const random = makeRandom(seed * 7 + variant);
  const laid = renderTexture(rgb, mask, picture, {
    plane,
    pyramid: makePyramid(tile),
    placement: { scale: 1, angle: 0, offset: [random() * 8, random() * 8] },
    look: {
      shading: shadingOf(rgb, mask, picture, lightKept),
      surroundings: surroundingsOf(rgb, mask, picture, 0.2),
      mirror: 0.15 * finish.gloss,
    },
  });
  const share = Math.min(1, strength / 0.75);
  if (share === 1) return laid;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    for (let at = i * 3; at < i * 3 + 3; at++) laid[at] = Math.round(rgb[at]! + (laid[at]! - rgb[at]!) * share);
  }
  return laid;
}
