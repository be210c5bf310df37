import { gaussianBlur, type Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';
import { projectBack } from './project-back.ts';

/** Bend of the lightness across an edge from which on it is moved in full, luma per square pixel. */
const fullBend = 0.01;

/**
 * Makes the edges of an enlarged plane steeper and its finest detail crisper without losing likeness: what the result,
 * reduced again, does not have in common with the source is taken back, so only what enlarging has lost is filled in.
 *
 * @param plane luma 0…1 enlarged without back-projection, which is done here; changed in place
 * @param source luma before enlarging
 * @param strength 0–1; at 1 a photograph is nearest to what it was before it was reduced, and beyond it noise grows
 */
export function steepenFaithfully(
  plane: Float32Array,
  source: Float32Array,
  { small, large }: { small: Size; large: Size },
  strength: number,
): void {
  steepen(plane, large, strength, large.width / small.width / 2);
  projectBack(plane, source, { small, large }, 2);
}

/**
 * Moves every pixel towards the lightest or darkest beside it, by the side of the edge it lies on (shock filter: Osher &
 * Rudin 1990, with the smoothed second derivative along the gradient of Alvarez & Mazorra 1994), and away from the mean
 * around it, but never beyond what lies beside it. In place.
 */
function steepen(plane: Float32Array, size: Size, strength: number, sigma: number): void {
  const { width, height } = size;
  const smooth = gaussianBlur(plane, size, sigma);
  const before = Float32Array.from(plane);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const own = before[i]!;
      const low = Math.min(own, before[i - 1]!, before[i + 1]!, before[i - width]!, before[i + width]!);
      const high = Math.max(own, before[i - 1]!, before[i + 1]!, before[i - width]!, before[i + width]!);
      const bend = bendAcross(smooth, i, width);
      const shock = 0.2 * Math.min(1, Math.abs(bend) / fullBend) * ((bend > 0 ? low : high) - own);
      const crisp = 0.5 * (own - smooth[i]!);
      plane[i] = clamp(own + strength * (shock + crisp), low, high);
    }
  }
}

/** Second derivative along the gradient. */
function bendAcross(plane: Float32Array, i: number, width: number): number {
  const [centre, left, right] = [plane[i]!, plane[i - 1]!, plane[i + 1]!];
  const [above, below] = [plane[i - width]!, plane[i + width]!];
  const dx = (right - left) / 2;
  const dy = (below - above) / 2;
  const squared = dx * dx + dy * dy;
  if (squared < 1e-10) return 0;
  const xy = (plane[i + width + 1]! - plane[i + width - 1]! - plane[i - width + 1]! + plane[i - width - 1]!) / 4;
  const xx = right - 2 * centre + left;
  const yy = below - 2 * centre + above;
  return (dx * dx * xx + 2 * dx * dy * xy + dy * dy * yy) / squared;
}
