import type { ParamsOf } from '#shared/tools/define-tool';
import type { styleTransferIndoor as indoor } from '#shared/tools/indoor';
import type { styleTransferOutdoor as outdoor } from '#shared/tools/outdoor';
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
import { divideRoom } from '../kernels/light/style-room-surfaces.ts';
import { type RegionedPicture, transferStyle } from '../kernels/light/style-transport-regions.ts';
import { type SceneOfJob, sceneOfJob } from '../steps/scene-of-job.ts';
import { readBase, writeRender } from './render-size.ts';

type OutdoorParams = ParamsOf<(typeof outdoor)['fields']>;
type IndoorParams = ParamsOf<(typeof indoor)['fields']>;
type Shown = readonly [pixels: Pixels, scene: SceneOfJob];
/** Divides base and reference into the same regions, in the same order; `note` is for people. */
type Divide = (base: Shown, reference: Shown) => { base: RegionedPicture; reference: RegionedPicture; note?: string };

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
  shows: 'outdoors',
  readWords: hearWords,
  run(job) {
    return transfer(job, job.params as OutdoorParams, (base, reference) => ({
      base: splitOutdoors(...base),
      reference: splitOutdoors(...reference),
    }));
  },
};

/** Colour and light of a reference on the chosen parts of a room. */
export const styleTransferIndoor: EngineTool = {
  quality: 'assisted',
  algorithm,
  shows: 'room',
  readWords: hearWords,
  run(job) {
    const params = job.params as IndoorParams;
    return transfer(job, params, (base, reference) => divideIndoors(base, reference, params.regions));
  },
};

function hearWords(params: Readonly<Record<string, unknown>>) {
  const { promptTxt, negTxt } = refusalsApart(params as OutdoorParams);
  return sortWords({ promptTxt, negTxt }, hearGrade(promptTxt ?? '', negTxt ?? ''));
}

async function transfer(job: ToolJob, params: OutdoorParams, divide: Divide) {
  const picture = pictureOf(job, params.upload_img);
  const step = stepsOf(job);
  step('分析图片', 0.03);
  const basePixels = await readBase(picture, params.quality);
  const source = { picture, base: basePixels };
  step('分割', 0.35);
  const baseScene = await sceneOfJob(job, params.upload_img, basePixels);
  step('读参考图', 0.7);
  const referencePixels = await readPixels(pictureOf(job, params.style_img), {
    maxSide: referenceSide,
    alpha: 'onWhite',
  });
  const referenceScene = await sceneOfJob(job, params.style_img, referencePixels);
  const { base, reference, note } = divide([basePixels, baseScene], [referencePixels, referenceScene]);
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
  return { outputs, facts: { regionCount: base.regions.length, isStructureKept: true, ...(note ? { note } : {}) } };
}

function splitOutdoors(pixels: Pixels, masks: SceneOfJob): RegionedPicture {
  const sky = floatsOf(masks.sky, (value) => value / 255);
  const ground = floatsOf(masks.ground, (value) => value / 255);
  const body = sky.map((value, i) => Math.max(0, 1 - value - ground[i]!));
  return { size: pixels, lab: labPlanes(pixels.rgb), regions: [sky, ground, body] };
}

const roomParts = { wall: '墙面', floor: '地面', ceiling: '顶面', furniture: '家具' } as const;
/** A part that covers less of the picture is not to be seen in it. */
const leastPart = 0.01;

/** The chosen parts of a room one by one; where either picture was not read as a room, at once or by place alone. */
function divideIndoors(base: Shown, reference: Shown, chosen: readonly RoomPart[]): ReturnType<Divide> {
  const isRoom = [base, reference].map(([, { reading }]) => reading.place === 'interior');
  if (isRoom.includes(false)) {
    const unread = isRoom[0] ? '参考图' : isRoom[1] ? '底图' : '底图和参考图';
    const way = chosen.length === 4 ? '按整张图迁移色调' : '各区域按位置估计';
    return {
      base: splitByPlace(...base, chosen),
      reference: splitByPlace(...reference, chosen),
      note: `没有从${unread}中读出房间的墙、地、顶，${way}`,
    };
  }
  const divide = ([pixels, { reading }]: Shown): RegionedPicture => {
    const room = divideRoom(pixels.rgb, pixels, reading);
    return {
      size: pixels,
      lab: labPlanes(pixels.rgb),
      regions: chosen.map((part) => room[part]),
      isPaint: chosen.map((part) => part !== 'furniture'),
    };
  };
  const divided = { base: divide(base), reference: divide(reference) };
  const isShown = ({ regions }: RegionedPicture, index: number) =>
    regions[index]!.reduce((sum, share) => sum + share, 0) > leastPart * regions[index]!.length;
  const missing = chosen.filter(
    (part, index) => part !== 'furniture' && isShown(divided.base, index) && !isShown(divided.reference, index),
  );
  if (missing.length === 0) return divided;
  return {
    ...divided,
    note: `参考图里看不到${missing.map((part) => roomParts[part]).join('、')}，这部分未按参考图改变`,
  };
}

/** One region when the whole room is chosen: matching it at once keeps the reference's mood best. */
function splitByPlace(pixels: Pixels, { ground }: SceneOfJob, chosen: readonly RoomPart[]): RegionedPicture {
  const lab = labPlanes(pixels.rgb);
  if (chosen.length === 4) return { size: pixels, lab, regions: [new Float32Array(lab.a.length).fill(1)] };
  const room = splitRoom(lab, pixels, ground);
  return { size: pixels, lab, regions: chosen.map((part) => room[part]) };
}
