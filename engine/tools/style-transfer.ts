import type { ParamsOf } from '#shared/tools/define-tool';
import type { styleTransferIndoor as indoor } from '#shared/tools/indoor';
import type { styleTransferOutdoor as outdoor } from '#shared/tools/outdoor';
import type { Size } from '../base/blur.ts';
import { labPlanes } from '../base/colour.ts';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { decodeLight, encodeLight } from '../base/linear-light.ts';
import { floatsOf } from '../base/map-plane.ts';
import { type Pixels, pictureOf, readPixels } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { refusalsApart, sortWords } from '../base/words.ts';
import { gradeByWords, hearGrade, isPlain, readWords } from '../kernels/light/grade-words.ts';
import { labToRgb } from '../kernels/light/style-lab.ts';
import { type RoomPart, splitRoom } from '../kernels/light/style-room-regions.ts';
import { type RegionedPicture, transferStyle } from '../kernels/light/style-transport-regions.ts';
import { classLayer } from '../kernels/scene-reader/class-layer.ts';
import type { SceneClass, SceneReading } from '../kernels/scene-reader/scene-reading.ts';
import { type SceneOfJob, sceneOfJob } from '../steps/scene-of-job.ts';
import { readBase, writeRender } from './render-size.ts';

type OutdoorParams = ParamsOf<(typeof outdoor)['fields']>;
type IndoorParams = ParamsOf<(typeof indoor)['fields']>;
type FindRegions = (pixels: Pixels, scene: SceneOfJob) => RegionedPicture;

const algorithm = 'CIE Lab 中分区的切片最优传输（Pitié 2005），导向滤波还原颗粒（Pitié 2007，He 2010）';
/** The reference is only measured; more pixels would tell nothing new. */
const referenceSide = 900;
/** Strength of the outputs after one another, as factors: the first is what was asked for. */
const variants = [1, 0.72, 1.25, 0.5] as const;

/** Colour and light of a reference on a building: sky to sky, ground to ground, the rest to the rest. */
export const styleTransfer: EngineTool = {
  // Sky and ground are taken to be where the reading says.
  quality: 'assisted',
  algorithm,
  readWords: hearWords,
  run(job) {
    return transfer(job, job.params as OutdoorParams, splitOutdoors);
  },
};

/** Colour and light of a reference on the chosen parts of a room. */
export const styleTransferIndoor: EngineTool = {
  quality: 'assisted',
  algorithm,
  readWords: hearWords,
  async run(job) {
    const params = job.params as IndoorParams;
    const result = await transfer(job, params, (pixels, scene) => splitIndoors(pixels, scene, params.regions));
    // The whole room at once needs no reading.
    return params.regions.length === 4 ? { ...result, quality: 'final' as const } : result;
  },
};

function hearWords(params: Readonly<Record<string, unknown>>) {
  const { promptTxt, negTxt } = refusalsApart(params as OutdoorParams);
  return sortWords({ promptTxt, negTxt }, hearGrade(promptTxt ?? '', negTxt ?? ''));
}

async function transfer(job: ToolJob, params: OutdoorParams, split: FindRegions) {
  const picture = pictureOf(job, params.upload_img);
  const step = stepsOf(job);
  step('读图', 0.03);
  const basePixels = await readBase(picture, params.quality);
  const source = { picture, base: basePixels };
  step('分割', 0.35);
  const base = split(basePixels, await sceneOfJob(job, params.upload_img, basePixels));
  step('读参考图', 0.7);
  const referencePixels = await readPixels(pictureOf(job, params.style_img), {
    maxSide: referenceSide,
    alpha: 'onWhite',
  });
  const reference = split(referencePixels, await sceneOfJob(job, params.style_img, referencePixels));
  const { promptTxt = '', negTxt = '' } = refusalsApart(params);
  const words = readWords(promptTxt, negTxt);
  const outputs = [];
  for (let index = 0; index < params.num; index++) {
    const step = stepsOfOutput(job, { from: 0.7, index, count: params.num });
    step('换风格', 0.85);
    const lab = transferStyle(base, reference, {
      strength: Math.min(1, (params.strength / 100) * variants[index % variants.length]!),
      isColour: params.aspects.includes('color'),
      isLight: params.aspects.includes('light'),
      isTexture: params.aspects.includes('material'),
      structure: params.cnStrength,
      seed: job.seed + 1013 * index,
    });
    let rgb = labToRgb(lab);
    if (!isPlain(words)) {
      const light = decodeLight(rgb);
      gradeByWords(light, words);
      rgb = encodeLight(light);
    }
    step('编码', 1);
    outputs.push(await writeRender(job, `${index + 1}`, rgb, base.size, params.quality, source));
  }
  return { outputs, facts: { regionCount: base.regions.length, isStructureKept: true } };
}

const splitOutdoors: FindRegions = (pixels, masks) => {
  const sky = floatsOf(masks.sky, (value) => value / 255);
  const ground = floatsOf(masks.ground, (value) => value / 255);
  const body = sky.map((value, i) => Math.max(0, 1 - value - ground[i]!));
  return { size: pixels, lab: labPlanes(pixels.rgb), regions: [sky, ground, body] };
};

/** One region when the whole room is chosen: matching it at once keeps the reference's mood best. */
function splitIndoors(pixels: Pixels, { ground, reading }: SceneOfJob, parts: readonly RoomPart[]): RegionedPicture {
  const lab = labPlanes(pixels.rgb);
  if (parts.length === 4) return { size: pixels, lab, regions: [new Float32Array(lab.a.length).fill(1)] };
  const room = knowsRooms(reading) ? roomByClasses(reading, pixels) : splitRoom(lab, pixels, ground);
  return { size: pixels, lab, regions: parts.map((part) => room[part]) };
}

/** A network that knows no rooms finds no floor, ceiling or furniture anywhere. */
function knowsRooms({ shares }: SceneReading): boolean {
  return [shares.floor, shares.ceiling, shares.furniture].some((plane) => plane.some((share) => share > 127));
}

/** The parts of a room as they were read; what is none of the others counts as wall. */
function roomByClasses(reading: SceneReading, size: Size): Record<RoomPart, Float32Array> {
  const layer = (classes: readonly SceneClass[]) =>
    floatsOf(classLayer(reading, classes, size), (level) => level / 255);
  const floor = layer(['floor', 'hard', 'grass', 'water']);
  const ceiling = layer(['ceiling', 'sky']);
  const furniture = layer(['furniture', 'other', 'person', 'plant', 'vehicle']);
  const wall = floor.map((share, i) => Math.max(0, 1 - share - ceiling[i]! - furniture[i]!));
  return { wall, floor, ceiling, furniture };
}
