/** Rays through bounding volume trees over triangles and over placed copies of meshes. */
import type { Mesh } from './mesh.ts';
import { buildTree, type NodeStore, type Placement, placedBox, triangleBoxes } from './tree.ts';

/** The triangle that the last successful ray met. */
export interface Hit {
  t: number;
  triangle: number;
  /** -1 for the scene's own mesh, otherwise the index of the placement. */
  placement: number;
  u: number;
  v: number;
}

const STACK = new Int32Array(256);
/** Distance at which the ray enters each waiting node. */
const NEAR_STACK = new Float64Array(256);
const OUTER_STACK = new Int32Array(128);
const OUTER_NEAR = new Float64Array(128);

export class Accelerator {
  readonly hit: Hit = { t: Infinity, triangle: -1, placement: -1, u: 0, v: 0 };
  readonly material: Uint8Array;
  readonly normals: Float32Array;
  readonly placementTurn: Float64Array;
  private readonly triangles: Float32Array;
  private readonly bounds: Float32Array;
  private readonly links: Int32Array;
  private readonly baseRoot: number;
  private readonly outerRoot: number;
  private readonly outerOrder: Int32Array;
  private readonly placementData: Float64Array;
  private readonly placementRoot: Int32Array;
  private readonly isSeeThrough: Uint8Array;

  /** @param seeThrough numbers of the materials that let shadow rays pass (glass, water). */
  constructor(base: Mesh, placements: readonly Placement[], seeThrough: ReadonlySet<number>) {
    const meshes = [base, ...new Set(placements.map((p) => p.mesh))];
    const total = meshes.reduce((sum, mesh) => sum + mesh.triangleCount, 0);
    this.triangles = new Float32Array(total * 9);
    this.normals = new Float32Array(total * 9);
    this.material = new Uint8Array(total);
    const nodes: NodeStore = { bounds: [], links: [] };
    const roots = new Map<Mesh, number>();
    let first = 0;
    for (const mesh of meshes) {
      const boxes = triangleBoxes(mesh);
      const { root, order } = buildTree(boxes, first, nodes);
      roots.set(mesh, root);
      for (let i = 0; i < order.length; i++) this.storeTriangle(mesh, order[i] as number, first + i);
      first += order.length;
    }
    this.baseRoot = roots.get(base) ?? 0;
    const count = placements.length;
    this.placementData = new Float64Array(count * 6);
    this.placementRoot = new Int32Array(count);
    this.placementTurn = new Float64Array(count);
    const boxes = new Float64Array(count * 6);
    placements.forEach((p, i) => {
      const root = roots.get(p.mesh) as number;
      this.placementRoot[i] = root;
      this.placementTurn[i] = p.turn;
      this.placementData.set([p.x, p.y, p.z, Math.cos(p.turn), Math.sin(p.turn), p.scale], i * 6);
      boxes.set(placedBox(nodes.bounds.slice(root * 6, root * 6 + 6), p), i * 6);
    });
    const outer = buildTree(boxes, 0, nodes);
    this.outerRoot = count > 0 ? outer.root : -1;
    this.outerOrder = outer.order;
    this.bounds = Float32Array.from(nodes.bounds);
    this.links = Int32Array.from(nodes.links);
    this.isSeeThrough = new Uint8Array(256);
    for (const id of seeThrough) this.isSeeThrough[id] = 1;
  }

  /** Nearest triangle along the ray; the answer is in `hit`. */
  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    const hit = this.hit;
    hit.t = Infinity;
    hit.triangle = -1;
    this.walk(this.baseRoot, -1, ox, oy, oz, dx, dy, dz, false);
    if (this.outerRoot >= 0) this.walkPlacements(ox, oy, oz, dx, dy, dz, false);
    return hit.triangle >= 0;
  }

  /** True when anything that throws a shadow lies nearer than `reach`. Overwrites `hit`. */
  isBlocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): boolean {
    this.hit.t = reach;
    if (this.walk(this.baseRoot, -1, ox, oy, oz, dx, dy, dz, true)) return true;
    return this.outerRoot >= 0 && this.walkPlacements(ox, oy, oz, dx, dy, dz, true);
  }

  private storeTriangle(mesh: Mesh, from: number, to: number): void {
    const p = mesh.positions;
    for (let k = 0; k < 3; k++) {
      const a = p[from * 9 + k] as number;
      this.triangles[to * 9 + k] = a;
      this.triangles[to * 9 + 3 + k] = (p[from * 9 + 3 + k] as number) - a;
      this.triangles[to * 9 + 6 + k] = (p[from * 9 + 6 + k] as number) - a;
    }
    for (let k = 0; k < 9; k++) this.normals[to * 9 + k] = mesh.normals[from * 9 + k] as number;
    this.material[to] = mesh.materials[from] as number;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one traversal loop that runs for every ray; a step of its own would pass the ray and its reciprocals, ten numbers, at each node
  private walkPlacements(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    isShadow: boolean,
  ): boolean {
    const { bounds, links, hit, placementData: data } = this;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    const sideX = ix < 0 ? 3 : 0;
    const sideY = iy < 0 ? 3 : 0;
    const sideZ = iz < 0 ? 3 : 0;
    const root = boxDistance(bounds, this.outerRoot * 6, ox, oy, oz, ix, iy, iz, sideX, sideY, sideZ, hit.t);
    if (root === Infinity) return false;
    let top = 1;
    OUTER_STACK[0] = this.outerRoot;
    OUTER_NEAR[0] = root;
    while (top > 0) {
      const node = OUTER_STACK[--top]!;
      if (OUTER_NEAR[top]! >= hit.t) continue;
      const count = links[node * 2 + 1]!;
      const link = links[node * 2]!;
      if (count === 0) {
        const a = boxDistance(bounds, link * 6, ox, oy, oz, ix, iy, iz, sideX, sideY, sideZ, hit.t);
        const b = boxDistance(bounds, link * 6 + 6, ox, oy, oz, ix, iy, iz, sideX, sideY, sideZ, hit.t);
        const isLeftNearer = a < b;
        const far = isLeftNearer ? b : a;
        const near = isLeftNearer ? a : b;
        if (far !== Infinity) {
          OUTER_NEAR[top] = far;
          OUTER_STACK[top++] = isLeftNearer ? link + 1 : link;
        }
        if (near !== Infinity) {
          OUTER_NEAR[top] = near;
          OUTER_STACK[top++] = isLeftNearer ? link : link + 1;
        }
        continue;
      }
      for (let i = link; i < link + count; i++) {
        const id = this.outerOrder[i]!;
        const k = id * 6;
        const c = data[k + 3]!;
        const s = data[k + 4]!;
        const inverse = 1 / data[k + 5]!;
        const px = ox - data[k]!;
        const py = oy - data[k + 1]!;
        const pz = oz - data[k + 2]!;
        const isHit = this.walk(
          this.placementRoot[id]!,
          id,
          (px * c - pz * s) * inverse,
          py * inverse,
          (pz * c + px * s) * inverse,
          (dx * c - dz * s) * inverse,
          dy * inverse,
          (dz * c + dx * s) * inverse,
          isShadow,
        );
        if (isShadow && isHit) return true;
      }
    }
    return false;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one traversal loop with its triangle test, the innermost of all; steps of their own would pass the whole ray at each node
  private walk(
    root: number,
    placement: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    isShadow: boolean,
  ): boolean {
    const { bounds, links, triangles, hit } = this;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    const sideX = ix < 0 ? 3 : 0;
    const sideY = iy < 0 ? 3 : 0;
    const sideZ = iz < 0 ? 3 : 0;
    let limit = hit.t;
    let top = 0;
    let node = root;
    if (boxDistance(bounds, node * 6, ox, oy, oz, ix, iy, iz, sideX, sideY, sideZ, limit) === Infinity) return false;
    for (;;) {
      const count = links[node * 2 + 1]!;
      const link = links[node * 2]!;
      if (count === 0) {
        const a = boxDistance(bounds, link * 6, ox, oy, oz, ix, iy, iz, sideX, sideY, sideZ, limit);
        const b = boxDistance(bounds, link * 6 + 6, ox, oy, oz, ix, iy, iz, sideX, sideY, sideZ, limit);
        if (a !== Infinity && b !== Infinity) {
          if (a < b) {
            NEAR_STACK[top] = b;
            STACK[top++] = link + 1;
            node = link;
          } else {
            NEAR_STACK[top] = a;
            STACK[top++] = link;
            node = link + 1;
          }
          continue;
        }
        if (a !== Infinity) {
          node = link;
          continue;
        }
        if (b !== Infinity) {
          node = link + 1;
          continue;
        }
      } else {
        for (let i = link; i < link + count; i++) {
          const k = i * 9;
          const e1x = triangles[k + 3]!;
          const e1y = triangles[k + 4]!;
          const e1z = triangles[k + 5]!;
          const e2x = triangles[k + 6]!;
          const e2y = triangles[k + 7]!;
          const e2z = triangles[k + 8]!;
          const px = dy * e2z - dz * e2y;
          const py = dz * e2x - dx * e2z;
          const pz = dx * e2y - dy * e2x;
          const inverse = 1 / (e1x * px + e1y * py + e1z * pz);
          const sx = ox - triangles[k]!;
          const sy = oy - triangles[k + 1]!;
          const sz = oz - triangles[k + 2]!;
          const u = (sx * px + sy * py + sz * pz) * inverse;
          if (!(u >= 0 && u <= 1)) continue;
          const qx = sy * e1z - sz * e1y;
          const qy = sz * e1x - sx * e1z;
          const qz = sx * e1y - sy * e1x;
          const v = (dx * qx + dy * qy + dz * qz) * inverse;
          if (v < 0 || u + v > 1) continue;
          const t = (e2x * qx + e2y * qy + e2z * qz) * inverse;
          if (t <= 1e-4 || t >= limit) continue;
          if (isShadow) {
            if (this.isSeeThrough[this.material[i]!] === 1) continue;
            return true;
          }
          limit = t;
          hit.t = t;
          hit.triangle = i;
          hit.placement = placement;
          hit.u = u;
          hit.v = v;
        }
      }
      do {
        if (top === 0) return false;
        top--;
      } while (NEAR_STACK[top]! >= limit);
      node = STACK[top]!;
    }
  }
}

/**
 * Distance at which a ray enters a box; Infinity when it misses it or the box begins beyond `limit`. The order of two
 * planes follows from the ray's direction alone: `side…` is 3 where it runs backwards along an axis, 0 where it does
 * not.
 */
function boxDistance(
  bounds: Float32Array,
  k: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
  sideX: number,
  sideY: number,
  sideZ: number,
  limit: number,
): number {
  let near = (bounds[k + sideX]! - ox) * ix;
  let far = (bounds[k + 3 - sideX]! - ox) * ix;
  const nearY = (bounds[k + 1 + sideY]! - oy) * iy;
  const farY = (bounds[k + 4 - sideY]! - oy) * iy;
  const nearZ = (bounds[k + 2 + sideZ]! - oz) * iz;
  const farZ = (bounds[k + 5 - sideZ]! - oz) * iz;
  if (nearY > near) near = nearY;
  if (nearZ > near) near = nearZ;
  if (farY < far) far = farY;
  if (farZ < far) far = farZ;
  return far >= near && far > 0 && near < limit ? near : Infinity;
}
