import type { ParamsOf } from '#shared/tools/define-tool';
import type { clean as definition } from '#shared/tools/edit';
import type { EngineTool } from '../base/job.ts';
import { eraseRegion } from '../steps/region-erase.ts';

/** Removes what was painted over and continues the surroundings in its place. */
export const clean: EngineTool = {
  quality: 'assisted',
  algorithm: '按图块偏移统计补全（He、Sun 2012），穿过选区的直线接直，再以 PatchMatch（Barnes 2009）细化',
  run: (job) => eraseRegion(job, job.params as ParamsOf<(typeof definition)['fields']>),
};
