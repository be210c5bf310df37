import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../base/random.ts';
import { type Accelerator, buildWorld } from './bvh.ts';
import { Mesh } from './mesh.ts';
import type { Placement } from './tree.ts';

type Ray = [number, number, number, number, number, number];
const glass = 1;

/** Boxes about `centre`, some of them of glass, some with a face in the plane of another's. */
function heap(seed: number, count: number, centre: number): Mesh {
  const random = makeRandom(seed);
  const mesh = new Mesh();
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [0, 1, 2].map(() => centre + Math.round(random() * 40) / 4);
    const size = 0.25 + Math.round(random() * 4) / 4;
    mesh.box(i % 5 === 0 ? glass : 0, x!, y!, z!, x! + size, y! + size, z! + size);
  }
  return mesh;
}

/** Rays from about `centre` in all directions, every fourth along an axis from a plane of the boxes. */
function raysAbout(seed: number, count: number, centre: number): Ray[] {
  const random = makeRandom(seed);
  return Array.from({ length: count }, (_, i): Ray => {
    const from = [0, 1, 2].map(() => centre - 5 + random() * 20);
    if (i % 4 === 0) {
      const direction = [0, 0, 0];
      direction[i % 3] = i % 8 === 0 ? 1 : -1;
      return [...from.map((value) => Math.round(value * 4) / 4), ...direction] as Ray;
    }
    return [...from, random() - 0.5, random() - 0.5, random() - 0.5] as Ray;
  });
}

function answers(world: Accelerator, rays: readonly Ray[]) {
  return rays.map((ray) => {
    const isHit = world.intersect(...ray);
    return { hit: isHit && { ...world.hit }, isBlocked: world.isBlocked(...ray, 4) };
  });
}

/** Distance of the nearest triangle, by looking at every one. */
function nearest(mesh: Mesh, [ox, oy, oz, dx, dy, dz]: Ray): number {
  const p = mesh.positions;
  let best = Infinity;
  for (let k = 0; k < p.length; k += 9) {
    const [ax, ay, az] = [Math.fround(p[k]!), Math.fround(p[k + 1]!), Math.fround(p[k + 2]!)];
    const e1 = [0, 1, 2].map((i) => p[k + 3 + i]! - p[k + i]!);
    const e2 = [0, 1, 2].map((i) => p[k + 6 + i]! - p[k + i]!);
    const cross = [dy * e2[2]! - dz * e2[1]!, dz * e2[0]! - dx * e2[2]!, dx * e2[1]! - dy * e2[0]!];
    const determinant = e1[0]! * cross[0]! + e1[1]! * cross[1]! + e1[2]! * cross[2]!;
    const s = [ox - ax, oy - ay, oz - az];
    const u = (s[0]! * cross[0]! + s[1]! * cross[1]! + s[2]! * cross[2]!) / determinant;
    const q = [s[1]! * e1[2]! - s[2]! * e1[1]!, s[2]! * e1[0]! - s[0]! * e1[2]!, s[0]! * e1[1]! - s[1]! * e1[0]!];
    const v = (dx * q[0]! + dy * q[1]! + dz * q[2]!) / determinant;
    const t = (e2[0]! * q[0]! + e2[1]! * q[1]! + e2[2]! * q[2]!) / determinant;
    if (u >= 0 && v >= 0 && u + v <= 1 && t > 1e-4 && t < best) best = t;
  }
  return best;
}

describe('rays through a scene', () => {
  for (const centre of [0, 4000]) {
    it(`WebAssembly and JavaScript find the same hits, ${centre} m from the origin`, () => {
      const base = heap(3, 400, centre);
      const copy = heap(4, 30, 0);
      const placements: Placement[] = Array.from({ length: 60 }, (_, i) => ({
        ...{ mesh: copy, x: centre + (i % 8) * 1.5, y: centre, z: centre + Math.floor(i / 8) * 1.5 },
        ...{ turn: i * 0.7, scale: 0.2 + (i % 3) * 0.1 },
      }));
      const rays = raysAbout(5, 4000, centre);
      const byScript = answers(buildWorld(base, placements, new Set([glass]), 'script'), rays);
      const byModule = answers(buildWorld(base, placements, new Set([glass]), 'module'), rays);
      expect(byModule).toEqual(byScript);
      expect(byScript.filter(({ hit }) => hit && hit.placement >= 0).length).toBeGreaterThan(200);
      expect(byScript.filter(({ hit }) => hit && hit.placement < 0).length).toBeGreaterThan(200);
      expect(byScript.filter(({ hit }) => !hit).length).toBeGreaterThan(200);
    });
  }

  it('meets the nearest triangle of all', () => {
    const mesh = heap(7, 300, 0);
    const world = buildWorld(mesh, [], new Set(), 'module');
    const rays = raysAbout(8, 600, 0).filter((_, i) => i % 4 !== 0);
    for (const ray of rays) {
      const expected = nearest(mesh, ray);
      world.intersect(...ray);
      if (expected === Infinity) expect(world.hit.t).toBe(Infinity);
      else expect(world.hit.t).toBeCloseTo(expected, 6);
    }
  });

  it('glass throws no shadow, and what is behind the reach throws none', () => {
    const mesh = new Mesh();
    mesh.box(glass, 0, 0, 2, 1, 1, 3);
    mesh.box(0, 0, 0, 5, 1, 1, 6);
    for (const choice of ['script', 'module'] as const) {
      const world = buildWorld(mesh, [], new Set([glass]), choice);
      expect(world.isBlocked(0.4, 0.3, 0, 0, 0, 1, 4.9)).toBe(false);
      expect(world.isBlocked(0.4, 0.3, 0, 0, 0, 1, 5.1)).toBe(true);
    }
  });

  it('a scene without a triangle is met by no ray', () => {
    for (const choice of ['script', 'module'] as const) {
      const world = buildWorld(new Mesh(), [], new Set(), choice);
      expect(world.intersect(0, 0, 0, 0, 0, 1)).toBe(false);
    }
  });
});
