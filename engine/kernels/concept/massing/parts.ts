/** Small parts of buildings: canopies, columns, railings, stairs. */
import type { Box } from '../facade/face.ts';
import type { Yard } from './yard.ts';

/** Thin roof over an entrance, lit from below. */
export function addCanopy(
  { scene: { mesh }, skin }: Yard,
  x0: number,
  x1: number,
  front: number,
  y: number,
  reach: number,
): void {
  mesh.box(skin.frame, x0, y, front - reach, x1, y + 0.22, front + 0.1);
  mesh.box(skin.soffit, x0 + 0.05, y - 0.02, front - reach + 0.05, x1 - 0.05, y, front);
  const lamps = Math.max(1, Math.round((x1 - x0) / 2));
  for (let i = 0; i < lamps; i++) {
    const x = x0 + ((x1 - x0) * (i + 0.5)) / lamps;
    mesh.box(skin.lamp, x - 0.1, y - 0.04, front - reach * 0.5 - 0.1, x + 0.1, y - 0.02, front - reach * 0.5 + 0.1);
  }
}

/** A row of slender columns along x. */
export function addColumns(
  { scene: { mesh }, skin }: Yard,
  x0: number,
  x1: number,
  z: number,
  top: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const x = x0 + ((x1 - x0) * i) / Math.max(1, count - 1);
    mesh.cylinder(skin.post, x, z, top > 8 ? 0.35 : 0.11, 0, top, 12);
  }
}

/** Glass railing round three sides of a terrace. */
export function addRailing({ scene: { mesh }, skin }: Yard, { x0, x1, z0, z1 }: Box, y: number): void {
  mesh.quad(skin.railing, [x0, y, z0], [x1, y, z0], [x1, y + 1, z0], [x0, y + 1, z0]);
  mesh.box(skin.frame, x0, y + 0.98, z0 - 0.03, x1, y + 1.03, z0 + 0.03);
  for (const x of [x0, x1]) {
    mesh.quad(skin.railing, [x, y, z0], [x, y, z1], [x, y + 1, z1], [x, y + 1, z0]);
    mesh.box(skin.frame, x - 0.03, y + 0.98, z0, x + 0.03, y + 1.03, z1);
  }
}

/** Flight of wide steps up to a floor. */
export function addSteps({ scene: { mesh }, skin }: Yard, x0: number, x1: number, front: number, top: number): void {
  const steps = Math.max(2, Math.round(top / 0.16));
  for (let i = 0; i < steps; i++) {
    mesh.box(skin.base, x0, 0, front - 0.36 * (steps - i), x1, (top * (i + 1)) / steps, front);
  }
}
