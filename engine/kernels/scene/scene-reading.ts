import type { Size } from '../../base/blur.ts';
import type { Point } from '../material/homography.ts';

/**
 * Classes of the points of a picture; the order is that of the network's answers, new ones go to the end. `other` are
 * things without a class of their own: posts, signs, animals. `floor` and `ceiling` are those of rooms, whose walls and
 * windows are `wall` and `window`; `hard` is every paved ground outdoors.
 */
export const sceneClasses = [
  'sky',
  'wall',
  'window',
  'roof',
  'hard',
  'grass',
  'plant',
  'water',
  'other',
  'vehicle',
  'person',
  'furniture',
  'floor',
  'ceiling',
] as const;
export type SceneClass = (typeof sceneClasses)[number];

/** A window of a wall, as a rectangle on the wall is seen. */
export interface FoundWindow {
  /** Clockwise from above left, shares of the picture's width and height. */
  corners: readonly [Point, Point, Point, Point];
  /** 0–1. */
  sureness: number;
}

/** Semantic reading of a picture, made once per upload; see `read-scene.ts`. */
export interface SceneReading extends Size {
  /** Confidence of each class at each point, 0–255; the classes of a point sum up to 255 but for rounding. */
  shares: Readonly<Record<SceneClass, Uint8Array>>;
  /** Metres from the camera as a guess of the network, 0.5–15 000; absent where no network read the picture. */
  depth?: Float32Array;
  /** True when it was taken in a room. `unclear`: neither is sure, so nothing that rests on it may act by itself. */
  place: 'outdoor' | 'interior' | 'unclear';
  /** Mean of each point's surest class, 0–1. */
  confidence: number;
  /** Windows of walls outdoors, one by one; absent where nobody looked for them. */
  windows?: readonly FoundWindow[];
  /**
   * `model`: told by the building model that the picture is a view of, without a doubt. `network`, or `classical` when
   * none could be asked: sky, ground and windows only.
   */
  readBy: 'model' | 'network' | 'classical';
}
