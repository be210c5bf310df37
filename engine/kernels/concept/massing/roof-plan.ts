import type { Vec3 } from '../../../base/vector.ts';
import type { Box } from '../facade/face.ts';

/** A roof's own frame: `a` along the ridge, `b` across, so that one drawing serves both directions. */
export interface Plan {
  long: number;
  wide: number;
  at(a: number, y: number, b: number): Vec3;
}

export function planOf({ x0, z0, x1, z1 }: Box, overhang: number): Plan {
  const isAlongX = x1 - x0 >= z1 - z0;
  const w = x1 - x0 + overhang * 2;
  const d = z1 - z0 + overhang * 2;
  return isAlongX
    ? { long: w, wide: d, at: (a, y, b) => [x0 - overhang + a, y, z0 - overhang + b] }
    : { long: d, wide: w, at: (a, y, b) => [x0 - overhang + b, y, z0 - overhang + a] };
}
