import type { ParamsOf } from '#shared/tools/define-tool';
import type { clean as definition } from '#shared/tools/edit';
import type { EngineTool } from '../base/job.ts';
import { eraseRegion } from '../steps/region-erase.ts';

/** What was painted over is gone and its surroundings go on in its place. */
export const clean: EngineTool = {
  quality: 'assisted',
  algorithm: 'shift-map completion by patch offset statistics (He & Sun 2012), refined by PatchMatch (Barnes 2009)',
  run: (job) => eraseRegion(job, job.params as ParamsOf<(typeof definition)['fields']>),
};
