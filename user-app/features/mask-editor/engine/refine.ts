import { type GreyMask, moveEdge } from '#shared/domain/mask-edge';
import { soften } from './fade';
import { fillHoles } from './fill-holes';

/** Refinement of the painted mask when it is shown and sent; the painted one is not changed. */
export interface Refinement {
  /** Picture pixels the edge moves outwards; negative: inwards. −50–50. */
  grow: number;
  /** Picture pixels over which the edge fades, 0–50. */
  feather: number;
  areHolesFilled: boolean;
}

export const noRefinement: Refinement = { grow: 0, feather: 0, areHolesFilled: false };
export const refinementLimits = { grow: { min: -50, max: 50 }, feather: { min: 0, max: 50 } } as const;

export function isRefined({ grow, feather, areHolesFilled }: Refinement): boolean {
  return grow !== 0 || feather !== 0 || areHolesFilled;
}

/** The mask with holes filled, then grown or shrunk, then feathered. Lengths are divided by `step`. */
export function refine(mask: GreyMask, { grow, feather, areHolesFilled }: Refinement, step = 1): GreyMask {
  const { width, height } = mask;
  let data = areHolesFilled ? fillHoles(mask) : mask.data;
  if (grow !== 0) data = moveEdge({ width, height, data }, grow / step);
  if (feather !== 0) data = soften({ width, height, data }, feather / step);
  return { width, height, data };
}
