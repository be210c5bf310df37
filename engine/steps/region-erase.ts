import type { ToolJob, ToolResult } from '../base/job.ts';
import { chosenLevel, countChangedOutside, growMask, shareOf } from '../base/mask.ts';
import { type RemovalTarget, removeRegion } from '../kernels/fill/remove-region.ts';
import { openRegionJob, percentOf, writeLike } from './region-job.ts';

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
  const { pixels, mask, facts } = await openRegionJob(job, params);
  job.onProgress(0.1);
  const region = growMask(mask, pixels, 0);
  const result = removeRegion(pixels.rgb, region, pixels, targets, {
    seed: job.seed,
    onProgress: (fraction) => job.onProgress(0.1 + 0.8 * fraction),
  });
  const output = await writeLike(job, 'erased', result, pixels);
  const share = shareOf(region);
  return {
    outputs: [output],
    facts: {
      ...(share > safeShare ? { note: '选区较大，结构复杂处可能需要再次涂抹修补' } : undefined),
      ...facts,
      holePixels: region.filter((level) => level >= chosenLevel).length,
      holeShare: percentOf(share),
      changedPixelsOutside: countChangedOutside(pixels.rgb, result, mask),
    },
  };
}
