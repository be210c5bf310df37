import { soften } from './fade';
import { fillHoles } from './fill-holes';
import { type GreyMask, markedBounds } from './grey-mask';
import { isEmptyRect, widened } from './rect';

/** What is done to the painted mask when it is shown and sent; the painted one stays as it is. */
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

/**
 * Moves the edge by the radius of a disc: outwards when positive. Exact (each pixel takes the nearest one of its
 * column, then the row says which of those are near enough), and its cost does not grow with the radius. The picture's
 * border is no edge: nothing shrinks away from it.
 */
export function moveEdge(mask: GreyMask, by: number): Uint8Array<ArrayBuffer> {
  const { width, data } = mask;
  const radius = Math.abs(by);
  const value = by > 0 ? 255 : 0;
  const area = widened(markedBounds(mask), Math.ceil(radius) + 1, mask);
  const result = data.slice();
  if (isEmptyRect(area)) return result;
  const far = Math.floor(radius) + 1;
  const reachAt = Int16Array.from({ length: far + 1 }, (_none, d) =>
    d < far ? Math.floor(Math.sqrt(radius * radius - d * d)) : -1,
  );
  const { x: left, y: top, width: across, height: down } = area;
  const above = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    const source = (top + y) * width + left;
    const row = y * across;
    for (let x = 0; x < across; x += 1) {
      const before = y > 0 ? (above[row - across + x] as number) : far;
      above[row + x] = data[source + x] === value ? 0 : before < far ? before + 1 : far;
    }
  }
  const below = new Uint8Array(across).fill(far);
  const reaches = new Int16Array(across);
  for (let y = down - 1; y >= 0; y -= 1) {
    const row = y * across;
    const target = (top + y) * width + left;
    let reach = -1;
    for (let x = 0; x < across; x += 1) {
      const up = above[row + x] as number;
      let nearest = up === 0 ? 0 : (below[x] as number) + 1;
      if (nearest > far) nearest = far;
      below[x] = nearest;
      const own = reachAt[nearest < up ? nearest : up] as number;
      reaches[x] = own;
      reach -= 1;
      if (own > reach) reach = own;
      if (reach >= 0) result[target + x] = value;
    }
    reach = -1;
    for (let x = across - 1; x >= 0; x -= 1) {
      const own = reaches[x] as number;
      reach -= 1;
      if (own > reach) reach = own;
      if (reach >= 0) result[target + x] = value;
    }
  }
  return result;
}
