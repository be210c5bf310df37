/** Bodies with a curved outline: stacked plates with glass between, and shells turned round an outline. */
import type { Vec3 } from '../../../base/vector.ts';
import type { Mesh } from '../../trace/mesh.ts';
import type { Yard } from './yard.ts';

const POINTS = 56;

/** Outline on the ground: a superellipse, 2 an ellipse, 4 nearly a rectangle. */
export interface Outline {
  x: number;
  z: number;
  halfWidth: number;
  halfDepth: number;
  power: number;
  /** Radians. */
  turn: number;
}

export function outlinePoint(
  { x, z, halfWidth, halfDepth, power, turn }: Outline,
  share: number,
  grow = 0,
): [number, number] {
  const angle = share * Math.PI * 2;
  const curve = (value: number): number => Math.sign(value) * Math.abs(value) ** (2 / power);
  const a = curve(Math.cos(angle)) * (halfWidth + grow);
  const b = curve(Math.sin(angle)) * (halfDepth + grow);
  return [x + a * Math.cos(turn) - b * Math.sin(turn), z + a * Math.sin(turn) + b * Math.cos(turn)];
}

/** Skin between two outlines at two heights. */
export function addBand(
  mesh: Mesh,
  material: number,
  low: Outline,
  y0: number,
  lowGrow: number,
  high: Outline,
  y1: number,
  highGrow: number,
): void {
  for (let i = 0; i < POINTS; i++) {
    const p = (outline: Outline, y: number, grow: number, k: number): Vec3 => {
      const [x, z] = outlinePoint(outline, k / POINTS, grow);
      return [x, y, z];
    };
    mesh.quad(
      material,
      p(low, y0, lowGrow, i),
      p(low, y0, lowGrow, i + 1),
      p(high, y1, highGrow, i + 1),
      p(high, y1, highGrow, i),
    );
  }
}

export function addPlate(mesh: Mesh, material: number, outline: Outline, y: number, grow: number): void {
  mesh.polygon(
    material,
    Array.from({ length: POINTS }, (_, i) => outlinePoint(outline, i / POINTS, grow)),
    y,
  );
}

export interface CurvedBody {
  storeys: number;
  storey: number;
  ground: number;
  base: number;
  /** Outline of a storey; 0 is the lowest. */
  outlineAt(level: number): Outline;
  areFinned: boolean;
}

/** Plates with rounded edges, recessed glass and mullions, storey by storey. */
export function raiseCurved({ scene, skin }: Yard, body: CurvedBody): number {
  const { mesh } = scene;
  let y = body.base;
  for (let level = 0; level < body.storeys; level++) {
    const high = level === 0 ? body.ground : body.storey;
    const here = body.outlineAt(level);
    const next = body.outlineAt(level + 1);
    const top = y + high;
    const edge = 0.55;
    addBand(mesh, skin.glass, here, y, 0, here, top - 0.5, 0);
    addBand(mesh, skin.wall, next, top - 0.75, edge * 0.6, next, top - 0.4, edge * 1.7);
    addBand(mesh, skin.wall, next, top - 0.4, edge * 1.7, next, top + 0.25, edge);
    addPlate(mesh, skin.soffit, next, top - 0.75, edge * 0.6);
    addPlate(mesh, skin.roofFlat, next, top + 0.02, edge);
    addPlate(mesh, skin.ceiling, here, top - 0.8, -0.5);
    addPlate(mesh, skin.floor, here, y + 0.06, -0.3);
    addBand(mesh, skin.room, here, y, -5, here, top - 0.75, -5);
    for (let i = 0; i < POINTS; i++) {
      const [x0, z0] = outlinePoint(here, i / POINTS, 0.03);
      mesh.bar(skin.frame, [x0, y, z0], [x0, top - 0.6, z0], 0.045, 0.045, 4);
      if (!body.areFinned || level === 0) continue;
      const [x1, z1] = outlinePoint(here, i / POINTS, edge * (0.9 + 0.7 * Math.sin(i * 0.45 + level * 0.6)));
      const [x2, z2] = outlinePoint(next, i / POINTS, edge * (0.9 + 0.7 * Math.sin(i * 0.45 + level * 0.6 + 0.6)));
      mesh.quad(skin.accent, [x0, y, z0], [x1, y, z1], [x2, top, z2], [x0, top, z0]);
    }
    y = top;
  }
  const roof = body.outlineAt(body.storeys);
  addBand(mesh, skin.wall, roof, y, 0.3, roof, y + 1, 0.3);
  addBand(mesh, skin.wall, roof, y + 1, 0.3, roof, y + 1, -0.2);
  return y + 1;
}
