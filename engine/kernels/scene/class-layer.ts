import type { Size } from '../../base/blur.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { resizeMask } from '../../base/mask-size.ts';
import type { SceneClass, SceneReading } from './scene-reading.ts';

/**
 * Confidence that each point belongs to one of the classes, 0–255, in another size; as soft as the reading is coarse.
 */
export function classLayer(reading: SceneReading, classes: readonly SceneClass[], size: Size): Uint8Array {
  const sum = new Uint8Array(reading.width * reading.height);
  for (const name of classes) {
    const shares = reading.shares[name];
    for (let i = 0; i < sum.length; i++) sum[i] = Math.min(255, sum[i]! + shares[i]!);
  }
  return resizeMask(sum, reading, size);
}

/**
 * The part of a layer that belongs to some of the classes it was made of: the layer's edges, divided as the reading is.
 *
 * @param layer 0–255 per pixel of `size`
 * @param others the classes the layer was made of besides
 */
export function partOfLayer(
  layer: Uint8Array,
  reading: SceneReading,
  classes: readonly SceneClass[],
  others: readonly SceneClass[],
  size: Size,
): Uint8Array {
  const own = classLayer(reading, classes, size);
  const rest = classLayer(reading, others, size);
  return bytesOf(layer, (level, i) => Math.round((level * own[i]!) / Math.max(1, own[i]! + rest[i]!)));
}
