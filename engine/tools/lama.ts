import type { ParamsOf } from '#shared/tools/define-tool';
import type { lama as definition } from '#shared/tools/edit';
import type { EngineTool } from '../base/job.ts';
import { sortWords } from '../base/words.ts';
import { eraseRegion } from '../steps/region-erase.ts';
import { hearRegion, redrawRegion } from '../steps/region-redraw.ts';

type Params = ParamsOf<(typeof definition)['fields']>;

/** Erases the region, or redraws it by words. */
export const lama: EngineTool = {
  quality: 'assisted',
  algorithm: '按图块偏移统计补全（He、Sun 2012）和 PatchMatch；按关键词取材料',
  readWords(params) {
    const { mode, promptTxt } = params as Params;
    return mode === 'erase' ? sortWords({ promptTxt }) : hearRegion({ promptTxt });
  },
  run(job) {
    const params = job.params as Params;
    return params.mode === 'erase' ? eraseRegion(job, params) : redrawRegion(job, { ...params, num: 1 });
  },
};
