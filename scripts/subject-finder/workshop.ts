/** Parts for making things: triangles, materials, and shapes that many of them share. */
import type { Vec3 } from '../../engine/base/vector.ts';
import type { Material } from '../../engine/kernels/trace/materials.ts';
import { Mesh } from '../../engine/kernels/trace/mesh.ts';
import type { Chance } from '../scene-reader/chance.ts';
import { randomMaterial } from './random-skin.ts';

export interface Thing {
  mesh: Mesh;
  materials: Material[];
}

export class Workshop {
  readonly mesh = new Mesh();
  readonly materials: Material[] = [];
  readonly chance: Chance;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  any(): number {
    return this.add(randomMaterial(this.chance));
  }

  add(material: Material): number {
    return this.materials.push(material) - 1;
  }

  /** A round chain through points; `thick` goes from the first point's radius to the last one's. */
  chain(material: number, points: readonly Vec3[], from: number, to = from): void {
    for (let i = 0; i + 1 < points.length; i++) {
      const radius = (k: number) => from + ((to - from) * k) / (points.length - 1);
      this.mesh.bar(material, points[i]!, points[i + 1]!, radius(i), radius(i + 1), 10);
      this.mesh.ellipsoid(material, points[i + 1]!, radius(i + 1), radius(i + 1), radius(i + 1), 10);
    }
    this.mesh.ellipsoid(material, points[0]!, from, from, from, 10);
  }

  arc(material: number, centre: Vec3, radius: Vec3, from: number, to: number, thick: number): void {
    const steps = 12;
    const points = Array.from({ length: steps + 1 }, (_, i): Vec3 => {
      const angle = from + ((to - from) * i) / steps;
      return [
        centre[0] + radius[0] * Math.cos(angle),
        centre[1] + radius[1] * Math.sin(angle),
        centre[2] + radius[2] * Math.cos(angle),
      ];
    });
    this.chain(material, points, thick);
  }

  thing(): Thing {
    return { mesh: this.mesh, materials: this.materials };
  }
}

/** Moves every corner; normals stay, which is right for small dents only. */
export function bend(mesh: Mesh, move: (p: Vec3) => Vec3): void {
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const moved = move([mesh.positions[i]!, mesh.positions[i + 1]!, mesh.positions[i + 2]!]);
    for (let k = 0; k < 3; k++) mesh.positions[i + k] = moved[k]!;
  }
}

/** A finer profile between its points (Catmull-Rom). */
export function smooth(profile: readonly [number, number][]): [number, number][] {
  const at = (i: number) => profile[Math.max(0, Math.min(profile.length - 1, i))]!;
  const out: [number, number][] = [];
  for (let i = 0; i + 1 < profile.length; i++)
    for (let s = 0; s < 5; s++) {
      const t = s / 5;
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      const mix = (k: 0 | 1) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3);
      out.push([Math.max(0, mix(0)), mix(1)]);
    }
  out.push(profile.at(-1)!);
  return out;
}
