import type { ParamsOf } from '#shared/tools/define-tool';
import type { localRenderingProIndoor as indoor } from '#shared/tools/indoor';
import type { localRenderingPro as outdoor } from '#shared/tools/outdoor';
import type { EngineTool } from '../base/job.ts';
import { hearRegion, redrawRegion } from '../steps/region-redraw.ts';

type OutdoorParams = ParamsOf<(typeof outdoor)['fields']>;
type IndoorParams = ParamsOf<(typeof indoor)['fields']>;

const algorithm = '按参考图做样本纹理合成与 PatchMatch，或按关键词取材料，保留原有明暗';

/** The region in another material, texture or light; nothing outside it changes. */
export const localRenderingPro: EngineTool = {
  quality: 'preview',
  algorithm,
  readWords: (params) => hearRegion(params as OutdoorParams),
  run: (job) => redrawRegion(job, job.params as OutdoorParams),
};

/** What an object is usually made of. */
const objectWords: Record<IndoorParams['quickObject'], string> = {
  none: '',
  sofa: '织物',
  bed: '织物',
  table: '木',
  lamp: '灯',
  curtain: '窗帘',
  rug: '地毯',
  cabinet: '木',
  painting: '蓝',
  plant: '绿植',
};

/** As {@link localRenderingPro}; a chosen object stands for its material. */
export const localRenderingProIndoor: EngineTool = {
  quality: 'preview',
  algorithm,
  readWords: (params) => hearRegion(params as IndoorParams),
  run(job) {
    const params = job.params as IndoorParams;
    return redrawRegion(job, params, objectWords[params.quickObject]);
  },
};
