import { boxBlur, gaussianBlur, type Size } from '../../../base/blur.ts';
import { labelNeighbours } from '../../../base/components.ts';
import { bytesOf, floatsOf } from '../../../base/map-plane.ts';
import { smoothstep } from '../../../base/scalar.ts';
import type { LabPlanes } from '../../segment/slic.ts';
import { unitOf } from './busyness.ts';
import type { ModelReading, ModelView } from './reading.ts';
import type { Surfaces } from './surfaces.ts';

interface GroundSigns {
  surfaces: Surfaces;
  busy: Float32Array;
  sky: Float32Array;
  plants: Float32Array;
  /** 1 on what is textured like a wall; from above only. */
  walls: Uint8Array | undefined;
  /** Ground as it was found without looking at faces, 0–255. */
  mask: Uint8Array;
  view: ModelView;
  usual: { warmth: number };
}

type FoundGround = Pick<ModelReading, 'ground' | 'lawn' | 'water' | 'roof'> & { isGround: Uint8Array };

/**
 * The ground of a model face by face: what the mask holds for the most part and lies below the horizon, and faces that
 * are enclosed by such ones (a pool, a kerb). Seen from above: wide smooth faces at the foot of the walls; those above
 * the walls are roofs.
 */
export function readGround({ a, b }: LabPlanes, size: Size, signs: GroundSigns): FoundGround {
  const { surfaces, busy, sky, plants, view, usual } = signs;
  const { labels, faces } = surfaces;
  const unit = unitOf(size);
  const picture = size.width * size.height;
  const roofFaces = view.isFromAbove ? roofsOf(signs, size) : faces.map(() => false);
  const isGround = view.isFromAbove ? groundBelow(signs, roofFaces, size) : groundAhead(signs, size);
  const warmth = b.map((value, i) => value + a[i]!);
  const level = levelOfGround(warmth, isGround, busy);
  const smoothWarmth = gaussianBlur(warmth, size, 2.5 * unit);
  const inGround = new Float32Array(faces.length);
  for (let i = 0; i < labels.length; i++) if (labels[i]! >= 0) inGround[labels[i]!]! += isGround[i]!;
  const isWaterFace = faces.map(
    (face, label) =>
      inGround[label]! > face.area * 0.5 &&
      face.area > picture * 0.004 &&
      // From above, haze makes distant ground bluish: no water is looked for there.
      face.y > size.height * (view.isFromAbove ? 0.34 : 0) &&
      level - face.warmth > 0.007 &&
      usual.warmth - face.warmth > 0.007,
  );
  const water = new Float32Array(labels.length);
  const lawn = new Float32Array(labels.length);
  const small = boxBlur(busy, size, Math.max(2, Math.round(5 * unit)));
  const wide = boxBlur(busy, size, Math.max(4, Math.round(16 * unit)));
  const rough = small.map((value, i) => Math.min(value, wide[i]! * 1.1));
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (!isGround[i]) continue;
    if (label >= 0 && isWaterFace[label]) water[i] = smoothstep(0.003, 0.007, level - smoothWarmth[i]!);
    else lawn[i] = smoothstep(0.011, 0.02, rough[i]!);
  }
  // Edges make narrow strips of ground rough: no lawn.
  const broad = boxBlur(lawn, size, Math.max(2, Math.round(9 * unit)));
  for (let i = 0; i < lawn.length; i++) lawn[i] = lawn[i]! * smoothstep(0.42, 0.66, broad[i]!);
  const soft = (plane: Float32Array) => boxBlur(plane, size, 1);
  return {
    isGround,
    ground: soft(floatsOf(isGround, (value, i) => value * (1 - sky[i]!) * (1 - plants[i]!))),
    lawn: soft(lawn),
    water: soft(water),
    roof: soft(floatsOf(labels, (label) => (label >= 0 && roofFaces[label] ? 1 : 0))),
  };
}

function groundAhead(signs: GroundSigns, size: Size): Uint8Array {
  const { surfaces, mask, view, plants } = signs;
  const { labels, faces } = surfaces;
  const { width } = size;
  const covered = new Float32Array(faces.length);
  const low = new Float32Array(faces.length);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label < 0 || Math.floor(i / width) < view.horizon) continue;
    low[label]!++;
    covered[label]! += mask[i]! / 255;
  }
  // A face that runs on into a wall (isPart) is ground only where the mask has it.
  const isWhole = faces.map((face, label) => covered[label]! > face.area * 0.5 && low[label]! > face.area * 0.96);
  const isPart = faces.map((face, label) => covered[label]! > low[label]! * 0.4 && low[label]! > face.area * 0.2);
  joinEnclosed(signs, isWhole, isPart, size);
  return bytesOf(labels, (label, i) => {
    const isBelow = Math.floor(i / width) > view.horizon;
    if (!isBelow) return 0;
    if (label < 0) return mask[i]! > 200 && plants[i]! < 0.5 ? 1 : 0;
    return isWhole[label] || (isPart[label] && mask[i]! > 127) ? 1 : 0;
  });
}

/** Faces below the horizon that ground encloses become ground, in three rounds. In place. */
function joinEnclosed(
  { surfaces, view }: GroundSigns,
  isWhole: boolean[],
  isPart: readonly boolean[],
  size: Size,
): void {
  const { labels, faces } = surfaces;
  const neighbours = labelNeighbours(labels, size, faces.length);
  for (let round = 0; round < 3; round++) {
    for (const [label, face] of faces.entries()) {
      if (isWhole[label] || isPart[label] || face.top < view.horizon || face.area < 30) continue;
      const isFlat = face.right - face.left > (face.bottom - face.top) * 2.2;
      const isFound = (index: number) => index >= 0 && (isWhole[index]! || isPart[index]!);
      const { touching, whole } = sidesAt(neighbours[label]!, isFound);
      if (touching > whole * (isFlat ? 0.5 : 0.75)) isWhole[label] = true;
    }
  }
}

/** Pixel sides of a face that touch certain others, and all of them plus one. */
function sidesAt(neighbours: ReadonlyMap<number, number>, isCounted: (index: number) => boolean) {
  let [touching, whole] = [0, 1];
  for (const [neighbour, sides] of neighbours) {
    whole += sides;
    if (isCounted(neighbour)) touching += sides;
  }
  return { touching, whole };
}
/** Smooth faces with a wall under their lower edge and none over their upper one. */
function roofsOf({ surfaces, busy }: GroundSigns, size: Size): boolean[] {
  const { labels, faces } = surfaces;
  const { width, height } = size;
  const unit = unitOf(size);
  const reach = Math.max(3, Math.round(9 * unit));
  const walls = boxBlur(busy, size, Math.max(2, Math.round(5 * unit)));
  const above = new Float32Array(faces.length);
  const below = new Float32Array(faces.length);
  const lower = new Float32Array(faces.length);
  for (let y = reach; y < height - reach; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const label = labels[i]!;
      if (label < 0) continue;
      if (labels[i + width] !== label) {
        lower[label]!++;
        below[label]! += smoothstep(0.006, 0.012, walls[i + reach * width]!);
      }
      if (labels[i - width] !== label) above[label]! += smoothstep(0.006, 0.012, walls[i - reach * width]!);
    }
  }
  const most = width * height * 0.05;
  return faces.map((face, label) => {
    const isFlat = face.area > (face.right - face.left) * (face.bottom - face.top) * 0.3;
    return (
      face.area > 90 * unit * unit &&
      face.area < most &&
      isFlat &&
      below[label]! > lower[label]! * 0.45 &&
      below[label]! > above[label]! * 0.9
    );
  });
}

function groundBelow(
  { surfaces, plants, sky, walls }: GroundSigns,
  isRoof: readonly boolean[],
  size: Size,
): Uint8Array {
  const { labels, faces } = surfaces;
  const picture = size.width * size.height;
  const isOpen = faces.map(
    (face, label) =>
      !isRoof[label] &&
      (face.area > picture * 0.008 || (face.bottom >= size.height - 4 && face.area > picture * 0.002)),
  );
  const crowns = boxBlur(plants, size, Math.max(2, Math.round(6 * unitOf(size))));
  return bytesOf(labels, (label, i) => {
    if (plants[i]! > 0.5 || sky[i]! > 0.5 || (label >= 0 && isRoof[label])) return 0;
    // Round a crown lies its shadow.
    if (crowns[i]! > 0.06 && !walls?.[i]) return 1;
    return label >= 0 && isOpen[label] ? 1 : 0;
  });
}

/** Usual warmth of smooth ground. */
function levelOfGround(warmth: Float32Array, isGround: Uint8Array, busy: Float32Array): number {
  const levels: number[] = [];
  for (let i = 0; i < warmth.length; i += 7) if (isGround[i] && busy[i]! < 0.01) levels.push(warmth[i]!);
  levels.sort((a, b) => a - b);
  return levels[Math.floor(levels.length * 0.75)] ?? 0;
}
