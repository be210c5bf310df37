import { gaussianBlur, type Size } from '../base/blur.ts';
import { luminanceOf } from '../base/colour.ts';
import { labelComponents } from '../base/components.ts';
import { JobRefused } from '../base/job.ts';
import { decodeLight, encodeLight, type LinearLight } from '../base/linear-light.ts';
import { latticeRandom, valueNoise } from '../base/random.ts';
import { byteOf } from '../base/scalar.ts';
import { markFalling } from '../kernels/concept/view/falling-weather.ts';
import { looksOutdoor } from '../kernels/furnish/indoors.ts';
import { applyMood, readScene, type Scene, windowsOf } from '../kernels/light/atmosphere.ts';
import { type LightMood, moodLooks } from '../kernels/light/atmosphere-looks.ts';
import { recolourPlants, type Season } from '../kernels/light/atmosphere-season.ts';
import { lightWindows, type Windows } from '../kernels/light/atmosphere-windows.ts';
import type { Frame } from '../kernels/video/i420.ts';
import { keyOfLight, type LampLayer, makeLightMixer, meanOfKey } from '../kernels/video/light-mix.ts';
import { evenWeight, lampLevels, momentOf, wayOf } from '../kernels/video/time-lapse.ts';
import type { SceneLayers } from './scene-layers.ts';

/** Changes of light during a film, by their names in the form. */
export type TimeLapseName = 'dayToNight' | 'nightToDay' | 'sunToRain' | 'seasons';

type KeyName = 'asItIs' | LightMood | Season;

interface Lapse {
  label: string;
  keys: readonly KeyName[];
  /** Share of each step during which nothing changes. */
  rest: number;
  /** Lamps at the darkest key, 1 = as at night. */
  lamps: number;
  isBackwards?: true;
  falls?: 'rain' | 'snow';
}

const lapses: Readonly<Record<TimeLapseName, Lapse>> = {
  dayToNight: { label: '昼到夜', keys: ['asItIs', 'dusk', 'blueHour', 'night'], rest: 0, lamps: 1 },
  nightToDay: {
    label: '夜到昼',
    keys: ['night', 'blueHour', 'morning', 'asItIs'],
    rest: 0,
    lamps: 1,
    isBackwards: true,
  },
  sunToRain: { label: '晴到雨', keys: ['asItIs', 'overcast', 'rain'], rest: 0, lamps: 0.35, falls: 'rain' },
  seasons: {
    label: '四季',
    keys: ['spring', 'summer', 'autumn', 'winter'],
    rest: 0.3,
    lamps: 0,
    falls: 'snow',
  },
};

/** Less sky than this counts as none, share of the picture. */
const leastSky = 0.02;
/** Fewer plants than this count as none, share of the picture. */
const leastPlants = 0.01;
/** Mean light of a sky at night is below, 0–1. */
const nightSky = 0.07;
/** Mean light of a picture taken at night is below, 0–1. */
const nightPicture = 0.045;
/** A sky whose blue is below this share of its red is a ceiling in lamplight. */
const coolest = 0.9;

/** A still whose light changes in the course of a film. */
export interface TimeLapseStill {
  /** The still at 0 (first frame) … 1 (last frame); the same frame, drawn over, every time. */
  stillAt(progress: number): Frame;
  /** Draws the drops or flakes that are in the air at that moment. In place. */
  drawAir(out: Frame, progress: number, seconds: number): void;
  facts: { timeLapse: string; windowCount?: number };
  notes: string[];
}

/**
 * Makes three or four key pictures of a still in other light (the same structure in each, pixel by pixel), between
 * which the film fades in linear light, and a layer of lamps that come on window by window.
 *
 * @param rgb the still; 8-bit sRGB of `size`, sides even
 * @param layers sky, ground and windows at that size
 * @throws JobRefused for rooms and for pictures taken at night
 */
export function makeTimeLapse(
  name: TimeLapseName,
  { rgb, size, layers, seed }: { rgb: Uint8Array; size: Size; layers: SceneLayers; seed: number },
  onProgress: (fraction: number) => void,
): TimeLapseStill {
  const lapse = lapses[name];
  const { width, height } = size;
  const { hasSky } = checkLight(rgb, size, layers.sky);
  const scene = readScene({ rgb, width, height }, layers, layers.window);
  const notes = notesOf(scene, hasSky, name);
  const keys = lapse.keys.map((key, at) => {
    const light = keyOfLight(lightOfKey(scene, key, seed));
    onProgress((at + 1) / (lapse.keys.length + 1));
    return light;
  });
  const means = keys.map(meanOfKey);
  const windows = lapse.lamps > 0 ? windowsOf(scene, seed) : undefined;
  if (windows?.count === 0 && lapse.lamps === 1) notes.push('没有识别到窗户，夜晚没有亮灯');
  const lamps = windows && windows.count > 0 ? lampsOf(scene, windows, seed) : undefined;
  const levels = new Float32Array(256);
  const mixer = makeLightMixer(size);
  onProgress(1);
  return {
    stillAt(progress) {
      const way = wayOf(progress);
      const { from, share } = momentOf(way, keys.length, lapse.rest);
      const weight = evenWeight(share, means[from]!, means[from + 1]!);
      const darkness = lapse.isBackwards ? 1 - way : way;
      const lit = lamps && { ...lamps, levels: lampLevels(darkness, lapse.lamps, levels) };
      return mixer.mix(keys[from]!, keys[from + 1]!, weight, lit);
    },
    drawAir(out, progress, seconds) {
      if (!lapse.falls) return;
      const amount = Math.min(1, Math.max(0, (wayOf(progress) - airStart) / (1 - airStart)) * 1.6);
      if (amount > 0) drawFallingOn(out, lapse.falls, amount, { seed, seconds });
    },
    facts: { timeLapse: lapse.label, ...(windows && { windowCount: windows.count }) },
    notes,
  };
}

/** Share of the snow that stays on plants. */
const snowOnPlants = 0.45;
/** From here on something falls, share of the way. */
const airStart = 0.62;

function lightOfKey(scene: Scene, key: KeyName, seed: number): LinearLight {
  const isAirLeftClear = true;
  switch (key) {
    case 'asItIs':
      return decodeLight(scene.rgb);
    case 'spring':
    case 'summer':
    case 'autumn':
      return recoloured(scene, key, seed);
    case 'winter': {
      // Crowns wholly under snow lose their shape in a small picture; some of the twigs stay.
      const plants = scene.plants.map((share) => share * snowOnPlants);
      const bare = { ...scene, rgb: encodeLight(recoloured(scene, 'winter', seed)), plants };
      const options = { amount: 0.9, areLightsOn: false, isSkyChanged: true, seed, isAirLeftClear };
      return applyMood(bare, moodLooks.snow, options).light;
    }
    default:
      return applyMood(scene, moodLooks[key], {
        amount: 1,
        areLightsOn: false,
        isSkyChanged: true,
        seed,
        isAirLeftClear,
      }).light;
  }
}

function recoloured(scene: Scene, season: Season, seed: number): LinearLight {
  const light = decodeLight(scene.rgb);
  recolourPlants(light, scene, scene.plants, scene.masks, { season, amount: 1, seed });
  return light;
}

/** The light of all lamps alone, and which of 256 groups lights a pixel: its window's, or a mean of those around it. */
function lampsOf(scene: Scene, windows: Windows, seed: number): LampLayer {
  const { width, height } = scene;
  const light = new Float32Array(width * height * 3);
  lightWindows(light, decodeLight(scene.rgb), scene, windows, moodLooks.night.lamps);
  const isPane = windows.shine.map((shine) => (shine > 0.02 ? 1 : 0));
  const { labels, components } = labelComponents(Uint8Array.from(isPane), scene);
  // A glazed wall is one component: its light comes on room by room, not all at once.
  const room = height / 7;
  const when = new Float32Array(width * height);
  for (let i = 0; i < when.length; i++) {
    const pane = components[labels[i]!];
    if (!pane) continue;
    const own = latticeRandom(pane.left, pane.top, seed + 22);
    const isWide = pane.right - pane.left > room;
    when[i] = isWide ? 0.6 * own + 0.4 * valueNoise((i % width) / room, pane.top, seed + 21) : own;
  }
  const reach = (38 * Math.max(width, height)) / 1024;
  const weight = gaussianBlur(windows.shine, scene, reach);
  const around = gaussianBlur(
    when.map((value, i) => value * windows.shine[i]!),
    scene,
    reach,
  );
  const groups = new Uint8Array(when.length);
  for (let i = 0; i < groups.length; i++) {
    const own = labels[i]! >= 0 ? when[i]! : around[i]! / Math.max(1e-6, weight[i]!);
    groups[i] = byteOf(own * 255);
  }
  return { light: keyOfLight(light), groups };
}

/** Refuses what has no daylight of its own to change. */
function checkLight(rgb: Uint8Array, size: Size, sky: Uint8Array): { hasSky: boolean } {
  let count = 0;
  let red = 0;
  let green = 0;
  let blue = 0;
  const light = decodeLight(rgb);
  for (let i = 0; i < sky.length; i++) {
    if (sky[i]! < 128) continue;
    count++;
    red += light[i * 3]!;
    green += light[i * 3 + 1]!;
    blue += light[i * 3 + 2]!;
  }
  const hasSky = count >= leastSky * sky.length;
  if (!looksOutdoor(rgb, size) && !(hasSky && blue >= coolest * red)) {
    throw new JobRefused('没有识别到天空，延时需要白天的室外图片；室内图片请将“延时”设为“无”。');
  }
  const whole = meanLuminance(light);
  if (whole < nightPicture || (hasSky && luminanceOf(red, green, blue) / count < nightSky)) {
    throw new JobRefused('这张图片看起来是夜景，延时需要白天的图片。');
  }
  return { hasSky };
}

function meanLuminance(light: LinearLight): number {
  let sum = 0;
  for (let at = 0; at < light.length; at += 3) sum += luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!);
  return (sum * 3) / light.length;
}

function notesOf(scene: Scene, hasSky: boolean, name: TimeLapseName): string[] {
  const notes: string[] = [];
  if (!hasSky) notes.push('没有识别到天空，只改变了光线');
  if (name === 'seasons') {
    const plants = scene.plants.reduce((sum, share) => sum + share, 0) / scene.plants.length;
    if (plants < leastPlants) notes.push('没有识别到植物，季节只见于天光和积雪');
  }
  return notes;
}

function drawFallingOn(
  { planes, width, height }: Frame,
  weather: 'rain' | 'snow',
  amount: number,
  when: { seed: number; seconds: number },
): void {
  const luma = planes[0]!.samples;
  markFalling({ width, height }, weather, when, (x, y, share, level) => {
    const at = y * width + x;
    luma[at] = luma[at]! + (16 + (level * 219) / 255 - luma[at]!) * share * amount;
  });
}
