import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import type { Mask } from '../../base/mask.ts';
import { clamp } from '../../base/scalar.ts';
import { srgbByteOf } from '../../base/srgb.ts';
import { dot, normalise, type Vec3 } from '../../base/vector.ts';
import { elementsOf } from './homography.ts';
import type { TexturePlane } from './texture-plane.ts';
import type { Shading, Surroundings } from './texture-shading.ts';
import { samplePyramid, type TexturePyramid } from './textures-pyramid.ts';

export interface TexturePlacement {
  /** Enlargement of the texture relative to life size, above 0. */
  scale: number;
  /** Turn on the surface, degrees, anticlockwise. */
  angle: number;
  /** Movement on the surface, metres. */
  offset: readonly [across: number, upward: number];
}

export interface SurfaceLook {
  shading: Shading;
  surroundings: Surroundings;
  /** Share of the light that is mirrored when looked at squarely, 0–1. */
  mirror: number;
}

/**
 * Lays a tile on a plane under a mask: per pixel its footprint on the tile, the light of the old surface, and a soft
 * reflection of what lies along the mirrored line of sight (Fresnel after Schlick 1994).
 *
 * @returns a copy of the picture with the pixels of the mask replaced
 */
export function renderTexture(
  rgb: RgbBytes,
  mask: Mask,
  size: Size,
  {
    plane,
    pyramid,
    placement,
    look,
  }: {
    plane: TexturePlane;
    pyramid: TexturePyramid;
    placement: TexturePlacement;
    look: SurfaceLook;
  },
): Uint8Array {
  const { width, height } = size;
  const out = new Uint8Array(rgb);
  const colour = new Float64Array(3);
  const mirrored = new Float64Array(3);
  const [a, b, c, d, e, f, g, h, k] = elementsOf(plane.toMetres);
  const cos = Math.cos((placement.angle * Math.PI) / 180) / placement.scale;
  const sin = Math.sin((placement.angle * Math.PI) / 180) / placement.scale;
  const [white0, white1, white2] = look.shading.white;
  for (let y = 0, i = 0; y < height; y++) {
    const py = y + 0.5;
    for (let x = 0; x < width; x++, i++) {
      if (mask[i] === 0) continue;
      const px = x + 0.5;
      const depth = g * px + h * py + k;
      // Beyond the vanishing line there is no surface; close to it everything melts into the mean.
      const inverse = 1 / (Math.abs(depth) < 1e-9 ? 1e-9 : depth);
      const across = (a * px + b * py + c) * inverse;
      const upward = (d * px + e * py + f) * inverse;
      const acrossByX = (a - across * g) * inverse;
      const acrossByY = (b - across * h) * inverse;
      const upwardByX = (d - upward * g) * inverse;
      const upwardByY = (e - upward * h) * inverse;
      const u = cos * across + sin * upward + placement.offset[0];
      const v = cos * upward - sin * across + placement.offset[1];
      samplePyramid(
        pyramid,
        u,
        v,
        cos * acrossByX + sin * upwardByX,
        cos * upwardByX - sin * acrossByX,
        cos * acrossByY + sin * upwardByY,
        cos * upwardByY - sin * acrossByY,
        colour,
      );
      const light = look.shading.light[i]!;
      let share = 0;
      if (look.mirror > 0) share = reflect(px - width / 2, py - height / 2);
      const at = i * 3;
      out[at] = srgbByteOf(rolled(colour[0]! * white0 * light) * (1 - share) + mirrored[0]! * share);
      out[at + 1] = srgbByteOf(rolled(colour[1]! * white1 * light) * (1 - share) + mirrored[1]! * share);
      out[at + 2] = srgbByteOf(rolled(colour[2]! * white2 * light) * (1 - share) + mirrored[2]! * share);
    }
  }
  return out;

  /** Looks up what the surface mirrors and gives its share of the light. */
  function reflect(x: number, y: number): number {
    const { normal, focal } = plane;
    const ray = normalise([x, y, focal]);
    const facing = Math.min(1, Math.abs(dot(normal, ray)));
    const depth = 1 / Math.max(0.03, facing);
    const turn = 2 * dot(normal, ray);
    const bounced: Vec3 = [ray[0] - turn * normal[0], ray[1] - turn * normal[1], ray[2] - turn * normal[2]];
    // Mirrored things are assumed to stand as far from the point as the point is from the eye.
    const reach = depth * 0.8;
    const [placeX, placeY, placeZ] = [0, 1, 2].map((axis) => ray[axis]! * depth + bounced[axis]! * reach);
    const ahead = Math.max(placeZ!, depth * 0.15);
    const column = (focal * placeX!) / ahead + width / 2;
    const row = (focal * placeY!) / ahead + height / 2;
    lookUp(column, row);
    return Math.min(0.92, look.mirror * (0.22 + 0.78 * (1 - facing) ** 3));
  }

  function lookUp(column: number, row: number): void {
    const { width: across, height: down, step, planes } = look.surroundings;
    const x = clamp(column / step - 0.5, 0, across - 1.001);
    const y = clamp(row / step - 0.5, 0, down - 1.001);
    const left = Math.floor(x);
    const top = Math.floor(y);
    const shareX = x - left;
    const shareY = y - top;
    const from = top * across + left;
    const below = from + (top + 1 < down ? across : 0);
    const aside = left + 1 < across ? 1 : 0;
    for (let channel = 0; channel < 3; channel++) {
      const plane = planes[channel]!;
      const upper = plane[from]! * (1 - shareX) + plane[from + aside]! * shareX;
      const lower = plane[below]! * (1 - shareX) + plane[below + aside]! * shareX;
      mirrored[channel] = upper * (1 - shareY) + lower * shareY;
    }
  }
}

/** Eases light above 0.8 into white, as film does. */
function rolled(light: number): number {
  return light <= 0.8 ? light : 0.8 + 0.2 * (1 - Math.exp((0.8 - light) / 0.2));
}
