/** Sports halls and stations. */
import type { Vec3 } from '../../../base/vector.ts';
import { addBand, addPlate, type Outline, outlinePoint } from './curved.ts';
import type { Built, MassingJob } from './massing-job.ts';
import { addCanopy, addSteps } from './parts.ts';

export function sports(job: MassingJob): Built {
  const { brief, yard, ground, storey } = job;
  const { mesh } = yard.scene;
  const { skin } = yard;
  const outline: Outline = { x: 44, z: 34, halfWidth: 44, halfDepth: 33, power: 2.5, turn: 0 };
  const high = ground + (brief.storeys - 1) * storey;
  addBand(mesh, skin.glass, outline, 0.2, -5, outline, ground, -4);
  addBand(mesh, skin.room, outline, 0.2, -10, outline, ground, -10);
  addPlate(mesh, skin.floor, outline, 0.25, -4);
  addBand(mesh, skin.soffit, outline, ground, -4.5, outline, ground + 0.1, 1);
  addBand(mesh, skin.wall, outline, ground + 0.1, 1, outline, high, 4);
  addBand(mesh, skin.wall, outline, high, 4, outline, high + 3, 1);
  addBand(mesh, skin.roof, outline, high + 3, 1, outline, high + 7, -14);
  addBand(mesh, skin.accent, outline, high + 7, -14, outline, high + 8, -24);
  addPlate(mesh, skin.spandrel, outline, high + 8, -24);
  const ribs = job.output % 2 ? 72 : 110;
  for (let i = 0; i < ribs; i++) {
    const lean = job.output % 2 ? 0 : 0.012;
    const at = (y: number, grow: number, shift: number): Vec3 => {
      const [x, z] = outlinePoint(outline, i / ribs + shift, grow);
      return [x, y, z];
    };
    mesh.bar(skin.accent, at(ground + 0.2, 1.4, 0), at(high, 4.4, lean), 0.16, 0.16, 4);
    mesh.bar(skin.accent, at(high, 4.4, lean), at(high + 3, 1.2, lean * 1.5), 0.16, 0.16, 4);
    if (i % 3 === 0) mesh.bar(skin.post, at(0, -3, 0), at(ground + 0.1, -1, lean), 0.3, 0.3, 8);
  }
  addSteps(yard, 30, 58, 1, 1.2);
  return { footprints: [{ x0: -4, x1: 92, z0: -3, z1: 71 }], top: high + 8 };
}

/** Height of a gable with hollow slopes: 1 at the ridge, 0 at the eaves, going on downwards beyond them. */
function hollowGable(share: number): number {
  return Math.sign(share) * Math.abs(share) ** 1.4;
}

/** A long hall under a roof in waves on forked columns. */
export function stations(job: MassingJob): Built {
  const { brief, yard, random } = job;
  const { mesh } = yard.scene;
  const { skin } = yard;
  const [wide, deep] = [110, 44];
  const n = Math.max(1, brief.storeys - 1);
  const high = 8 + n * 5.5;
  const waves = 2 + Math.floor(random() * 3);
  const isGabled = brief.style === 'newChinese';
  const roofAt = (x: number, z: number): number => {
    const along = x / wide;
    const rise = isGabled
      ? hollowGable(1 - Math.abs(along - 0.5) * 2) * 9
      : Math.cos((along - 0.5) * Math.PI * 2 * waves * 0.5) * 2.6 + Math.sin(Math.PI * along) * 4;
    return high + rise - ((z - deep / 2) / deep) ** 2 * 5 + (z < 0 ? -z * 0.12 : 0);
  };
  const [nx, nz] = [48, 14];
  const p = (i: number, j: number, drop: number): Vec3 => {
    const x = -8 + ((wide + 16) * i) / nx;
    const z = -11 + ((deep + 20) * j) / nz;
    return [x, roofAt(x, z) - drop, z];
  };
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < nz; j++) {
      mesh.quad(skin.wall, p(i, j, 0), p(i + 1, j, 0), p(i + 1, j + 1, 0), p(i, j + 1, 0));
      mesh.quad(skin.soffit, p(i, j, 0.8), p(i, j + 1, 0.8), p(i + 1, j + 1, 0.8), p(i + 1, j, 0.8));
    }
    mesh.quad(skin.trim, p(i, 0, 0), p(i + 1, 0, 0), p(i + 1, 0, 0.8), p(i, 0, 0.8));
  }
  for (const i of [0, nx])
    for (let j = 0; j < nz; j++) mesh.quad(skin.trim, p(i, j, 0), p(i, j + 1, 0), p(i, j + 1, 0.8), p(i, j, 0.8));
  const panes = 44;
  for (let i = 0; i < panes; i++) {
    const a = (wide * i) / panes;
    const b = (wide * (i + 1)) / panes;
    mesh.quad(skin.glass, [a, 0.2, 0], [b, 0.2, 0], [b, roofAt(b, 0) - 0.8, 0], [a, roofAt(a, 0) - 0.8, 0]);
    mesh.box(skin.frame, a - 0.06, 0.2, -0.2, a + 0.06, roofAt(a, 0) - 0.7, 0.1);
  }
  for (const x of [0, wide])
    mesh.quad(skin.glass, [x, 0.2, 0], [x, 0.2, deep], [x, roofAt(x, deep) - 0.8, deep], [x, roofAt(x, 0) - 0.8, 0]);
  for (let y = 4; y < high - 2; y += 3.5) mesh.box(skin.frame, 0, y, -0.1, wide, y + 0.1, 0.05);
  mesh.box(skin.floor, 0, 0.1, 0, wide, 0.2, deep);
  mesh.quad(skin.room, [0, 0.2, 18], [wide, 0.2, 18], [wide, high * 0.55, 18], [0, high * 0.55, 18]);
  for (let i = 0; i <= 7; i++) {
    const x = (wide * i) / 7;
    for (const side of [-1, 1])
      mesh.bar(skin.post, [x, 0, -5], [x + side * 5, roofAt(x + side * 5, -5) - 0.8, -5], 0.4, 0.28, 10);
  }
  addCanopy(yard, 40, 70, 0, 5, 6);
  return { footprints: [{ x0: -2, x1: wide + 2, z0: -8, z1: deep + 4 }], top: high + 6 };
}
