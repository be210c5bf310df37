import type { Size } from '../../base/blur.ts';
import { type LinearColour, type LinearLight, linearColour, mixColours } from '../../base/linear-light.ts';
import { latticeRandom } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';
import { fractalNoise } from './sky-noise.ts';

/** Surroundings that can be seen behind a building, against the sky. */
export type Backdrop =
  | 'city'
  | 'residential'
  | 'campus'
  | 'countryside'
  | 'forest'
  | 'waterfront'
  | 'coast'
  | 'snowMountain'
  | 'desert';

interface Ridge {
  /** Mean height above the horizon and how much it varies, shares of the picture's height. */
  height: number;
  roughness: number;
  /** Ups and downs across the picture. */
  pace: number;
  colour: string;
  kind: 'hill' | 'trees' | 'blocks' | 'peaks' | 'flat';
}

const farHills: Ridge = { height: 0.05, roughness: 0.06, pace: 3, colour: '#8798a6', kind: 'hill' };

/** From far to near. */
const backdrops: Readonly<Record<Backdrop, readonly Ridge[]>> = {
  city: [
    { height: 0.13, roughness: 0.16, pace: 30, colour: '#9aa7b4', kind: 'blocks' },
    { height: 0.07, roughness: 0.12, pace: 22, colour: '#7f8b97', kind: 'blocks' },
  ],
  residential: [
    { height: 0.07, roughness: 0.08, pace: 18, colour: '#a3a9ab', kind: 'blocks' },
    { height: 0.03, roughness: 0.05, pace: 26, colour: '#5f7353', kind: 'trees' },
  ],
  campus: [
    { height: 0.05, roughness: 0.03, pace: 9, colour: '#a6adaf', kind: 'blocks' },
    { height: 0.05, roughness: 0.06, pace: 22, colour: '#58704b', kind: 'trees' },
  ],
  countryside: [farHills, { height: 0.025, roughness: 0.05, pace: 20, colour: '#6c8254', kind: 'trees' }],
  forest: [
    { height: 0.12, roughness: 0.14, pace: 4, colour: '#7d9299', kind: 'hill' },
    { height: 0.07, roughness: 0.09, pace: 26, colour: '#476243', kind: 'trees' },
  ],
  waterfront: [
    { height: 0.05, roughness: 0.05, pace: 24, colour: '#95a3ae', kind: 'blocks' },
    { height: 0.008, roughness: 0, pace: 1, colour: '#7fa0b4', kind: 'flat' },
  ],
  coast: [{ height: 0.03, roughness: 0, pace: 1, colour: '#3f7d9c', kind: 'flat' }],
  snowMountain: [
    { height: 0.2, roughness: 0.24, pace: 4, colour: '#6d8199', kind: 'peaks' },
    { height: 0.03, roughness: 0.05, pace: 24, colour: '#4c6152', kind: 'trees' },
  ],
  desert: [
    { height: 0.06, roughness: 0.09, pace: 3, colour: '#c7a47b', kind: 'hill' },
    { height: 0.02, roughness: 0.05, pace: 2, colour: '#b98d5c', kind: 'hill' },
  ],
};

/**
 * Draws distant surroundings into the sky, as layered silhouettes that fade with distance. In place.
 *
 * @param mask sky, 0–255
 * @param horizon row, pixels
 * @param air colour of the haze: the sky's at the horizon
 * @param brightness factor on the silhouettes' own colours, as the scene's light has
 */
export function paintBackdrop(light: LinearLight, size: Size, backdrop: Backdrop, options: BackdropOptions): void {
  for (const [layer, ridge] of backdrops[backdrop].entries()) paintRidge(light, size, ridge, { ...options, layer });
}

interface BackdropOptions {
  mask: Uint8Array;
  horizon: number;
  air: LinearColour;
  brightness: number;
  seed: number;
}

/** @param layer number of the ridge, the farthest first */
function paintRidge(
  light: LinearLight,
  { width, height }: Size,
  ridge: Ridge,
  { mask, horizon, air, brightness, seed, layer }: BackdropOptions & { layer: number },
): void {
  const own = linearColour(ridge.colour).map((value) => value * brightness) as unknown as LinearColour;
  const colour = mixColours(own, air, layer === 0 ? 0.55 : 0.3);
  const snow = mixColours([brightness, brightness, brightness], air, 0.35);
  for (let x = 0; x < width; x++) {
    const top = horizon - ridgeHeight(ridge, x / width, seed + layer * 13) * height;
    for (let y = Math.max(0, Math.floor(top)); y < height; y++) {
      const i = y * width + x;
      const level = mask[i]! / 255;
      if (level === 0) continue;
      const edge = Math.min(1, y + 1 - top);
      const below = clamp((y - top) / Math.max(1, horizon - top), 0, 1);
      const isSnowy =
        ridge.kind === 'peaks' && below < 0.35 + 0.4 * fractalNoise((x / width) * 60, (y / width) * 60, 3, seed);
      const painted = mixColours(isSnowy ? snow : colour, air, below * 0.45);
      const texture = ridge.kind === 'trees' ? 0.82 + 0.36 * latticeRandom(x >> 1, y >> 1, seed) : 1;
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        light[at] = light[at]! + (painted[channel]! * texture - light[at]!) * level * edge;
      }
    }
  }
}

function ridgeHeight({ height, roughness, pace, kind }: Ridge, x: number, seed: number): number {
  switch (kind) {
    case 'flat':
      return height;
    case 'blocks': {
      const block = Math.floor(x * pace + latticeRandom(Math.floor(x * pace * 0.5), 1, seed) * 0.8);
      return height + roughness * (latticeRandom(block, 2, seed) ** 1.6 - 0.3);
    }
    case 'trees':
      return (
        height + roughness * (fractalNoise(x * pace, 3, 4, seed) - 0.3) + 0.012 * fractalNoise(x * pace * 9, 5, 2, seed)
      );
    case 'peaks':
      return height + roughness * (1 - 2 * Math.abs(fractalNoise(x * pace, 7, 5, seed) - 0.5) - 0.62);
    case 'hill':
      return height + roughness * (fractalNoise(x * pace, 9, 4, seed) - 0.5);
  }
}
