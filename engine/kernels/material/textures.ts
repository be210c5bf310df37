import { parseHexColour } from '../../base/colour.ts';
import { linearOf } from '../../base/srgb.ts';
import type { Finish } from './textures-finish.ts';
import { brick, ceramic, concrete, paint, roofing, stone } from './textures-mineral.ts';
import type { LinearTile } from './textures-pyramid.ts';
import { carpet, fabric, glass, leather, metal, wood } from './textures-soft.ts';

/** In the order of the material library's categories. */
const finishes = [stone, wood, concrete, brick, metal, glass, paint, ceramic, fabric, leather, carpet, roofing];

/**
 * Finds the surface of a category of the material library.
 *
 * @param category id of the form `8nn`
 */
export function finishOf(category: string): Finish | undefined {
  return /^8\d\d$/.test(category) ? finishes[Number(category.slice(1)) - 1] : undefined;
}

/**
 * Paints a tile, its relief lit from the upper left.
 *
 * @param side pixels, a power of two
 * @param tone which colouring; counts round
 */
export function paintTile(finish: Finish, side: number, { seed, tone }: { seed: number; tone: number }): LinearTile {
  const place = tone % finish.tones.length;
  const [red, green, blue] = parseHexColour(finish.tones[place]!);
  const painter = finish.paint(seed, place, [red / 255, green / 255, blue / 255]);
  const rgb = new Float32Array(side * side * 3);
  const height = new Float32Array(side * side);
  const out = new Float64Array(4);
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      painter((x + 0.5) / side, (y + 0.5) / side, out);
      rgb[i * 3] = linearOf(out[0]!);
      rgb[i * 3 + 1] = linearOf(out[1]!);
      rgb[i * 3 + 2] = linearOf(out[2]!);
      height[i] = out[3]!;
    }
  }
  const perMetre = side / finish.metres / 2;
  const last = side - 1;
  for (let y = 0, i = 0; y < side; y++) {
    const row = y * side;
    const above = ((y + last) & last) * side;
    const below = ((y + 1) & last) * side;
    for (let x = 0; x < side; x++, i++) {
      const across = height[row + ((x + 1) & last)]! - height[row + ((x + last) & last)]!;
      const down = height[below + x]! - height[above + x]!;
      const slope = (0.5 * across + 0.85 * down) * perMetre;
      const light = 1 + (0.32 * slope) / (1 + Math.abs(slope));
      for (let at = i * 3; at < i * 3 + 3; at++) rgb[at]! *= light;
    }
  }
  return { width: side, height: side, rgb, metresWide: finish.metres, metresHigh: finish.metres };
}
