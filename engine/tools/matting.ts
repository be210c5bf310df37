import type { ParamsOf } from '#shared/tools/define-tool';
import type { matting as definition } from '#shared/tools/edit';
import type { Size } from '../base/blur.ts';
import { parseHexColour } from '../base/colour.ts';
import { type EngineTool, JobRefused, type ToolJob, type ToolResult } from '../base/job.ts';
import { floatsOf } from '../base/map-plane.ts';
import { readMask } from '../base/mask.ts';
import { ModelUnavailable } from '../base/models.ts';
import { openPicture, type Pixels, pictureOf, readPixels, refuseUnreadable, writePng } from '../base/picture-file.ts';
import { type BeginStep, stepsOf } from '../base/steps.ts';
import { alphaOf, contractAlpha } from '../kernels/matting/matting-alpha.ts';
import { drawCutOut, placeOn } from '../kernels/matting/matting-canvas.ts';
import { estimateForeground } from '../kernels/matting/matting-foreground.ts';
import { seedsOfMark, seedsOfSubject } from '../kernels/matting/matting-seeds.ts';
import { cutOut, keepMainParts } from '../kernels/matting/matting-segment.ts';
import { thingOnPlainGround } from '../kernels/matting/plain-thing.ts';
import { subjectByNetwork } from '../kernels/matting/subject-network.ts';
import { countSubjects, subjectFromLikelihood } from '../kernels/matting/subject-parts.ts';
import type { SceneReading } from '../kernels/scene/scene-reading.ts';
import { subjectNetworkOf } from '../models/subject-weights.ts';
import { sceneOfJob } from '../steps/scene-of-job.ts';
import { joinFacts, type SlotAnswer } from '../steps/slot-of-job.ts';
import { askSlotForPlane } from '../steps/slot-plane.ts';

type MattingParams = ParamsOf<(typeof definition)['fields']>;

const largestSide = 4096;
/** Long side at which thing and background are divided, pixels. */
const cutSide = 400;
/** The same before an even background, where a few pixels can be a leg. */
const plainSide = 1024;

/** Parts that are smaller than this share of the largest are no subject of their own. */
const leastSubject = 0.5;

const edgesAlgorithm = '彩色导向滤波取边（He 2010），多层前景估计（Germer 2020）';
const networkAlgorithm = `自带的主体识别网络（只用自制渲染图训练），GrabCut（Rother 2004），${edgesAlgorithm}`;

/** A thing cut out of its picture, with soft edges and its own colours. */
export const matting: EngineTool = {
  quality: 'assisted',
  algorithm: `RBD 显著性（Zhu 2014）或手工标记，GrabCut（Rother 2004），${edgesAlgorithm}`,
  async run(job) {
    const params = job.params as MattingParams;
    const picture = pictureOf(job, params.upload_img);
    const step = stepsOf(job);
    step('分析图片', 0.03);
    const pixels = await readPixels(picture, { alpha: 'keep', maxSide: largestSide });
    const size = { width: pixels.width, height: pixels.height };
    const small = await readPixels(picture, { alpha: 'onWhite', maxSide: cutSide });
    const isFree = params.mode === 'auto' && params.subject !== 'sky';
    const byModel: SlotAnswer<Float32Array> = isFree
      ? await askSlotForPlane(job, 'matte', params.upload_img, size, (adapter, use) => adapter.matte(use, pixels))
      : { told: {} };
    const { alpha, told } = byModel.answer
      ? { alpha: byModel.answer, told: byModel.told }
      : await opacityOf(job, step, params, pixels, small);
    if (pixels.alpha) for (let i = 0; i < alpha.length; i++) alpha[i]! *= pixels.alpha[i]! / 255;
    contractAlpha(alpha, size, (params.edge * size.width) / picture.width);
    step('清杂边', 0.88);
    const covered = alpha.reduce((sum, share) => sum + share, 0) / alpha.length;
    if (covered < 0.0005) throw new JobRefused('没有找到可以抠出的主体，请改用点选、框选或画笔标出');
    const colours = params.isFringeRemoved ? estimateForeground(pixels.rgb, alpha, size) : pixels.rgb;
    step('编码', 1);
    const place = placeOn(size, params);
    const behind = await backgroundOf(job, params, place.canvas);
    const drawn = drawCutOut(colours, alpha, size, place, behind);
    const output = await writePng(job, 'cut-out', drawn, { ...place.canvas, channels: behind ? 3 : 4 });
    const facts: ToolResult['facts'] = { coveredPercent: Math.round(covered * 1000) / 10, ...boxOf(alpha, size) };
    if (size.width < picture.width) facts.note = `原图过大，已缩小到 ${size.width}×${size.height} 处理`;
    return { ...byModel.told, ...told, outputs: [output], facts: joinFacts(facts, byModel.told.facts, told.facts) };
  },
};

/** Opacity per pixel, and what the result tells of how it was found. */
interface Found {
  alpha: Float32Array;
  told: SlotAnswer<never>['told'];
}

async function opacityOf(
  job: ToolJob,
  step: BeginStep,
  params: MattingParams,
  pixels: Pixels,
  small: Pixels,
): Promise<Found> {
  const { mode, subject, mask } = params;
  step('找主体', 0.25);
  const told = {};
  if (mode === 'auto' && subject === 'sky') {
    const { sky } = await sceneOfJob(job, params.upload_img, pixels);
    return { alpha: floatsOf(sky, (level) => level / 255), told };
  }
  if (mode === 'auto') {
    const fine = await readPixels(pictureOf(job, params.upload_img), { alpha: 'onWhite', maxSide: plainSide });
    const isThing = thingOnPlainGround(fine.rgb, fine);
    if (isThing) {
      step('抠边缘', 0.65);
      return { alpha: alphaOf(pixels.rgb, pixels, isThing, fine), told };
    }
    const hasNoBuilding =
      subject === 'building' && showsNoBuilding((await sceneOfJob(job, params.upload_img, small)).reading);
    const found =
      networkSubjects.has(subject) || hasNoBuilding ? await subjectOf(job, small, hasNoBuilding) : undefined;
    if (found) {
      step('抠边缘', 0.65);
      return { alpha: alphaOf(pixels.rgb, pixels, found.isThing, small), told: found.told };
    }
  }
  let seeds: Uint8Array;
  if (mode === 'auto') seeds = seedsOfSubject(small, subject, await sceneOfJob(job, params.upload_img, small));
  else {
    if (!mask) throw new JobRefused('请先选出要保留的主体');
    const marked = await readMask(job, mask, pictureOf(job, params.upload_img), small, { isAnySizeAllowed: true });
    seeds = seedsOfMark(marked, small, mode);
  }
  step('分割', 0.45);
  const isThing = cutOut(small.rgb, small, seeds);
  keepMainParts(isThing, small, {
    // Of other things only parts would come along.
    leastPart: mode === 'auto' ? leastSubject : 0.01,
    largestHole: isThing.length * 2e-4,
  });
  step('抠边缘', 0.65);
  return { alpha: alphaOf(pixels.rgb, pixels, isThing, small), told };
}

/**
 * Subjects that the network was trained to find; it was trained to leave buildings in the background. Pictures of
 * rooms, which things seen from near are taken for as well, have no background, so that what is asked for as a building
 * is the subject there.
 */
const networkSubjects: ReadonlySet<MattingParams['subject']> = new Set(['people', 'furniture', 'tree']);

/** The subject by the product's own network; undefined where none runs or it finds none: then the classical way. */
async function subjectOf(job: ToolJob, small: Pixels, hasNoBuilding: boolean) {
  const network = subjectNetworkOf(job.models);
  if (!network) return undefined;
  let likelihood: Float32Array;
  try {
    likelihood = await subjectByNetwork(small.rgb, small, network);
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    return undefined;
  }
  const isThing = subjectFromLikelihood(small.rgb, small, likelihood);
  if (!isThing) return undefined;
  const subjects = countSubjects(isThing, small, likelihood);
  const notes = [
    ...(hasNoBuilding ? ['画面里没有认出建筑，抠出的是最显眼的主体；要抠建筑，请用框选'] : []),
    ...(subjects > 1 ? [`画面里有 ${subjects} 个差不多显眼的主体，已一并抠出；只要其中一个，请用点选`] : []),
  ];
  const facts = { subjects, ...(notes.length > 0 && { note: notes.join('。') }) };
  return { isThing, told: { algorithm: networkAlgorithm, facts } };
}

/** Pictures with less of walls and roofs than this, 0–1, show no building that could be cut out. */
const leastBuilding = 0.03;

function showsNoBuilding({ place, readBy, shares }: SceneReading): boolean {
  if (place === 'interior') return true;
  if (readBy === 'classical') return false;
  let built = 0;
  for (let i = 0; i < shares.wall.length; i++) built += shares.wall[i]! + shares.roof[i]! + shares.window[i]!;
  return built < leastBuilding * 255 * shares.wall.length;
}

async function backgroundOf(job: ToolJob, params: MattingParams, canvas: Size): Promise<Uint8Array | undefined> {
  if (params.background === 'transparent') return undefined;
  if (params.background === 'picture') {
    if (!params.background_img) throw new JobRefused('请先上传背景图');
    const { file } = pictureOf(job, params.background_img);
    const data = await refuseUnreadable(() =>
      openPicture(file)
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .resize({ ...canvas, fit: 'cover' })
        .removeAlpha()
        .raw()
        .toBuffer(),
    );
    return data;
  }
  const colour = parseHexColour(params.backgroundColor);
  const plain = new Uint8Array(canvas.width * canvas.height * 3);
  for (let at = 0; at < plain.length; at += 3) plain.set(colour, at);
  return plain;
}

/** The box round what is at least half opaque, pixels. */
function boxOf(alpha: Float32Array, { width }: Size): Record<string, number> {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i]! < 0.5) continue;
    const x = i % width;
    const y = Math.floor(i / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? {} : { boxLeft: left, boxTop: top, boxWidth: right - left + 1, boxHeight: bottom - top + 1 };
}
