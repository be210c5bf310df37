import { boxBlur, type Size } from '../../base/blur.ts';
import { lumaPlane, type RgbBytes } from '../../base/colour.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { resamplePlane } from '../../base/resample.ts';
import { smoothstep } from '../../base/scalar.ts';
import { classLayer } from '../scene/class-layer.ts';
import type { SceneClass, SceneReading } from '../scene/scene-reading.ts';

/** Classes of things that exist once: a copy beside the original is noticed. */
const things: readonly SceneClass[] = ['vehicle', 'person', 'other', 'furniture'];
/** Classes that continue evenly, except for marks, shadows, birds and clouds on them. */
const grounds: readonly SceneClass[] = ['sky', 'hard', 'grass', 'water', 'floor'];
/**
 * Classes of the ground: never copied above a picture; below it nothing else is copied when at least `leastGround` of
 * it is seen.
 */
const underfoot: readonly SceneClass[] = ['hard', 'grass', 'water', 'floor'];
const leastGround = 0.005;
/** Classes overhead; nothing else is copied above when at least `leastOverhead` of the highest row belongs to them. */
const overhead: readonly SceneClass[] = ['sky', 'ceiling'];
const leastOverhead = 0.8;
/** Reluctance, 0–1, to copy above or below what belongs elsewhere. */
const foreignness = 0.8;
/** Marks that the border cuts go on when they cover this share of the picture: shadows, but not stripes and poles. */
const leastCutShare = 0.01;
/** Spots reach as far as this, 0–1. */
const leastCut = 0.1;
/** Shares between which a thing is surely one. */
const thingFrom = 0.25;
const thingTo = 0.6;
/** Radius of the ground that a point is compared with, share of the shorter side. */
const reach = 0.12;
/** Deviations from the ground around, in its own deviations, between which a point begins to be a mark. */
const markFrom = 1.2;
const markTo = 2.4;
/** Least deviation that counts as one, 0–1. */
const leastDeviation = 0.02;

/** Reluctance to copy a pixel into the continuation of the picture, 0–1 per pixel of the size it was read in. */
export interface Reluctance extends Size {
  /** Things, and marks on calm ground. */
  beside: Float32Array;
  /** Things and marks as `beside`; everything but ground as well, when ground is seen. */
  below: Float32Array;
  /** Things, and ground or, below an open sky or a ceiling, everything else. */
  above: Float32Array;
}

/** @param size of `rgb` */
export function reluctanceOf(rgb: RgbBytes, size: Size, reading: SceneReading): Reluctance {
  const { width, height } = reading;
  const thing = floatsOf(classLayer(reading, things, reading), (level) => level / 255);
  const calm = floatsOf(classLayer(reading, grounds, reading), (level) => level / 255);
  const luma = resamplePlane(lumaPlane(rgb), size, reading);
  const radius = Math.max(4, Math.round(reach * Math.min(width, height)));
  const weight = boxBlur(calm, reading, radius);
  const meanOf = (plane: Float32Array) =>
    boxBlur(
      plane.map((value, i) => value * calm[i]!),
      reading,
      radius,
    );
  const mean = meanOf(luma);
  const square = meanOf(luma.map((value) => value * value));
  const marks = floatsOf(luma, (value, i) => {
    const share = Math.max(1e-3, weight[i]!);
    const middle = mean[i]! / share;
    const deviation = Math.max(leastDeviation, Math.sqrt(Math.max(0, square[i]! / share - middle * middle)));
    return calm[i]! * smoothstep(markFrom, markTo, Math.abs(value - middle) / deviation);
  });
  // Without the network nothing is known of things.
  const solid = floatsOf(thing, (share) =>
    reading.readBy !== 'classical' ? smoothstep(thingFrom, thingTo, share) : 0,
  );
  forgetCut(marks, reading, leastCutShare * marks.length);
  const beside = boxBlur(
    solid.map((value, i) => Math.max(value, marks[i]!)),
    reading,
    1,
  );
  const ground = floatsOf(classLayer(reading, underfoot, reading), (level) => level / 255);
  const seen = ground.reduce((sum, share) => sum + share, 0) / ground.length;
  const below =
    seen < leastGround ? beside : floatsOf(beside, (value, i) => Math.max(value, foreignness * (1 - ground[i]!)));
  const high = floatsOf(classLayer(reading, overhead, reading), (level) => level / 255);
  const isOpen = high.subarray(0, width).reduce((sum, share) => sum + share, 0) > leastOverhead * width;
  const above = floatsOf(solid, (value, i) => Math.max(value, foreignness * (isOpen ? 1 - high[i]! : ground[i]!)));
  return { width, height, beside, below, above };
}

/**
 * Empties spots of some size that the picture's border cuts: half a car, and half a shadow, have to go on. Changes the
 * plane in place.
 * @param least pixels
 */
function forgetCut(plane: Float32Array, { width, height }: Size, least: number): void {
  const isSpot = bytesOf(plane, (value) => (value < leastCut ? 0 : 1));
  const spot: number[] = [];
  const take = (i: number) => {
    if (isSpot[i] === 0) return;
    isSpot[i] = 0;
    spot.push(i);
  };
  const forget = (start: number) => {
    take(start);
    for (let at = 0; at < spot.length; at++) {
      const i = spot[at]!;
      if (i % width > 0) take(i - 1);
      if (i % width < width - 1) take(i + 1);
      if (i >= width) take(i - width);
      if (i + width < plane.length) take(i + width);
    }
    if (spot.length >= least) for (const i of spot) plane[i] = 0;
    spot.length = 0;
  };
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) forget(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) forget(y * width + x);
}
