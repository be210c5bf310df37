import type { Size } from '../../base/blur.ts';

/** Side of a block that is looked at, pixels. */
const blockSide = 10;
/** No more blocks than this are looked at. */
const mostBlocks = 4000;
/** Share of the blocks that are taken to be free of texture. */
const smoothShare = 0.15;

/**
 * Deviation of a picture's noise: the second difference across and down, which edges and slopes leave nearly nothing of,
 * averaged over blocks (Immerkær, "Fast Noise Variance Estimation", 1996), of which the calmest tell. Blocks near black
 * and white are left out, since noise is cut off there.
 *
 * @param lightness of the pixel at an index, 0…1
 * @returns in the unit of the lightness; 0 for a picture without a block to look at
 */
export function noiseLevel(lightness: (index: number) => number, { width, height }: Size): number {
  const across = Math.floor(width / blockSide);
  const down = Math.floor(height / blockSide);
  const stride = Math.max(1, Math.round(Math.sqrt((across * down) / mostBlocks)));
  const levels: number[] = [];
  for (let row = 0; row < down; row += stride) {
    for (let column = 0; column < across; column += stride) {
      const first = row * blockSide * width + column * blockSide;
      const middle = lightness(first + (blockSide >> 1) * (width + 1));
      if (middle > 0.03 && middle < 0.97) levels.push(levelOfBlock(lightness, first, width));
    }
  }
  if (levels.length === 0) return 0;
  levels.sort((one, other) => one - other);
  return levels[Math.floor((levels.length - 1) * smoothShare)]!;
}

function levelOfBlock(lightness: (index: number) => number, first: number, width: number): number {
  let sum = 0;
  for (let y = 1; y < blockSide - 1; y++) {
    for (let x = 1; x < blockSide - 1; x++) {
      const at = first + y * width + x;
      const bent = (i: number) => lightness(i - 1) - 2 * lightness(i) + lightness(i + 1);
      sum += Math.abs(bent(at - width) - 2 * bent(at) + bent(at + width));
    }
  }
  return (Math.sqrt(Math.PI / 2) / 6) * (sum / (blockSide - 2) ** 2);
}
