/** Parts of furniture: cushions, boards with eased edges, legs; and their materials. */
import { clamp } from '../../base/scalar.ts';
import { cross, normalise, type Vec3 } from '../../base/vector.ts';
import type { Mesh } from './mesh.ts';
import { noise2 } from './noise.ts';

/** Numbers of materials, and the shapes a style prefers. */
export interface FurnitureKit {
  cloth: number;
  /** Seams and piping of the main cloth. */
  seam: number;
  accents: readonly number[];
  wood: number;
  woodDeep: number;
  metal: number;
  stone: number;
  /** Painted fronts. */
  paint: number;
  ceramic: number;
  bedding: number;
  curtain: number;
  leaf: number;
  pot: number;
  shade: number;
  glow: number;
  black: number;
  mirror: number;
  chrome: number;
  art: number;
  frame: number;
  leather: number;
  shape: 'soft' | 'slim' | 'block' | 'classic' | 'timber';
  legs: 'taper' | 'metal' | 'plinth';
}

export interface CushionForm {
  /** Radius of the edges, metres. */
  round: number;
  /** Bulge of the faces in the middle, metres. */
  swell: number;
  /** Unevenness, metres. */
  crease?: number;
}

/** A filled cover: box with round edges whose faces swell; x0…z1 is the box before swelling. */
export function cushion(
  mesh: Mesh,
  material: number,
  [x0, y0, z0]: Vec3,
  [x1, y1, z1]: Vec3,
  { round, swell, crease = 0.004 }: CushionForm,
): void {
  const half = [(x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2] as const;
  const centre = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2] as const;
  const r = Math.min(round, half[0] * 0.98, half[1] * 0.98, half[2] * 0.98);
  const stops = (k: 0 | 1 | 2) => {
    const edge = Math.min(0.98, r / half[k]);
    const inner = 1 - edge;
    const out = [-1, -inner - edge * 0.45];
    // Fine enough to look round from across a room; meshes of thousands of such covers are traced.
    const parts = clamp(Math.round((half[k] * inner) / 0.07), 1, 5);
    for (let i = 0; i <= parts; i++) out.push(-inner + (2 * inner * i) / parts);
    return [...out, inner + edge * 0.45, 1];
  };
  const soft = (t: number) => Math.max(0, 1 - t * t);
  const point = (c: number[]): Vec3 => {
    const inner = c.map((value, k) => {
      const limit = half[k as 0 | 1 | 2] - r;
      return Math.max(-limit, Math.min(limit, value));
    });
    const away = normalise([c[0]! - inner[0]!, c[1]! - inner[1]!, c[2]! - inner[2]!]);
    const p = inner.map((value, k) => value + r * away[k as 0 | 1 | 2]);
    const t = p.map((value, k) => value / half[k as 0 | 1 | 2]);
    const out = p.map((value, k) => {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      const wave = crease * (noise2(p[i]! * 7 + k * 3.1, p[j]! * 7 + centre[0]! * 5, 31) - 0.5) * 2;
      return value + t[k]! * (swell * soft(t[i]!) * soft(t[j]!) + wave);
    });
    return [out[0]! + centre[0], out[1]! + centre[1], out[2]! + centre[2]];
  };
  const surface = new SmoothSurface();
  for (const axis of [0, 1, 2] as const) {
    const i = ((axis + 1) % 3) as 0 | 1 | 2;
    const j = ((axis + 2) % 3) as 0 | 1 | 2;
    const us = stops(i);
    const vs = stops(j);
    for (const side of [-1, 1]) {
      const at = (u: number, v: number): Vec3 => {
        const c = [0, 0, 0];
        c[axis] = side * half[axis];
        c[i] = u * half[i];
        c[j] = v * half[j];
        return point(c);
      };
      for (let a = 0; a + 1 < us.length; a++) {
        for (let b = 0; b + 1 < vs.length; b++) {
          const p = at(us[a]!, vs[b]!);
          const q = at(us[a + 1]!, vs[b]!);
          const s = at(us[a + 1]!, vs[b + 1]!);
          const w = at(us[a]!, vs[b + 1]!);
          if (side > 0) surface.quad(p, q, s, w);
          else surface.quad(p, w, s, q);
        }
      }
    }
  }
  surface.addTo(mesh, material);
}

/** Triangles whose normals are shared where they meet. */
class SmoothSurface {
  private readonly points: Vec3[] = [];
  private readonly normals: [number, number, number][] = [];
  private readonly corners: number[] = [];
  private readonly found = new Map<string, number>();

  quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3): void {
    const [i, j, k, l] = [this.index(a), this.index(b), this.index(c), this.index(d)];
    this.face(i, j, k);
    this.face(i, k, l);
  }

  addTo(mesh: Mesh, material: number): void {
    for (let at = 0; at < this.corners.length; at += 3) {
      const [i, j, k] = [this.corners[at]!, this.corners[at + 1]!, this.corners[at + 2]!];
      const normal = (n: number) => normalise(this.normals[n]!);
      mesh.triangle(material, this.points[i]!, this.points[j]!, this.points[k]!, normal(i), normal(j), normal(k));
    }
  }

  private face(i: number, j: number, k: number): void {
    if (i === j || j === k || i === k) return;
    const [a, b, c] = [this.points[i]!, this.points[j]!, this.points[k]!];
    const n = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    for (const at of [i, j, k]) for (let d = 0; d < 3; d++) this.normals[at]![d]! += n[d as 0 | 1 | 2];
    this.corners.push(i, j, k);
  }

  private index(p: Vec3): number {
    const key = p.map((value) => Math.round(value * 5000)).join();
    const known = this.found.get(key);
    if (known !== undefined) return known;
    this.points.push(p);
    this.normals.push([0, 0, 0]);
    this.found.set(key, this.points.length - 1);
    return this.points.length - 1;
  }
}

/** Board with eased edges. */
export function board(mesh: Mesh, material: number, from: Vec3, to: Vec3, ease = 0.006): void {
  mesh.roundBox(material, from[0], from[1], from[2], to[0], to[1], to[2], ease);
}

/** Four legs under a rectangle, leaning out a little when they taper. */
export function legs(
  mesh: Mesh,
  kit: FurnitureKit,
  width: number,
  depth: number,
  height: number,
  material = kit.legs === 'metal' ? kit.metal : kit.wood,
): void {
  const x = width / 2;
  const z = depth / 2;
  if (kit.legs === 'plinth') {
    mesh.box(kit.woodDeep, -x + 0.03, 0, -z + 0.03, x - 0.03, height, z - 0.03);
    return;
  }
  for (const sx of [-1, 1]) {
    for (const sz of [-1, 1]) {
      if (kit.legs === 'metal') {
        board(mesh, material, [sx * x - 0.012, 0, sz * z - 0.012], [sx * x + 0.012, height, sz * z + 0.012], 0.003);
      } else {
        mesh.bar(material, [sx * x, 0, sz * z], [sx * (x - 0.05), height, sz * (z - 0.05)], 0.013, 0.024, 12, true);
      }
    }
  }
}

/** Thin round cord along points: piping, handles, cables. */
export function cord(mesh: Mesh, material: number, points: readonly Vec3[], radius: number): void {
  for (let i = 0; i + 1 < points.length; i++) mesh.bar(material, points[i]!, points[i + 1]!, radius, radius, 7);
}

/** Turns a mesh about the level axis through the origin: backs lean. */
export function leaned(source: Mesh, angle: number): Mesh {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  for (const list of [source.positions, source.normals]) {
    for (let i = 0; i < list.length; i += 3) {
      const y = list[i + 1]!;
      const z = list[i + 2]!;
      list[i + 1] = y * c - z * s;
      list[i + 2] = y * s + z * c;
    }
  }
  return source;
}
