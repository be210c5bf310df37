import type { ParamsOf } from '#shared/tools/define-tool';
import type { lama as definition } from '#shared/tools/edit';
import type { EngineTool } from '../base/job.ts';
import { eraseRegion } from '../steps/region-erase.ts';
import { redrawRegion } from '../steps/region-redraw.ts';

/** Erases the region, or redraws it by words. */
export const lama: EngineTool = {
  quality: 'assisted',
  algorithm:
    'shift-map completion by patch offset statistics (He & Sun 2012) with PatchMatch; keyword material palette',
  run(job) {
    const params = job.params as ParamsOf<(typeof definition)['fields']>;
    return params.mode === 'erase' ? eraseRegion(job, params) : redrawRegion(job, { ...params, num: 1 });
  },
};
