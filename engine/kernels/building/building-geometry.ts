/** The building as its triangles tell it: its extent, the ground it stands on, its panes. */
import type { Vec3 } from '../../base/vector.ts';
import type { Box } from '../concept/facade/face.ts';
import type { BuildingModel } from './building-mesh.ts';
import type { Finish } from './finish-rules.ts';

/** Extent of a building in the tracer's frame (x right, y up, z away), metres. */
export interface Extent extends Box {
  top: number;
}

export interface Ground {
  /** Height of the ground about the building. */
  level: number;
  /** Extent of the building above it. */
  extent: Extent;
  /** Ground that the model brings with it; absent when it ends at the walls. */
  own: Box | undefined;
}

const siteKinds = /^Ifc(Site|GeographicElement)/;
const groundFinishes: ReadonlySet<Finish> = new Set(['lawn', 'asphalt', 'paving', 'gravel', 'earth', 'water']);
const plantFinishes: ReadonlySet<Finish> = new Set(['leaves', 'bark']);
/** Names of the storey at the ground. */
const groundStorey =
  /^\s*(0+\b|1F\b|F0?1\b|EG\b|GF\b|L0?1\b|level 0*[01]\b|ground|erdgeschoss|rez|首层|一层|底层|地面|±|\+?-?0[.,]0)/i;

/** Heights of a part from the ground on, metres, from which it counts as building. */
const aboveGround = 2.2;
/** Ground that is added lies so far under a model's own, metres: the water of its pools stands lower than its lawn. */
export const belowOwnGround = 0.12;
/** Ground reaches so far beyond the walls where a model brings its own, metres. */
const leastApron = 1.5;

/** @param finishOf finish of each triangle */
export function findGround(model: BuildingModel, finishOf: (triangle: number) => Finish): Ground {
  const heights = partHeights(model);
  const site = siteBox(model, finishOf, Infinity);
  const level = levelOf(model, heights, site?.level);
  const body = bodyBox(model, finishOf, level);
  const low = site ?? siteBox(model, finishOf, level + 1.2, true);
  const beyond = low ? [body.x0 - low.x0, low.x1 - body.x1, body.z0 - low.z0, low.z1 - body.z1] : [];
  const own = low && beyond.filter((reach) => reach > leastApron).length >= 2 ? low : undefined;
  return { level: own ? Math.min(level, low!.level) : level, extent: body, own };
}

/** Lowest and highest point of each part. */
function partHeights({ triangleCount, positions, objectOf, objects }: BuildingModel): Float32Array {
  const heights = new Float32Array(objects.length * 2);
  for (let i = 0; i < objects.length; i++) {
    heights[i * 2] = Infinity;
    heights[i * 2 + 1] = -Infinity;
  }
  for (let i = 0; i < triangleCount; i++) {
    const part = objectOf[i]! * 2;
    for (let k = 1; k < 9; k += 3) {
      const y = positions[i * 9 + k]!;
      if (y < heights[part]!) heights[part] = y;
      if (y > heights[part + 1]!) heights[part + 1] = y;
    }
  }
  return heights;
}

function levelOf({ objects, storeys }: BuildingModel, heights: Float32Array, site: number | undefined): number {
  if (site !== undefined) return site;
  const named = storeys.find(({ name }) => groundStorey.test(name));
  const doors = objects.flatMap(({ kind }, i) => (kind === 'IfcDoor' ? [heights[i * 2]!] : []));
  const lowestDoor = doors.length > 0 ? Math.min(...doors) : undefined;
  if (named && (lowestDoor === undefined || named.elevation <= lowestDoor + 1)) return named.elevation;
  return lowestDoor ?? 0;
}

/**
 * Extent and height of the ground in a model: parts of that class or finish, or any level face that lies low.
 *
 * @param isAny counts every level face, where the format has no classes
 */
function siteBox(
  model: BuildingModel,
  finishOf: (triangle: number) => Finish,
  below: number,
  isAny = false,
): (Box & { level: number }) | undefined {
  const { triangleCount, positions, normals, objectOf, objects } = model;
  const box = { x0: Infinity, x1: -Infinity, z0: Infinity, z1: -Infinity };
  const levels: { y: number; area: number }[] = [];
  for (let i = 0; i < triangleCount; i++) {
    const kind = objects[objectOf[i]!]!.kind;
    const isSite = siteKinds.test(kind) || (kind === '' && (isAny || groundFinishes.has(finishOf(i))));
    if (!isSite || normals[i * 9 + 1]! < 0.85) continue;
    const y = (positions[i * 9 + 1]! + positions[i * 9 + 4]! + positions[i * 9 + 7]!) / 3;
    if (y > below) continue;
    for (let k = 0; k < 9; k += 3) growBox(box, positions[i * 9 + k]!, -positions[i * 9 + k + 2]!);
    levels.push({ y, area: areaOf(positions, i) });
  }
  if (levels.length === 0) return undefined;
  levels.sort((a, b) => a.y - b.y);
  const half = levels.reduce((sum, { area }) => sum + area, 0) / 2;
  let sum = 0;
  const median = levels.find(({ area }) => {
    sum += area;
    return sum >= half;
  })!;
  return { ...box, level: median.y };
}

/** Extent of what rises above the ground, ground and plants left out. */
function bodyBox(model: BuildingModel, finishOf: (triangle: number) => Finish, level: number): Extent {
  const { triangleCount, positions, objectOf, objects } = model;
  const measure = (least: number): Extent => {
    const box = { x0: Infinity, x1: -Infinity, z0: Infinity, z1: -Infinity, top: -Infinity };
    for (let i = 0; i < triangleCount; i++) {
      const y = Math.max(positions[i * 9 + 1]!, positions[i * 9 + 4]!, positions[i * 9 + 7]!);
      if (y < level + least || siteKinds.test(objects[objectOf[i]!]!.kind) || plantFinishes.has(finishOf(i))) continue;
      for (let k = 0; k < 9; k += 3) growBox(box, positions[i * 9 + k]!, -positions[i * 9 + k + 2]!);
      if (y > box.top) box.top = y;
    }
    return box;
  };
  for (const least of [aboveGround, 0.3, -Infinity]) {
    const box = measure(least);
    if (box.top > -Infinity) return box;
  }
  return { x0: -1, x1: 1, z0: -1, z1: 1, top: level + 1 };
}

function growBox(box: Box, x: number, z: number): void {
  if (x < box.x0) box.x0 = x;
  if (x > box.x1) box.x1 = x;
  if (z < box.z0) box.z0 = z;
  if (z > box.z1) box.z1 = z;
}

function areaOf(positions: Float32Array, triangle: number): number {
  const k = triangle * 9;
  const ax = positions[k + 3]! - positions[k]!;
  const ay = positions[k + 4]! - positions[k + 1]!;
  const az = positions[k + 5]! - positions[k + 2]!;
  const bx = positions[k + 6]! - positions[k]!;
  const by = positions[k + 7]! - positions[k + 1]!;
  const bz = positions[k + 8]! - positions[k + 2]!;
  return Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2;
}

/** Parts that slope, as roofs do: half of what is not upright in them lies neither level nor upright. */
export function pitchedParts({ triangleCount, positions, normals, objectOf, objects }: BuildingModel): Uint8Array {
  const sloped = new Float64Array(objects.length);
  const total = new Float64Array(objects.length);
  for (let i = 0; i < triangleCount; i++) {
    const up = Math.abs(normals[i * 9 + 1]!);
    if (up < 0.2) continue;
    const area = areaOf(positions, i);
    total[objectOf[i]!]! += area;
    if (up < 0.985) sloped[objectOf[i]!]! += area;
  }
  return Uint8Array.from(objects, (_, i) => (sloped[i]! > total[i]! * 0.5 ? 1 : 0));
}

/** A flat piece of glass in the tracer's frame, as the rectangle about it. */
export interface Pane {
  corner: Vec3;
  edgeA: Vec3;
  edgeB: Vec3;
  /** One of its two sides. */
  facing: Vec3;
  area: number;
}

/** Panes smaller than this let no light in that anybody would miss, square metres. */
const leastPane = 0.12;
const mostPanes = 600;

/** Joins triangles of glass that lie in one plane and share corners. @param isGlass by triangle */
export function findPanes(model: BuildingModel, isGlass: (triangle: number) => boolean): Pane[] {
  const { triangleCount, positions } = model;
  const groups = new Groups();
  for (let i = 0; i < triangleCount; i++) {
    if (!isGlass(i)) continue;
    const plane = planeOf(positions, i);
    if (!plane) continue;
    for (let k = 0; k < 9; k += 3) {
      const [x, y, z] = [positions[i * 9 + k]!, positions[i * 9 + k + 1]!, -positions[i * 9 + k + 2]!];
      groups.join(i, `${plane.key}|${Math.round(x * 20)},${Math.round(y * 20)},${Math.round(z * 20)}`);
    }
  }
  const panes = groups.lists().flatMap((triangles) => paneOf(positions, triangles) ?? []);
  return panes.sort((a, b) => b.area - a.area).slice(0, mostPanes);
}

/** Triangles joined by what they share. */
class Groups {
  private readonly parent = new Map<number, number>();
  private readonly owner = new Map<string, number>();

  join(triangle: number, share: string): void {
    if (!this.parent.has(triangle)) this.parent.set(triangle, triangle);
    const before = this.owner.get(share);
    if (before === undefined) this.owner.set(share, triangle);
    else this.parent.set(this.root(triangle), this.root(before));
  }

  lists(): number[][] {
    const lists = new Map<number, number[]>();
    for (const triangle of this.parent.keys()) {
      const root = this.root(triangle);
      const list = lists.get(root);
      if (list) list.push(triangle);
      else lists.set(root, [triangle]);
    }
    return [...lists.values()];
  }

  private root(triangle: number): number {
    let at = triangle;
    for (let up = this.parent.get(at)!; up !== at; up = this.parent.get(at)!) {
      this.parent.set(at, this.parent.get(up)!);
      at = up;
    }
    return at;
  }
}

/** Plane of a triangle in the tracer's frame, one key for both faces of a pane of usual thickness. */
function planeOf(positions: Float32Array, triangle: number): { key: string; normal: Vec3 } | undefined {
  const k = triangle * 9;
  const ax = positions[k + 3]! - positions[k]!;
  const ay = positions[k + 4]! - positions[k + 1]!;
  const az = positions[k + 2]! - positions[k + 5]!;
  const bx = positions[k + 6]! - positions[k]!;
  const by = positions[k + 7]! - positions[k + 1]!;
  const bz = positions[k + 2]! - positions[k + 8]!;
  let x = ay * bz - az * by;
  let y = az * bx - ax * bz;
  let z = ax * by - ay * bx;
  const length = Math.hypot(x, y, z);
  if (length < 1e-9) return undefined;
  const isTurned = x < -1e-3 * length || (Math.abs(x) <= 1e-3 * length && (z < 0 || (z === 0 && y < 0)));
  const sign = (isTurned ? -1 : 1) / length;
  x *= sign;
  y *= sign;
  z *= sign;
  return { key: `${Math.round(x * 12)},${Math.round(y * 12)},${Math.round(z * 12)}`, normal: [x, y, z] };
}

function paneOf(positions: Float32Array, triangles: readonly number[]): Pane | undefined {
  const normal = planeOf(positions, triangles[0]!)!.normal;
  const isLevel = Math.abs(normal[1]) > 0.95;
  const flat = Math.hypot(normal[0], normal[2]) || 1;
  const across: Vec3 = isLevel ? [1, 0, 0] : [normal[2] / flat, 0, -normal[0] / flat];
  const along: Vec3 = isLevel
    ? [0, 0, 1]
    : [
        normal[1] * across[2] - normal[2] * across[1],
        normal[2] * across[0] - normal[0] * across[2],
        normal[0] * across[1] - normal[1] * across[0],
      ];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let area = 0;
  for (const triangle of triangles) {
    area += areaOf(positions, triangle);
    for (let k = triangle * 9; k < triangle * 9 + 9; k += 3) {
      const p: Vec3 = [positions[k]!, positions[k + 1]!, -positions[k + 2]!];
      [across, along, normal].forEach((axis, c) => {
        const at = p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2];
        low[c] = Math.min(low[c]!, at);
        high[c] = Math.max(high[c]!, at);
      });
    }
  }
  const [wide, tall] = [high[0]! - low[0]!, high[1]! - low[1]!];
  const middle = (low[2]! + high[2]!) / 2;
  if (wide * tall < leastPane || Math.min(wide, tall) < 0.12) return undefined;
  const at = (c: 0 | 1 | 2): number => across[c] * low[0]! + along[c] * low[1]! + normal[c] * middle;
  const scaled = (axis: Vec3, by: number): Vec3 => [axis[0] * by, axis[1] * by, axis[2] * by];
  // A pane with bars or a round head fills less than its rectangle.
  return {
    corner: [at(0), at(1), at(2)],
    edgeA: scaled(across, wide),
    edgeB: scaled(along, tall),
    facing: normal,
    area: Math.min(wide * tall, area),
  };
}
