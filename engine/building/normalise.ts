import type { BuildingPlacement } from '#shared/domain/building-view';
import type { BuildingObject } from '../kernels/building/building-mesh.ts';
import type { Collected } from './mesh-collector.ts';
import { type FileFrame, type FoundPlacement, findPlacement } from './placement.ts';
import { BuildingFileRefused } from './refusals.ts';

/** Longest side of a model, metres: cameras go no farther. */
const longestSide = 20_000;
/** Parts are strays when they begin farther away than so many times the reach of nine in ten parts. */
const strayReach = 20;
/** Fewer parts than that have no strays: nothing says what the model is. */
const fewestParts = 10;

/** Lowest and highest x, y, z. */
export type Box = [number, number, number, number, number, number];

export interface Normalised extends FoundPlacement {
  /** Without the site. Metres. */
  size: [number, number, number];
  /** Parts that lie far away from all others, which have no triangles any more. */
  strays: number;
  /** Parts that have triangles. */
  parts: number;
  /** Height above y = 0 of a height in the coordinates of the file. */
  heightOf: (height: number) => number;
  /** Box of two corners in the coordinates of the file. */
  boxOf: (box: Readonly<Box>) => Box;
}

const siteKinds = new Set([
  'IfcSite',
  'IfcGeographicElement',
  'IfcEarthworksElement',
  'IfcEarthworksFill',
  'IfcEarthworksCut',
]);
const siteNames =
  /(?:^|[^a-z])(?:terrain|topograph\w*|toposurface|topo|site)(?:$|[^a-z])|地形|场地|步道|道路|草坪|绿地/i;

/** Ground that a model brings along. It says nothing of the building's size and height. */
const isSite = ({ kind, name }: BuildingObject): boolean =>
  siteKinds.has(kind) || (kind === '' && siteNames.test(name));

/**
 * Turns collected triangles, in place, into those of a building model: metres, y up, y = 0 at the lowest point of what
 * is not site, x and z about 0. Refuses models without triangles and such that no camera can see.
 *
 * @param confirmed placement that a person has confirmed; found when absent
 */
export function normalise(
  collected: Collected,
  frame: FileFrame,
  confirmed: BuildingPlacement | undefined,
): Normalised {
  const boxes = boxesOf(collected);
  const strays = straysOf(boxes);
  const kept = boxes.flatMap((box, index) => (box && !strays.has(index) ? [{ box, index }] : []));
  if (kept.length === 0) throw new BuildingFileRefused('noTriangles');
  const isBuilding = ({ index }: { index: number }) => !isSite(collected.objects[index]!);
  const building = around((kept.some(isBuilding) ? kept.filter(isBuilding) : kept).map(({ box }) => box));
  const found = findPlacement(frame, collected, sizeOf(building));
  const placement = confirmed ?? found.placement;
  const turn = turnOf(frame, placement);
  const placed = around([
    [...turn.apply(building[0], building[1], building[2]), ...turn.apply(building[3], building[4], building[5])],
  ]);
  const size = sizeOf(placed);
  if (!(Math.max(...size) <= longestSide)) throw new BuildingFileRefused('tooLarge');
  const origin = [(placed[0] + placed[3]) / 2, placed[1], (placed[2] + placed[5]) / 2] as const;
  if (strays.size > 0) drop(collected, strays);
  move(collected, turn, origin);
  // Sums of file numbers are not round any more.
  const heightOf = (height: number) => Math.round((height * turn.scale - origin[1]) * 1e4) / 1e4;
  const boxOf = (box: Readonly<Box>): Box => {
    const turned = around([[...turn.apply(box[0], box[1], box[2]), ...turn.apply(box[3], box[4], box[5])]]);
    return turned.map((value, i) => Math.round((value - origin[i % 3]!) * 1e3) / 1e3) as Box;
  };
  return { placement, isKnown: found.isKnown, size, strays: strays.size, parts: kept.length, heightOf, boxOf };
}

/** A box for each object, of which there is none without triangles. */
function boxesOf({ count, positions, objectOf, origins, objects }: Collected): Array<Box | undefined> {
  const boxes: Array<Box | undefined> = new Array(objects.length).fill(undefined);
  for (let triangle = 0; triangle < count; triangle++) {
    const object = objectOf[triangle]!;
    const box: Box = boxes[object] ?? [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    boxes[object] = box;
    for (let i = 0; i < 9; i++) {
      const axis = i % 3;
      const value = positions[triangle * 9 + i]! + origins[object * 3 + axis]!;
      if (value < box[axis]!) box[axis] = value;
      if (value > box[axis + 3]!) box[axis + 3] = value;
    }
  }
  return boxes;
}

function straysOf(boxes: ReadonlyArray<Box | undefined>): Set<number> {
  const parts = boxes.flatMap((box, index) => {
    if (!box) return [];
    const centre = [0, 1, 2].map((axis) => (box[axis]! + box[axis + 3]!) / 2) as [number, number, number];
    return [{ index, centre, half: Math.hypot(...sizeOf(box)) / 2 }];
  });
  if (parts.length < fewestParts) return new Set();
  const middle = [0, 1, 2].map((axis) =>
    quantile(
      parts.map(({ centre }) => centre[axis]!),
      0.5,
    ),
  );
  const away = parts.map(({ centre }) => Math.hypot(...centre.map((value, axis) => value - middle[axis]!)));
  const reach = quantile(
    parts.map(({ half }, i) => away[i]! + half),
    0.9,
  );
  return new Set(parts.filter(({ half }, i) => away[i]! - half > strayReach * reach).map(({ index }) => index));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

const sizeOf = (box: Readonly<Box>): [number, number, number] => [box[3] - box[0], box[4] - box[1], box[5] - box[2]];

function around(boxes: ReadonlyArray<readonly number[]>): Box {
  const whole: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const box of boxes)
    for (let i = 0; i < 6; i++) {
      const axis = i % 3;
      if (box[i]! < whole[axis]!) whole[axis] = box[i]!;
      if (box[i]! > whole[axis + 3]!) whole[axis + 3] = box[i]!;
    }
  return whole;
}

interface Turn {
  scale: number;
  apply: (x: number, y: number, z: number) => [number, number, number];
}

/** From the coordinates that were collected to metres with y up. */
function turnOf(frame: FileFrame, { metresPerUnit, up }: BuildingPlacement): Turn {
  const scale = metresPerUnit / ((frame.isApplied && frame.metresPerUnit) || 1);
  const isTurned = frame.isApplied && frame.up === 'z';
  if (isTurned === (up === 'z')) return { scale, apply: (x, y, z) => [x * scale, y * scale, z * scale] };
  if (isTurned) return { scale, apply: (x, y, z) => [x * scale, -z * scale, y * scale] };
  return { scale, apply: (x, y, z) => [x * scale, z * scale, -y * scale] };
}

/** Takes the triangles of some objects out. */
function drop(collected: Collected, objects: ReadonlySet<number>): void {
  const { positions, normals, uvs, materialOf, objectOf } = collected;
  let to = 0;
  for (let from = 0; from < collected.count; from++) {
    if (objects.has(objectOf[from]!)) continue;
    if (to < from) {
      positions.copyWithin(to * 9, from * 9, from * 9 + 9);
      normals.copyWithin(to * 9, from * 9, from * 9 + 9);
      if (uvs.length > 0) uvs.copyWithin(to * 6, from * 6, from * 6 + 6);
      materialOf[to] = materialOf[from]!;
      objectOf[to] = objectOf[from]!;
    }
    to++;
  }
  collected.count = to;
  collected.positions = positions.subarray(0, to * 9);
  collected.normals = normals.subarray(0, to * 9);
  collected.uvs = uvs.subarray(0, uvs.length > 0 ? to * 6 : 0);
  collected.materialOf = materialOf.subarray(0, to);
  collected.objectOf = objectOf.subarray(0, to);
}

function move(collected: Collected, turn: Turn, origin: readonly [number, number, number]): void {
  const { count, positions, normals, objectOf, origins, objects } = collected;
  const moves = new Float64Array(objects.length * 3);
  for (let at = 0; at < moves.length; at += 3) {
    const turned = turn.apply(origins[at]!, origins[at + 1]!, origins[at + 2]!);
    for (let axis = 0; axis < 3; axis++) moves[at + axis] = turned[axis]! - origin[axis]!;
  }
  for (let corner = 0; corner < count * 3; corner++) {
    const at = corner * 3;
    const by = objectOf[(corner / 3) | 0]! * 3;
    const [x, y, z] = turn.apply(positions[at]!, positions[at + 1]!, positions[at + 2]!);
    positions[at] = x + moves[by]!;
    positions[at + 1] = y + moves[by + 1]!;
    positions[at + 2] = z + moves[by + 2]!;
    const [nx, ny, nz] = turn.apply(normals[at]!, normals[at + 1]!, normals[at + 2]!);
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    normals[at] = nx / length;
    normals[at + 1] = ny / length;
    normals[at + 2] = nz / length;
  }
}
