import type { ParamsOf } from '#shared/tools/define-tool';
import type { lockImg as definition } from '#shared/tools/indoor';
import type { Size } from '../base/blur.ts';
import { labPlanes } from '../base/colour.ts';
import type { EngineTool } from '../base/job.ts';
import { countChangedOutside } from '../base/mask.ts';
import { pictureOf } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { meanChromaShift } from '../kernels/light/relight-lock.ts';
import { labToRgb } from '../kernels/light/style-lab.ts';
import { keepForbidden, lockLight, readAllowed, rounded } from './lock-light.ts';
import { readBase, writeRender } from './render-size.ts';

type Params = ParamsOf<(typeof definition)['fields']>;

/** Better light in a room; materials keep their hue and chroma, and forbidden areas every byte. */
export const lockImg: EngineTool = {
  quality: 'final',
  algorithm: 'CIE Lab 中只改亮度的重打光，多尺度保边明暗（He 2010，Luft 2006）',
  shows: 'room',
  async run(job) {
    const params = job.params as Params;
    const picture = pictureOf(job, params.upload_img);
    const step = stepsOf(job);
    step('分析图片', 0.08);
    const base = await readBase(picture, params.quality);
    const source = { picture, base, allowedAt: (size: Size) => readAllowed(job, params, size) };
    const allowed = await readAllowed(job, params, base);
    step('读光影', 0.15);
    const lab = labPlanes(base.rgb);
    const outputs = [];
    const facts: Record<string, number> = {};
    for (let index = 0; index < params.num; index++) {
      const step = stepsOfOutput(job, { from: 0.15, index, count: params.num });
      step('上光', 0.7);
      const relit = labToRgb(lockLight(base, lab, params, index));
      const rgb = keepForbidden(base.rgb, relit, allowed);
      if (index === 0) facts.chromaShift = rounded(meanChromaShift(lab, labPlanes(rgb)));
      if (allowed) facts.changedPixelsOutside = countChangedOutside(base.rgb, rgb, allowed);
      step('编码', 1);
      outputs.push(await writeRender(job, `${index + 1}`, rgb, base, params.quality, source));
    }
    return { outputs, facts };
  },
};
