import type { Size } from '../../base/blur.ts';
import type { LineSegment } from '../material/line-segments.ts';

/** Extent of a picture's subject and of its straight edges. Lengths are shares of the long side. */
interface CloseUp {
  /** Share of the picture that surely belongs to its subject, 0–1. */
  subject: number;
  /** Length of all straight edges together. */
  straight: number;
  /** Length of those outside the subject. */
  straightAround: number;
  /** Mean unevenness of what is surely not the subject: a plain ground has next to none. */
  unevenAround: number;
}

/** The shortest edge that counts as straight, share of the long side. */
export const leastStraight = 0.08;

/**
 * Of 480 photographs of streets, nights and rooms, views from the air, renders, model views and sketches one is within
 * these limits, a plant hung before a wall; the others with a subject of 0.25 and more have 3.7 straight around it, or a
 * plain ground. Of 168 other pictures, most of them of people, animals, fruit and goods, 22 are.
 */
const limits = { leastSubject: 0.25, mostStraight: 7, mostStraightAround: 2, leastUneven: 0.006 } as const;

/** True when a picture with so much that is straight can be a close-up: most buildings and rooms have more. */
export function mayBeCloseUp(segments: readonly LineSegment[], size: Size): boolean {
  return lengthOf(segments, size) <= limits.mostStraight;
}

/**
 * Returns true when a picture shows one thing that is no building and no room, as portraits and pictures of animals and
 * goods do: its subject is large and sure, and nothing built with straight edges stands around it. False for a subject
 * on a plain ground, which may be a model or a plan cut out.
 *
 * @param luma 0–1
 * @param subject how likely each pixel belongs to the subject, 0–1
 * @param segments straight edges of {@link leastStraight} and more
 */
export function isCloseUp(
  luma: Float32Array,
  subject: Float32Array,
  segments: readonly LineSegment[],
  size: Size,
): boolean {
  const { subject: share, straight, straightAround, unevenAround } = measure(luma, subject, segments, size);
  return (
    share >= limits.leastSubject &&
    straight <= limits.mostStraight &&
    straightAround <= limits.mostStraightAround &&
    unevenAround >= limits.leastUneven
  );
}

function measure(luma: Float32Array, subject: Float32Array, segments: readonly LineSegment[], size: Size): CloseUp {
  const { width, height } = size;
  let sure = 0;
  let uneven = 0;
  let around = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      if (subject[i]! > 0.8) sure++;
      if (subject[i]! >= 0.2) continue;
      around++;
      uneven += Math.abs(4 * luma[i]! - luma[i - 1]! - luma[i + 1]! - luma[i - width]! - luma[i + width]!);
    }
  }
  const isWithin = ({ x1, y1, x2, y2 }: LineSegment) => {
    const [x, y] = [Math.round((x1 + x2) / 2), Math.round((y1 + y2) / 2)];
    return subject[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]! > 0.5;
  };
  return {
    subject: sure / subject.length,
    straight: lengthOf(segments, size),
    straightAround: lengthOf(
      segments.filter((segment) => !isWithin(segment)),
      size,
    ),
    unevenAround: uneven / Math.max(1, around),
  };
}

function lengthOf(segments: readonly LineSegment[], { width, height }: Size): number {
  return segments.reduce((sum, { length }) => sum + length, 0) / Math.max(width, height);
}
