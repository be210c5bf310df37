import type { ParamsOf } from '#shared/tools/define-tool';
import type { atmosphereChange as definition } from '#shared/tools/outdoor';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { decodeLight, encodeLight, type LinearLight } from '../base/linear-light.ts';
import { pictureOf } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { applyMood, readScene, type Scene } from '../kernels/light/atmosphere.ts';
import { atNight, fitsNight, type LightMood, type MoodLook, moodLooks } from '../kernels/light/atmosphere-looks.ts';
import { recolourPlants } from '../kernels/light/atmosphere-season.ts';
import { type FacadeWash, washOfFacades } from '../kernels/light/facade-wash.ts';
import { gradeTone } from '../kernels/light/grade.ts';
import type { SceneReading } from '../kernels/scene/scene-reading.ts';
import {
  areWindowsSure,
  darkWindowsNote,
  daylightLook,
  isFacadeSure,
  isSkySure,
  isTakenAtNight,
  outdoorLook,
  qualityBy,
  refuseNight,
  refuseRoom,
  unsureSky,
  unsureWindows,
} from '../steps/outdoor-scene.ts';
import { sceneOfJob } from '../steps/scene-of-job.ts';
import { joinFacts } from '../steps/slot-of-job.ts';
import { askSlotForPlane } from '../steps/slot-plane.ts';
import { readBase, writeRender } from './render-size.ts';

type Params = ParamsOf<(typeof definition)['fields']>;

/** The strength at which a mood looks as it was designed, percent. */
const designStrength = 70;

const isSkyTouched = ({ time, weather }: Params) => time !== 'none' || weather !== 'none';

/** One picture for every mood chosen (time, weather, season, tone), each from the base picture. */
export const atmosphereChange: EngineTool = {
  quality: 'assisted',
  algorithm:
    '线性光下的保边重打光（He、Sun、Tang 2010），超像素（SLIC 2012）分出天空后程序绘天，按 Koschmieder 1924 加雾',
  shows: 'outdoors',
  looks: [outdoorLook(isSkyTouched, 'roomForMood'), daylightLook((params) => isDaylightWanted(params as Params))],
  async run(job) {
    const params = job.params as Params;
    const picture = pictureOf(job, params.upload_img);
    const step = stepsOf(job);
    step('分析图片', 0.03);
    const base = await readBase(picture, params.quality);
    const given = { sky: params.skyMask, ground: params.groundMask, window: params.windowMask };
    step('分割', 0.45);
    const layers = await sceneOfJob(job, params.upload_img, base, given);
    const { reading } = layers;
    if (isSkyTouched(params)) refuseRoom(reading, params.skyMask !== undefined, 'roomForMood');
    const isNight = reading.place !== 'interior' && (await isTakenAtNight(picture));
    if (isNight && isDaylightWanted(params)) refuseNight();
    step('读光影', 0.6);
    const scene = readScene(base, layers, layers.window, reading);
    const { answer: nearness, told } = isHazeWanted(params)
      ? await askSlotForPlane(job, 'depth', params.upload_img, base, (adapter, use) => adapter.nearness(use, base))
      : { answer: undefined, told: {} };
    if (nearness) scene.nearness = nearness;
    const areWindowsLit = areWindowsSure(reading, params.windowMask !== undefined);
    const isSkyFree = isNight || isSkySure(reading, params.skyMask !== undefined);
    const areWanted = !isNight && areLampsWanted(params);
    const isWashed = areWanted && !areWindowsLit && isFacadeSure(reading);
    const wash = isWashed ? washOfFacades(reading, base) : undefined;
    const free = { ...params, isSkyChanged: params.isSkyChanged && isSkyFree };
    const moods = chosenMoods(free, job, {
      lookOf: isNight ? atNight : (mood) => moodLooks[mood],
      areWindowsLit,
      wash,
    });
    const outputs = [];
    let windowCount = 0;
    for (const [index, { name, make }] of moods.entries()) {
      const step = stepsOfOutput(job, { from: 0.6, index, count: moods.length });
      step('上光', 0.7);
      const { light, windows } = make(scene);
      windowCount = Math.max(windowCount, windows);
      step('编码', 1);
      outputs.push(
        await writeRender(job, `${index + 1}-${name}`, encodeLight(light), scene, params.quality, { picture, base }),
      );
    }
    const quality = qualityBy(reading, params.skyMask !== undefined);
    const notes = [
      ...(areWanted ? windowNotes(params, reading, areWindowsLit, wash !== undefined) : []),
      ...(params.isSkyChanged && !isSkyFree ? [unsureSky] : []),
    ];
    const note = notes.length > 0 ? { note: notes.join('；') } : {};
    const facts = { skyShare: shareOf(scene.masks.sky), windowCount, ...joinFacts(note, told.facts) };
    return { outputs, facts, ...(quality && { quality }) };
  },
};

/** Sentences about windows that were not lit, or that stayed dark. */
function windowNotes({ windowMask }: Params, reading: SceneReading, areLit: boolean, isWashed: boolean): string[] {
  if (areLit) return darkWindowsNote(reading, windowMask !== undefined);
  return [isWashed ? `${unsureWindows}；墙脚加了泛光灯` : unsureWindows];
}

/** True when a mood was chosen that a picture taken at night cannot be put into. */
function isDaylightWanted({ time, weather }: Params): boolean {
  return [time, weather].some((mood) => mood !== 'none' && !fitsNight(mood));
}

/** True when a mood was chosen whose air hides what is far. */
function isHazeWanted({ time, weather }: Params): boolean {
  return [time, weather].some((mood) => mood !== 'none' && moodLooks[mood].haze > 0);
}

/** True when a mood was chosen that lights windows. */
function areLampsWanted({ areLightsAutomatic, time, weather }: Params): boolean {
  return areLightsAutomatic && [time, weather].some((mood) => mood !== 'none' && moodLooks[mood].lamps > 0);
}

interface Mood {
  name: string;
  make(scene: Scene): { light: LinearLight; windows: number };
}

function chosenMoods(
  params: Params,
  job: ToolJob,
  by: { lookOf: (mood: LightMood) => MoodLook; areWindowsLit: boolean; wash: FacadeWash | undefined },
): Mood[] {
  const amount = params.strength / designStrength;
  const { seed } = job;
  const moods: Mood[] = [];
  for (const mood of [params.time, params.weather]) {
    if (mood === 'none') continue;
    const make: Mood['make'] = (scene) => {
      const { areLightsAutomatic, isSkyChanged } = params;
      const options = {
        amount,
        areLightsOn: areLightsAutomatic && by.areWindowsLit,
        isSkyChanged,
        wash: by.wash,
        seed,
      };
      const { light, windowCount } = applyMood(scene, by.lookOf(mood), options);
      return { light, windows: windowCount };
    };
    moods.push({ name: mood, make });
  }
  const { season, tone } = params;
  if (season !== 'none') {
    const make: Mood['make'] = (scene) => {
      const light = decodeLight(scene.rgb);
      recolourPlants(light, scene, scene.plants, scene.masks, { season, amount, seed });
      return { light, windows: 0 };
    };
    moods.push({ name: season, make });
  }
  if (tone !== 'none') {
    const make: Mood['make'] = (scene) => {
      const light = decodeLight(scene.rgb);
      gradeTone(light, tone, amount);
      return { light, windows: 0 };
    };
    moods.push({ name: tone, make });
  }
  return moods;
}

/** Percent with one decimal. */
function shareOf(mask: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < mask.length; i++) sum += mask[i]!;
  return Math.round((sum / mask.length / 255) * 1000) / 10;
}
