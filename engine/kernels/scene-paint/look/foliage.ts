import { type LinearColour, linearColour, mixColours } from '../../../base/linear-light.ts';
import { clamp, smoothstep } from '../../../base/scalar.ts';
import { fractalNoise } from '../../light/sky-noise.ts';

const deep: LinearColour = linearColour('#1b2b17');
const shade: LinearColour = linearColour('#31491f');
const middle: LinearColour = linearColour('#56713a');
const bright: LinearColour = linearColour('#8c9c55');
const cool: LinearColour = linearColour('#4a6b45');
const warm: LinearColour = linearColour('#80843f');

/** Warmth of leaves at a point, 0 (cool) – 1 (warm): changes from crown to crown and a little from leaf to leaf. */
export function leafNoise(x: number, y: number, seed: number): number {
  const crown = fractalNoise(x / 150, y / 150, 2, seed + 71);
  const twig = fractalNoise(x / 9, y / 9, 2, seed + 72);
  return clamp(0.5 + 1.5 * (crown - 0.5) + 0.6 * (twig - 0.5), 0, 1);
}

/**
 * Colour of leaves by the light on them: deep blue-green in the shade, yellow-green where the sun shines through.
 *
 * @param light 0 dark … 1 in the sun
 * @param tone 0 cool … 1 warm
 */
export function leafColour(light: number, tone: number): LinearColour {
  const lit =
    light < 0.3
      ? mixColours(deep, shade, smoothstep(0, 0.3, light))
      : light < 0.62
        ? mixColours(shade, middle, smoothstep(0.3, 0.62, light))
        : mixColours(middle, bright, smoothstep(0.62, 1.1, light));
  const hue = mixColours(cool, warm, tone);
  const share = 0.22;
  const strength = (lit[0] + lit[1] + lit[2]) / (hue[0] + hue[1] + hue[2]);
  return mixColours(lit, [hue[0] * strength, hue[1] * strength, hue[2] * strength], share);
}
