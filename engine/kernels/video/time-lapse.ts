import { clamp, smoothstep } from '../../base/scalar.ts';

/** Moment of a time-lapse: `share` of the way from key `from` to the one after it. */
export interface LapseMoment {
  from: number;
  /** 0–1. */
  share: number;
}

/** Share of the film at each end during which the light rests. */
const hold = 0.06;
/** Range of darkness, 0–1, over which one lamp comes on. */
const lampFade = 0.07;
/** Darkness, 0–1, at which the first lamp begins to come on and at which the last one is on. */
const firstLamp = 0.3;
const lastLamp = 0.82;

/** Progress of the light at a moment of the film, both 0–1. */
export function wayOf(progress: number): number {
  return clamp((progress - hold) / (1 - 2 * hold), 0, 1);
}

/**
 * Which keys are seen. Keys follow one another evenly; with a rest each is seen by itself for a while.
 *
 * @param way see {@link wayOf}
 * @param rest share of each step during which nothing changes
 */
export function momentOf(way: number, keys: number, rest: number): LapseMoment {
  const place = way * (keys - 1);
  const from = Math.min(keys - 2, Math.floor(place));
  const share = place - from;
  return { from, share: rest > 0 ? smoothstep(rest / 2, 1 - rest / 2, share) : share };
}

/**
 * The weight in linear light at which a mix looks `share` of the way between two brightnesses: eyes judge ratios, so an
 * even fade of light from day to night would seem to wait and then to drop.
 *
 * @param before mean light of the first key, more than 0; `after` of the second
 */
export function evenWeight(share: number, before: number, after: number): number {
  const ratio = Math.max(1e-3, after) / Math.max(1e-3, before);
  return Math.abs(ratio - 1) < 0.02 ? share : (ratio ** share - 1) / (ratio - 1);
}

/**
 * Levels of lamps that come on one after the other as it gets dark.
 *
 * @param darkness 0 = day … 1 = night
 * @param out 256 levels, the first lamp to come on first
 */
export function lampLevels(darkness: number, strength: number, out: Float32Array): Float32Array {
  for (let group = 0; group < out.length; group++) {
    const start = firstLamp + ((lastLamp - firstLamp - lampFade) * group) / (out.length - 1);
    out[group] = strength * smoothstep(start, start + lampFade, darkness) * (0.75 + 0.25 * darkness);
  }
  return out;
}
