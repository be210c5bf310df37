/** Which side of a building the triangles of its walls and slabs lie on: outside, in a room, floor, ceiling. */
import type { Accelerator } from '../trace/bvh.ts';
import type { TriangleMesh } from '../trace/tree.ts';
import type { BuildingModel } from './building-mesh.ts';

export const surfaceSides = ['any', 'outer', 'inner', 'floor', 'ceiling'] as const;
export type SurfaceSide = (typeof surfaceSides)[number];

const wallKinds = /^Ifc(Wall|Covering)/;
const slabKinds = /^Ifc(Slab|Roof)/;
/** Triangles smaller than this are not worth their rays, square metres. */
const leastArea = 2e-4;
/** A ray that goes so far without meeting the building is outside, metres. */
const outsideReach = 30;
/** Height within which a roof covers a floor, metres. */
const coverReach = 9;

/** @returns index in {@link surfaceSides} of each triangle; `any` where classes are missing */
export function findSides(model: BuildingModel, mesh: TriangleMesh, world: Accelerator): Uint8Array {
  const sides = new Uint8Array(model.triangleCount);
  const kinds = model.objects.map(({ kind }) => (wallKinds.test(kind) ? 1 : slabKinds.test(kind) ? 2 : 0));
  for (let i = 0; i < model.triangleCount; i++) {
    const kind = kinds[model.objectOf[i]!]!;
    if (kind === 0) continue;
    const face = faceOf(mesh, i);
    if (face.area < leastArea) continue;
    const side: SurfaceSide = kind === 1 && Math.abs(face.ny) < 0.7 ? wallSide(world, face) : slabSide(world, face);
    sides[i] = surfaceSides.indexOf(side);
  }
  return sides;
}

interface Face {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  area: number;
}

function faceOf({ positions: p, normals: n }: TriangleMesh, triangle: number): Face {
  const k = triangle * 9;
  const mean = (c: number): number => (p[k + c]! + p[k + 3 + c]! + p[k + 6 + c]!) / 3;
  const [ax, ay, az] = [p[k + 3]! - p[k]!, p[k + 4]! - p[k + 1]!, p[k + 5]! - p[k + 2]!];
  const [bx, by, bz] = [p[k + 6]! - p[k]!, p[k + 7]! - p[k + 1]!, p[k + 8]! - p[k + 2]!];
  const area = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2;
  return { x: mean(0), y: mean(1), z: mean(2), nx: n[k]!, ny: n[k + 1]!, nz: n[k + 2]!, area };
}

/** Directions before a wall, as shares of its normal, of upwards and of along it. */
const wallDirections = [
  [1, 0.25, 0],
  [1, 1.2, 0],
  [0.15, 1, 0.1],
  [1, 0.4, 1.4],
  [1, 0.4, -1.4],
  [1, 0.05, 0.5],
] as const;

function wallSide(world: Accelerator, { x, y, z, nx, ny, nz }: Face): SurfaceSide {
  const [ox, oy, oz] = [x + nx * 0.03, y + ny * 0.03, z + nz * 0.03];
  let open = 0;
  for (const [out, up, along] of wallDirections) {
    const dx = nx * out + nz * along;
    const dy = ny * out + up;
    const dz = nz * out - nx * along;
    if (isFree(world, ox, oy, oz, dx, dy, dz)) open++;
  }
  return open >= 2 ? 'outer' : 'inner';
}

/** True when a ray meets nothing of the building for a long way; the ground does not count. */
function isFree(world: Accelerator, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
  const length = Math.hypot(dx, dy, dz);
  if (!world.intersect(ox, oy, oz, dx / length, dy / length, dz / length)) return true;
  return world.hit.placement >= 0 || world.hit.t > outsideReach;
}

function slabSide(world: Accelerator, { x, y, z, ny }: Face): SurfaceSide {
  if (ny > 0.7) {
    const isCovered = world.intersect(x, y + 0.05, z, 1e-3, 1, 1e-3) && world.hit.t < coverReach;
    return isCovered && isAmongWalls(world, x, y + 1, z) ? 'floor' : 'outer';
  }
  if (ny < -0.3) return isAmongWalls(world, x, y - 0.9, z) ? 'ceiling' : 'outer';
  return 'any';
}

/** True when most directions round about end at the building. */
function isAmongWalls(world: Accelerator, x: number, y: number, z: number): boolean {
  let met = 0;
  for (let i = 0; i < 8; i++) {
    const angle = ((i + 0.3) / 8) * Math.PI * 2;
    if (!isFree(world, x, y, z, Math.sin(angle), 0.02, Math.cos(angle))) met++;
  }
  return met >= 6;
}
