import type { Size } from '../../base/blur.ts';
import { resamplePlane } from '../../base/resample.ts';

/**
 * Changes an enlarged plane so that reducing it gives the source again: the error of the reduced plane is enlarged by
 * Catmull-Rom and added (iterative back-projection, Irani & Peleg 1991). In place.
 *
 * @param rounds three leave an error that nobody sees
 * @param share of the error that is taken back in each round, 0–1
 */
export function projectBack(
  plane: Float32Array,
  source: Float32Array,
  { small, large }: { small: Size; large: Size },
  rounds: number,
  share = 1,
): void {
  const reduced = new Float32Array(source.length);
  const correction = rounds > 0 ? new Float32Array(plane.length) : plane;
  for (let round = 0; round < rounds; round++) {
    resamplePlane(plane, large, small, 'lanczos3', reduced);
    for (let i = 0; i < reduced.length; i++) reduced[i] = share * (source[i]! - reduced[i]!);
    resamplePlane(reduced, small, large, 'catmullRom', correction);
    for (let i = 0; i < plane.length; i++) plane[i]! += correction[i]!;
  }
}
