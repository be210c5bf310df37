/** Light by the height of the sun and the weather: between the hours that the atmospheres are made for. */

import type { BuildingView } from '#shared/domain/building-view';
import { sunPosition } from '#shared/domain/sun-position';
import { clamp } from '../../base/scalar.ts';
import type { Vec3 } from '../../base/vector.ts';
import { type Daylight, daylightOf } from '../concept/view/daylight.ts';
import type { Brief, Hour, Weather } from '../concept/words/brief.ts';
import { type Atmosphere, studio } from '../trace/atmospheres.ts';

/** Position of the sun over a model. */
export interface ModelSun {
  /** Degrees above the horizon. */
  altitude: number;
  /** Towards the sun, of unit length, in the tracer's frame. */
  direction: Vec3;
}

/** @param north degrees by which true north is turned clockwise from the top of the plan */
export function sunOver({ sun }: Pick<BuildingView, 'sun'>, north: number): ModelSun {
  const { azimuth, altitude } = sunPosition(sun);
  return { altitude, direction: towards(azimuth + north, altitude) };
}

/** Heights of the sun, degrees, that words for an hour mean; before or after noon. */
const meant: Readonly<Record<Hour, { altitude: number; isMorning: boolean }>> = {
  morning: { altitude: 14, isMorning: true },
  day: { altitude: 90, isMorning: false },
  dusk: { altitude: 3, isMorning: false },
  blueHour: { altitude: -4.5, isMorning: false },
  night: { altitude: -14, isMorning: false },
};

/** The minute of the same day and place that an hour's name means; where the sun never stands so, the nearest. */
export function sunAtHour(sun: BuildingView['sun'], hour: Hour): BuildingView['sun'] {
  const { altitude, isMorning } = meant[hour];
  const heights = Array.from({ length: 288 }, (_, i) => sunPosition({ ...sun, minutes: i * 5 }).altitude);
  const noon = heights.indexOf(Math.max(...heights));
  // By day the sun stands two hours past noon, so that façades have shadows.
  if (hour === 'day') return { ...sun, minutes: Math.min(1439, (noon + 26) * 5) };
  const distance = (i: number): number => Math.abs(heights[i]! - altitude) + (i < noon === isMorning ? 0 : 500);
  const best = heights.reduce((least, _, i) => (distance(i) < distance(least) ? i : least), 0);
  return { ...sun, minutes: best * 5 };
}

function towards(azimuth: number, altitude: number): Vec3 {
  const a = (azimuth * Math.PI) / 180;
  const h = (altitude * Math.PI) / 180;
  return [Math.sin(a) * Math.cos(h), Math.sin(h), Math.cos(a) * Math.cos(h)];
}

/** Heights of the sun, degrees, at which each hour's light is right. */
const hours: ReadonlyArray<readonly [altitude: number, hour: Hour]> = [
  [-10, 'night'],
  [-4.5, 'blueHour'],
  [2.5, 'dusk'],
  [11, 'morning'],
  [24, 'day'],
];

/**
 * Light of a clear or veiled sky over a model.
 *
 * @param distance metres from the camera to the building: a large one seen from afar must not drown in haze
 */
export function lightOver({ altitude, direction }: ModelSun, weather: Weather, distance: number): Daylight {
  const above = hours.findIndex(([height]) => height >= altitude);
  const at = (index: number): Daylight =>
    daylightOf({ hour: hours[clamp(index, 0, hours.length - 1)]![1], weather } as Brief, 0, 1, distance);
  const upper = above < 0 ? hours.length - 1 : above;
  const lower = Math.max(0, above < 0 ? upper : upper - 1);
  const span = hours[upper]![0] - hours[lower]![0];
  const light = span > 0 ? mixed(at(lower), at(upper), (altitude - hours[lower]![0]) / span) : at(upper);
  return { ...light, atmosphere: sunlit(light.atmosphere, { altitude, direction }) };
}

/** Gives an atmosphere the sun where it stands; below the horizon it gives none, and in the night there is a moon. */
function sunlit(atmosphere: Atmosphere, { altitude, direction }: ModelSun): Atmosphere {
  const { sun } = atmosphere;
  if (altitude < -7) return { ...atmosphere, sun: { ...sun, direction: towards(150, 42) } };
  const risen = clamp((altitude + 0.6) / 3, 0, 1);
  return { ...atmosphere, sun: { ...sun, direction, light: scaled(sun.light, risen) } };
}

const scaled = (v: Vec3, by: number): Vec3 => [v[0] * by, v[1] * by, v[2] * by];

/** Mixes numbers, vectors and what is made of them. */
function mixed<T>(one: T, other: T, share: number): T {
  if (typeof one === 'number') return (one + ((other as number) - one) * share) as T;
  if (Array.isArray(one)) return one.map((value, i) => mixed(value, (other as unknown[])[i], share)) as T;
  if (typeof one !== 'object' || one === null) return one;
  return Object.fromEntries(
    Object.entries(one).map(([key, value]) => [key, mixed(value, (other as Record<string, unknown>)[key], share)]),
  ) as T;
}

/** Even light for white models; the sun stays where it is, or stands at the side of the camera by night. */
export function clayLight({ altitude, direction }: ModelSun, yaw: number): Atmosphere {
  const base = studio(altitude > 6 ? direction : towards(yaw - 125, 42));
  return {
    ...base,
    sky: { ...base.sky, zenith: [0.62, 0.68, 0.78], horizon: [1.1, 1.11, 1.13], ground: [0.6, 0.6, 0.6] },
    sun: { ...base.sun, light: [2.3, 2.2, 2.05], size: 0.02 },
    ambient: [0.3, 0.305, 0.315],
    haze: 0,
    exposure: 0.62,
  };
}
