import { valueNoise } from '../../base/random.ts';

/**
 * Fractal noise 0…1: octaves of value noise, each half as strong and twice as fine (fractional Brownian motion,
 * Mandelbrot 1968; as used in Ebert et al., "Texturing and Modeling", 2003). Neighbouring octaves are turned against
 * each other so that the lattice does not show.
 *
 * @param octaves 1 or more
 */
export function fractalNoise(x: number, y: number, octaves: number, seed: number): number {
  let sum = 0;
  let strength = 0.5;
  let total = 0;
  let u = x;
  let v = y;
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * valueNoise(u, v, seed + octave * 101);
    total += strength;
    strength *= 0.5;
    const turned = 1.6 * u - 1.2 * v;
    v = 1.2 * u + 1.6 * v;
    u = turned;
  }
  return sum / total;
}
