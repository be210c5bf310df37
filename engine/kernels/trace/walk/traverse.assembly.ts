// AssemblyScript, compiled by `ASSEMBLY=keep` with assembly-modules.test.ts; TypeScript and Biome do not read it.
//
// Rays through trees of four-wide nodes, over triangles and over placed copies of trees. Boxes are tested four at once
// in 32-bit floats, a little larger than they are, so that rounding never loses one; triangles are tested in 64-bit
// floats with the operations of `walk/script-walk.ts` in the same order, so that both find the same hits to the bit.
//
// Node, 128 bytes: least x, y, z of four boxes, greatest x, y, z of them, four links, four counts. A count of 0 is a
// node, above 0 a run of triangles or placements that begins at the link, -1 an empty fourth.
// Triangle, 36 bytes: corner, then both edges from it. Placement, 48 bytes: x, y, z, cosine and sine of the turn,
// scale, as 64-bit floats.

const nodeBytes: usize = 128;
const triangleBytes: usize = 36;
const placementBytes: usize = 48;
/** A waiting node: distance at which the ray enters it (f32), link, count. */
const entryBytes: usize = 12;
/** Nearest distance that counts as a hit, metres. */
const closest: f64 = 1e-4;
/** Margin of the planes of boxes, as a factor: above the rounding of two 32-bit operations. */
const slack: f32 = 1.000001;

let nodes: usize = 0;
let triangles: usize = 0;
let clear: usize = 0;
let placements: usize = 0;
let placementRoots: usize = 0;
let placementOrder: usize = 0;
let stack: usize = 0;
let result: usize = 0;

let limit: f64 = 0;
let hitTriangle: i32 = -1;
let hitPlacement: i32 = -1;
let hitU: f64 = 0;
let hitV: f64 = 0;

/** Sets the positions of all parts in the memory, in bytes; at `clearAt` each triangle has a byte, 1 if shadow rays pass. */
export function lay(
  nodesAt: usize,
  trianglesAt: usize,
  clearAt: usize,
  placementsAt: usize,
  rootsAt: usize,
  orderAt: usize,
  stackAt: usize,
  resultAt: usize,
): void {
  nodes = nodesAt;
  triangles = trianglesAt;
  clear = clearAt;
  placements = placementsAt;
  placementRoots = rootsAt;
  placementOrder = orderAt;
  stack = stackAt;
  result = resultAt;
}

/**
 * Nearest hit of a ray nearer than `reach`, or with `isShadow` whether anything that throws a shadow lies so near.
 *
 * @returns 1 for a hit. Without `isShadow` its distance, u and v (f64), triangle and placement (i32) stand at `result`;
 *   the placement is -1 for the scene's own mesh.
 */
export function trace(
  baseRoot: i32,
  outerRoot: i32,
  ox: f64,
  oy: f64,
  oz: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  reach: f64,
  isShadow: i32,
): i32 {
  limit = reach;
  hitTriangle = -1;
  if (walk(baseRoot, -1, ox, oy, oz, dx, dy, dz, isShadow, stack)) return 1;
  if (outerRoot >= 0 && walkPlacements(outerRoot, ox, oy, oz, dx, dy, dz, isShadow)) return 1;
  if (hitTriangle < 0) return 0;
  store<f64>(result, limit);
  store<f64>(result, hitU, 8);
  store<f64>(result, hitV, 16);
  store<i32>(result, hitTriangle, 24);
  store<i32>(result, hitPlacement, 28);
  return 1;
}

function walkPlacements(
  root: i32,
  ox: f64,
  oy: f64,
  oz: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  isShadow: i32,
): bool {
  const bottom = stack;
  let top = push(bottom, bottom, 0, root, 0);
  while (top > bottom) {
    top -= entryBytes;
    if (<f64>load<f32>(top) >= limit) continue;
    const link = load<i32>(top, 4);
    const count = load<i32>(top, 8);
    if (count == 0) {
      top = open(link, <f32>ox, <f32>oy, <f32>oz, <f32>(1 / dx), <f32>(1 / dy), <f32>(1 / dz), top);
      continue;
    }
    for (let i = link; i < link + count; i++) {
      const id = load<i32>(placementOrder + <usize>i * 4);
      const k = placements + <usize>id * placementBytes;
      const c = load<f64>(k, 24);
      const s = load<f64>(k, 32);
      const inverse = 1 / load<f64>(k, 40);
      const px = ox - load<f64>(k);
      const py = oy - load<f64>(k, 8);
      const pz = oz - load<f64>(k, 16);
      const isHit = walk(
        load<i32>(placementRoots + <usize>id * 4),
        id,
        (px * c - pz * s) * inverse,
        py * inverse,
        (pz * c + px * s) * inverse,
        (dx * c - dz * s) * inverse,
        dy * inverse,
        (dz * c + dx * s) * inverse,
        isShadow,
        top,
      );
      if (isHit) return true;
    }
  }
  return false;
}

/** @returns whether a shadow ray met something; of other rays the nearest hit is kept */
function walk(
  root: i32,
  placement: i32,
  ox: f64,
  oy: f64,
  oz: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  isShadow: i32,
  bottom: usize,
): bool {
  const fx = <f32>ox;
  const fy = <f32>oy;
  const fz = <f32>oz;
  const ix = <f32>(1 / dx);
  const iy = <f32>(1 / dy);
  const iz = <f32>(1 / dz);
  let top = push(bottom, bottom, 0, root, 0);
  while (top > bottom) {
    top -= entryBytes;
    if (<f64>load<f32>(top) >= limit) continue;
    const link = load<i32>(top, 4);
    const count = load<i32>(top, 8);
    if (count == 0) {
      top = open(link, fx, fy, fz, ix, iy, iz, top);
      continue;
    }
    for (let i = link; i < link + count; i++) {
      const k = triangles + <usize>i * triangleBytes;
      const e1x = <f64>load<f32>(k, 12);
      const e1y = <f64>load<f32>(k, 16);
      const e1z = <f64>load<f32>(k, 20);
      const e2x = <f64>load<f32>(k, 24);
      const e2y = <f64>load<f32>(k, 28);
      const e2z = <f64>load<f32>(k, 32);
      const px = dy * e2z - dz * e2y;
      const py = dz * e2x - dx * e2z;
      const pz = dx * e2y - dy * e2x;
      const inverse = 1 / (e1x * px + e1y * py + e1z * pz);
      const sx = ox - <f64>load<f32>(k);
      const sy = oy - <f64>load<f32>(k, 4);
      const sz = oz - <f64>load<f32>(k, 8);
      const u = (sx * px + sy * py + sz * pz) * inverse;
      if (!(u >= 0 && u <= 1)) continue;
      const qx = sy * e1z - sz * e1y;
      const qy = sz * e1x - sx * e1z;
      const qz = sx * e1y - sy * e1x;
      const v = (dx * qx + dy * qy + dz * qz) * inverse;
      if (v < 0 || u + v > 1) continue;
      const t = (e2x * qx + e2y * qy + e2z * qz) * inverse;
      if (t <= closest || t > limit) continue;
      if (isShadow) {
        if (t == limit || load<u8>(clear + <usize>i)) continue;
        return true;
      }
      // Of two at the same distance the one with the lower number counts, whichever is met first.
      if (t == limit && (hitTriangle < 0 || hitPlacement < placement || hitPlacement == placement && hitTriangle < i))
        continue;
      limit = t;
      hitTriangle = i;
      hitPlacement = placement;
      hitU = u;
      hitV = v;
    }
  }
  return false;
}

/** Lays the fourths of a node that the ray meets on the stack, the nearest on top. @returns the new top */
function open(node: i32, ox: f32, oy: f32, oz: f32, ix: f32, iy: f32, iz: f32, bottom: usize): usize {
  const k = nodes + <usize>node * nodeBytes;
  const sideX: usize = ix < 0 ? 48 : 0;
  const sideY: usize = iy < 0 ? 48 : 0;
  const sideZ: usize = iz < 0 ? 48 : 0;
  // The origin is moved by its own rounding, back for the planes that the ray enters and on for those it leaves.
  const ax: f32 = abs(ox) * <f32>2.4e-7 * (ix < 0 ? <f32>-1 : <f32>1);
  const ay: f32 = abs(oy) * <f32>2.4e-7 * (iy < 0 ? <f32>-1 : <f32>1);
  const az: f32 = abs(oz) * <f32>2.4e-7 * (iz < 0 ? <f32>-1 : <f32>1);
  const vx = f32x4.splat(ix);
  const vy = f32x4.splat(iy);
  const vz = f32x4.splat(iz);
  // A ray along a plane gives 0 × ∞; pmax and pmin keep their first argument then, so that the plane does not count.
  let near = f32x4.splat(0);
  near = f32x4.pmax(near, f32x4.mul(f32x4.sub(v128.load(k + sideX), f32x4.splat(ox + ax)), vx));
  near = f32x4.pmax(near, f32x4.mul(f32x4.sub(v128.load(k + sideY, 16), f32x4.splat(oy + ay)), vy));
  near = f32x4.pmax(near, f32x4.mul(f32x4.sub(v128.load(k + sideZ, 32), f32x4.splat(oz + az)), vz));
  let far = f32x4.splat(<f32>limit);
  far = f32x4.pmin(far, f32x4.mul(f32x4.sub(v128.load(k + 48 - sideX), f32x4.splat(ox - ax)), vx));
  far = f32x4.pmin(far, f32x4.mul(f32x4.sub(v128.load(k + 48 - sideY, 16), f32x4.splat(oy - ay)), vy));
  far = f32x4.pmin(far, f32x4.mul(f32x4.sub(v128.load(k + 48 - sideZ, 32), f32x4.splat(oz - az)), vz));
  let met = i32x4.bitmask(f32x4.le(near, f32x4.mul(far, f32x4.splat(slack))));
  let top = bottom;
  if (met & 1) top = waiting(k, 0, f32x4.extract_lane(near, 0), bottom, top);
  if (met & 2) top = waiting(k, 1, f32x4.extract_lane(near, 1), bottom, top);
  if (met & 4) top = waiting(k, 2, f32x4.extract_lane(near, 2), bottom, top);
  if (met & 8) top = waiting(k, 3, f32x4.extract_lane(near, 3), bottom, top);
  return top;
}

function waiting(k: usize, fourth: usize, near: f32, bottom: usize, top: usize): usize {
  const count = load<i32>(k + fourth * 4, 112);
  if (count < 0) return top;
  return push(bottom, top, near / slack, load<i32>(k + fourth * 4, 96), count);
}

/** Puts a node among those from `bottom` to `top`, which stand from the farthest to the nearest. @returns the new top */
function push(bottom: usize, top: usize, near: f32, link: i32, count: i32): usize {
  let at = top;
  while (at > bottom && load<f32>(at - entryBytes) < near) {
    store<i64>(at, load<i64>(at - entryBytes));
    store<i32>(at, load<i32>(at - entryBytes, 8), 8);
    at -= entryBytes;
  }
  store<f32>(at, near);
  store<i32>(at, link, 4);
  store<i32>(at, count, 8);
  return top + entryBytes;
}
