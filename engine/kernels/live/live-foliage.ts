import { boxBlur } from '../../base/blur.ts';
import { luminanceOf } from '../../base/colour.ts';
import { type LinearColour, linearColour, mixColours } from '../../base/linear-light.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import type { Sunlight } from './live-light.ts';
import { Paint } from './live-paint.ts';
import { Role } from './live-role.ts';
import type { LiveStage } from './live-stage.ts';
import type { Season } from './live-words.ts';

const leafTones: Readonly<Record<Season, readonly [dark: string, middle: string, bright: string]>> = {
  spring: ['#33552a', '#6f9440', '#b4c868'],
  summer: ['#1f3a1c', '#4a7330', '#94b455'],
  autumn: ['#6e3c1c', '#a9652f', '#d39a4a'],
  winter: ['#3a4034', '#68705c', '#9aa08c'],
};

/**
 * Leaves: the painted area gets a ragged edge and a relief of clumps (noise over its smoothed mask) that is lit from
 * the upper left, with single leaves catching the light. Goes over what is behind. In place.
 */
export function paintFoliage(stage: LiveStage, { sun, sky }: Sunlight): void {
  const { size, roles, unit, noise, light, wish } = stage;
  const mask = new Float32Array(roles.length);
  let isAny = false;
  for (let i = 0; i < mask.length; i++) {
    if (roles[i] !== Role.foliage) continue;
    mask[i] = 1;
    isAny = true;
  }
  if (!isAny) return;
  const rim = boxBlur(mask, size, Math.max(1, Math.round(3.5 * unit)));
  const body = boxBlur(mask, size, Math.max(2, Math.round(13 * unit)));
  const relief = new Float32Array(mask.length);
  for (let i = 0; i < relief.length; i++) {
    if (rim[i]! < 0.02) continue;
    relief[i] = 1.5 * body[i]! + 0.85 * noise.coarse[i]! + 0.62 * noise.middle[i]! + 0.26 * noise.fine[i]!;
  }
  const [dark, middle, bright] = leafTones[wish.season].map(linearColour) as [LinearColour, LinearColour, LinearColour];
  // The dark inside of the crown shows between the outer leaves.
  for (let i = 0; i < roles.length; i++) {
    if (roles[i] !== Role.foliage) continue;
    for (let channel = 0; channel < 3; channel++) {
      light[i * 3 + channel] = dark[channel]! * (sky[channel]! + 0.3 * sun[channel]!) * (0.8 + 0.5 * noise.grain[i]!);
    }
  }
  paintLeaves(stage, { sun, sky }, { rim, relief, dark, middle, bright });
}

interface Crowns {
  /** The mask of leaves with soft edges, 0–1. */
  rim: Float32Array;
  /** Height of the clumps. */
  relief: Float32Array;
  dark: LinearColour;
  middle: LinearColour;
  bright: LinearColour;
}

function paintLeaves(stage: LiveStage, { sun, sky }: Pick<Sunlight, 'sun' | 'sky'>, crowns: Crowns): void {
  const { size, unit, noise, light, regions, wish } = stage;
  const { width, height } = size;
  const { rim, relief, dark, middle, bright } = crowns;
  const tints = tintsOf(stage);
  const step = Math.max(1, Math.round(1.6 * unit));
  const snowy = wish.mood === 'snow' ? 1 : 0;
  for (let y = step; y < height - step; y++) {
    for (let x = step, i = y * width + step; x < width - step; x++, i++) {
      if (rim[i]! < 0.06) continue;
      const ragged =
        rim[i]! + 0.5 * (noise.middle[i]! - 0.5) + 0.75 * (noise.fine[i]! - 0.5) + 0.3 * (noise.grain[i]! - 0.5);
      const alpha = smoothstep(0.4, 0.56, ragged);
      if (alpha === 0) continue;
      const slope = relief[i + step * width + step]! - relief[i - step * width - step]!;
      const lit = clamp(0.42 + (0.85 * slope) / Math.max(0.7, unit) + 0.25 * (noise.coarse[i]! - 0.5), 0, 1);
      const sparkle = (noise.grain[i]! - 0.5) * 0.5 + (noise.fine[i]! - 0.5) * 0.35;
      const level = clamp(lit + sparkle, 0, 1);
      const under = 0.55 + 0.45 * smoothstep(0.2, 0.75, lit + 0.3 * sparkle);
      const leaf = level < 0.5 ? mixColours(dark, middle, level * 2) : mixColours(middle, bright, level * 2 - 1);
      const { tint, keep } = tints[regions.labels[i]!]!;
      const own = luminanceOf(leaf[0], leaf[1], leaf[2]);
      const cap = snowy * smoothstep(0.55, 0.8, lit) * 0.85;
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        let colour = leaf[channel]! * (1 - keep) + tint[channel]! * own * keep;
        colour += (0.85 - colour) * cap;
        const value = colour * (sky[channel]! * under + sun[channel]! * level * 1.5);
        light[at] = light[at]! + (value - light[at]!) * alpha;
      }
    }
  }
}

interface Tint {
  /** Drawn colour at luminance 1. */
  tint: readonly [number, number, number];
  /** Share of it in the leaves, 0–1. */
  keep: number;
}

const noTint: Tint = { tint: [0, 0, 0], keep: 0 };

/** Colours that leaves were drawn in, by region; they count in summer. */
function tintsOf({ regions, wish }: LiveStage): Tint[] {
  return regions.list.map(({ role, paint, colour }) => {
    if (role !== Role.foliage || paint === Paint.paper || wish.season !== 'summer') return noTint;
    const [red, green, blue] = colour.map((value) => (value / 255) ** 2.2);
    const level = 0.3 * red! + 0.6 * green! + 0.1 * blue!;
    return { tint: [red! / level, green! / level, blue! / level], keep: 0.45 * wish.fidelity };
  });
}
