import type { Size } from '../../../base/blur.ts';
import type { RgbBytes } from '../../../base/colour.ts';
import { guideLarge, makeColourGuide } from '../../../base/guided-enlarge.ts';
import { byteOf, smoothstep } from '../../../base/scalar.ts';
import type { SceneClass, SceneReading } from '../../scene/scene-reading.ts';
import { reduceRgb } from '../../scene-reader/read-scene.ts';

/** Parts of a photograph that may be given another finish, and parts that may not be touched; 0–255 per pixel each. */
export interface PhotoParts {
  wall: Uint8Array;
  hard: Uint8Array;
  /** Cars, people, plants and whatever else stands before walls and on the ground. */
  things: Uint8Array;
  window: Uint8Array;
}

/** A reading less sure than this changes nothing but the light. */
const leastConfidence = 0.65;

/** Classes of each part, and the shares between which it fades in: a part is laid on where it is sure only. */
const drawn: Readonly<Record<keyof PhotoParts, readonly [readonly SceneClass[], low: number, high: number]>> = {
  wall: [['wall', 'window'], 0.55, 0.85],
  hard: [['hard', 'floor'], 0.5, 0.8],
  things: [['vehicle', 'person', 'plant', 'other', 'furniture', 'water'], 0.2, 0.5],
  window: [['window'], 0.25, 0.7],
};

/**
 * The parts of a photograph of buildings at its own size, true to its edges; undefined where nobody is sure enough of
 * what it shows to change more than its light.
 */
export function photoPartsOf(reading: SceneReading, rgb: RgbBytes, size: Size): PhotoParts | undefined {
  if (reading.readBy === 'classical' || reading.place !== 'outdoor' || reading.confidence < leastConfidence) {
    return undefined;
  }
  const guide = makeColourGuide(reduceRgb(rgb, size), reading, 2, 1e-3);
  const draw = ([classes, low, high]: (typeof drawn)[keyof PhotoParts]) => {
    const plane = new Float32Array(reading.width * reading.height);
    for (const name of classes) for (let i = 0; i < plane.length; i++) plane[i]! += reading.shares[name][i]! / 255;
    return guideLarge(guide, plane, rgb, size, (share) => byteOf(255 * smoothstep(low, high, share)));
  };
  return { wall: draw(drawn.wall), hard: draw(drawn.hard), things: draw(drawn.things), window: draw(drawn.window) };
}
