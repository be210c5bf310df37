import { triangulate } from '../../engine/building/obj/polygon.ts';
import type { Point, Solid } from './solid.ts';

/** Faces of a solid, each a polygon whose corners go counter-clockwise seen from outside. */
export function facesOf({ base, along }: Solid): Point[][] {
  const top = base.map(([x, y, z]) => [x + along[0], y + along[1], z + along[2]] as const);
  const sides = base.map((corner, i) => {
    const next = (i + 1) % base.length;
    return [corner, base[next]!, top[next]!, top[i]!];
  });
  return [[...base].reverse(), [...top], ...sides];
}

/** Triangles of a solid with the normals of their faces. */
export function trianglesOf(solid: Solid): Array<{ corners: readonly [Point, Point, Point]; normal: Point }> {
  return facesOf(solid).flatMap((face) => {
    const cut = triangulate(face);
    const normal = normalOf(face);
    return Array.from({ length: cut.length / 3 }, (_, i) => ({
      corners: [face[cut[i * 3]!]!, face[cut[i * 3 + 1]!]!, face[cut[i * 3 + 2]!]!] as const,
      normal,
    }));
  });
}

/** Of unit length, by the first three corners that turn. */
export function normalOf([a, b, c]: readonly Point[]): Point {
  const [ux, uy, uz] = [b![0] - a![0], b![1] - a![1], b![2] - a![2]];
  const [vx, vy, vz] = [c![0] - a![0], c![1] - a![1], c![2] - a![2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const length = Math.hypot(...normal);
  return [normal[0] / length, normal[1] / length, normal[2] / length];
}
