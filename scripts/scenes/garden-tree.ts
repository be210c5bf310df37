import type { Mesh } from '../../engine/kernels/trace/mesh.ts';
import type { Palette } from '../../engine/kernels/trace/palette.ts';
import { growTree } from '../../engine/kernels/trace/plants.ts';

/** The tree that stands outside the windows of rooms, seven metres high. */
export function gardenTree(m: Palette): Mesh {
  return growTree(m.bark, m.leafLight, {
    height: 7,
    spread: 2.6,
    clear: 1.6,
    leafSize: 0.17,
    leafCount: 9000,
    trunk: 0.13,
    seed: 21,
    isMultiStem: true,
  });
}
