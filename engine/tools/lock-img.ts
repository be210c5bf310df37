import type { ParamsOf } from '#shared/tools/define-tool';
import type { lockImg as definition } from '#shared/tools/indoor';
import type { Size } from '../base/blur.ts';
import { labPlanes } from '../base/colour.ts';
import type { EngineTool } from '../base/job.ts';
import { countChangedOutside } from '../base/mask.ts';
import { pictureOf } from '../base/picture-file.ts';
import { meanChromaShift } from '../kernels/light/relight-lock.ts';
import { labToRgb } from '../kernels/light/style-lab.ts';
import { keepForbidden, lockLight, readAllowed, rounded } from './lock-light.ts';
import { readBase, writeRender } from './render-size.ts';

type Params = ParamsOf<(typeof definition)['fields']>;

/** Better light in a room; materials keep their hue and chroma, and forbidden areas every byte. */
export const lockImg: EngineTool = {
  quality: 'final',
  algorithm: 'luminance-only relight in CIE Lab with edge-preserving multi-scale shading (He 2010, Luft 2006)',
  async run(job) {
    const params = job.params as Params;
    const picture = pictureOf(job, params.upload_img);
    const base = await readBase(picture, params.quality);
    const source = { picture, base, allowedAt: (size: Size) => readAllowed(job, params, size) };
    const allowed = await readAllowed(job, params, base);
    const lab = labPlanes(base.rgb);
    job.onProgress(0.15);
    const outputs = [];
    const facts: Record<string, number> = {};
    for (let index = 0; index < params.num; index++) {
      const relit = labToRgb(lockLight(base, lab, params, index));
      const rgb = keepForbidden(base.rgb, relit, allowed);
      if (index === 0) facts.chromaShift = rounded(meanChromaShift(lab, labPlanes(rgb)));
      if (allowed) facts.changedPixelsOutside = countChangedOutside(base.rgb, rgb, allowed);
      outputs.push(await writeRender(job, `${index + 1}`, rgb, base, params.quality, source));
      job.onProgress(0.15 + (0.85 * (index + 1)) / params.num);
    }
    return { outputs, facts };
  },
};
