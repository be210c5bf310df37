/** Light of the hour: sky, sun and exposure that fit together. */
import type { Vec3 } from '../../base/vector.ts';
import type { Scene } from './scene.ts';

export type Atmosphere = Pick<
  Scene,
  'sky' | 'sun' | 'ambient' | 'haze' | 'hazeColour' | 'exposure' | 'bloom' | 'whiteBalance'
>;

/** Late afternoon: warm low sun, blue sky with thin clouds. */
export function goldenDay(sunDirection: Vec3): Atmosphere {
  return {
    sky: {
      zenith: [0.24, 0.45, 0.86],
      horizon: [0.92, 0.93, 0.92],
      ground: [0.34, 0.33, 0.28],
      glow: [0.9, 0.62, 0.32],
      clouds: 0.78,
      cloudLight: [1.5, 1.38, 1.24],
      cloudShade: [0.7, 0.74, 0.84],
    },
    sun: { direction: sunDirection, light: [4.3, 3.35, 2.25], size: 0.012 },
    ambient: [0.42, 0.44, 0.46],
    haze: 0.0016,
    hazeColour: [0.86, 0.86, 0.84],
    exposure: 0.95,
    bloom: 0.12,
    whiteBalance: [1, 1, 1.02],
  };
}

/** High clear day for views from above and streets. */
export function clearDay(sunDirection: Vec3): Atmosphere {
  const base = goldenDay(sunDirection);
  return {
    ...base,
    sky: { ...base.sky, zenith: [0.22, 0.44, 0.88], glow: [0.6, 0.52, 0.4], clouds: 0.5 },
    sun: { direction: sunDirection, light: [3.9, 3.5, 2.9], size: 0.01 },
    exposure: 0.86,
  };
}

/** Blue hour: the sun is gone, lamps carry the picture. */
export function blueHour(sunDirection: Vec3): Atmosphere {
  return {
    sky: {
      zenith: [0.05, 0.125, 0.34],
      horizon: [0.3, 0.31, 0.46],
      ground: [0.06, 0.06, 0.075],
      glow: [0.55, 0.27, 0.12],
      clouds: 0.5,
      cloudLight: [0.46, 0.3, 0.32],
      cloudShade: [0.09, 0.12, 0.22],
    },
    sun: { direction: sunDirection, light: [0, 0, 0], size: 0.1 },
    ambient: [0.1, 0.12, 0.17],
    haze: 0.0022,
    hazeColour: [0.24, 0.25, 0.34],
    exposure: 2.0,
    bloom: 0.3,
    whiteBalance: [1.02, 1, 1],
  };
}

/** Even light for white models, with a faint sun for the form. */
export function studio(sunDirection: Vec3): Atmosphere {
  return {
    sky: {
      zenith: [0.6, 0.63, 0.68],
      horizon: [1.0, 1.0, 1.0],
      ground: [0.5, 0.5, 0.5],
      glow: [0.1, 0.1, 0.1],
      clouds: 0,
      cloudLight: [1, 1, 1],
      cloudShade: [1, 1, 1],
    },
    sun: { direction: sunDirection, light: [1.75, 1.7, 1.62], size: 0.05 },
    ambient: [0.45, 0.45, 0.45],
    haze: 0.004,
    hazeColour: [0.97, 0.97, 0.975],
    exposure: 0.92,
    bloom: 0,
    whiteBalance: [1, 1, 1],
  };
}
