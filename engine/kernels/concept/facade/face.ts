/** One side of an axis-aligned volume in its own coordinates. */
import type { Mesh } from '../../trace/mesh.ts';

export type Side = 'front' | 'back' | 'left' | 'right';

export interface Box {
  x0: number;
  z0: number;
  x1: number;
  z1: number;
}

/**
 * Coordinates on a side: `u` metres along it from its left end as seen from outside on the front (0 … length), `y` up,
 * `d` metres outwards from the wall plane (negative inside).
 */
export interface Face {
  length: number;
  box(material: number, u0: number, y0: number, d0: number, u1: number, y1: number, d1: number): void;
  pane(material: number, u0: number, y0: number, u1: number, y1: number, d: number): void;
}

export function faceOf(mesh: Mesh, { x0, z0, x1, z1 }: Box, side: Side): Face {
  const isAlongX = side === 'front' || side === 'back';
  const length = isAlongX ? x1 - x0 : z1 - z0;
  const at = (u: number, d: number): readonly [number, number] => {
    switch (side) {
      case 'front':
        return [x0 + u, z0 - d];
      case 'back':
        return [x1 - u, z1 + d];
      case 'left':
        return [x0 - d, z1 - u];
      case 'right':
        return [x1 + d, z0 + u];
    }
  };
  return {
    length,
    box(material, u0, y0, d0, u1, y1, d1) {
      const [ax, az] = at(u0, d0);
      const [bx, bz] = at(u1, d1);
      mesh.box(material, Math.min(ax, bx), y0, Math.min(az, bz), Math.max(ax, bx), y1, Math.max(az, bz));
    },
    pane(material, u0, y0, u1, y1, d) {
      const [ax, az] = at(u0, d);
      const [bx, bz] = at(u1, d);
      mesh.quad(material, [ax, y0, az], [bx, y0, bz], [bx, y1, bz], [ax, y1, az]);
    },
  };
}
