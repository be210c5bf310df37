import type { Size } from '../../../base/blur.ts';
import { lumaPlane, type RgbBytes } from '../../../base/colour.ts';
import { makeRandom } from '../../../base/random.ts';
import { resamplePlane } from '../../../base/resample.ts';
import { dot } from '../../../base/vector.ts';
import { findLineSegments, type LineSegment } from '../../material/line-segments.ts';
import { findPlane, type TexturePlane } from '../../material/texture-plane.ts';
import { findManhattanFrame, type ManhattanFrame } from '../../material/vanishing-points.ts';
import type { Surfaces } from './surfaces.ts';

/** Camera and straight edges of a picture, in pixels of `size`, which may be smaller than the picture. */
export interface SceneFrame {
  size: Size;
  segments: readonly LineSegment[];
  frame: ManhattanFrame;
  /** The row at which level ground ends in the middle of the picture, pixels of `size`; undefined when unknown. */
  horizon: number | undefined;
}

/** Longest side at which edges are looked for, pixels. */
const structureSide = 1024;
/** Below this share of explained edges the frame is a guess. */
const leastSupport = 0.3;

export function findFrame(rgb: RgbBytes, from: Size): SceneFrame {
  const scale = Math.min(1, structureSide / Math.max(from.width, from.height));
  const size = { width: Math.round(from.width * scale), height: Math.round(from.height * scale) };
  const luma = scale < 1 ? resamplePlane(lumaPlane(rgb), from, size, 'catmullRom') : lumaPlane(rgb);
  const segments = findLineSegments(luma, size, Math.max(10, Math.round(Math.max(size.width, size.height) / 45)));
  const frame = findManhattanFrame(segments, size, makeRandom(1));
  const isKnown = frame.support >= leastSupport && Math.abs(frame.up[1]) > 0.6;
  const horizon = isKnown ? size.height / 2 - (frame.up[2] * frame.focal) / frame.up[1] : undefined;
  return { size, segments, frame, horizon };
}

/**
 * The planes of the larger faces. Faces that look the same way share the plane of the largest of them, so that a
 * pattern goes on from face to face.
 *
 * @param smallest share of the picture a face must have
 * @returns one entry per face; undefined for small ones
 */
export function planesOf(
  { labels, faces }: Surfaces,
  scene: SceneFrame,
  isWanted: (face: number) => boolean,
  smallest = 0.004,
): (TexturePlane | undefined)[] {
  const { size, segments, frame } = scene;
  const planes: (TexturePlane | undefined)[] = faces.map(() => undefined);
  const found: TexturePlane[] = [];
  const order = faces
    .map((face, label) => ({ area: face.area, label }))
    .filter(({ area, label }) => area > labels.length * smallest && isWanted(label))
    .sort((one, other) => other.area - one.area)
    .slice(0, 24);
  const mask = new Uint8Array(labels.length);
  for (const { label } of order) {
    for (let i = 0; i < labels.length; i++) mask[i] = labels[i] === label ? 255 : 0;
    const plane = findPlane(segments, frame, mask, size);
    const same = found.find((other) => other.kind === plane.kind && dot(other.normal, plane.normal) > 0.95);
    if (!same) found.push(plane);
    planes[label] = same ?? plane;
  }
  return planes;
}
