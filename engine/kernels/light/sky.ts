import type { Size } from '../../base/blur.ts';
import { type LinearColour, type LinearLight, linearColour, mixColours } from '../../base/linear-light.ts';
import { latticeRandom } from '../../base/random.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import { fractalNoise } from './sky-noise.ts';

/** A sky as numbers. Colours are `#rrggbb`; places are shares of the picture. */
export interface SkyLook {
  zenith: string;
  middle: string;
  horizon: string;
  /** Sun or the glow where it went down; `height` is above the horizon as a share of the sky, below 0 = set. */
  sun?: { x: number; height: number; colour: string; glow: number; disc: number };
  /** Share of the sky that clouds cover, 0–1. */
  cover: number;
  cloudLit: string;
  cloudShade: string;
  /** Density of clouds, 0–1. */
  density: number;
  /** Stars on 10 000 pixels of a sky 1024 pixels wide; 0 none. */
  stars: number;
  hasMoon: boolean;
}

/** Clouds are computed at most this wide; they have no finer detail than that. */
const cloudWidth = 720;

/**
 * Paints a sky into a picture where the mask is: a gradient by elevation, a glow round the sun, one layer of clouds on
 * a plane seen in perspective (fractal noise, lit from the sun's side), stars and a moon. In place.
 *
 * @param mask 0–255, one byte per pixel
 * @param horizon row in which the sky would end, pixels; may lie outside the picture
 * @param amount 0–1, factor on the mask
 */
export function paintSky(
  light: LinearLight,
  size: Size,
  look: SkyLook,
  { mask, horizon, seed, amount = 1 }: { mask: Uint8Array; horizon: number; seed: number; amount?: number },
): void {
  const { width, height } = size;
  const clouds = makeClouds(size, horizon, look, seed);
  const ramp = makeRamp(look);
  const lit = linearColour(look.cloudLit);
  const shade = linearColour(look.cloudShade);
  const sun = sunOf(look, width, horizon);
  const unit = Math.max(width, height) / 1024;
  const starShare = look.stars / 10_000 / (unit * unit);
  for (let y = 0, i = 0; y < height; y++) {
    const elevation = clamp((horizon - y) / Math.max(1, horizon), 0, 1);
    const step = Math.min(rampSteps - 1, (elevation * rampSteps) | 0) * 3;
    for (let x = 0; x < width; x++, i++) {
      const level = mask[i]!;
      if (level === 0) continue;
      let red = ramp[step]!;
      let green = ramp[step + 1]!;
      let blue = ramp[step + 2]!;
      let near = 0;
      if (sun) {
        const across = (x - sun.column) / width;
        const down = (y - sun.row) / width;
        const far = across * across * 0.55 + down * down * 1.6;
        near = sun.glow * Math.exp(-far / 0.035);
        const disc = sun.disc > 0 ? smoothstep(0.00026, 0.00016, across * across + down * down) * sun.disc : 0;
        red += sun.light[0] * (near + disc);
        green += sun.light[1] * (near + disc);
        blue += sun.light[2] * (near + disc);
      }
      const cloud = readClouds(clouds, x, y);
      if (look.stars > 0 && latticeRandom(x, y, seed + 5) < starShare * (0.3 + elevation)) {
        const shine = (0.15 + 0.6 * latticeRandom(y, x, seed + 6) ** 3) * (1 - cloud.cover);
        red += shine;
        green += shine;
        blue += shine * 1.1;
      }
      const brightness = Math.min(1, cloud.light + near * 0.5);
      const opacity = cloud.cover * look.density;
      red += (shade[0] + (lit[0] - shade[0]) * brightness - red) * opacity;
      green += (shade[1] + (lit[1] - shade[1]) * brightness - green) * opacity;
      blue += (shade[2] + (lit[2] - shade[2]) * brightness - blue) * opacity;
      // A trace of noise keeps smooth gradients from banding in eight bits.
      const grain = 1 + (latticeRandom(x, y, seed + 9) - 0.5) * 0.03;
      const share = (level / 255) * amount;
      const at = i * 3;
      light[at] = light[at]! + (red * grain - light[at]!) * share;
      light[at + 1] = light[at + 1]! + (green * grain - light[at + 1]!) * share;
      light[at + 2] = light[at + 2]! + (blue * grain - light[at + 2]!) * share;
    }
  }
  if (look.hasMoon) paintMoon(light, size, { mask, horizon, seed, amount });
}

/** The sun with its place in the picture, pixels, and its linear colour; undefined where a sky has none. */
function sunOf({ sun }: SkyLook, width: number, horizon: number) {
  if (!sun) return undefined;
  return { ...sun, light: linearColour(sun.colour), column: sun.x * width, row: horizon * (1 - sun.height) };
}
const rampSteps = 256;

/** Sky colours by elevation, horizon first; interleaved. */
function makeRamp(look: SkyLook): Float32Array {
  const [zenith, middle, horizon] = [look.zenith, look.middle, look.horizon].map(linearColour) as [
    LinearColour,
    LinearColour,
    LinearColour,
  ];
  const ramp = new Float32Array(rampSteps * 3);
  for (let step = 0; step < rampSteps; step++) {
    const elevation = step / (rampSteps - 1);
    const low = mixColours(horizon, middle, smoothstep(0, 0.42, elevation));
    ramp.set(mixColours(low, zenith, smoothstep(0.25, 1, elevation)), step * 3);
  }
  return ramp;
}

interface Clouds extends Size {
  cover: Float32Array;
  light: Float32Array;
  /** Cloud pixels per picture pixel. */
  scale: number;
}

function makeClouds(size: Size, horizon: number, look: SkyLook, seed: number): Clouds {
  const scale = Math.min(1, cloudWidth / Math.max(size.width, size.height));
  const width = Math.ceil(size.width * scale) + 1;
  const height = Math.ceil(size.height * scale) + 1;
  const cover = new Float32Array(width * height);
  const light = new Float32Array(width * height);
  if (look.cover <= 0) return { width, height, cover, light, scale };
  const lowest = 0.7 - 0.62 * look.cover;
  const highest = lowest + 0.3;
  const sunX = look.sun ? look.sun.x : 0.3;
  for (let y = 0, i = 0; y < height; y++) {
    const up = (horizon * scale - y) / width;
    // Below the horizon nothing of the layer can be seen.
    const slant = Math.max(0.02, up + 0.07);
    const away = 1 / slant;
    const haze = smoothstep(-0.01, 0.09, up);
    for (let x = 0; x < width; x++, i++) {
      const u = (x / width - 0.5) * away * 0.55 + seed * 0.37;
      const v = away * 0.42 + seed * 0.21;
      const bend = fractalNoise(u * 0.7 + 9, v * 0.7, 2, seed + 3) - 0.5;
      const thickness = fractalNoise(u + bend, v + bend * 0.6, 5, seed);
      const amount = smoothstep(lowest, highest, thickness + 0.08);
      cover[i] = amount * (0.35 + 0.65 * haze);
      if (amount === 0) continue;
      const toSun = 0.2 * (sunX - x / width);
      const behind = fractalNoise(u + bend + toSun, v + bend * 0.6 - 0.16, 4, seed);
      light[i] = clamp(0.72 + (thickness - behind) * 2.6 - amount * 0.28, 0, 1);
    }
  }
  return { width, height, cover, light, scale };
}

const reading = { cover: 0, light: 0 };

/** Bilinear; the same object is returned every time. */
function readClouds({ width, cover, light, scale }: Clouds, x: number, y: number): typeof reading {
  const cx = x * scale;
  const cy = y * scale;
  const left = cx | 0;
  const top = cy | 0;
  const u = cx - left;
  const v = cy - top;
  const i = top * width + left;
  const a = (1 - u) * (1 - v);
  const b = u * (1 - v);
  const c = (1 - u) * v;
  const d = u * v;
  const last = cover.length - 1;
  const below = Math.min(last - 1, i + width);
  reading.cover = cover[i]! * a + cover[i + 1]! * b + cover[below]! * c + cover[below + 1]! * d;
  reading.light = light[i]! * a + light[i + 1]! * b + light[below]! * c + light[below + 1]! * d;
  return reading;
}

/** A gibbous moon with a halo, where the sky is open. */
function paintMoon(
  light: LinearLight,
  { width, height }: Size,
  { mask, horizon, seed, amount }: { mask: Uint8Array; horizon: number; seed: number; amount: number },
): void {
  const radius = Math.max(width, height) * 0.011;
  const centreX = width * (0.15 + 0.7 * latticeRandom(seed, 3, 7));
  const centreY = horizon * (0.12 + 0.2 * latticeRandom(seed, 4, 7));
  const reach = radius * 9;
  for (let y = Math.max(0, Math.floor(centreY - reach)); y < Math.min(height, centreY + reach); y++) {
    for (let x = Math.max(0, Math.floor(centreX - reach)); x < Math.min(width, centreX + reach); x++) {
      const distance = Math.hypot(x - centreX, y - centreY) / radius;
      const shaded = Math.hypot(x - centreX - radius * 0.55, y - centreY + radius * 0.15) / radius;
      const face = smoothstep(1.06, 0.94, distance) * (0.12 + 0.88 * smoothstep(1.5, 0.75, 2.1 - shaded));
      const spots = 0.75 + 0.25 * fractalNoise(x / radius, y / radius, 3, 11);
      const shine = (face * spots * 0.85 + 0.05 * Math.exp(-distance / 2.2)) * (mask[y * width + x]! / 255) * amount;
      const at = (y * width + x) * 3;
      light[at] = light[at]! + shine;
      light[at + 1] = light[at + 1]! + shine * 0.98;
      light[at + 2] = light[at + 2]! + shine * 0.9;
    }
  }
}
