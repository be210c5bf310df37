/** Conifers, palms and bamboo, grown from a seed. Heights in metres. */
import { normalise, type Vec3 } from '../../base/vector.ts';
import { Mesh } from './mesh.ts';
import { randomSource } from './noise.ts';

/** A pine or fir: whorls of drooping boughs with needles in flat sprays. */
export function growConifer(bark: number, needle: number, height: number, sprays: number, seed: number): Mesh {
  const mesh = new Mesh();
  const random = randomSource(seed);
  mesh.bar(bark, [0, -0.1, 0], [0, height * 0.97, 0], height * 0.018, 0.02, 7);
  const clear = height * 0.14;
  const whorls = Math.round(height * 1.7);
  const perBough = Math.max(5, Math.round(sprays / (whorls * 7)));
  for (let w = 0; w < whorls; w++) {
    const share = w / whorls;
    const reach = height * 0.25 * (1 - share) ** 0.75 * (0.8 + 0.4 * random()) + 0.12;
    for (let b = 0; b < 7; b++) {
      const turn = (b / 7) * Math.PI * 2 + w * 1.9 + random() * 0.6;
      const c = Math.cos(turn);
      const s = Math.sin(turn);
      // Boughs of one whorl stand at heights of their own: storeys of needles look like blades from afar.
      const y = clear + ((height - clear) * (w + random() * 1.6 - 0.3)) / whorls;
      const long = reach * (0.55 + 0.6 * random());
      const drop = long * (0.42 - 0.55 * share);
      if (w % 2 === 0) mesh.bar(bark, [0, y, 0], [c * long * 0.8, y - drop * 0.7, s * long * 0.8], 0.03, 0.01, 3);
      for (let k = 0; k < perBough; k++) {
        const t = 0.18 + (0.82 * (k + random())) / perBough;
        const size = long * 0.34 * (1.2 - 0.75 * t) + 0.14;
        const side = (random() - 0.5) * 2;
        const p: Vec3 = [
          c * long * t - s * side * size * 0.6,
          y - drop * t * t + (random() - 0.5) * 0.12,
          s * long * t + c * side * size * 0.6,
        ];
        const ax = c + -s * side * 0.9;
        const az = s + c * side * 0.9;
        const along = normalise([ax, -0.75 + 0.7 * random(), az]);
        const across = normalise([-along[2], (random() - 0.5) * 0.5, along[0]]);
        const n = normalise([c * 0.55 + (random() - 0.5) * 0.5, 0.75, s * 0.55 + (random() - 0.5) * 0.5]);
        const at = (a: number, x: number): Vec3 => [
          p[0] + along[0] * a * size + across[0] * x * size,
          p[1] + along[1] * a * size + across[1] * x * size,
          p[2] + along[2] * a * size + across[2] * x * size,
        ];
        mesh.triangle(needle, at(-0.3, -0.2), at(-0.3, 0.2), at(0.7, 0), n, n, n);
      }
    }
  }
  return mesh;
}

/** A palm: bent trunk and a head of arching fronds. */
export function growPalm(bark: number, leaf: number, height: number, seed: number): Mesh {
  const mesh = new Mesh();
  const random = randomSource(seed);
  const lean = (random() - 0.5) * height * 0.16;
  let from: Vec3 = [0, -0.1, 0];
  for (let i = 1; i <= 6; i++) {
    const t = i / 6;
    const to: Vec3 = [lean * t * t, height * t, 0];
    mesh.bar(bark, from, to, 0.2 - 0.09 * t, 0.19 - 0.09 * t, 8);
    from = to;
  }
  const fronds = 20;
  for (let f = 0; f < fronds; f++) {
    const turn = f * 2.4 + random() * 0.3;
    const up = 0.9 - 1.2 * (f / fronds);
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    const long = height * 0.16 + 1.5 + random() * 0.5;
    const at = (t: number): Vec3 => [
      from[0] + c * long * t,
      from[1] + up * long * t * 0.8 - 0.85 * long * t * t,
      s * long * t,
    ];
    for (let k = 0; k < 22; k++) {
      const t = 0.1 + (0.88 * k) / 22;
      const p = at(t);
      const size = long * 0.24 * Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.12));
      for (const side of [-1, 1]) {
        const tip: Vec3 = [
          p[0] - s * side * size + c * size * 0.5,
          p[1] - size * 0.55,
          p[2] + c * side * size + s * size * 0.5,
        ];
        const next = at(t + 0.05);
        const n = normalise([c * 0.3 - s * side * 0.3, 0.9, s * 0.3 + c * side * 0.3]);
        mesh.triangle(leaf, p, next, tip, n, n, n);
      }
    }
  }
  return mesh;
}

/** A clump of bamboo: straight culms with leaves on the upper part. */
export function growBamboo(culm: number, leaf: number, height: number, leaves: number, seed: number): Mesh {
  const mesh = new Mesh();
  const random = randomSource(seed);
  const culms = 16;
  for (let i = 0; i < culms; i++) {
    const turn = random() * Math.PI * 2;
    const r = 0.9 * Math.sqrt(random());
    const high = height * (0.7 + 0.35 * random());
    const bend = high * (0.05 + 0.12 * random());
    const foot: Vec3 = [Math.cos(turn) * r, -0.1, Math.sin(turn) * r];
    const at = (t: number): Vec3 => [
      foot[0] + Math.cos(turn) * bend * t * t,
      high * t,
      foot[2] + Math.sin(turn) * bend * t * t,
    ];
    mesh.bar(culm, foot, at(0.55), 0.035, 0.03, 5);
    mesh.bar(culm, at(0.55), at(1), 0.03, 0.008, 5);
    for (let k = 0; k < leaves / culms; k++) {
      const p = at(0.32 + 0.68 * Math.sqrt(random()));
      const out = 0.25 + 0.55 * random();
      const a = random() * Math.PI * 2;
      const base: Vec3 = [p[0] + Math.cos(a) * out, p[1] + (random() - 0.4) * 0.5, p[2] + Math.sin(a) * out];
      const size = 0.2 + 0.12 * random();
      const n = normalise([Math.cos(a) * 0.6, 0.7, Math.sin(a) * 0.6]);
      mesh.triangle(
        leaf,
        base,
        [base[0] - Math.sin(a) * 0.05, base[1] - 0.02, base[2] + Math.cos(a) * 0.05],
        [base[0] + Math.cos(a) * size, base[1] - size * 0.6, base[2] + Math.sin(a) * size],
        n,
        n,
        n,
      );
      mesh.triangle(
        leaf,
        base,
        [base[0] + Math.cos(a + 1) * 0.08, base[1], base[2] + Math.sin(a + 1) * 0.08],
        [base[0] + Math.cos(a + 0.6) * size, base[1] - size * 0.4, base[2] + Math.sin(a + 0.6) * size],
        n,
        n,
        n,
      );
    }
  }
  return mesh;
}
