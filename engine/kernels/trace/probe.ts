/**
 * Intersection of a ray with the scene: point, shading normal and material, with the small unevenness of water and
 * panes.
 */
import type { Vec3 } from '../../base/vector.ts';
import { type Accelerator, buildWorld, type SharedWorld } from './bvh.ts';
import type { Material } from './materials.ts';
import { hash2, noise2 } from './noise.ts';
import { type Painter, painterOf, type Rgb, type SurfacePoint } from './paint.ts';
import type { TracedScene } from './scene.ts';

/** Trees over the triangles of a scene. They serve every scene of the same bodies whose clear materials are the same. */
function worldOf({ mesh, placements, materials }: TracedScene): Accelerator {
  const seeThrough = new Set<number>();
  materials.forEach(({ surface }, i) => {
    if (surface === 'glass' || surface === 'water' || surface === 'light') seeThrough.add(i);
  });
  return buildWorld(mesh, placements, seeThrough);
}

/** A material whose paint is a function already. */
export interface ShadedMaterial extends Omit<Material, 'paint' | 'relief'> {
  paint: Painter;
  relief?: Painter;
  /** The scene's own material. */
  of: Material;
}

function shaded(material: Material): ShadedMaterial {
  const { relief, ...plain } = material;
  return {
    ...plain,
    paint: painterOf(material.paint),
    ...(relief && { relief: painterOf(relief) }),
    of: material,
  };
}

/** Holds the last hit in its own fields, so that no ray allocates. */
export class Probe {
  readonly scene: TracedScene;
  protected readonly world: Accelerator;
  protected readonly point: SurfacePoint = {
    x: 0,
    y: 0,
    z: 0,
    nx: 0,
    ny: 1,
    nz: 0,
    seed: 0,
    triangle: -1,
    u: 0,
    v: 0,
    spread: 0,
  };
  /** Shading normal of the last hit, turned towards the ray. */
  protected sx = 0;
  protected sy = 1;
  protected sz = 0;
  protected surface: ShadedMaterial;
  private readonly materials: readonly ShadedMaterial[];
  /** Metres that the ray has come before it started, and how far it widens on each: what a picture point shows of a surface. */
  protected before = 0;
  protected widening = 0;
  private readonly bent: Rgb = { r: 0, g: 0, b: 0 };
  private state = 1;

  /** @param world trees over the scene's triangles, where they were built before */
  constructor(scene: TracedScene, world: Accelerator = worldOf(scene)) {
    this.scene = scene;
    this.world = world;
    this.materials = scene.materials.map(shaded);
    this.surface = this.materials[0]!;
  }

  /** The trees over the scene for other threads; absent for small scenes. */
  get sharedWorld(): SharedWorld | undefined {
    return this.world.shared;
  }

  /** True when something that is not glass lies nearer than `reach` metres in a direction of length 1. */
  isBlocked(from: Vec3, direction: Vec3, reach: number): boolean {
    return this.world.isBlocked(...from, ...direction, reach);
  }

  seed(value: number): void {
    this.state = Math.floor(hash2(value & 65535, value >>> 16, 99) * 4294967295) | 1;
  }

  protected random(): number {
    let s = this.state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.state = s;
    return (s >>> 0) / 4294967296;
  }

  /** Nearest surface; fills `point`, the shading normal and `surface`. */
  protected meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    const { world, point } = this;
    if (!world.intersect(ox, oy, oz, dx, dy, dz)) return false;
    const { t, triangle, placement, u, v } = world.hit;
    const n = world.normals;
    const k = triangle * 9;
    const w = 1 - u - v;
    let nx = n[k]! * w + n[k + 3]! * u + n[k + 6]! * v;
    const ny = n[k + 1]! * w + n[k + 4]! * u + n[k + 7]! * v;
    let nz = n[k + 2]! * w + n[k + 5]! * u + n[k + 8]! * v;
    if (placement >= 0) {
      const turn = world.placementTurn[placement]!;
      const c = Math.cos(turn);
      const s = Math.sin(turn);
      const turned = nx * c + nz * s;
      nz = nz * c - nx * s;
      nx = turned;
    }
    const length = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    const surface = this.materials[world.material[triangle]!]!;
    const isAway = nx * dx + ny * dy + nz * dz > 0 && surface.surface !== 'leaf';
    const sign = isAway ? -length : length;
    this.sx = nx * sign;
    this.sy = ny * sign;
    this.sz = nz * sign;
    this.surface = surface;
    point.x = ox + dx * t;
    point.y = oy + dy * t;
    point.z = oz + dz * t;
    point.nx = this.sx;
    point.ny = this.sy;
    point.nz = this.sz;
    point.seed = placement;
    point.triangle = world.source[triangle]!;
    point.u = u;
    point.v = v;
    point.spread = (this.before + t) * this.widening;
    if (surface.relief) this.raise(surface.relief, dx, dy, dz);
    return true;
  }

  /** Turns the shading normal by the relief of a surface, unless the ray then came from behind. */
  private raise(relief: Painter, dx: number, dy: number, dz: number): void {
    const { bent } = this;
    relief(this.point, bent);
    const length = 1 / (Math.sqrt(bent.r * bent.r + bent.g * bent.g + bent.b * bent.b) || 1);
    if ((bent.r * dx + bent.g * dy + bent.b * dz) * length > -0.02) return;
    this.sx = bent.r * length;
    this.sy = bent.g * length;
    this.sz = bent.b * length;
  }

  protected at(x: number, y: number, z: number): SurfacePoint {
    this.point.x = x;
    this.point.y = y;
    this.point.z = z;
    return this.point;
  }

  /** Small waves on water. */
  protected ripple(): void {
    const { x, z } = this.point;
    const step = 0.05;
    const height = (px: number, pz: number): number =>
      noise2(px * 1.7 + 3, pz * 2.6, 21) * 0.05 + noise2(px * 5.1, pz * 6.3, 22) * 0.012;
    const here = height(x, z);
    this.bendNormal((here - height(x + step, z)) * 1.1, 0, (here - height(x, z + step)) * 1.1);
  }

  /** Panes are never quite in one plane, and never quite flat. */
  protected lean(width: number): void {
    const { x, y, z, nx, nz } = this.point;
    const u = Math.abs(nx) > Math.abs(nz) ? z : x;
    const column = Math.floor(u / width);
    const row = Math.floor(y / 3.4);
    const sway = 0.006 * (noise2(u * 1.3, y * 0.9, 41) - 0.5);
    const turn = (hash2(column, row, 42) - 0.5) * 0.02 + sway;
    this.bendNormal(nz * turn, (hash2(column, row, 43) - 0.5) * 0.012 + sway, -nx * turn);
  }

  private bendNormal(x: number, y: number, z: number): void {
    const nx = this.sx + x;
    const ny = this.sy + y;
    const nz = this.sz + z;
    const length = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    this.sx = nx * length;
    this.sy = ny * length;
    this.sz = nz * length;
  }
}
