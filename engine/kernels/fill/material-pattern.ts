import { latticeRandom, valueNoise } from '../../base/random.ts';
import type { MaterialLook } from './material-words.ts';

/**
 * A material's pattern at a place, -1…1, mean about 0. Flat to the picture, without perspective.
 *
 * @param x in units of the pattern: pixels of a picture 1024 wide
 */
export function patternAt(kind: MaterialLook['pattern'], x: number, y: number, seed: number): number {
  switch (kind) {
    case 'plain':
      return 2 * valueNoise(x / 60, y / 60, seed) - 1;
    case 'speckle':
      return (
        valueNoise(x / 2, y / 2, seed) * 0.7 +
        valueNoise(x / 9, y / 9, seed + 1) +
        valueNoise(x / 40, y / 40, seed + 2) * 0.7 -
        1.2
      );
    case 'grain': {
      const board = Math.floor(y / 22);
      const tone = latticeRandom(board, 0, seed) - 0.5;
      const streak = valueNoise(x / 70, y / 1.6, seed + board) + valueNoise(x / 25, y / 4, seed + 7) - 1;
      const joint = y - board * 22 < 1 ? -1 : 0;
      return 0.7 * tone + 0.8 * streak + joint;
    }
    case 'brick': {
      const course = Math.floor(y / 9);
      const along = x + (course % 2 === 0 ? 0 : 14);
      const brick = Math.floor(along / 28);
      const isMortar = y - course * 9 < 1.3 || along - brick * 28 < 1.3;
      if (isMortar) return 0.9;
      return 1.1 * (latticeRandom(brick, course, seed) - 0.5) + 0.6 * (valueNoise(x / 2, y / 2, seed) - 0.5) - 0.1;
    }
    case 'tuft':
      return (
        valueNoise(x / 1.6, y / 3.2, seed) +
        valueNoise(x / 6, y / 6, seed + 1) +
        valueNoise(x / 30, y / 24, seed + 2) -
        1.5
      );
    case 'ripple':
      return Math.sin(y / 3 + 5 * valueNoise(x / 26, y / 9, seed)) * 0.7 + valueNoise(x / 30, y / 12, seed + 1) - 0.5;
    case 'fold':
      return Math.sin(x / 5 + 3 * valueNoise(x / 40, y / 240, seed)) * 0.8;
  }
}
