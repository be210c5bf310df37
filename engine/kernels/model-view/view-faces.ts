import type { Size } from '../../base/blur.ts';
import { calmed, evenShares } from '../live/live-evenness.ts';

/** An even face of a view: connected pixels of one colour or of a slow gradient. */
export interface Face {
  /** Pixels. */
  area: number;
  /** Box, both ends included, pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Pixels on the four borders of the picture. */
  atTop: number;
  atBottom: number;
  atLeft: number;
  atRight: number;
  /** Mean colour, 0–255. */
  colour: [number, number, number];
}

/** Faces by number, the largest first; -1 for the pixels of lines and of what is smaller than a face. */
export interface Faces {
  labels: Int32Array;
  list: Face[];
}

/** Levels by which neighbours within a face differ at most: in clean pictures, and in those that were saved as JPEG. */
const cleanStep = 3;
const savedStep = 4;

/** Divides a view into its faces and leaves its lines out. */
export function facesOf(rgb: Uint8Array, size: Size): Faces {
  const isClean = evenShares(rgb, size, 1, 2).even > 0.6;
  const roots = joinEven(isClean ? rgb : calmed(rgb, size), size, isClean ? cleanStep : savedStep);
  const areas = new Int32Array(roots.length);
  for (const root of roots) areas[root]!++;
  const least = Math.max(16, Math.round(0.00004 * roots.length));
  const kept = [...areas.keys()].filter((root) => areas[root]! >= least).sort((a, b) => areas[b]! - areas[a]!);
  const numbers = new Int32Array(roots.length).fill(-1);
  kept.forEach((root, number) => {
    numbers[root] = number;
  });
  const labels = roots.map((root) => numbers[root]!);
  return { labels, list: measure(labels, kept.length, rgb, size) };
}

/** The first pixel of the even area that each pixel belongs to. */
function joinEven(rgb: Uint8Array, { width, height }: Size, most: number): Int32Array {
  const parent = Int32Array.from({ length: width * height }, (_, i) => i);
  const rootOf = (i: number) => {
    let at = i;
    while (parent[at]! !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const isSame = (i: number, j: number) =>
    Math.abs(rgb[i * 3]! - rgb[j * 3]!) <= most &&
    Math.abs(rgb[i * 3 + 1]! - rgb[j * 3 + 1]!) <= most &&
    Math.abs(rgb[i * 3 + 2]! - rgb[j * 3 + 2]!) <= most;
  const join = (i: number, j: number) => {
    const [one, other] = [rootOf(i), rootOf(j)];
    parent[Math.max(one, other)] = Math.min(one, other);
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x > 0 && isSame(i, i - 1)) join(i, i - 1);
      if (y > 0 && isSame(i, i - width)) join(i, i - width);
    }
  }
  for (let i = 0; i < parent.length; i++) parent[i] = rootOf(i);
  return parent;
}

function measure(labels: Int32Array, count: number, rgb: Uint8Array, { width, height }: Size): Face[] {
  const list = Array.from(
    { length: count },
    (): Face => ({
      area: 0,
      left: width,
      top: height,
      right: 0,
      bottom: 0,
      atTop: 0,
      atBottom: 0,
      atLeft: 0,
      atRight: 0,
      colour: [0, 0, 0],
    }),
  );
  for (let i = 0; i < labels.length; i++) {
    const face = list[labels[i]!];
    if (!face) continue;
    addPixel(face, i % width, Math.floor(i / width), { width, height });
    for (let channel = 0; channel < 3; channel++) face.colour[channel]! += rgb[i * 3 + channel]!;
  }
  for (const face of list) face.colour = face.colour.map((sum) => sum / face.area) as Face['colour'];
  return list;
}

/** Counts a pixel into a face's area, box and borders. */
function addPixel(face: Face, x: number, y: number, { width, height }: Size): void {
  face.area++;
  face.left = Math.min(face.left, x);
  face.right = Math.max(face.right, x);
  face.top = Math.min(face.top, y);
  face.bottom = y;
  if (y === 0) face.atTop++;
  if (y === height - 1) face.atBottom++;
  if (x === 0) face.atLeft++;
  if (x === width - 1) face.atRight++;
}
