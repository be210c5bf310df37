/** Sky, sun, haze and exposure by hour and weather. */
import type { Vec3 } from '../../../base/vector.ts';
import { type Atmosphere, blueHour, clearDay, goldenDay } from '../../trace/atmospheres.ts';
import type { Brief, Hour, Weather } from '../words/brief.ts';

/** Light of an hour, with what it means for lamps and surfaces. */
export interface Daylight {
  atmosphere: Atmosphere;
  /** Share of rooms with their lamps on, and how strongly lit rooms shine. */
  lit: number;
  glow: number;
  bounces: number;
  /** 0–1. */
  wetness: number;
  snow: number;
}

/** Sun by its place relative to the line of sight: degrees to the side away from the camera's corner, degrees up. */
function sunAt(yaw: number, side: number, around: number, high: number): Vec3 {
  const angle = ((yaw + side * around) * Math.PI) / 180;
  return [Math.sin(angle), Math.tan((high * Math.PI) / 180), Math.cos(angle)];
}

function ofHour(hour: Hour, yaw: number, side: number): Atmosphere {
  switch (hour) {
    case 'day':
      return { ...clearDay(sunAt(yaw, side, 112, 38)), exposure: 0.8, haze: 0.0012, hazeColour: [0.78, 0.84, 0.92] };
    case 'morning': {
      const base = goldenDay(sunAt(yaw, side, 100, 15));
      return {
        ...base,
        sky: {
          ...base.sky,
          zenith: [0.34, 0.5, 0.8],
          horizon: [1.08, 0.93, 0.8],
          glow: [1, 0.7, 0.42],
          clouds: 0.6,
          cloudLight: [1.5, 1.22, 1.02],
        },
        sun: { ...base.sun, light: [4.2, 2.95, 1.8] },
        haze: 0.0024,
        hazeColour: [1, 0.9, 0.8],
      };
    }
    case 'dusk': {
      const base = goldenDay(sunAt(yaw, side, 82, 7));
      return {
        ...base,
        sky: {
          zenith: [0.2, 0.27, 0.5],
          horizon: [1.12, 0.64, 0.36],
          ground: [0.2, 0.16, 0.14],
          glow: [1.3, 0.6, 0.22],
          clouds: 0.72,
          cloudLight: [1.5, 0.78, 0.48],
          cloudShade: [0.38, 0.33, 0.42],
        },
        sun: { ...base.sun, light: [3.7, 1.85, 0.8], size: 0.02 },
        ambient: [0.3, 0.27, 0.28],
        haze: 0.0016,
        hazeColour: [0.9, 0.62, 0.46],
        exposure: 1.12,
        bloom: 0.24,
      };
    }
    case 'blueHour': {
      const base = blueHour(sunAt(yaw, side, 60, 2));
      return {
        ...base,
        sky: { ...base.sky, zenith: [0.065, 0.125, 0.29], horizon: [0.36, 0.33, 0.43] },
        ambient: [0.14, 0.14, 0.17],
        haze: 0.001,
        exposure: 1.9,
      };
    }
    case 'night': {
      const base = blueHour(sunAt(yaw, side, 120, 40));
      return {
        ...base,
        sky: {
          zenith: [0.02, 0.031, 0.072],
          horizon: [0.16, 0.155, 0.2],
          ground: [0.012, 0.012, 0.016],
          glow: [0.02, 0.022, 0.03],
          clouds: 0.3,
          cloudLight: [0.1, 0.1, 0.12],
          cloudShade: [0.03, 0.034, 0.055],
        },
        // Moonlight, so that dark masses keep their form.
        sun: { direction: sunAt(yaw, side, 120, 40), light: [0.24, 0.26, 0.34], size: 0.03 },
        ambient: [0.07, 0.068, 0.08],
        haze: 0.001,
        hazeColour: [0.06, 0.065, 0.095],
        exposure: 2.3,
        bloom: 0.4,
      };
    }
  }
}

/** Cloud cover, factor on the sun, haze and factor on the brightness in each weather. */
const veils: Readonly<Record<Weather, { cover: number; sun: number; haze: number; dim: number }>> = {
  clear: { cover: 0, sun: 1, haze: 1, dim: 1 },
  overcast: { cover: 0.85, sun: 0.06, haze: 1.8, dim: 0.92 },
  rain: { cover: 0.92, sun: 0.05, haze: 1.5, dim: 0.9 },
  fog: { cover: 1, sun: 0.06, haze: 1, dim: 1.06 },
  snow: { cover: 0.72, sun: 0.3, haze: 1.6, dim: 1.12 },
};

/** Share of the sky that shaped clouds cover, beside those of the hour. */
const cloudsOf = (weather: Weather): number => (weather === 'clear' ? 0 : weather === 'rain' ? 0.8 : 0.55);

/** @param yaw of the camera, degrees; @param side the camera's corner, -1 or 1 */
export function daylightOf({ hour, weather }: Brief, yaw: number, side: number, size: number): Daylight {
  const base = ofHour(hour, yaw, side);
  const veil = veils[weather];
  const { sky } = base;
  const mixed = (a: Vec3, b: Vec3, share: number): Vec3 =>
    [0, 1, 2].map((c) => a[c]! * (1 - share) + b[c]! * share) as unknown as Vec3;
  const brightness =
    (0.3 * sky.horizon[0] + 0.6 * sky.horizon[1] + 0.1 * sky.horizon[2]) * 0.5 +
    (sky.zenith[1] + sky.cloudLight[1]) * 0.22;
  const tint: Vec3 =
    hour === 'dusk' || hour === 'morning' ? [1.06, 0.98, 0.93] : hour === 'day' ? [0.96, 1, 1.05] : [0.75, 0.92, 1.3];
  const grey = tint.map((c) => c * brightness * veil.dim) as unknown as Vec3;
  const closed: Vec3 = grey.map((c) => c * 0.82) as unknown as Vec3;
  const isRaining = weather === 'rain';
  const isDark = hour === 'night' || hour === 'blueHour';
  const atmosphere: Atmosphere = {
    ...base,
    sky: {
      ...sky,
      zenith: mixed(sky.zenith, closed, veil.cover),
      horizon: mixed(sky.horizon, grey, veil.cover),
      glow: mixed(sky.glow, [0.02, 0.02, 0.02], veil.cover),
      clouds: weather === 'fog' ? 0 : sky.clouds * (1 - veil.cover) + cloudsOf(weather),
      cloudLight: mixed(sky.cloudLight, grey.map((c) => c * (isRaining ? 1.3 : 1.1)) as unknown as Vec3, veil.cover),
      // Rain clouds are dark below and torn: a sky of one grey is fog.
      cloudShade: mixed(sky.cloudShade, grey.map((c) => c * (isRaining ? 0.42 : 0.62)) as unknown as Vec3, veil.cover),
    },
    sun: {
      ...base.sun,
      light: base.sun.light.map((c) => c * (hour === 'night' ? Math.max(0.7, veil.sun) : veil.sun)) as unknown as Vec3,
      size: weather === 'clear' ? base.sun.size : 0.12,
    },
    // A large building seen from far must not drown.
    haze: weather === 'fog' ? 0.42 / Math.max(24, size) : (base.haze * veil.haze) / Math.max(1, size / 40),
    hazeColour: mixed(base.hazeColour, grey, Math.max(veil.cover, 0.2)),
    exposure: base.exposure * (weather === 'clear' || isDark ? 1 : weather === 'rain' ? 1.3 : 1.25),
  };
  const isGrey = weather !== 'clear';
  const lit = { morning: 0, day: isRaining ? 0.5 : isGrey ? 0.3 : 0, dusk: 0.62, blueHour: 0.75, night: 0.7 }[hour];
  const glow = { morning: 0, day: 0.8, dusk: 1.5, blueHour: 0.85, night: 0.72 }[hour];
  return {
    atmosphere,
    lit,
    glow,
    bounces: 1,
    wetness: weather === 'rain' ? 1 : 0,
    snow: weather === 'snow' ? 1 : 0,
  };
}
