import type { ToolJob, ToolResult } from '../base/job.ts';
import { chosenLevel, countChangedOutside, growMask, shareOf } from '../base/mask.ts';
import { stepsOf } from '../base/steps.ts';
import { type RemovalTarget, removeRegion } from '../kernels/fill/remove-region.ts';
import { openRegionJob, percentOf, writeLike } from './region-job.ts';
import { askSlot, joinFacts } from './slot-of-job.ts';

export interface EraseParams {
  upload_img: string;
  mask: string;
  targets?: ReadonlyArray<RemovalTarget>;
}

/** Above this share of the picture the filling can only guess. */
const safeShare = 0.05;

/**
 * Removes what was painted over and continues its surroundings in its place. Not a pixel beyond the mask changes: blurred
 * rims and shadows go when the mask covers them, which is why its field grows it in the editor.
 */
export async function eraseRegion(job: ToolJob, params: EraseParams): Promise<ToolResult> {
  const { targets = [] } = params;
  const step = stepsOf(job);
  step('分析图片', 0.03);
  const { pixels, mask, facts } = await openRegionJob(job, params);
  const region = growMask(mask, pixels, 0);
  const onProgress = step('填补', 0.92);
  const { answer, told } = await askSlot(
    job,
    'inpaint',
    (adapter, use) => adapter.fill(use, pixels, region),
    onProgress,
  );
  const result = answer ?? removeRegion(pixels.rgb, region, pixels, targets, { seed: job.seed, onProgress });
  step('编码', 1);
  const output = await writeLike(job, 'erased', result, pixels);
  const share = shareOf(region);
  return {
    ...told,
    outputs: [output],
    facts: {
      ...joinFacts(share > safeShare ? { note: '选区较大，结构复杂处可能需要再次涂抹修补' } : {}, facts, told.facts),
      holePixels: region.filter((level) => level >= chosenLevel).length,
      holeShare: percentOf(share),
      changedPixelsOutside: countChangedOutside(pixels.rgb, result, mask),
    },
  };
}
