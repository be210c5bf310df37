import type { Size } from '../../../base/blur.ts';
import { resizeMask } from '../../../base/mask-size.ts';
import { findGroundLine } from '../../light/atmosphere-depth.ts';
import type { SceneMasks } from '../../segment/scene-masks.ts';
import type { LabPlanes } from '../../segment/slic.ts';
import { readModel } from './model-reading.ts';
import type { ReadScene } from './reading.ts';
import { enlargeShares, resizeLab } from './reading-size.ts';
import { findFrame } from './scene-planes.ts';
import { wholeSky } from './sky-matte.ts';

/**
 * Reads a model picture once for all outputs: camera, classes of its surfaces, light on them.
 *
 * @param masks sky and ground as found for any picture, of `size`
 */
export function readModelScene(
  rgb: Uint8Array,
  lab: LabPlanes,
  size: Size,
  masks: SceneMasks,
  isFromAbove: boolean,
): ReadScene {
  const frame = findFrame(rgb, size);
  const small = frame.size;
  const smallMasks = {
    sky: wholeSky(resizeMask(masks.sky, size, small), small),
    ground: resizeMask(masks.ground, size, small),
  };
  const horizon = frame.horizon ?? findGroundLine(smallMasks, small).horizon;
  const reading = readModel(resizeLab(lab, size, small), small, smallMasks, { isFromAbove, horizon });
  const shares = enlargeShares(reading, lab.lightness, size);
  return {
    reading,
    shares,
    frame,
    shading: lightOnModel(lab.lightness, shares.sky, isFromAbove ? 1.55 : 1.2),
    isFromAbove,
  };
}

/** Linear light on each pixel; the brightest surfaces become 1. Clay renders are pale: shade is deepened a little. */
function lightOnModel(lightness: Float32Array, sky: Float32Array, depth: number): Float32Array {
  const levels: number[] = [];
  const step = Math.max(1, Math.floor(lightness.length / 60_000));
  for (let i = 0; i < lightness.length; i += step) if (sky[i]! < 0.5) levels.push(lightness[i]!);
  levels.sort((one, other) => one - other);
  const white = linearOfLightness(Math.max(0.4, levels[Math.floor(levels.length * 0.9)] ?? 1));
  return lightness.map((value) => Math.min(1.2, (linearOfLightness(value) / white) ** depth));
}

/** CIE lightness 0–1 to linear luminance. */
function linearOfLightness(lightness: number): number {
  const cube = (Math.max(0, lightness) * 100 + 16) / 116;
  return cube > 6 / 29 ? cube ** 3 : (Math.max(0, lightness) * 100) / 903.3;
}
