/** Triangle meshes. Metres; x to the right, y up, z away from the viewer. */
import { cross, normalise, type Vec3 } from '../../base/vector.ts';

const CORNER_ANGLES: readonly (readonly [number, number])[] = [
  [-1, -Math.PI / 4],
  [-1, -Math.PI / 8],
  [-1, 0],
  [1, 0],
  [1, Math.PI / 8],
  [1, Math.PI / 4],
];

/** Collects triangles with a normal per corner and a material number. */
export class Mesh {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly materials: number[] = [];

  get triangleCount(): number {
    return this.materials.length;
  }

  /** Flat triangle when no normals are given, smooth otherwise. */
  triangle(material: number, a: Vec3, b: Vec3, c: Vec3, na?: Vec3, nb?: Vec3, nc?: Vec3): void {
    this.positions.push(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]);
    if (na && nb && nc) this.normals.push(na[0], na[1], na[2], nb[0], nb[1], nb[2], nc[0], nc[1], nc[2]);
    else {
      const [x, y, z] = faceNormal(a, b, c);
      this.normals.push(x, y, z, x, y, z, x, y, z);
    }
    this.materials.push(material);
  }

  quad(material: number, a: Vec3, b: Vec3, c: Vec3, d: Vec3): void {
    this.triangle(material, a, b, c);
    this.triangle(material, a, c, d);
  }

  box(material: number, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
    this.quad(material, [x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0]);
    this.quad(material, [x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]);
    this.quad(material, [x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]);
    this.quad(material, [x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]);
    this.quad(material, [x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0]);
    this.quad(material, [x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]);
  }

  /** Level rectangle, seen from above. */
  floor(material: number, x0: number, z0: number, x1: number, z1: number, y: number): void {
    this.quad(material, [x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]);
  }

  /** Box with rounded edges: cushions, basins, worn stone. */
  roundBox(
    material: number,
    x0: number,
    y0: number,
    z0: number,
    x1: number,
    y1: number,
    z1: number,
    radius: number,
  ): void {
    const half: Vec3 = [(x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2];
    const centre: Vec3 = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
    const r = Math.min(radius, half[0], half[1], half[2]);
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [-1, 1]) {
        const corner = (i: number, j: number): { p: Vec3; n: Vec3 } => {
          const [si, ai] = CORNER_ANGLES[i] as readonly [number, number];
          const [sj, aj] = CORNER_ANGLES[j] as readonly [number, number];
          const n = [0, 0, 0];
          const sign = [0, 0, 0];
          n[axis] = side;
          n[(axis + 1) % 3] = Math.tan(ai);
          n[(axis + 2) % 3] = Math.tan(aj);
          sign[axis] = side;
          sign[(axis + 1) % 3] = si;
          sign[(axis + 2) % 3] = sj;
          const unit = normalise(n as unknown as Vec3);
          const at = (k: 0 | 1 | 2): number => centre[k] + (sign[k] as number) * (half[k] - r) + unit[k] * r;
          return { p: [at(0), at(1), at(2)], n: unit };
        };
        for (let i = 0; i < 5; i++) {
          for (let j = 0; j < 5; j++) {
            const a = corner(i, j);
            const b = corner(i + 1, j);
            const c = corner(i + 1, j + 1);
            const d = corner(i, j + 1);
            this.triangle(material, a.p, b.p, c.p, a.n, b.n, c.n);
            this.triangle(material, a.p, c.p, d.p, a.n, c.n, d.n);
          }
        }
      }
    }
  }

  /** Tapered round bar between two points, open ended unless capped. */
  bar(material: number, from: Vec3, to: Vec3, r0: number, r1 = r0, segments = 12, isCapped = false): void {
    const along = normalise([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
    const helper: Vec3 = Math.abs(along[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0];
    const u = normalise(cross(along, helper));
    const w = cross(along, u);
    for (let i = 0; i < segments; i++) {
      const ring = [i, i + 1].map((k) => {
        const angle = (k / segments) * Math.PI * 2;
        const c = Math.cos(angle);
        const s = Math.sin(angle);
        const n: Vec3 = [u[0] * c + w[0] * s, u[1] * c + w[1] * s, u[2] * c + w[2] * s];
        return { n, low: offset(from, n, r0), high: offset(to, n, r1) };
      });
      const a = ring[0] as { n: Vec3; low: Vec3; high: Vec3 };
      const b = ring[1] as { n: Vec3; low: Vec3; high: Vec3 };
      this.triangle(material, a.low, b.low, b.high, a.n, b.n, b.n);
      this.triangle(material, a.low, b.high, a.high, a.n, b.n, a.n);
      if (isCapped) {
        this.triangle(material, from, b.low, a.low);
        this.triangle(material, to, a.high, b.high);
      }
    }
  }

  /** Upright cylinder with caps. */
  cylinder(material: number, x: number, z: number, r: number, y0: number, y1: number, segments = 24): void {
    this.bar(material, [x, y0, z], [x, y1, z], r, r, segments, true);
  }

  /** Turned body: profile of [radius, height] from the bottom up. */
  lathe(material: number, x: number, z: number, profile: readonly (readonly [number, number])[], segments = 28): void {
    for (let k = 0; k + 1 < profile.length; k++) {
      const [r0, y0] = profile[k] as readonly [number, number];
      const [r1, y1] = profile[k + 1] as readonly [number, number];
      const slope = Math.hypot(y1 - y0, r0 - r1) || 1;
      const out = (y1 - y0) / slope;
      const up = (r0 - r1) / slope;
      for (let i = 0; i < segments; i++) {
        const a0 = (i / segments) * Math.PI * 2;
        const a1 = ((i + 1) / segments) * Math.PI * 2;
        const n0: Vec3 = [Math.cos(a0) * out, up, Math.sin(a0) * out];
        const n1: Vec3 = [Math.cos(a1) * out, up, Math.sin(a1) * out];
        const at = (a: number, r: number, y: number): Vec3 => [x + Math.cos(a) * r, y, z + Math.sin(a) * r];
        this.triangle(material, at(a0, r0, y0), at(a1, r0, y0), at(a1, r1, y1), n0, n1, n1);
        this.triangle(material, at(a0, r0, y0), at(a1, r1, y1), at(a0, r1, y1), n0, n1, n0);
      }
    }
  }

  ellipsoid(material: number, centre: Vec3, rx: number, ry: number, rz: number, segments = 16): void {
    const rows = Math.max(4, segments >> 1);
    const at = (i: number, j: number): { p: Vec3; n: Vec3 } => {
      const a = (i / segments) * Math.PI * 2;
      const b = (j / rows - 0.5) * Math.PI;
      const d: Vec3 = [Math.cos(a) * Math.cos(b), Math.sin(b), Math.sin(a) * Math.cos(b)];
      return {
        p: [centre[0] + d[0] * rx, centre[1] + d[1] * ry, centre[2] + d[2] * rz],
        n: normalise([d[0] / rx, d[1] / ry, d[2] / rz]),
      };
    };
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < segments; i++) {
        const a = at(i, j);
        const b = at(i + 1, j);
        const c = at(i + 1, j + 1);
        const d = at(i, j + 1);
        if (j > 0) this.triangle(material, a.p, b.p, c.p, a.n, b.n, c.n);
        if (j < rows - 1) this.triangle(material, a.p, c.p, d.p, a.n, c.n, d.n);
      }
    }
  }

  /** Level polygon (any simple outline, [x, z] points) as a fan from its first point; convex or star-shaped there. */
  polygon(material: number, outline: readonly (readonly [number, number])[], y: number): void {
    const [ax, az] = outline[0] as readonly [number, number];
    for (let i = 1; i + 1 < outline.length; i++) {
      const [bx, bz] = outline[i] as readonly [number, number];
      const [cx, cz] = outline[i + 1] as readonly [number, number];
      const up: Vec3 = [0, 1, 0];
      this.triangle(material, [ax, y, az], [bx, y, bz], [cx, y, cz], up, up, up);
    }
  }

  /** Adds another mesh, turned about the upright axis (radians), scaled and moved. */
  append(other: Mesh, x: number, y: number, z: number, turn = 0, scale = 1): void {
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    for (let i = 0; i < other.positions.length; i += 3) {
      const px = (other.positions[i] as number) * scale;
      const py = (other.positions[i + 1] as number) * scale;
      const pz = (other.positions[i + 2] as number) * scale;
      this.positions.push(px * c + pz * s + x, py + y, pz * c - px * s + z);
      const nx = other.normals[i] as number;
      const nz = other.normals[i + 2] as number;
      this.normals.push(nx * c + nz * s, other.normals[i + 1] as number, nz * c - nx * s);
    }
    for (const material of other.materials) this.materials.push(material);
  }
}

function offset(p: Vec3, n: Vec3, r: number): Vec3 {
  return [p[0] + n[0] * r, p[1] + n[1] * r, p[2] + n[2] * r];
}

function faceNormal(a: Vec3, b: Vec3, c: Vec3): Vec3 {
  return normalise(cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]));
}
