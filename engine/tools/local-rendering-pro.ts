import type { ParamsOf } from '#shared/tools/define-tool';
import type { localRenderingProIndoor as indoor } from '#shared/tools/indoor';
import type { localRenderingPro as outdoor } from '#shared/tools/outdoor';
import type { EngineTool } from '../base/job.ts';
import type { NamedThing } from '../kernels/fill/thing-words.ts';
import { hearOutdoorThingWanted, outdoorThingWanted, putOutdoors } from '../steps/region-outdoors.ts';
import { hearRegion, redrawRegion } from '../steps/region-redraw.ts';
import { hearThingWanted, putThing, thingWanted } from '../steps/region-thing.ts';

type OutdoorParams = ParamsOf<(typeof outdoor)['fields']>;
type IndoorParams = ParamsOf<(typeof indoor)['fields']>;

const algorithm =
  '按参考图做样本纹理合成与 PatchMatch，或按关键词取材料，保留原有明暗；植物为路径追踪的图样，水面按原图倒影';

/** The region in another material, texture or light, or with plants or water; nothing outside it changes. */
export const localRenderingPro: EngineTool = {
  quality: 'preview',
  algorithm,
  readWords(params) {
    const outdoor = params as OutdoorParams;
    return outdoorThingWanted(outdoor) ? hearOutdoorThingWanted(outdoor) : hearRegion(outdoor);
  },
  run(job) {
    const params = job.params as OutdoorParams;
    const thing = outdoorThingWanted(params);
    return thing ? putOutdoors(job, params, thing) : redrawRegion(job, params);
  },
};

/** Objects that can be chosen, and the things they are drawn as; a rug is a texture on the floor. */
const objects: Record<IndoorParams['quickObject'], NamedThing | undefined> = {
  none: undefined,
  sofa: { kind: 'sofa', title: '沙发' },
  bed: { kind: 'bed', title: '床' },
  table: { kind: 'diningSet', title: '餐桌' },
  lamp: { kind: 'lamp', title: '灯' },
  curtain: { kind: 'curtain', title: '窗帘' },
  rug: undefined,
  cabinet: { kind: 'cabinet', title: '柜' },
  painting: { kind: 'decoration', title: '挂画' },
  plant: { kind: 'plant', title: '绿植' },
};

/** As {@link localRenderingPro}; a chosen object, or one that the words name, is put into the room. */
export const localRenderingProIndoor: EngineTool = {
  quality: 'preview',
  algorithm: `${algorithm}；物件为参数化模型，按空间透视路径追踪后合成（Debevec 1998）`,
  readWords(params) {
    const indoor = params as IndoorParams;
    return thingOfRun(indoor) ? hearThingWanted(indoor) : hearRegion(indoor);
  },
  run(job) {
    const params = job.params as IndoorParams;
    const thing = thingOfRun(params);
    if (thing) return putThing(job, params, thing);
    return redrawRegion(job, { ...params, isRoom: true }, params.quickObject === 'rug' ? '地毯' : '');
  },
};

/** Words go before the chosen object, and words for a material say what the region is made of. */
function thingOfRun(params: IndoorParams): NamedThing | undefined {
  if (params.style_img) return undefined;
  return thingWanted(params) ?? objects[params.quickObject];
}
