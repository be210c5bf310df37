/** Mansard roofs with dormers, saw teeth, vaults. */
import type { Vec3 } from '../../../base/vector.ts';
import type { Mesh } from '../../trace/mesh.ts';
import type { Box } from '../facade/face.ts';
import type { Skin } from '../facade/skin.ts';
import { planOf } from './roof-plan.ts';

export function mansard(mesh: Mesh, skin: Skin, { x0, z0, x1, z1 }: Box, top: number): void {
  const high = 3;
  const lean = 1;
  mesh.box(skin.trim, x0 - 0.35, top - 0.2, z0 - 0.35, x1 + 0.35, top + 0.15, z1 + 0.35);
  const low: readonly Vec3[] = [
    [x0, top, z0],
    [x1, top, z0],
    [x1, top, z1],
    [x0, top, z1],
  ];
  const y = top + high;
  const upper: readonly Vec3[] = [
    [x0 + lean, y, z0 + lean],
    [x1 - lean, y, z0 + lean],
    [x1 - lean, y, z1 - lean],
    [x0 + lean, y, z1 - lean],
  ];
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    mesh.quad(skin.roof, low[i]!, low[j]!, upper[j]!, upper[i]!);
  }
  mesh.box(skin.roof, x0 + lean, y - 0.1, z0 + lean, x1 - lean, y + 0.15, z1 - lean);
  const dormers = Math.max(2, Math.round((x1 - x0) / 4.2));
  for (let i = 0; i < dormers; i++) {
    const x = x0 + ((x1 - x0) * (i + 0.5)) / dormers;
    dormer(mesh, skin, (u, h, d) => [x + u, top + h, z0 + d]);
  }
  const ends = Math.max(1, Math.round((z1 - z0) / 4.6));
  for (let i = 0; i < ends; i++) {
    const z = z0 + ((z1 - z0) * (i + 0.5)) / ends;
    dormer(mesh, skin, (u, h, d) => [x0 + d, top + h, z + u]);
    dormer(mesh, skin, (u, h, d) => [x1 - d, top + h, z + u]);
  }
  for (const x of [x0 + 2.5, x1 - 3.5])
    mesh.box(skin.wall, x, y, z0 + (z1 - z0) * 0.45, x + 1, y + 2, z0 + (z1 - z0) * 0.45 + 1.8);
}

function dormer(mesh: Mesh, skin: Skin, at: (u: number, h: number, d: number) => Vec3): void {
  const box = (material: number, u0: number, h0: number, d0: number, u1: number, h1: number, d1: number): void => {
    const a = at(u0, h0, d0);
    const b = at(u1, h1, d1);
    mesh.box(
      material,
      Math.min(a[0], b[0]),
      a[1],
      Math.min(a[2], b[2]),
      Math.max(a[0], b[0]),
      b[1],
      Math.max(a[2], b[2]),
    );
  };
  box(skin.trim, -0.75, 0.4, 0, 0.75, 2.35, 1.4);
  box(skin.spandrel, -0.5, 0.55, -0.03, 0.5, 2.05, 0);
  box(skin.frame, -0.03, 0.55, -0.06, 0.03, 2.05, -0.02);
  mesh.quad(skin.roof, at(-0.95, 2.3, -0.2), at(0, 2.85, -0.2), at(0, 2.85, 1.6), at(-0.95, 2.3, 1.6));
  mesh.quad(skin.roof, at(0.95, 2.3, -0.2), at(0, 2.85, -0.2), at(0, 2.85, 1.6), at(0.95, 2.3, 1.6));
  mesh.triangle(skin.trim, at(-0.8, 2.35, 0), at(0.8, 2.35, 0), at(0, 2.8, 0));
}

export function sawtooth(mesh: Mesh, skin: Skin, { x0, z0, x1, z1 }: Box, top: number): void {
  const teeth = Math.max(2, Math.round((x1 - x0) / 7));
  const wide = (x1 - x0) / teeth;
  const high = 2.8;
  for (let i = 0; i < teeth; i++) {
    const a = x0 + wide * i;
    const b = a + wide;
    const [low, up] = [top, top + high];
    mesh.quad(skin.roof, [a, low + 0.15, z0 - 0.3], [a, low + 0.15, z1], [b, up + 0.15, z1], [b, up + 0.15, z0 - 0.3]);
    mesh.quad(skin.spandrel, [b, low + 0.4, z0], [b, low + 0.4, z1], [b, up, z1], [b, up, z0]);
    for (const z of [z0, z1]) mesh.triangle(skin.wall, [a, low, z], [b, low, z], [b, up, z]);
    mesh.quad(
      skin.frame,
      [a, low + 0.15, z0 - 0.3],
      [b, up + 0.15, z0 - 0.3],
      [b, up - 0.1, z0 - 0.3],
      [a, low - 0.1, z0 - 0.3],
    );
    mesh.box(skin.frame, b - 0.1, low - 0.1, z0 - 0.3, b + 0.05, up + 0.15, z0 - 0.05);
  }
}

export function vault(mesh: Mesh, skin: Skin, box: Box, top: number): void {
  const { long, wide, at } = planOf(box, 0.8);
  const rise = wide * 0.22;
  const segments = 20;
  const ring = (i: number): readonly [number, number] => {
    const angle = Math.PI * (i / segments);
    return [wide / 2 - (Math.cos(angle) * wide) / 2, top + Math.sin(angle) * rise];
  };
  for (let i = 0; i < segments; i++) {
    const [b0, y0] = ring(i);
    const [b1, y1] = ring(i + 1);
    mesh.quad(skin.roof, at(0, y0 + 0.2, b0), at(long, y0 + 0.2, b0), at(long, y1 + 0.2, b1), at(0, y1 + 0.2, b1));
    mesh.quad(skin.soffit, at(0, y0, b0), at(0, y1, b1), at(long, y1, b1), at(long, y0, b0));
    for (const a of [0, long])
      mesh.quad(skin.frame, at(a, y0 - 0.05, b0), at(a, y1 - 0.05, b1), at(a, y1 + 0.2, b1), at(a, y0 + 0.2, b0));
    for (const a of [0.8, long - 0.8])
      mesh.quad(skin.spandrel, at(a, top - 0.05, b0), at(a, top - 0.05, b1), at(a, y1, b1), at(a, y0, b0));
  }
}
