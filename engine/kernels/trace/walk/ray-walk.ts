import type { NodeStore } from '../tree.ts';

/** The triangle that the last successful ray met. */
export interface Hit {
  /** Along the ray, in lengths of its direction. */
  t: number;
  triangle: number;
  /** -1 for the scene's own mesh, otherwise the index of the placement. */
  placement: number;
  u: number;
  v: number;
}

/** Triangles, their trees and the placed copies, as a walk reads them. */
export interface WalkedScene {
  nodes: NodeStore;
  /** Nine numbers a triangle: a corner and both edges from it; in the order of the leaves. */
  triangles: Float32Array;
  /** 1 for each triangle that lets shadow rays pass. */
  isClear: Uint8Array;
  baseRoot: number;
  /** Root of the tree over the placements; -1 where there are none. */
  outerRoot: number;
  /** Placements in the order of the leaves of that tree. */
  outerOrder: Int32Array;
  /** Six numbers a placement: x, y, z, cosine and sine of its turn, scale. */
  placements: Float64Array;
  /** Root of each placement's mesh. */
  placementRoots: Int32Array;
}

/** A way through the trees; all ways find the same hits. */
export interface RayWalk {
  readonly hit: Hit;
  /** Nearest triangle along the ray; the answer is in `hit`. */
  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean;
  /** True when anything that throws a shadow lies nearer than `reach`. Overwrites `hit`. */
  isBlocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): boolean;
}
