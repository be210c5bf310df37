import type { ParamsOf } from '#shared/tools/define-tool';
import type { extendImg as definition } from '#shared/tools/edit';
import type { Size } from '../base/blur.ts';
import { type EngineTool, JobRefused, type ToolResult } from '../base/job.ts';
import { countChangedOutside, type Mask } from '../base/mask.ts';
import { pictureOf, readPixels, writePng } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { reluctanceOf } from '../kernels/fill/copy-reluctance.ts';
import { extendPicture, type Margins } from '../kernels/fill/extend-picture.ts';
import { type Box, cut } from '../kernels/fill/hole-window.ts';
import { sceneLayersOf } from '../steps/scene-layers.ts';
import { askSlot, joinFacts } from '../steps/slot-of-job.ts';

type ExtendParams = ParamsOf<(typeof definition)['fields']>;

/** Limits of a result. */
const maxSide = 8192;
const maxPixels = 40e6;
/** Band of the original that may change when the user allows it, as a share of the shorter side. */
const overlapShare = 0.02;
/** Share of the job that reading takes. */
const readShare = 0.04;
/** And up to where what is in the picture is found. */
const seenShare = 0.15;

/** More picture on every side, from what is in the picture. */
export const extendImg: EngineTool = {
  quality: 'assisted',
  algorithm:
    '逐条按偏移统计补全、来源锁定同行（He、Sun 2012），出界的直线沿原方向延长，只出现一次的不重复，退远的墙面按灭点摆正，再以 PatchMatch 细化',
  async run(job) {
    const params = job.params as ExtendParams;
    const picture = pictureOf(job, params.upload_img);
    const margins = marginsOf(params, picture);
    const size = {
      width: picture.width + margins.left + margins.right,
      height: picture.height + margins.top + margins.bottom,
    };
    if (Math.max(size.width, size.height) > maxSide || size.width * size.height > maxPixels) {
      throw new JobRefused(`扩展后为 ${size.width}×${size.height}，超出 ${maxSide} 像素或 4000 万像素的上限`);
    }
    stepsOf(job)('分析图片', readShare);
    const pixels = await readPixels(picture, { alpha: 'onWhite' });
    if (Math.min(pixels.width, pixels.height) < 32) throw new JobRefused('图片太小，边长至少需要 32 像素。');
    const overlap = params.isSourceKept ? 0 : Math.round(Math.min(pixels.width, pixels.height) * overlapShare);
    stepsOf(job, { from: readShare, to: seenShare })('看画面', 1);
    const { reading } = await sceneLayersOf(picture, job);
    const reluctance = reluctanceOf(pixels.rgb, pixels, reading);
    const outputs = [];
    const seen: Uint8Array[] = [];
    let changed = 0;
    const byModel: Pick<ToolResult, 'algorithm' | 'facts'> = {};
    const isAsked = (index: number) => index === 0 && job.models?.slots.inpaint !== undefined;
    for (let index = 0; index < params.num; index++) {
      const step = stepsOfOutput(job, { from: seenShare, index, count: params.num });
      const onProgress = step('续画', isAsked(index) ? 0.5 : 0.9);
      const continued = extendPicture(pixels.rgb, pixels, margins, {
        seed: job.seed + index * 1000,
        variant: index,
        overlap,
        reluctance,
        onProgress,
      });
      // A network knows one continuation; further outputs are other ones of ours.
      const { answer, told } = isAsked(index)
        ? await askSlot(
            job,
            'inpaint',
            (adapter, use) => adapter.fill(use, { rgb: continued, ...size }, marginMask(size, boxOf(pixels, margins))),
            step('神经网络续画', 0.9),
          )
        : { told: {} };
      if (index === 0) Object.assign(byModel, told);
      const extended = answer ?? continued;
      const inside = cut(extended, size, boxOf(pixels, margins), 3);
      changed = Math.max(changed, countChangedOutside(pixels.rgb, inside, new Uint8Array(inside.length / 3)));
      seen.push(extended);
      step('编码', 1);
      outputs.push(await writePng(job, `extended-${index + 1}`, extended, { ...size, channels: 3 }));
    }
    const isFar = !byModel.algorithm && isFarOut(margins, picture);
    return {
      ...byModel,
      outputs,
      ...(isFar && { quality: 'preview' as const }),
      facts: {
        ...joinFacts(noteOf(seen), isFar ? { note: farNote } : {}, byModel.facts),
        originalKept: changed === 0,
        changedPixelsOutside: changed,
        ...margins,
      },
    };
  },
};

/** Beyond this share of the picture's side there is next to nothing in it that says how it goes on. */
const mostContinued = 0.25;
const farNote = '有一边扩展超过原图的 25%，超出的部分只是示意，房屋、窗和人等不会补全';

function isFarOut({ top, right, bottom, left }: Margins, { width, height }: Size): boolean {
  return Math.max(top, bottom) > mostContinued * height + 1 || Math.max(left, right) > mostContinued * width + 1;
}

function noteOf(outputs: ReadonlyArray<Uint8Array>): { note?: string } {
  // A strictly regular picture has one continuation only.
  const isRepeated = outputs.some((one, i) => outputs.slice(0, i).some((other) => Buffer.compare(one, other) === 0));
  return isRepeated ? { note: '画面规律性很强，部分结果相同' } : {};
}

/** 255 on what was added. */
function marginMask({ width, height }: Size, { left, top, right, bottom }: Box): Mask {
  const mask = new Uint8Array(width * height).fill(255);
  for (let y = top; y < bottom; y++) mask.fill(0, y * width + left, y * width + right);
  return mask;
}

function boxOf({ width, height }: Size, { left, top }: Margins) {
  return { left, top, right: left + width, bottom: top + height };
}

function marginsOf(params: ExtendParams, { width, height }: Size): Margins {
  if (params.mode === 'sides')
    return { top: params.top, right: params.right, bottom: params.bottom, left: params.left };
  const target = targetSize(params, width, height);
  const columns = target.width - width;
  const rows = target.height - height;
  if (columns === 0 && rows === 0) throw new JobRefused('底图已经是这个画幅，请换一个目标画幅');
  return { left: columns >> 1, right: columns - (columns >> 1), top: rows >> 1, bottom: rows - (rows >> 1) };
}

function targetSize({ mode, ratio, factor }: ExtendParams, width: number, height: number): Size {
  if (mode === 'factor') return { width: Math.round(width * factor), height: Math.round(height * factor) };
  const [columns, rows] = ratio.split(':').map(Number);
  const wanted = columns! / rows!;
  return wanted > width / height
    ? { width: Math.round(height * wanted), height }
    : { width, height: Math.round(width / wanted) };
}
