import type { ParamsOf } from '#shared/tools/define-tool';
import type { lama as definition } from '#shared/tools/edit';
import type { EngineTool } from '../base/job.ts';
import { pictureOf } from '../base/picture-file.ts';
import { sortWords } from '../base/words.ts';
import { eraseRegion } from '../steps/region-erase.ts';
import { hearOutdoorThingWanted, outdoorThingWanted, putOutdoors } from '../steps/region-outdoors.ts';
import { hearRegion, redrawRegion } from '../steps/region-redraw.ts';
import { hearThingWanted, putThing, thingWanted } from '../steps/region-thing.ts';
import { sceneLayersOf } from '../steps/scene-layers.ts';

type Params = ParamsOf<(typeof definition)['fields']>;

/** Erases the region, or redraws it by words. */
export const lama: EngineTool = {
  quality: 'assisted',
  algorithm: '按图块偏移统计补全（He、Sun 2012）和 PatchMatch；按关键词取材料',
  readWords(params) {
    const { mode, promptTxt } = params as Params;
    if (mode === 'erase') return sortWords({ promptTxt });
    if (thingWanted({ promptTxt })) return hearThingWanted({ promptTxt });
    return outdoorThingWanted({ promptTxt }) ? hearOutdoorThingWanted({ promptTxt }) : hearRegion({ promptTxt });
  },
  async run(job) {
    const params = job.params as Params;
    if (params.mode === 'erase') return eraseRegion(job, params);
    const once = { ...params, num: 1 };
    const thing = thingWanted(once);
    const outdoors = outdoorThingWanted(once);
    if (thing && thing.kind !== 'plant') return putThing(job, once, thing);
    if (!thing && !outdoors) return redrawRegion(job, once);
    const { place } = (await sceneLayersOf(pictureOf(job, params.upload_img), job)).reading;
    // Plants grow outdoors too, where none is put into a pot.
    if (thing && place !== 'outdoor') return putThing(job, once, thing);
    return outdoors && place !== 'interior' ? putOutdoors(job, once, outdoors) : redrawRegion(job, once);
  },
};
