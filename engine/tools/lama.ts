import type { ParamsOf } from '#shared/tools/define-tool';
import type { lama as definition } from '#shared/tools/edit';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { pictureOf } from '../base/picture-file.ts';
import { sortWords } from '../base/words.ts';
import { eraseRegion } from '../steps/region-erase.ts';
import { hearRegion, redrawRegion } from '../steps/region-redraw.ts';
import { putThing, thingWanted } from '../steps/region-thing.ts';
import { sceneLayersOf } from '../steps/scene-layers.ts';

type Params = ParamsOf<(typeof definition)['fields']>;

/** Erases the region, or redraws it by words. */
export const lama: EngineTool = {
  quality: 'assisted',
  algorithm: '按图块偏移统计补全（He、Sun 2012）和 PatchMatch；按关键词取材料',
  readWords(params) {
    const { mode, promptTxt } = params as Params;
    return mode === 'erase' ? sortWords({ promptTxt }) : hearRegion({ promptTxt });
  },
  async run(job) {
    const params = job.params as Params;
    if (params.mode === 'erase') return eraseRegion(job, params);
    const thing = thingWanted(params);
    const isPut = thing && (thing.kind !== 'plant' || (await isRoom(job, params.upload_img)));
    return isPut ? putThing(job, { ...params, num: 1 }, thing) : redrawRegion(job, { ...params, num: 1 });
  },
};

/** Plants grow outdoors too, where none is put into a pot. */
async function isRoom(job: ToolJob, imageId: string): Promise<boolean> {
  return (await sceneLayersOf(pictureOf(job, imageId).file, job)).reading.place === 'interior';
}
