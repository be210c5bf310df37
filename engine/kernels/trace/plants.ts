/** Trees, shrubs, grasses: grown from a seed, each a mesh that is placed many times. */
import { cross, normalise, type Vec3 } from '../../base/vector.ts';
import { Mesh } from './mesh.ts';
import { randomSource } from './noise.ts';
import type { SceneBuilder } from './scene.ts';

export interface TreeShape {
  height: number;
  /** Half width of the crown. */
  spread: number;
  /** Height at which the crown begins. */
  clear: number;
  leafSize: number;
  leafCount: number;
  trunk: number;
  seed: number;
  /** Several stems from the ground. */
  isMultiStem?: boolean;
}

/** A broad-leaved tree: forked branches, and leaves in clumps at their ends. */
export function growTree(bark: number, leaf: number, shape: TreeShape): Mesh {
  const mesh = new Mesh();
  const random = randomSource(shape.seed);
  const clumps: { at: Vec3; size: number }[] = [];
  const crown: Vec3 = [0, (shape.clear + shape.height) / 2, 0];
  const half = (shape.height - shape.clear) / 2;
  const stems = shape.isMultiStem ? 4 : 1;
  for (let s = 0; s < stems; s++) {
    const lean = shape.isMultiStem ? 0.28 : 0.04;
    const turn = (s / stems) * Math.PI * 2 + random();
    const top: Vec3 = [
      Math.cos(turn) * lean * shape.clear * 1.6,
      shape.clear * 1.05,
      Math.sin(turn) * lean * shape.clear * 1.6,
    ];
    const radius = shape.trunk / Math.sqrt(stems);
    mesh.bar(bark, [Math.cos(turn) * 0.05, -0.1, Math.sin(turn) * 0.05], top, radius, radius * 0.7, 9);
    fork(top, radius * 0.7, stems > 1 ? 4 : 6, 0);
  }
  /** Branches from a point towards places inside the crown. */
  function fork(from: Vec3, radius: number, count: number, level: number): void {
    for (let i = 0; i < count; i++) {
      const turn = random() * Math.PI * 2;
      const high = random() ** 0.8;
      const across = Math.sqrt(Math.max(0.05, 1 - (high * 2 - 1) ** 2)) * shape.spread;
      const out = level === 0 ? 0.55 : 0.92;
      const goal: Vec3 = [
        crown[0] + Math.cos(turn) * across * out,
        shape.clear + high * half * 2 * (level === 0 ? 0.75 : 0.97) + 0.1,
        crown[2] + Math.sin(turn) * across * out,
      ];
      const share = level === 0 ? 0.95 : 0.62;
      const to: Vec3 = [
        from[0] + (goal[0] - from[0]) * share,
        from[1] + (goal[1] - from[1]) * share,
        from[2] + (goal[2] - from[2]) * share,
      ];
      mesh.bar(bark, from, to, radius * 0.62, radius * 0.28, 5);
      if (level < 1) fork(to, radius * 0.5, 5, level + 1);
      clumps.push({ at: to, size: shape.spread * (0.26 + 0.16 * random()) });
    }
  }
  addLeaves(mesh, leaf, clumps, crown, shape, random);
  return mesh;
}

function addLeaves(
  mesh: Mesh,
  leaf: number,
  clumps: readonly { at: Vec3; size: number }[],
  crown: Vec3,
  shape: TreeShape,
  random: () => number,
): void {
  const perClump = Math.ceil(shape.leafCount / clumps.length);
  for (const clump of clumps) {
    for (let i = 0; i < perClump; i++) {
      const d = normalise([random() * 2 - 1, random() * 2 - 1, random() * 2 - 1]);
      const r = clump.size * (0.35 + 0.65 * Math.cbrt(random()));
      const p: Vec3 = [clump.at[0] + d[0] * r, clump.at[1] + d[1] * r * 0.62, clump.at[2] + d[2] * r];
      const round = normalise([
        d[0] * 0.7 + (p[0] - crown[0]) / shape.spread,
        d[1] * 0.7 + (p[1] - crown[1]) / shape.spread + 0.25,
        d[2] * 0.7 + (p[2] - crown[2]) / shape.spread,
      ]);
      addLeaf(mesh, leaf, p, round, shape.leafSize * (0.7 + 0.6 * random()), random);
    }
  }
}

/** One leaf: a folded rhombus that hangs at random; its shading leans towards `round`, the form of the whole. */
function addLeaf(mesh: Mesh, leaf: number, p: Vec3, round: Vec3, size: number, random: () => number): void {
  const tip = normalise([random() * 2 - 1, random() * 1.4 - 0.9, random() * 2 - 1]);
  const side = normalise(cross(tip, [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1]));
  const own = cross(tip, side);
  const facing = own[0] * round[0] + own[1] * round[1] + own[2] * round[2] < 0 ? -1 : 1;
  const n = normalise([
    round[0] + own[0] * facing * 0.55,
    round[1] + own[1] * facing * 0.55,
    round[2] + own[2] * facing * 0.55,
  ]);
  const at = (a: number, b: number): Vec3 => [
    p[0] + tip[0] * a * size + side[0] * b * size,
    p[1] + tip[1] * a * size + side[1] * b * size,
    p[2] + tip[2] * a * size + side[2] * b * size,
  ];
  mesh.triangle(leaf, at(-0.5, 0), at(0.05, 0.3), at(0.5, 0), n, n, n);
  mesh.triangle(leaf, at(-0.5, 0), at(0.5, 0), at(0.05, -0.3), n, n, n);
}

/** A rounded shrub of leaves on short twigs. */
export function growShrub(
  leaf: number,
  radius: number,
  height: number,
  count: number,
  leafSize: number,
  seed: number,
): Mesh {
  const mesh = new Mesh();
  const random = randomSource(seed);
  for (let i = 0; i < count; i++) {
    const turn = random() * Math.PI * 2;
    const up = random();
    const r = Math.sqrt(1 - up * up * 0.9) * radius * (0.72 + 0.28 * Math.sqrt(random()));
    const lump = 0.82 + 0.18 * Math.sin(turn * 3 + seed) * Math.sin(up * 5 + seed);
    const p: Vec3 = [Math.cos(turn) * r * lump, up * height * lump, Math.sin(turn) * r * lump];
    const round = normalise([p[0] / radius, (p[1] / height) * 0.9 + 0.25, p[2] / radius]);
    addLeaf(mesh, leaf, p, round, leafSize * (0.7 + 0.6 * random()), random);
  }
  return mesh;
}

/** A square of mown or meadow grass made of single blades; `size` metres wide, centred. */
export function growGrass(blade: number, size: number, count: number, height: number, seed: number): Mesh {
  const mesh = new Mesh();
  const random = randomSource(seed);
  for (let i = 0; i < count; i++) {
    const x = (random() - 0.5) * size;
    const z = (random() - 0.5) * size;
    const turn = random() * Math.PI * 2;
    const h = height * (0.5 + 0.7 * random());
    const bend = h * (0.25 + 0.6 * random());
    const w = 0.006 + height * 0.03;
    const n = normalise([Math.cos(turn) * 0.35, 1, Math.sin(turn) * 0.35]);
    const sx = -Math.sin(turn) * w;
    const sz = Math.cos(turn) * w;
    const tip: Vec3 = [x + Math.cos(turn) * bend, h, z + Math.sin(turn) * bend];
    mesh.triangle(blade, [x - sx, 0, z - sz], [x + sx, 0, z + sz], tip, n, n, n);
  }
  return mesh;
}

/** A tuft of long arching blades (ornamental grass). */
export function growTuft(blade: number, height: number, count: number, seed: number): Mesh {
  const mesh = new Mesh();
  const random = randomSource(seed);
  for (let i = 0; i < count; i++) {
    const turn = random() * Math.PI * 2;
    const reach = height * (0.15 + 0.6 * random() ** 1.5);
    const h = height * (0.6 + 0.4 * random());
    const w = 0.012;
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    const n = normalise([c * 0.6, 0.9, s * 0.6]);
    const base = 0.08 * random();
    const mid: Vec3 = [c * (base + reach * 0.45), h * 0.75, s * (base + reach * 0.45)];
    const tip: Vec3 = [c * (base + reach), h, s * (base + reach)];
    const a: Vec3 = [c * base - s * w, 0, s * base + c * w];
    const b: Vec3 = [c * base + s * w, 0, s * base - c * w];
    const m1: Vec3 = [mid[0] - s * w, mid[1], mid[2] + c * w];
    const m2: Vec3 = [mid[0] + s * w, mid[1], mid[2] - c * w];
    mesh.triangle(blade, a, b, m2, n, n, n);
    mesh.triangle(blade, a, m2, m1, n, n, n);
    mesh.triangle(blade, m1, m2, tip, n, n, n);
  }
  return mesh;
}

/** Large-leaved pot plant: stalks with broad leaves. */
export function growPotPlant(leaf: number, height: number, count: number, seed: number): Mesh {
  const mesh = new Mesh();
  const random = randomSource(seed);
  for (let i = 0; i < count; i++) {
    const turn = i * 2.4 + random() * 0.5;
    const up = 0.35 + (0.65 * i) / count;
    const reach = height * (0.5 - 0.32 * up) * (0.8 + 0.4 * random());
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    const tip: Vec3 = [c * reach, height * up, s * reach];
    mesh.bar(leaf, [0, 0, 0], tip, 0.006, 0.004, 5);
    const long = height * (0.2 + 0.08 * random());
    const wide = long * 0.33;
    const rows = 6;
    const at = (k: number, side: number): { p: Vec3; n: Vec3 } => {
      const t = k / rows;
      const w = Math.sin(Math.PI * Math.min(1, t * 0.94 + 0.05)) * wide * side;
      const drop = t * t * long * 0.5 - t * long * 0.25;
      return {
        p: [tip[0] + c * long * t - s * w, tip[1] - drop + Math.abs(w) * 0.25, tip[2] + s * long * t + c * w],
        n: normalise([c * t * 0.6 + s * side * 0.25, 1, s * t * 0.6 - c * side * 0.25]),
      };
    };
    for (let k = 0; k < rows; k++) {
      for (const [l, r] of [
        [-1, 0],
        [0, 1],
      ] as const) {
        const a = at(k, l);
        const b = at(k, r);
        const d = at(k + 1, r);
        const e = at(k + 1, l);
        mesh.triangle(leaf, a.p, b.p, d.p, a.n, b.n, d.n);
        mesh.triangle(leaf, a.p, d.p, e.p, a.n, d.n, e.n);
      }
    }
  }
  return mesh;
}

/** Spreads copies of meshes over a rectangle where `isFree` allows, turned and scaled at random. */
export function scatter(
  scene: SceneBuilder,
  meshes: readonly Mesh[],
  area: readonly [number, number, number, number],
  step: number,
  isFree: (x: number, z: number) => boolean,
  options: {
    y?: number;
    jitter?: number;
    scale?: number;
    spread?: number;
    seed?: number;
    lift?: (x: number, z: number) => number;
  } = {},
): void {
  const random = randomSource(options.seed ?? 5);
  const { jitter = 0.5, scale = 1, spread = 0.3 } = options;
  for (let x = area[0]; x < area[2]; x += step) {
    for (let z = area[1]; z < area[3]; z += step) {
      const px = x + (random() - 0.5) * step * 2 * jitter;
      const pz = z + (random() - 0.5) * step * 2 * jitter;
      const mesh = meshes[Math.floor(random() * meshes.length)] as Mesh;
      const turn = random() * Math.PI * 2;
      const size = scale * (1 - spread / 2 + spread * random());
      if (isFree(px, pz)) scene.place(mesh, px, options.lift?.(px, pz) ?? options.y ?? 0, pz, turn, size);
    }
  }
}
