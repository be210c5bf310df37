import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { makeRandom } from '../../engine/base/random.ts';
import { type Accelerator, buildWorld } from '../../engine/kernels/trace/bvh.ts';
import type { TriangleMesh } from '../../engine/kernels/trace/tree.ts';
import { type Measurement, say } from './measurement.ts';

const sizes = [50_000, 500_000, 2_000_000];
/** Runs of either side, in turns; the median counts. */
const rounds = 5;
const rayCount = 200_000;
const town = { width: 400, height: 40 };

/** Trees over triangles and rays through them, beside three-mesh-bvh with the same kind of tree; hits are compared. */
export async function benchModel(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const triangles of sizes) {
    say(`a town of ${triangles} triangles`);
    measurements.push(...measureSize(townOf(triangles), `${triangles / 1000} k triangles`));
  }
  return measurements;
}

function measureSize(mesh: TriangleMesh, name: string): Measurement[] {
  const before = process.memoryUsage();
  const builds = inTurns(
    // A mesh of its own each time: trees of the same one are kept.
    () => buildWorld({ ...mesh }, [], new Set()),
    () => new MeshBVH(geometryOf(mesh), { strategy: SAH }),
  );
  const after = process.memoryUsage();
  const ours = builds.ours.made;
  const peer = builds.peer.made;
  const camera = cameraRays();
  const measurements: Measurement[] = [
    compared(`tree over ${name}`, builds.ours.ms, builds.peer.ms, 'at most the time of the peer'),
    { name: `memory of both trees, ${name}`, ours: (after.rss - before.rss) / 1024 / 1024, unit: 'MB' },
  ];
  for (const [kind, rays] of [
    ['from the camera', camera] as const,
    ['on from there', bounced(ours, camera)] as const,
  ]) {
    const found = inTurns(
      () => hitsOf(ours, rays),
      () => hitsOfPeer(peer, rays),
    );
    const same = found.ours.made.filter((t, i) => Math.abs(t - found.peer.made[i]!) <= 1e-3 * Math.max(1, t)).length;
    const count = rays.length / 6;
    measurements.push(
      compared(`${count} rays ${kind}, ${name}`, found.ours.ms, found.peer.ms),
      { name: `the same, thousands a second`, ours: count / found.ours.ms, unit: 'k/s' },
      { name: `the same hits, of a million`, ours: (same / found.ours.made.length) * 1e6, unit: '' },
    );
  }
  return measurements;
}

function compared(name: string, ours: number, peer: number, target?: string): Measurement {
  const ratio = Math.round((ours / peer) * 100) / 100;
  return { name, ours, unit: 'ms', peer: { name: 'three-mesh-bvh', ms: peer }, ratio, ...(target ? { target } : {}) };
}

function inTurns<A, B>(ours: () => A, peer: () => B) {
  const times: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  let made: { ours: A; peer: B } | undefined;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const own = ours();
    const between = performance.now();
    const other = peer();
    times.ours.push(between - start);
    times.peer.push(performance.now() - between);
    made = { ours: own, peer: other };
  }
  return { ours: { ms: median(times.ours), made: made!.ours }, peer: { ms: median(times.peer), made: made!.peer } };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Houses of many small triangles in streets. */
function townOf(triangles: number): TriangleMesh {
  const random = makeRandom(11);
  const positions = new Float32Array(triangles * 9);
  const houses = Math.round(Math.sqrt(triangles / 50));
  for (let i = 0; i < triangles; i += 2) {
    const house = makeRandom(Math.floor((i / triangles) * houses * houses));
    const [x, z] = [house() * town.width, house() * town.width];
    const [wide, high] = [6 + house() * 14, 6 + house() * (town.height - 6)];
    const [u, v] = [random() * wide, random() * high];
    const side = Math.floor(random() * 4);
    const step = 0.2 + random() * 0.6;
    const corner = (a: number, b: number): number[] => {
      if (side === 0) return [x + a, b, z];
      if (side === 1) return [x + a, b, z + wide];
      return side === 2 ? [x, b, z + a] : [x + wide, b, z + a];
    };
    const quad = [corner(u, v), corner(u + step, v), corner(u + step, v + step), corner(u, v + step)];
    positions.set(
      [0, 1, 2, 0, 2, 3].flatMap((at) => quad[at]!),
      i * 9,
    );
  }
  return { triangleCount: triangles, positions, normals: positions, materials: new Uint16Array(triangles) };
}

/** Rays from one point above the street over the town, six numbers each. */
function cameraRays(): Float64Array {
  const random = makeRandom(12);
  const rays = new Float64Array(rayCount * 6);
  for (let i = 0; i < rayCount; i++) {
    const direction = new Vector3(random() * 2 - 1, random() * 0.8 - 0.6, 1).normalize();
    rays.set([town.width / 2, town.height * 1.5, -60, direction.x, direction.y, direction.z], i * 6);
  }
  return rays;
}

/** Rays in all directions from where others meet something. */
function bounced(world: Accelerator, rays: Float64Array): Float64Array {
  const random = makeRandom(13);
  const on: number[] = [];
  for (let k = 0; k < rays.length; k += 6) {
    const [ox, oy, oz, dx, dy, dz] = rays.subarray(k, k + 6) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (!world.intersect(ox, oy, oz, dx, dy, dz)) continue;
    const t = world.hit.t * 0.999;
    const direction = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    on.push(ox + dx * t, oy + dy * t, oz + dz * t, direction.x, direction.y, direction.z);
  }
  return Float64Array.from(on);
}

function hitsOf(world: Accelerator, rays: Float64Array): Float64Array {
  const hits = new Float64Array(rays.length / 6);
  for (let i = 0; i < hits.length; i++) {
    const k = i * 6;
    const isHit = world.intersect(rays[k]!, rays[k + 1]!, rays[k + 2]!, rays[k + 3]!, rays[k + 4]!, rays[k + 5]!);
    hits[i] = isHit ? world.hit.t : 0;
  }
  return hits;
}

function hitsOfPeer(tree: MeshBVH, rays: Float64Array): Float64Array {
  const hits = new Float64Array(rays.length / 6);
  const ray = new Ray();
  for (let i = 0; i < hits.length; i++) {
    ray.origin.fromArray(rays, i * 6);
    ray.direction.fromArray(rays, i * 6 + 3);
    hits[i] = tree.raycastFirst(ray, DoubleSide, 1e-4)?.distance ?? 0;
  }
  return hits;
}

function geometryOf({ positions }: TriangleMesh): BufferGeometry {
  return new BufferGeometry().setAttribute('position', new BufferAttribute(positions as Float32Array, 3));
}
