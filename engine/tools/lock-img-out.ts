import sharp from 'sharp';
import type { ParamsOf } from '#shared/tools/define-tool';
import type { lockImgOut as definition } from '#shared/tools/outdoor';
import type { Size } from '../base/blur.ts';
import { labPlanes } from '../base/colour.ts';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { decodeLight, encodeLight, type LinearLight, linearColour } from '../base/linear-light.ts';
import { countChangedOutside } from '../base/mask.ts';
import { openPicture, pictureOf, refuseUnreadable } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { readScene, type Scene, windowsOf } from '../kernels/light/atmosphere.ts';
import { moodLooks } from '../kernels/light/atmosphere-looks.ts';
import { lightWindows } from '../kernels/light/atmosphere-windows.ts';
import { addFigures, type FigureCounts } from '../kernels/light/overlay-figures.ts';
import { meanChromaShift } from '../kernels/light/relight-lock.ts';
import { paintSky, type SkyLook } from '../kernels/light/sky.ts';
import { paintBackdrop } from '../kernels/light/sky-backdrop.ts';
import { labToRgb } from '../kernels/light/style-lab.ts';
import { mirrorSky } from '../kernels/light/water-mirror.ts';
import { areWindowsSure, isSkySure, outdoorLook, qualityBy, refuseRoom, unsureSky } from '../steps/outdoor-scene.ts';
import { sceneOfJob } from '../steps/scene-of-job.ts';
import { keepForbidden, lockLight, readAllowed, rounded } from './lock-light.ts';
import { readBase, writeRender } from './render-size.ts';

type Params = ParamsOf<(typeof definition)['fields']>;

const isSkyTouched = ({ sky, environment }: Params) => sky !== 'keep' || environment !== 'auto';

/** Better light and another sky for a building; materials keep their hue and chroma, forbidden areas every byte. */
export const lockImgOut: EngineTool = {
  quality: 'assisted',
  algorithm: 'CIE Lab 中只改亮度的重打光（He 2010，Luft 2006），超像素分出天空、导向滤波取边后换天',
  shows: 'outdoors',
  looks: [outdoorLook(isSkyTouched, 'roomToRelight')],
  async run(job) {
    const params = job.params as Params;
    const picture = pictureOf(job, params.upload_img);
    const step = stepsOf(job);
    step('分析图片', 0.03);
    const base = await readBase(picture, params.quality);
    const source = { picture, base, allowedAt: (size: Size) => readAllowed(job, params, size) };
    const allowed = await readAllowed(job, params, base);
    step('分割', 0.5);
    const layers = await sceneOfJob(job, params.upload_img, base, { sky: params.skyMask });
    const { reading } = layers;
    if (isSkyTouched(params)) refuseRoom(reading, params.skyMask !== undefined, 'roomToRelight');
    step('读光影', 0.65);
    const scene = readScene(base, layers, layers.window, reading);
    const areWindowsLit = areWindowsSure(reading, false);
    const isSkyFree = isSkySure(reading, params.skyMask !== undefined);
    const notes = new Set<string>();
    const outputs = [];
    const facts: Record<string, number> = {};
    for (let index = 0; index < params.num; index++) {
      const step = stepsOfOutput(job, { from: 0.65, index, count: params.num });
      step('上光', 0.6);
      const relit = lockLight(base, scene.lab, params, index);
      const locked = labToRgb(relit);
      if (index === 0) facts.chromaShift = rounded(meanChromaShift(scene.lab, labPlanes(locked), scene.masks.sky));
      const light = decodeLight(locked);
      step('换天空', 0.8);
      if (isSkyFree) await changeSky(job, light, scene, params, index);
      else if (isSkyTouched(params)) notes.add(unsureSky);
      if (params.atmosphere === 'dusk' || params.atmosphere === 'blueHour' || params.atmosphere === 'night') {
        if (areWindowsLit) facts.windowCount = lightPanes(light, scene, params.atmosphere, params, job.seed + index);
        else notes.add('窗户认得不准，没有点亮');
      }
      facts.figureCount = await addFigures(light, scene, figuresOf(params), stageOf(scene), {
        brightness: brightnessOf(params),
        seed: job.seed + index,
      });
      const rgb = keepForbidden(base.rgb, encodeLight(light), allowed);
      if (allowed) facts.changedPixelsOutside = countChangedOutside(base.rgb, rgb, allowed);
      step('编码', 1);
      outputs.push(await writeRender(job, `${index + 1}`, rgb, base, params.quality, source));
    }
    const quality = qualityBy(reading, params.skyMask !== undefined);
    return {
      outputs,
      facts: { ...facts, ...(notes.size > 0 && { note: [...notes].join('；') }) },
      ...(quality && { quality }),
    };
  },
};

/** @returns how many panes were lit */
function lightPanes(
  light: LinearLight,
  scene: Scene,
  atmosphere: 'dusk' | 'blueHour' | 'night',
  { lightStrength }: Params,
  seed: number,
): number {
  const windows = windowsOf(scene, seed);
  lightWindows(light, decodeLight(scene.rgb), scene, windows, moodLooks[atmosphere].lamps * (lightStrength / 100));
  return windows.count;
}

const skies: Readonly<Record<'clear' | 'cloudy' | 'sunset' | 'night', SkyLook>> = {
  clear: moodLooks.sunny.sky,
  cloudy: { ...moodLooks.noon.sky, cover: 0.62 },
  sunset: moodLooks.dusk.sky,
  night: moodLooks.night.sky,
};

async function changeSky(job: ToolJob, light: LinearLight, scene: Scene, params: Params, index: number): Promise<void> {
  const { mask, horizon, seed } = { mask: scene.masks.sky, horizon: scene.line.horizon, seed: job.seed + index };
  if (params.sky === 'upload' && params.sky_img) await laySky(job, light, scene, params.sky_img);
  else if (params.sky !== 'keep' && params.sky !== 'upload')
    paintSky(light, scene, skies[params.sky], { mask, horizon, seed });
  const water = scene.surfaces?.water;
  if (water && params.sky !== 'keep' && params.sky !== 'upload')
    mirrorSky(light, scene, skies[params.sky], { water, horizon, seed, amount: 1 });
  if (params.environment === 'auto') return;
  const air = params.sky === 'keep' || params.sky === 'upload' ? '#cfdbe4' : skies[params.sky].horizon;
  const brightness = params.sky === 'night' ? 0.06 : params.sky === 'sunset' ? 0.4 : 0.9;
  paintBackdrop(light, scene, params.environment, { mask, horizon, air: linearColour(air), brightness, seed });
}

/** An uploaded sky covers the part of the picture above the horizon. */
async function laySky(job: ToolJob, light: LinearLight, scene: Scene, imageId: string): Promise<void> {
  const { width } = scene;
  const { sky } = scene.masks;
  let bottom = 0;
  for (let i = 0; i < sky.length; i++) if (sky[i]! > 20) bottom = Math.floor(i / width) + 1;
  if (bottom === 0) return;
  const { file } = pictureOf(job, imageId);
  const data = await refuseUnreadable(() =>
    openPicture(file)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(width, bottom, { fit: 'cover', position: sharp.gravity.north })
      .removeAlpha()
      .raw()
      .toBuffer(),
  );
  const given = decodeLight(data);
  for (let i = 0; i < width * bottom; i++) {
    const share = sky[i]! / 255;
    for (let at = i * 3; at < i * 3 + 3; at++) light[at] = light[at]! + (given[at]! - light[at]!) * share;
  }
}

function figuresOf({ people, vehicles, greenery }: Params): FigureCounts {
  const amounts = { none: 0, few: 4, many: 11 } as const;
  return {
    people: amounts[people],
    vehicles: Math.round(amounts[vehicles] * 0.6),
    trees: { none: 0, moderate: 4, lush: 9 }[greenery],
  };
}

function stageOf({ masks, line }: Scene) {
  return { ground: masks.ground, contact: line.contact };
}

function brightnessOf({ atmosphere, sky }: Params): number {
  if (atmosphere === 'night' || sky === 'night') return 0.25;
  return atmosphere === 'dusk' || atmosphere === 'blueHour' ? 0.5 : 0.95;
}
