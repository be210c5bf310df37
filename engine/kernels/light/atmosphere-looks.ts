import { type LightLook, neutralLook } from './relight.ts';
import type { SkyLook } from './sky.ts';

/** The moods that change light and sky. */
export type LightMood =
  | 'morning'
  | 'noon'
  | 'dusk'
  | 'blueHour'
  | 'night'
  | 'sunny'
  | 'overcast'
  | 'rain'
  | 'fog'
  | 'snow';

/** One mood: the light on the scene, the sky above it and what the air holds. */
export interface MoodLook {
  light: LightLook;
  sky: SkyLook;
  /** Light of lamps and lit windows; 0 = it is too bright to see them. */
  lamps: number;
  /** Haze towards the distance: 0 clear, 1 dense fog. */
  haze: number;
  hazeColour: string;
  falls?: 'rain' | 'snow';
}

const clearSky: SkyLook = {
  zenith: '#2b6cbf',
  middle: '#6fa8dc',
  horizon: '#d3e7f3',
  cover: 0.34,
  cloudLit: '#ffffff',
  cloudShade: '#a9bacb',
  density: 0.92,
  stars: 0,
  hasMoon: false,
};
const greySky: SkyLook = {
  ...clearSky,
  zenith: '#8e99a5',
  middle: '#b3bcc5',
  horizon: '#d5d9dc',
  cover: 0.95,
  cloudLit: '#dfe3e7',
  cloudShade: '#8a939e',
  density: 0.8,
};

export const moodLooks: Readonly<Record<LightMood, MoodLook>> = {
  morning: {
    light: { exposure: 0.86, lightColour: '#ffdcb8', shadeColour: '#c3cdea', flatness: 0.2, saturation: 0.94 },
    sky: {
      ...clearSky,
      zenith: '#6e9bcf',
      middle: '#bccfdd',
      horizon: '#ffd9ae',
      sun: { x: 0.14, height: 0.16, colour: '#ffcf8f', glow: 0.5, disc: 0 },
      cover: 0.42,
      cloudLit: '#fff0dd',
      cloudShade: '#aab0c6',
    },
    lamps: 0,
    haze: 0.22,
    hazeColour: '#ffe2c4',
  },
  noon: {
    light: { exposure: 1.16, lightColour: '#fffdf6', shadeColour: '#e6eeff', flatness: -0.14, saturation: 1.1 },
    sky: { ...clearSky, zenith: '#1f63bd', cover: 0.3 },
    lamps: 0,
    haze: 0,
    hazeColour: '#e6f0f7',
  },
  dusk: {
    light: { exposure: 0.5, lightColour: '#ffcba6', shadeColour: '#9c9ccc', flatness: 0.42, saturation: 0.95 },
    sky: {
      ...clearSky,
      zenith: '#34457f',
      middle: '#a87c98',
      horizon: '#ff9a52',
      sun: { x: 0.3, height: -0.02, colour: '#ff8a3c', glow: 0.55, disc: 0 },
      cover: 0.5,
      cloudLit: '#ffb68c',
      cloudShade: '#5a5079',
      density: 0.85,
    },
    lamps: 0.75,
    haze: 0.1,
    hazeColour: '#e79a78',
  },
  blueHour: {
    light: { exposure: 0.22, lightColour: '#96b2f2', shadeColour: '#7f97e6', flatness: 0.62, saturation: 0.8 },
    sky: {
      ...clearSky,
      zenith: '#10275a',
      middle: '#35599b',
      horizon: '#a9a3b8',
      sun: { x: 0.68, height: -0.05, colour: '#e89a68', glow: 0.16, disc: 0 },
      cover: 0.38,
      cloudLit: '#6f83b4',
      cloudShade: '#243a6b',
      density: 0.7,
      stars: 0.4,
    },
    lamps: 1,
    haze: 0.06,
    hazeColour: '#4d659a',
  },
  night: {
    light: { exposure: 0.085, lightColour: '#8ea6e2', shadeColour: '#7f95da', flatness: 0.7, saturation: 0.7 },
    sky: {
      ...clearSky,
      zenith: '#050a1a',
      middle: '#0e1a36',
      horizon: '#2c3855',
      cover: 0.3,
      cloudLit: '#27314b',
      cloudShade: '#0c1428',
      density: 0.6,
      stars: 6,
      hasMoon: true,
    },
    lamps: 1.15,
    haze: 0.04,
    hazeColour: '#1c2740',
  },
  sunny: {
    light: { exposure: 1.1, lightColour: '#fff1da', shadeColour: '#d6e3ff', flatness: -0.16, saturation: 1.1 },
    sky: { ...clearSky, cover: 0.2, sun: { x: 0.82, height: 0.62, colour: '#fff3d6', glow: 0.35, disc: 0 } },
    lamps: 0,
    haze: 0,
    hazeColour: '#e6f0f7',
  },
  overcast: {
    light: { exposure: 0.8, lightColour: '#eaf0f8', shadeColour: '#e2e9f4', flatness: 0.5, saturation: 0.72 },
    sky: greySky,
    lamps: 0.12,
    haze: 0.1,
    hazeColour: '#c9d0d6',
  },
  rain: {
    light: { exposure: 0.6, lightColour: '#e2ebf6', shadeColour: '#ccd9ec', flatness: 0.3, saturation: 0.78 },
    sky: {
      ...greySky,
      zenith: '#6b7682',
      middle: '#939da8',
      horizon: '#bfc7cd',
      cloudLit: '#b8c0c8',
      cloudShade: '#5e6975',
    },
    lamps: 0.42,
    haze: 0.17,
    hazeColour: '#aab4bd',
    falls: 'rain',
  },
  fog: {
    light: { exposure: 0.86, lightColour: '#f2f5f8', shadeColour: '#eef2f7', flatness: 0.4, saturation: 0.62 },
    sky: { ...greySky, zenith: '#c3c9ce', middle: '#d0d5d8', horizon: '#dbdfe1', cover: 0.3, density: 0.2 },
    lamps: 0.15,
    haze: 1,
    hazeColour: '#d6dadd',
  },
  snow: {
    light: { exposure: 0.84, lightColour: '#f0f4fb', shadeColour: '#d9e4f7', flatness: 0.38, saturation: 0.62 },
    sky: {
      ...greySky,
      zenith: '#a9b3bf',
      middle: '#c5ccd4',
      horizon: '#e1e5e9',
      cloudLit: '#e4e8ec',
      cloudShade: '#a3adb9',
    },
    lamps: 0.2,
    haze: 0.26,
    hazeColour: '#dbe1e8',
    falls: 'snow',
  },
};

/** Moods for a picture taken at night; the others need colours that it does not have. */
const nightMoods = ['blueHour', 'night', 'overcast', 'rain', 'fog'] as const satisfies readonly LightMood[];

/** True when a picture taken at night can be put into a mood. */
export function fitsNight(mood: LightMood): boolean {
  return (nightMoods as readonly LightMood[]).includes(mood);
}

/** A mood for a picture taken at night: its lamps burn as they are, sky and air change. */
export function atNight(mood: LightMood): MoodLook {
  const look = moodLooks[mood];
  const { sky, haze } = moodLooks.night;
  const isClear = mood === 'blueHour' || mood === 'night';
  return {
    ...look,
    light: neutralLook,
    sky: isClear ? look.sky : { ...sky, cover: 0.95, density: 0.85, stars: 0, hasMoon: false },
    lamps: 0,
    haze: isClear ? haze : look.haze * 0.5,
    hazeColour: isClear ? look.hazeColour : '#23262e',
  };
}

/** A mood at its own light only, for tools that keep the weather out of the picture. */
export function lightOf(mood: LightMood | undefined): LightLook {
  return mood ? moodLooks[mood].light : neutralLook;
}
