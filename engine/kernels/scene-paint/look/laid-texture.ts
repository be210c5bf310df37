import type { Size } from '../../../base/blur.ts';
import { elementsOf } from '../../material/homography.ts';
import type { TexturePlane } from '../../material/texture-plane.ts';
import { finishOf, paintTile } from '../../material/textures.ts';
import { makePyramid, samplePyramid, type TexturePyramid } from '../../material/textures-pyramid.ts';
import { type FinishName, finishId } from './presets.ts';

/** A pattern of a finish, and what divides its samples so that their mean is 1. */
export interface Pattern {
  pyramid: TexturePyramid;
  mean: readonly [number, number, number];
}

/** Side of the tiles, pixels. */
const tileSide = 512;

const painted = new Map<FinishName, Pattern>();

/** The pattern of a finish; painted the first time a thread asks for it. */
export function patternOf(name: FinishName): Pattern {
  const known = painted.get(name) ?? paintPattern(name);
  painted.set(name, known);
  return known;
}

function paintPattern(name: FinishName): Pattern {
  const finish = finishOf(finishId(name));
  if (!finish) throw new Error(`no finish ${name}`);
  const pyramid = makePyramid(paintTile(finish, tileSide, { seed: 5, tone: 0 }));
  const { rgb } = pyramid[pyramid.length - 1]!;
  return { pyramid, mean: [rgb[0]!, rgb[1]!, rgb[2]!] };
}

/**
 * Lays a pattern on a plane: the factors on the surface's own colour at a pixel, with the pixel's footprint on the
 * tile. Far away and beyond the vanishing line the factors become 1.
 *
 * @param scale pixels of the picture the plane was found in per pixel of this one
 * @param strength 0 = plain, 1 = the pattern as painted
 * @returns writes three factors into `out`
 */
export function layPattern(
  pattern: Pattern,
  plane: TexturePlane,
  scale: number,
  strength: number,
): (x: number, y: number, out: Float64Array) => void {
  const [a, b, c, d, e, f, g, h, k] = elementsOf(plane.toMetres);
  const { pyramid, mean } = pattern;
  return (x, y, out) => {
    const px = (x + 0.5) * scale;
    const py = (y + 0.5) * scale;
    const depth = g * px + h * py + k;
    const inverse = 1 / (Math.abs(depth) < 1e-9 ? 1e-9 : depth);
    const u = (a * px + b * py + c) * inverse;
    const v = (d * px + e * py + f) * inverse;
    samplePyramid(
      pyramid,
      u,
      v,
      (a - u * g) * inverse * scale,
      (d - v * g) * inverse * scale,
      (b - u * h) * inverse * scale,
      (e - v * h) * inverse * scale,
      out,
    );
    for (let channel = 0; channel < 3; channel++) {
      out[channel] = 1 + (out[channel]! / mean[channel]! - 1) * strength;
    }
  };
}

/** The part of a mask that a plane is looked for in, as bytes of 0 and 255. */
export function bytesOf(share: ArrayLike<number>, size: Size): Uint8Array {
  const mask = new Uint8Array(size.width * size.height);
  for (let i = 0; i < mask.length; i++) mask[i] = share[i]! > 0.5 ? 255 : 0;
  return mask;
}
