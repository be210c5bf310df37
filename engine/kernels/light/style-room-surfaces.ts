import type { Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { guideLarge, guidePlane, makeColourGuide } from '../../base/guided-enlarge.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { byteOf, clamp, smoothstep } from '../../base/scalar.ts';
import type { SceneClass, SceneReading } from '../scene/scene-reading.ts';
import { reduceRgb } from '../scene-reader/read-scene.ts';
import type { LabPlanes } from '../segment/slic.ts';
import type { RoomPart } from './style-room-regions.ts';

/** Parts of a room that are painted or laid in one colour; everything before them is furniture. */
const roomSurfaces = ['wall', 'floor', 'ceiling'] as const satisfies readonly RoomPart[];
type Surface = (typeof roomSurfaces)[number];

/** The classes of a reading that are a part of a room. Windows are none: what is seen in them lies outside. */
const classesOf: Readonly<Record<RoomPart, readonly SceneClass[]>> = {
  wall: ['wall', 'roof'],
  floor: ['floor', 'hard', 'grass', 'water'],
  ceiling: ['ceiling', 'sky'],
  furniture: ['furniture', 'other', 'person', 'plant', 'vehicle'],
};

/** The main colour of a surface in Lab, hundredths, and how far its light and its grain spread it. */
interface Paint {
  mean: readonly [number, number, number];
  spread: readonly [number, number, number];
}

/** A surface that covers less of the picture has no colour that could be told. */
const leastSurface = 0.008;
/** Spreads of lightness, and of a and b, that any surface has, and that none exceeds. */
const narrowest = { wall: [0.08, 0.018, 0.02], ceiling: [0.08, 0.018, 0.02], floor: [0.12, 0.022, 0.03] } as const;
const widest = [0.17, 0.05, 0.06] as const;
/** Likelihood that things have any one colour, relative to 1 for a surface and its own colour. */
const thingLikeness = 0.1;
/** The same for what is seen in windows. */
const paneLikeness = 0.22;
/** Power of the shares: the likeliest part takes most of each pixel. */
const sharpness = 3;
/** The reading is sure of places and rough at edges, the colours the other way round: it weighs less than they do. */
const readingWeight = 0.7;

/**
 * Walls, floor, ceiling and furniture of a room as they were read, corrected by the colours of this very picture: a
 * surface is what has its main colour, furniture, doors, pictures and trims are what stands out of it.
 *
 * @returns shares 0–1 of `size`, which sum to 1 at most; windows are in none
 */
export function divideRoom(rgb: RgbBytes, size: Size, reading: SceneReading): Record<RoomPart, Float32Array> {
  const small = { width: reading.width, height: reading.height };
  const smallRgb = reduceRgb(rgb, size);
  const lab = labPlanes(smallRgb);
  const count = small.width * small.height;
  const read = Object.fromEntries(
    Object.entries(classesOf).map(([part, classes]) => {
      const share = (i: number) => classes.reduce((sum, name) => sum + reading.shares[name][i]!, 0) / 255;
      return [part, Float32Array.from({ length: count }, (_, i) => share(i))];
    }),
  ) as Record<RoomPart, Float32Array>;
  limitByColumns(read.ceiling, small, 'ceiling');
  limitByColumns(read.floor, small, 'floor');
  const paints = roomSurfaces.map((part) => findPaint(lab, read[part], small, part));
  const planes = [...roomSurfaces, 'furniture', 'panes'].map(() => new Float32Array(count));
  const [, , , things, panes] = planes as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < count; i++) {
    for (const [index, part] of roomSurfaces.entries()) {
      const paint = paints[index];
      const slack = 1 + 0.8 * smoothstep(0.6, 0.88, read[part][i]!);
      const likeness = paint ? likenessOf(paint, slack, lab.lightness[i]!, lab.a[i]!, lab.b[i]!) : 0;
      planes[index]![i] = (read[part][i]! + 0.02) ** readingWeight * likeness;
    }
    things[i] = (Math.max(read.furniture[i]!, 0.2 * read.wall[i]!) + 0.01) ** readingWeight * thingLikeness;
    panes[i] = (reading.shares.window[i]! / 255) ** readingWeight * paneLikeness;
    let sum = 0;
    for (const plane of planes) sum += plane[i]!;
    for (const plane of planes) plane[i]! /= sum;
  }
  const guide = makeColourGuide(smallRgb, small, 4, 6e-4);
  const large = planes.map((plane) =>
    guideLarge(guide, guidePlane(guide, plane), rgb, size, (share) => byteOf(255 * share)),
  );
  const whole = new Float32Array(size.width * size.height).fill(1);
  for (const plane of large) for (let i = 0; i < whole.length; i++) whole[i]! += plane[i]! ** sharpness;
  const [wall, floor, ceiling, furniture] = large.map((plane) =>
    floatsOf(plane, (level, i) => level ** sharpness / whole[i]!),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  return { wall, floor, ceiling, furniture };
}

/** Ceilings end, and floors begin, in a line from side to side: what hangs far below or rises far above it is neither. */
function limitByColumns(share: Float32Array, { width, height }: Size, part: 'ceiling' | 'floor'): void {
  const isCeiling = part === 'ceiling';
  const ends = new Float32Array(width).fill(0);
  for (let x = 0; x < width; x++) {
    for (let row = 0; row < height; row++) {
      const y = isCeiling ? row : height - 1 - row;
      if (share[y * width + x]! > 0.5) ends[x] = row + 1;
    }
  }
  const reach = Math.round(0.12 * width);
  const slack = 0.05 * height;
  for (let x = 0; x < width; x++) {
    const near = ends.slice(Math.max(0, x - reach), x + reach + 1).sort();
    const end = near[near.length >> 1]! + slack;
    for (let row = Math.ceil(end); row < height; row++) {
      const i = (isCeiling ? row : height - 1 - row) * width + x;
      share[i]! *= 0.15;
    }
  }
}

/**
 * The colour most of a surface has: the fullest place of its colours, then mean and spread of what lies near it. Walls
 * are looked at above all where they are high: below, furniture is taken for them.
 */
function findPaint(lab: LabPlanes, share: Float32Array, { width, height }: Size, part: Surface): Paint | undefined {
  const weights = floatsOf(share, (value, i) => {
    const down = Math.floor(i / width) / height;
    return value > 0.5 ? (part === 'wall' ? value * smoothstep(1, 0.35, down) + 0.02 : value) : 0;
  });
  if (share.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0) < leastSurface * share.length) return undefined;
  let mean = fullestPlace(lab, weights);
  let spread: Paint['spread'] = widest;
  for (let round = 0; round < 5; round++) {
    const sums = new Float64Array(7);
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i]!;
      if (weight === 0) continue;
      const apart = [lab.lightness[i]! - mean[0], lab.a[i]! - mean[1], lab.b[i]! - mean[2]] as const;
      if (apart.some((value, axis) => Math.abs(value) > 2.4 * spread[axis]!)) continue;
      sums[6]! += weight;
      for (let axis = 0; axis < 3; axis++) {
        sums[axis]! += weight * apart[axis]!;
        sums[axis + 3]! += weight * apart[axis]! ** 2;
      }
    }
    if (sums[6] === 0) return undefined;
    const moved = [0, 1, 2].map((axis) => sums[axis]! / sums[6]!);
    spread = [0, 1, 2].map((axis) =>
      clamp(
        Math.sqrt(Math.max(0, sums[axis + 3]! / sums[6]! - moved[axis]! ** 2)),
        narrowest[part][axis]!,
        widest[axis]!,
      ),
    ) as unknown as Paint['spread'];
    mean = mean.map((value, axis) => value + moved[axis]!) as unknown as Paint['mean'];
  }
  return { mean, spread };
}

/** Middle of the fullest of coarse boxes of colour. */
function fullestPlace({ lightness, a, b }: LabPlanes, weights: Float32Array): Paint['mean'] {
  const [tall, wide] = [0.1, 0.04];
  const boxes = new Map<number, number>();
  let best = 0;
  let most = -1;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    const key =
      Math.floor(lightness[i]! / tall) * 10_000 + (Math.floor(a[i]! / wide) + 50) * 100 + Math.floor(b[i]! / wide) + 50;
    const full = (boxes.get(key) ?? 0) + weights[i]!;
    boxes.set(key, full);
    if (full <= most) continue;
    most = full;
    best = key;
  }
  return [
    (Math.floor(best / 10_000) + 0.5) * tall,
    ((Math.floor(best / 100) % 100) - 49.5) * wide,
    ((best % 100) - 49.5) * wide,
  ];
}

/** Fit of a colour to a paint, 0–1; `slack` is the factor by which lamps and shade spread it more. */
function likenessOf({ mean, spread }: Paint, slack: number, lightness: number, a: number, b: number): number {
  const apart =
    ((lightness - mean[0]) / spread[0]) ** 2 + ((a - mean[1]) / spread[1]) ** 2 + ((b - mean[2]) / spread[2]) ** 2;
  return Math.exp(-0.5 * Math.max(0, apart / slack ** 2 - 1.5));
}
