/** Plants in pots and vases about the origin. Metres. */
import type { Vec3 } from '../../base/vector.ts';
import type { FurnitureKit } from './furniture-parts.ts';
import { Mesh } from './mesh.ts';
import { randomSource } from './noise.ts';
import { growPotPlant, growShrub } from './plants.ts';

/** Pot plant of three growths: broad leaves on stalks, a small tree, an upright fan. */
export function houseplant(kit: FurnitureKit, height: number, growth: number, seed: number): Mesh {
  const mesh = new Mesh();
  const pot = Math.min(0.2, 0.09 + height * 0.07);
  const rim = pot * 1.65;
  mesh.lathe(
    kit.pot,
    0,
    0,
    [
      [pot * 0.72, 0],
      [pot, rim],
      [pot * 1.03, rim + 0.012],
      [pot * 0.93, rim + 0.012],
      [pot * 0.88, rim - 0.04],
      [0, rim - 0.04],
    ],
    30,
  );
  const grown = height - rim;
  if (growth % 3 === 0) mesh.append(growPotPlant(kit.leaf, grown, 16 + Math.round(height * 6), seed), 0, rim - 0.05, 0);
  else if (growth % 3 === 1) {
    const random = randomSource(seed);
    const top = grown * 0.5;
    const stems: Vec3[] = [
      [0.05, top, 0.02],
      [-0.07, top * 1.12, 0.04],
      [0.01, top * 1.25, -0.06],
    ];
    for (const stem of stems)
      mesh.bar(
        kit.woodDeep,
        [stem[0] * 0.3, rim - 0.05, stem[2] * 0.3],
        [stem[0], rim + stem[1], stem[2]],
        0.016,
        0.009,
        8,
      );
    for (const stem of stems) {
      const crown = growShrub(kit.leaf, grown * 0.27, grown * 0.4, 260, 0.1, Math.floor(random() * 9999) + 1);
      mesh.append(crown, stem[0], rim + stem[1] * 0.86, stem[2]);
    }
  } else {
    const random = randomSource(seed);
    for (let i = 0; i < 13; i++)
      blade((i / 13) * Math.PI * 2 + random(), grown * (0.65 + 0.4 * random()), 0.05 + 0.05 * random());
  }
  return mesh;

  /** Stiff upright leaf. */
  function blade(turn: number, high: number, lean: number): void {
    const steps = 7;
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    const at = (k: number, side: number): { p: Vec3; n: Vec3 } => {
      const t = k / steps;
      const wide = 0.045 * Math.sin(Math.PI * (0.16 + 0.84 * t)) * side;
      const out = 0.04 + (lean * 2.4 + 0.02) * t * t * high;
      return {
        p: [c * out - s * wide, rim - 0.04 + high * t, s * out + c * wide],
        n: [c * 0.9 - s * side * 0.3, 0.3, s * 0.9 + c * side * 0.3],
      };
    };
    for (let k = 0; k < steps; k++) {
      const [a, b, d, e] = [at(k, -1), at(k, 1), at(k + 1, 1), at(k + 1, -1)];
      mesh.triangle(kit.leaf, a.p, b.p, d.p, a.n, b.n, d.n);
      mesh.triangle(kit.leaf, a.p, d.p, e.p, a.n, d.n, e.n);
    }
  }
}

/** Vase with dry stems. */
export function vase(kit: FurnitureKit, material: number, height: number, hasStems: boolean): Mesh {
  const mesh = new Mesh();
  const r = height * 0.3;
  mesh.lathe(
    material,
    0,
    0,
    [
      [r * 0.55, 0],
      [r * 0.95, height * 0.22],
      [r, height * 0.42],
      [r * 0.75, height * 0.7],
      [r * 0.32, height * 0.9],
      [r * 0.4, height],
    ],
    28,
  );
  if (!hasStems) return mesh;
  for (let i = 0; i < 7; i++) {
    const a = i * 0.9;
    const out = 0.07 + (i % 3) * 0.05;
    const up = height * (1.7 + 0.18 * (i % 4));
    mesh.bar(kit.woodDeep, [0, height * 0.85, 0], [Math.cos(a) * out, up, Math.sin(a) * out], 0.0035, 0.002, 5);
    for (let k = 0; k < 6; k++) {
      const t = 0.55 + k * 0.09;
      const y = height * 0.85 + (up - height * 0.85) * t;
      const side = k % 2 ? 0.02 : -0.02;
      mesh.ellipsoid(kit.leaf, [Math.cos(a) * out * t + side, y, Math.sin(a) * out * t + side], 0.022, 0.012, 0.016, 8);
    }
  }
  return mesh;
}
