import { boxBlur, type Size } from '../../base/blur.ts';
import { labelNeighbours } from '../../base/components.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { smoothstep } from '../../base/scalar.ts';
import type { LabPlanes } from '../segment/slic.ts';
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
    const wide = face.right - face.left + 1;
    const high = face.bottom - face.top + 1;
    if (face.area < 20 || face.area > picture * 0.12 || wide > high * 9) return 0;
    let [lightest, warmest, sides, open, whole] = [0, 0, 1e-6, 0, 1e-6];
    for (const [other, count] of neighbours[label]!) {
      whole += count;
      if (other < 0) {
        open += count;
        continue;
      }
      sides += count;
      lightest += faces[other]!.lightness * count;
      warmest += faces[other]!.warmth * count;
    }
    if (open > whole * 0.4) return 0;
    const darker = lightest / sides - face.lightness;
    const cooler = warmest / sides - face.warmth;
    const fill = face.area / (wide * high);
    const isTinted = usual.warmth - face.warmth > 0.015 && usual.lightness - face.lightness > 0.03;
    if (isTinted && cooler > -0.004 && fill > 0.25) return 1;
    if (fill < 0.42 || face.area > picture * 0.03) return 0;
    if (cooler > 0.006 && darker > 0.012) return 1;
    return darker > 0.07 && face.area < picture * 0.012 && wide < high * 4 ? 1 : 0;
  });
  const isInPane = straightened(surfaces, paneness, size);
  fillNotches(isInPane, lightness, usual.lightness - 0.05, size);
  return floatsOf(labels, (label, i) => {
    if (label < 0 || isGround[i] || !isInPane[i]) return 0;
    const isCool = smoothstep(-0.002, 0.006, usual.warmth - (a[i]! + b[i]!));
    return Math.max(isCool, smoothstep(0.02, 0.08, usual.lightness - lightness[i]!));
  });
}

/** Panes with straight heads and sills where they are clean; others as they are. 1 inside. */
function straightened({ labels, faces }: Surfaces, paneness: readonly number[], { width, height }: Size): Uint8Array {
  const isInPane = bytesOf(labels, (label) => (label >= 0 && paneness[label]! > 0 ? 1 : 0));
  for (const [label, face] of faces.entries()) {
    const across = face.right - face.left + 1;
    if (paneness[label] === 0 || across < 6) continue;
    const tops = new Float32Array(across).fill(-1);
    const bottoms = new Float32Array(across).fill(-1);
    for (let x = 0; x < across; x++) {
      for (let y = face.top; y <= face.bottom; y++) {
        if (labels[y * width + face.left + x] !== label) continue;
        if (tops[x]! < 0) tops[x] = y;
        bottoms[x] = y;
      }
    }
    const [head, sill] = [lineThrough(tops), lineThrough(bottoms)];
    if (!head || !sill) continue;
    const size = (sill.start - head.start + sill.slope * across * 0.5 - head.slope * across * 0.5) * across;
    if (face.area < size * 0.7 || face.area > size * 1.4) continue;
    for (let x = 0; x < across; x++) {
      const first = Math.max(0, Math.round(head.start + head.slope * x));
      const last = Math.min(height - 1, Math.round(sill.start + sill.slope * x));
      for (let y = face.top; y <= face.bottom; y++) {
        const i = y * width + face.left + x;
        if (labels[i] === label) isInPane[i] = 0;
      }
      for (let y = first; y <= last; y++) isInPane[y * width + face.left + x] = 1;
    }
  }
  return isInPane;
}

/** Median line through the rim of a face. */
function lineThrough(rim: Float32Array): { start: number; slope: number } | undefined {
  const half = rim.length >> 1;
  const slopes: number[] = [];
  for (let x = 0; x + half < rim.length; x++) {
    if (rim[x]! >= 0 && rim[x + half]! >= 0) slopes.push((rim[x + half]! - rim[x]!) / half);
  }
  if (slopes.length < 3) return undefined;
  const slope = slopes.sort((one, other) => one - other)[slopes.length >> 1]!;
  const starts: number[] = [];
  for (let x = 0; x < rim.length; x++) if (rim[x]! >= 0) starts.push(rim[x]! - slope * x);
  return { start: starts.sort((one, other) => one - other)[starts.length >> 1]!, slope };
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

/** Dark spots of what is neither ground, roof nor sky. */
function spotsOf(lightness: Float32Array, { isGround, roof, sky, plants }: GlassSigns, size: Size): Float32Array {
  const around = boxBlur(lightness, size, Math.max(3, Math.round(11 * unitOf(size))));
  const crowns = boxBlur(plants, size, Math.max(2, Math.round(7 * unitOf(size))));
  return lightness.map((value, i) =>
    isGround[i] || sky[i]! > 0.5 || crowns[i]! > 0.1 ? 0 : smoothstep(0.008, 0.03, around[i]! - value) * (1 - roof[i]!),
  );
}
