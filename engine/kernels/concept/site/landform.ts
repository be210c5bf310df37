/** Land to the horizon: mountains, dunes, water, fields. */
import { smoothstep } from '../../../base/scalar.ts';
import type { Vec3 } from '../../../base/vector.ts';
import { fbm } from '../../trace/noise.ts';
import { definePaint, type Painter } from '../../trace/paint.ts';
import type { Palette } from '../../trace/palette.ts';
import type { SceneBuilder } from '../../trace/scene.ts';

/** Ridged noise 0…1, sharp along its crests. */
function ridges(x: number, z: number, seed: number): number {
  let sum = 0;
  let gain = 0.55;
  let px = x;
  let pz = z;
  for (let i = 0; i < 5; i++) {
    const ridge = 1 - Math.abs(fbm(px, pz, 2, seed + i * 3) * 2 - 1);
    sum += gain * ridge * ridge;
    px = px * 2.05 + 3.1;
    pz = pz * 2.05 + 1.7;
    gain *= 0.48;
  }
  return sum;
}

export interface Range {
  /** Distance of the foot and of the far end, metres. */
  from: number;
  to: number;
  height: number;
  material: number;
  seed: number;
}

/** A range of hills round the far side: a height field with smooth shading. */
export function addRange(scene: SceneBuilder, { from, to, height, material, seed }: Range): void {
  const [columns, rows] = [110, 26];
  const half = to * 1.3;
  const heightAt = (x: number, z: number): number => {
    const share = (z - from) / (to - from);
    const swell = smoothstep(0, 0.55, share);
    return -3 + height * swell * (0.25 + 0.95 * ridges((x / to) * 4.2 + seed, (z / to) * 4.2, seed));
  };
  const cell = (half * 2) / columns;
  const at = (i: number, j: number): { p: Vec3; n: Vec3 } => {
    const x = -half + cell * i;
    const z = from + ((to - from) * j) / rows;
    const y = heightAt(x, z);
    const step = 8;
    const nx = y - heightAt(x + step, z);
    const nz = y - heightAt(x, z + step);
    const length = Math.hypot(nx, step, nz);
    return { p: [x, y, z], n: [nx / length, step / length, nz / length] };
  };
  for (let j = 0; j < rows; j++) {
    let a = at(0, j);
    let d = at(0, j + 1);
    for (let i = 0; i < columns; i++) {
      const b = at(i + 1, j);
      const c = at(i + 1, j + 1);
      scene.mesh.triangle(material, a.p, b.p, c.p, a.n, b.n, c.n);
      scene.mesh.triangle(material, a.p, c.p, d.p, a.n, c.n, d.n);
      a = b;
      d = c;
    }
  }
}

/** Wooded hills: dark mottled green, paler on top. */
export function woodedHills(scene: SceneBuilder, isAutumn: boolean): number {
  return scene.material({ surface: 'matte', paint: woodPaint(isAutumn) });
}

const woodPaint = definePaint(
  'wooded hills',
  (isAutumn: boolean): Painter =>
    (p, out) => {
      const clump = fbm(p.x * 0.05, p.z * 0.05 + p.y * 0.05, 4, 3);
      const wide = fbm(p.x * 0.006, p.z * 0.006, 3, 8);
      const gain = 0.35 + 0.9 * clump;
      out.r = (isAutumn ? 0.2 + 0.16 * wide : 0.07 + 0.05 * wide) * gain;
      out.g = (isAutumn ? 0.13 : 0.14 + 0.03 * wide) * gain;
      out.b = 0.05 * gain;
    },
);

/** Rock with snow where it is high and not too steep. */
export function snowyRock(scene: SceneBuilder, line: number): number {
  return scene.material({ surface: 'matte', paint: rockPaint(line) });
}

const rockPaint = definePaint(
  'snowy rock',
  (line: number): Painter =>
    (p, out) => {
      const noise = fbm(p.x * 0.012, p.z * 0.012 + p.y * 0.01, 4, 5);
      const snow =
        smoothstep(line - 60, line + 60, p.y + (noise - 0.5) * 180) *
        smoothstep(0.28, 0.55, p.ny + (noise - 0.5) * 0.35);
      const rock = 0.6 + 0.8 * fbm(p.x * 0.03, p.y * 0.05 + p.z * 0.03, 4, 7);
      const wood = smoothstep(line * 0.45, line * 0.15, p.y);
      out.r = (0.2 * rock * (1 - wood) + 0.05 * wood) * (1 - snow) + 0.86 * snow;
      out.g = (0.195 * rock * (1 - wood) + 0.09 * wood) * (1 - snow) + 0.89 * snow;
      out.b = (0.2 * rock * (1 - wood) + 0.05 * wood) * (1 - snow) + 0.95 * snow;
    },
);

/** Sand in ripples. */
export function sand(scene: SceneBuilder): number {
  return scene.material({ surface: 'matte', paint: sandPaint() });
}

const sandPaint = definePaint(
  'sand',
  (): Painter => (p, out) => {
    const ripple = Math.sin((p.x * 0.4 + p.z * 1.6 + fbm(p.x * 0.2, p.z * 0.2, 3, 4) * 9) * 3) * 0.04;
    const gain = 0.86 + 0.24 * fbm(p.x * 0.15, p.z * 0.15, 4, 6) + ripple;
    out.r = 0.62 * gain;
    out.g = 0.455 * gain;
    out.b = 0.29 * gain;
  },
);

/** Water in front (z below `shore`) or behind it, to the horizon, with a bank. */
export function addWater(scene: SceneBuilder, m: Palette, shore: number, isInFront: boolean, bank: number): void {
  const { mesh } = scene;
  const edge = (x: number): number => shore + Math.sin(x * 0.045) * 1.6 + Math.sin(x * 0.13 + 2) * 0.6;
  const far = isInFront ? shore - 6000 : shore + 9000;
  const out = isInFront ? -1 : 1;
  for (let x = -900; x < 900; x += Math.abs(x) < 120 ? 3 : 60) {
    const next = x + (Math.abs(x) < 120 ? 3 : 60);
    const [a, b] = [edge(x), edge(next)];
    mesh.quad(
      bank,
      [x, 0, a - out * 0.3],
      [next, 0, b - out * 0.3],
      [next, -0.75, b + out * 1.4],
      [x, -0.75, a + out * 1.4],
    );
  }
  mesh.quad(
    m.lake,
    [-9000, -0.5, shore - out * 2.5],
    [9000, -0.5, shore - out * 2.5],
    [9000, -0.5, far],
    [-9000, -0.5, far],
  );
  mesh.quad(m.earth, [-9000, -3, shore - out * 3], [9000, -3, shore - out * 3], [9000, -3, far], [-9000, -3, far]);
}
