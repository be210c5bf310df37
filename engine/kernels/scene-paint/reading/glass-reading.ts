import { boxBlur, type Size } from '../../../base/blur.ts';
import { labelNeighbours } from '../../../base/components.ts';
import { bytesOf, floatsOf } from '../../../base/map-plane.ts';
import { smoothstep } from '../../../base/scalar.ts';
import type { LabPlanes } from '../../segment/slic.ts';
import { unitOf } from './busyness.ts';
import type { Surfaces } from './surfaces.ts';

interface GlassSigns {
  isGround: Uint8Array;
  /** The lit walls. */
  usual: { lightness: number; warmth: number };
  isFromAbove: boolean;
  sky: Float32Array;
  roof: Float32Array;
  plants: Float32Array;
}

/**
 * Panes: box-like faces that are cooler or clearly darker than the faces round them. From above, where panes are only a
 * few pixels large, the dark spots of the walls.
 *
 * @returns 0–1 per pixel
 */
export function glassOf(
  { lightness, a, b }: LabPlanes,
  surfaces: Surfaces,
  signs: GlassSigns,
  size: Size,
): Float32Array {
  if (signs.isFromAbove) return spotsOf(lightness, signs, size);
  const { labels, faces } = surfaces;
  const { isGround, usual } = signs;
  const picture = size.width * size.height;
  const neighbours = labelNeighbours(labels, size, faces.length);
  const paneness = faces.map((face, label) => {
    const around = roundFace(faces, neighbours[label]!);
    return around && isPane(face, around, usual, picture) ? 1 : 0;
  });
  const isInPane = straightened(surfaces, paneness, size);
  fillNotches(isInPane, lightness, usual.lightness - 0.05, size);
  return floatsOf(labels, (label, i) => {
    if (label < 0 || isGround[i] || !isInPane[i]) return 0;
    const isCool = smoothstep(-0.002, 0.006, usual.warmth - (a[i]! + b[i]!));
    return Math.max(isCool, smoothstep(0.02, 0.08, usual.lightness - lightness[i]!));
  });
}

/** Mean lightness and warmth of the faces round one, by shared sides; undefined where it is mostly free. */
function roundFace(faces: Surfaces['faces'], neighbours: ReadonlyMap<number, number>) {
  let [lightest, warmest, sides, open, whole] = [0, 0, 1e-6, 0, 1e-6];
  for (const [neighbour, count] of neighbours) {
    whole += count;
    if (neighbour < 0) {
      open += count;
      continue;
    }
    sides += count;
    lightest += faces[neighbour]!.lightness * count;
    warmest += faces[neighbour]!.warmth * count;
  }
  return open > whole * 0.4 ? undefined : { lightness: lightest / sides, warmth: warmest / sides };
}

/** @param picture pixels of the picture */
function isPane(
  face: Surfaces['faces'][number],
  around: { lightness: number; warmth: number },
  usual: GlassSigns['usual'],
  picture: number,
): boolean {
  const wide = face.right - face.left + 1;
  const high = face.bottom - face.top + 1;
  if (face.area < 20 || face.area > picture * 0.12 || wide > high * 9) return false;
  const darker = around.lightness - face.lightness;
  const cooler = around.warmth - face.warmth;
  const fill = face.area / (wide * high);
  const isTinted = usual.warmth - face.warmth > 0.015 && usual.lightness - face.lightness > 0.03;
  if (isTinted && cooler > -0.004 && fill > 0.25) return true;
  if (fill < 0.42 || face.area > picture * 0.03) return false;
  if (cooler > 0.006 && darker > 0.012) return true;
  return darker > 0.07 && face.area < picture * 0.012 && wide < high * 4;
}

/** Panes with straight heads and sills where they are clean; others as they are. 1 inside. */
function straightened({ labels, faces }: Surfaces, paneness: readonly number[], size: Size): Uint8Array {
  const isInPane = bytesOf(labels, (label) => (label >= 0 && paneness[label]! > 0 ? 1 : 0));
  for (const [label, face] of faces.entries()) {
    const across = face.right - face.left + 1;
    if (paneness[label] === 0 || across < 6) continue;
    const { tops, bottoms } = rimsOf(labels, label, face, size.width);
    const [head, sill] = [lineThrough(tops), lineThrough(bottoms)];
    if (!head || !sill) continue;
    const area = (sill.start - head.start + sill.slope * across * 0.5 - head.slope * across * 0.5) * across;
    if (face.area < area * 0.7 || face.area > area * 1.4) continue;
    fillBetween(isInPane, labels, { label, face, head, sill }, size);
  }
  return isInPane;
}

/** First and last row of a face per column; -1 in empty columns. */
function rimsOf(labels: Int32Array, label: number, face: Surfaces['faces'][number], width: number) {
  const across = face.right - face.left + 1;
  const tops = new Float32Array(across).fill(-1);
  const bottoms = new Float32Array(across).fill(-1);
  for (let x = 0; x < across; x++) {
    for (let y = face.top; y <= face.bottom; y++) {
      if (labels[y * width + face.left + x] !== label) continue;
      if (tops[x]! < 0) tops[x] = y;
      bottoms[x] = y;
    }
  }
  return { tops, bottoms };
}

interface RimLine {
  start: number;
  slope: number;
}

/** Replaces a face by the rows between two lines. In place. */
function fillBetween(
  isInPane: Uint8Array,
  labels: Int32Array,
  { label, face, head, sill }: { label: number; face: Surfaces['faces'][number]; head: RimLine; sill: RimLine },
  { width, height }: Size,
): void {
  for (let x = 0; x <= face.right - face.left; x++) {
    const first = Math.max(0, Math.round(head.start + head.slope * x));
    const last = Math.min(height - 1, Math.round(sill.start + sill.slope * x));
    for (let y = face.top; y <= face.bottom; y++) {
      const i = y * width + face.left + x;
      if (labels[i] === label) isInPane[i] = 0;
    }
    for (let y = first; y <= last; y++) isInPane[y * width + face.left + x] = 1;
  }
}

/** Median line through the rim of a face. */
function lineThrough(rim: Float32Array): RimLine | undefined {
  const half = rim.length >> 1;
  const slopes: number[] = [];
  for (let x = 0; x + half < rim.length; x++) {
    if (rim[x]! >= 0 && rim[x + half]! >= 0) slopes.push((rim[x + half]! - rim[x]!) / half);
  }
  if (slopes.length < 3) return undefined;
  const slope = slopes.sort((a, b) => a - b)[slopes.length >> 1]!;
  const starts: number[] = [];
  for (let x = 0; x < rim.length; x++) if (rim[x]! >= 0) starts.push(rim[x]! - slope * x);
  return { start: starts.sort((a, b) => a - b)[starts.length >> 1]!, slope };
}

/** Fills narrow gaps between glass in a row where it is dark enough: the ragged heads of panes in shade. In place. */
function fillNotches(isInPane: Uint8Array, lightness: Float32Array, below: number, size: Size): void {
  const widest = Math.max(3, Math.round(11 * unitOf(size)));
  for (let y = 0; y < size.height; y++) {
    let last = -1;
    for (let x = 0, i = y * size.width; x < size.width; x++, i++) {
      if (!isInPane[i]) continue;
      if (last >= 0 && x - last > 1 && x - last <= widest) {
        for (let at = i - (x - last) + 1; at < i; at++) if (lightness[at]! < below) isInPane[at] = 1;
      }
      last = x;
    }
  }
}

/** Dark spots outside ground, roofs and sky. */
function spotsOf(lightness: Float32Array, { isGround, roof, sky, plants }: GlassSigns, size: Size): Float32Array {
  const around = boxBlur(lightness, size, Math.max(3, Math.round(11 * unitOf(size))));
  const crowns = boxBlur(plants, size, Math.max(2, Math.round(7 * unitOf(size))));
  return lightness.map((value, i) =>
    isGround[i] || sky[i]! > 0.5 || crowns[i]! > 0.1 ? 0 : smoothstep(0.008, 0.03, around[i]! - value) * (1 - roof[i]!),
  );
}
