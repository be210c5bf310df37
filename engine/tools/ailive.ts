import type { ParamsOf } from '#shared/tools/define-tool';
import type { ailive as definition } from '#shared/tools/outdoor';
import type { EngineTool } from '../base/job.ts';
import { pictureOf, readPixels, writePng } from '../base/picture-file.ts';
import { stepsOf } from '../base/steps.ts';
import { sortWords } from '../base/words.ts';
import { drawLive } from '../kernels/live/live-picture.ts';
import { readWish } from '../kernels/live/live-words.ts';

type Params = ParamsOf<(typeof definition)['fields']>;

/** Larger canvases are reduced to this side, pixels. */
const maxSide = 1024;

/** Keeps a live picture: the same kernel at the canvas' own size, so that the kept picture is the one seen. */
export const ailive: EngineTool = {
  takesBlank: true,
  quality: 'preview',
  algorithm: '按颜色、闭合和位置读懂笔画，程序材料，单一太阳的明暗、投影与平面倒影',
  readWords(params) {
    const { promptTxt, ...rest } = params as Params;
    return sortWords({ promptTxt }, readWish({ promptTxt, ...rest }).heard);
  },
  async run(job) {
    const params = job.params as Params;
    const picture = pictureOf(job, params.upload_img);
    const step = stepsOf(job);
    step('分析图片', 0.03);
    const { width, height, rgb } = await readPixels(picture, { maxSide, alpha: 'onWhite' });
    step('绘制', 0.92);
    const drawn = drawLive({ width, height, rgb }, params, job.seed);
    step('编码', 1);
    const isReduced = picture.width !== width || picture.height !== height;
    return {
      outputs: [await writePng(job, '1', drawn, { width, height, channels: 3 })],
      facts: isReduced ? { note: `画布超过 ${maxSide} 像素，已缩小到 ${width}×${height}` } : {},
    };
  },
};
