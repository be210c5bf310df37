/** Roofs over a rectangle: flat with parapet, gable, hip, sweeping eaves, mansard, saw teeth, vault. */
import type { Vec3 } from '../../../base/vector.ts';
import type { Mesh } from '../../trace/mesh.ts';
import type { Box } from '../facade/face.ts';
import type { Skin } from '../facade/skin.ts';
import type { RoofKind } from '../words/brief.ts';
import { planOf } from './roof-plan.ts';
import { mansard, sawtooth, vault } from './roofs-special.ts';
import type { Yard } from './yard.ts';

export function addRoof(yard: Yard, box: Box, top: number, kind: RoofKind): void {
  const { scene, skin, random } = yard;
  const { mesh } = scene;
  switch (kind) {
    case 'flat':
      flat(yard, box, top);
      break;
    case 'gable':
      gable(mesh, skin, box, top, 0.55 + 0.25 * random());
      break;
    case 'hip':
      hipped(mesh, skin, box, top, { overhang: 0.8, pitch: 0.42, bend: 1, lift: 0 });
      break;
    case 'sweeping':
      hipped(mesh, skin, box, top, { overhang: 1.5, pitch: 0.5, bend: 1.45, lift: 0.55 });
      break;
    case 'mansard':
      mansard(mesh, skin, box, top);
      break;
    case 'sawtooth':
      sawtooth(mesh, skin, box, top);
      break;
    case 'vault':
      vault(mesh, skin, box, top);
      break;
  }
}

function flat({ scene: { mesh }, skin, random }: Yard, { x0, z0, x1, z1 }: Box, top: number): void {
  mesh.box(skin.roofFlat, x0 + 0.1, top - 0.1, z0 + 0.1, x1 - 0.1, top + 0.12, z1 - 0.1);
  const high = top + 0.7;
  for (const [a, b, c, d] of [
    [x0 - 0.06, z0 - 0.06, x1 + 0.06, z0 + 0.24],
    [x0 - 0.06, z1 - 0.24, x1 + 0.06, z1 + 0.06],
    [x0 - 0.06, z0, x0 + 0.24, z1],
    [x1 - 0.24, z0, x1 + 0.06, z1],
  ] as const) {
    mesh.box(skin.wall, a, top - 0.05, b, c, high - 0.06, d);
    mesh.box(skin.trim, a - 0.04, high - 0.06, b - 0.04, c + 0.04, high, d + 0.04);
  }
  const [w, d] = [x1 - x0, z1 - z0];
  if (Math.min(w, d) < 12) return;
  const cx = x0 + w * (0.35 + 0.3 * random());
  mesh.box(skin.accent, cx - 3, top, z0 + d * 0.45, cx + 3, top + 2.6, z0 + d * 0.75);
  for (let i = 0; i < 3; i++) {
    const x = x0 + w * (0.15 + 0.7 * random());
    mesh.box(skin.frame, x, top, z0 + d * 0.35, x + 1.6, top + 1.2, z0 + d * 0.35 + 1.6);
  }
}

function gable(mesh: Mesh, skin: Skin, box: Box, top: number, pitch: number): void {
  const over = 0.7;
  const plan = planOf(box, over);
  const { long, wide, at } = plan;
  const rise = (wide / 2) * pitch;
  const eave = top - over * pitch;
  const ridge = eave + rise;
  const thick = 0.22;
  for (const b of [0, wide]) {
    mesh.quad(
      skin.roof,
      at(0, eave + thick, b),
      at(long, eave + thick, b),
      at(long, ridge + thick, wide / 2),
      at(0, ridge + thick, wide / 2),
    );
    mesh.quad(skin.soffit, at(0, eave, b), at(0, ridge, wide / 2), at(long, ridge, wide / 2), at(long, eave, b));
    mesh.quad(skin.frame, at(0, eave, b), at(long, eave, b), at(long, eave + thick, b), at(0, eave + thick, b));
    for (const a of [0, long]) {
      mesh.quad(
        skin.frame,
        at(a, eave, b),
        at(a, eave + thick, b),
        at(a, ridge + thick, wide / 2),
        at(a, ridge, wide / 2),
      );
    }
  }
  for (const a of [over, long - over]) {
    mesh.triangle(skin.wall, at(a, top, over), at(a, top, wide - over), at(a, ridge, wide / 2));
  }
}

interface HipShape {
  overhang: number;
  pitch: number;
  /** 1 straight, above 1 hollow. */
  bend: number;
  /** Metres by which corners turn up. */
  lift: number;
}

/** Four slopes; hollow ones with lifted corners make the roof of Chinese halls. */
function hipped(mesh: Mesh, skin: Skin, box: Box, top: number, { overhang, pitch, bend, lift }: HipShape): void {
  const { long, wide, at } = planOf(box, overhang);
  const rise = (wide / 2) * pitch + 0.4;
  const inset = Math.min(long / 2 - 0.2, (wide / 2) * (bend > 1 ? 0.62 : 1));
  const eave = top - 0.12;
  const steps = bend > 1 ? 6 : 1;
  const across = lift > 0 ? 10 : 1;
  const heightAt = (u: number, v: number): number =>
    eave + rise * v ** bend + lift * Math.abs(u * 2 - 1) ** 5 * (1 - v) ** 2;
  const slope = (corner: (u: number, v: number) => readonly [number, number]): void => {
    const p = (i: number, j: number, drop: number): Vec3 => {
      const u = i / across;
      const v = j / steps;
      const [a, b] = corner(u, v);
      return at(a, heightAt(u, v) - drop, b);
    };
    for (let i = 0; i < across; i++) {
      for (let j = 0; j < steps; j++) {
        mesh.quad(skin.roof, p(i, j, -0.2), p(i + 1, j, -0.2), p(i + 1, j + 1, -0.2), p(i, j + 1, -0.2));
        mesh.quad(skin.soffit, p(i, j, 0), p(i, j + 1, 0), p(i + 1, j + 1, 0), p(i + 1, j, 0));
      }
      mesh.quad(skin.frame, p(i, 0, 0), p(i + 1, 0, 0), p(i + 1, 0, -0.2), p(i, 0, -0.2));
    }
  };
  const mix = (from: number, to: number, v: number): number => from + (to - from) * v;
  for (const side of [0, 1]) {
    const b0 = side * wide;
    const a0 = side * long;
    slope((u, v) => [mix(u * long, inset + u * (long - inset * 2), v), mix(b0, wide / 2, v)]);
    slope((u, v) => [mix(a0, side ? long - inset : inset, v), mix(u * wide, wide / 2, v)]);
    if (bend > 1) {
      for (const end of [0, 1]) {
        const foot = at(end * long, eave + lift + 0.22, b0);
        const middle = at(
          mix(end * long, end ? long - inset : inset, 0.5),
          eave + rise * 0.5 ** bend + 0.24,
          mix(b0, wide / 2, 0.5),
        );
        const head = at(end ? long - inset : inset, eave + rise + 0.3, wide / 2);
        mesh.bar(skin.roof, foot, middle, 0.13, 0.14, 7);
        mesh.bar(skin.roof, middle, head, 0.14, 0.16, 7);
      }
    }
  }
  if (bend > 1) {
    const y = eave + rise + 0.32;
    mesh.bar(skin.roof, at(inset - 0.3, y + 0.12, wide / 2), at(long / 2, y, wide / 2), 0.2, 0.2, 8);
    mesh.bar(skin.roof, at(long / 2, y, wide / 2), at(long - inset + 0.3, y + 0.12, wide / 2), 0.2, 0.2, 8);
    for (const a of [inset - 0.3, long - inset + 0.3])
      mesh.bar(skin.roof, at(a, y, wide / 2), at(a, y + 0.75, wide / 2), 0.2, 0.06, 8);
  }
}
