import type { NodeStore } from '../tree.ts';
import type { Hit, RayWalk, WalkedScene } from './ray-walk.ts';

const STACK = new Int32Array(256);
/** Distance at which the ray enters each waiting node. */
const NEAR_STACK = new Float64Array(256);
const OUTER_STACK = new Int32Array(128);
const OUTER_NEAR = new Float64Array(128);

/** The walk in JavaScript, for small scenes and where WebAssembly with SIMD cannot be had. */
export class ScriptWalk implements RayWalk {
  readonly hit: Hit = { t: Infinity, triangle: -1, placement: -1, u: 0, v: 0 };
  private readonly bounds: NodeStore['bounds'];
  private readonly links: NodeStore['links'];

  private readonly scene: WalkedScene;

  constructor(scene: WalkedScene) {
    this.scene = scene;
    this.bounds = scene.nodes.bounds;
    this.links = scene.nodes.links;
  }

  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    const { hit, scene } = this;
    hit.t = Infinity;
    hit.triangle = -1;
    this.walk(scene.baseRoot, -1, ox, oy, oz, dx, dy, dz, false);
    if (scene.outerRoot >= 0) this.walkPlacements(ox, oy, oz, dx, dy, dz, false);
    return hit.triangle >= 0;
  }

  isBlocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): boolean {
    this.hit.t = reach;
    this.hit.triangle = -1;
    if (this.walk(this.scene.baseRoot, -1, ox, oy, oz, dx, dy, dz, true)) return true;
    return this.scene.outerRoot >= 0 && this.walkPlacements(ox, oy, oz, dx, dy, dz, true);
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
    const { bounds, links, hit } = this;
    const { placements: data, placementRoots, outerOrder, outerRoot } = this.scene;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    const sideX = ix < 0 ? 3 : 0;
    const sideY = iy < 0 ? 3 : 0;
    const sideZ = iz < 0 ? 3 : 0;
    const root = boxDistance(bounds, outerRoot * 6, ox, oy, oz, ix, iy, iz, sideX, sideY, sideZ, hit.t);
    if (root === Infinity) return false;
    let top = 1;
    OUTER_STACK[0] = outerRoot;
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
        const id = outerOrder[i]!;
        const k = id * 6;
        const c = data[k + 3]!;
        const s = data[k + 4]!;
        const inverse = 1 / data[k + 5]!;
        const px = ox - data[k]!;
        const py = oy - data[k + 1]!;
        const pz = oz - data[k + 2]!;
        const isHit = this.walk(
          placementRoots[id]!,
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
    const { bounds, links, hit } = this;
    const { triangles, isClear } = this.scene;
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
          if (t <= 1e-4 || t > limit) continue;
          if (isShadow) {
            if (t === limit || isClear[i] === 1) continue;
            return true;
          }
          if (t === limit && !isBefore(placement, i, hit)) continue;
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

/** Of two hits at the same distance the one with the lower number counts, whichever is met first. */
function isBefore(placement: number, triangle: number, hit: Hit): boolean {
  if (hit.triangle < 0) return false;
  return placement < hit.placement || (placement === hit.placement && triangle < hit.triangle);
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
