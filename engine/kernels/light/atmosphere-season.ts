import type { Size } from '../../base/blur.ts';
import { luminanceOf } from '../../base/colour.ts';
import { type LinearLight, linearColour, mixColours } from '../../base/linear-light.ts';
import { smoothstep } from '../../base/scalar.ts';
import type { SceneMasks } from '../segment/scene-masks.ts';
import { fractalNoise } from './sky-noise.ts';

export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

/** Leaf colours of a season; two for crowns, one for grass. */
const leaves: Readonly<
  Record<Season, { crowns: readonly [string, string]; grass: string; keep: number; gain: number }>
> = {
  spring: { crowns: ['#8fbf3f', '#b4cf5a'], grass: '#86b548', keep: 0.3, gain: 1.18 },
  summer: { crowns: ['#3f7d2a', '#4f8f30'], grass: '#4d8f34', keep: 0.45, gain: 0.95 },
  autumn: { crowns: ['#c9491c', '#dba52a'], grass: '#a79a4a', keep: 0.12, gain: 1.12 },
  winter: { crowns: ['#8a7a68', '#756b60'], grass: '#a39b83', keep: 0.15, gain: 0.95 },
};

/** Blossom on spring crowns. */
const blossom = linearColour('#f3c3d3');

/**
 * Recolours living green by season and leaves everything else as it is: hue and chroma come from the season, brightness
 * from the picture; neighbouring trees differ. In place.
 *
 * @param plants 0–1 per pixel
 * @param amount 0 = nothing, 1 = the season
 */
export function recolourPlants(
  light: LinearLight,
  { width, height }: Size,
  plants: Float32Array,
  masks: SceneMasks,
  { season, amount, seed }: { season: Season; amount: number; seed: number },
): void {
  const { crowns, grass, keep, gain } = leaves[season];
  const [one, other] = [linearColour(crowns[0]), linearColour(crowns[1])];
  const meadow = linearColour(grass);
  const unit = Math.max(width, height) / 1024;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const share = Math.min(1, plants[i]! * amount * 1.15) * (1 - keep * (1 - Math.min(1, amount)));
      if (share < 0.01) continue;
      const tree = fractalNoise(x / (110 * unit), y / (150 * unit), 3, seed);
      const leaf = fractalNoise(x / (4 * unit), y / (4 * unit), 2, seed + 1);
      const low = Math.max(masks.ground[i]! / 255, smoothstep(0.86, 0.97, y / height));
      let wanted = mixColours(one, other, smoothstep(0.35, 0.65, tree + (leaf - 0.5) * 0.35));
      wanted = mixColours(wanted, meadow, low);
      const at = i * 3;
      const bright = luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!);
      if (season === 'spring') {
        const bloom =
          smoothstep(0.5, 0.62, tree) * smoothstep(0.42, 0.62, leaf) * (1 - low) * smoothstep(0.04, 0.2, bright);
        wanted = mixColours(wanted, blossom, bloom * 0.85);
      }
      const scale = (bright * gain) / luminanceOf(...wanted);
      for (let channel = 0; channel < 3; channel++) {
        const value = light[at + channel]!;
        const coloured = wanted[channel]! * scale * (1 - keep) + value * keep;
        light[at + channel] = value + (coloured - value) * share;
      }
    }
  }
}
