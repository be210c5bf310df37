import type { ToolJob, ToolResult } from '../base/job.ts';
import { decodeLight, encodeLight } from '../base/linear-light.ts';
import { countChangedOutside, featherMask, growMask, pasteBack, shareOf } from '../base/mask.ts';
import { resizeMask } from '../base/mask-size.ts';
import { pictureOf } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { refusalsApart, sortWords } from '../base/words.ts';
import { hearOutdoorThing, type OutdoorThing, outdoorThingOf } from '../kernels/fill/outdoor-words.ts';
import { boxOfMask } from '../kernels/furnish/single-place.ts';
import { setPlants, setWater } from '../kernels/scene-paint/outdoors/set-outdoors.ts';
import { openRegionJob, percentOf, writeLike } from './region-job.ts';
import type { RedrawParams } from './region-redraw.ts';
import { sceneLayersOf } from './scene-layers.ts';
import { joinFacts } from './slot-of-job.ts';

/** The thing that the words ask for in the region; undefined when a reference picture speaks. */
export function outdoorThingWanted(
  params: Pick<RedrawParams, 'promptTxt' | 'negTxt' | 'style_img'>,
): OutdoorThing | undefined {
  const { promptTxt, negTxt, style_img } = refusalsApart(params);
  return style_img ? undefined : outdoorThingOf(promptTxt, negTxt);
}

/** Which words a plant or water in the region goes by. */
export function hearOutdoorThingWanted(params: Pick<RedrawParams, 'promptTxt' | 'negTxt'>) {
  const { promptTxt, negTxt } = refusalsApart(params);
  return sortWords({ promptTxt, negTxt }, hearOutdoorThing(promptTxt, negTxt));
}

/** Water lies on what is ground for at least this share of the region; else the region is taken as it was painted. */
const leastGround = 0.25;

/**
 * Sets a plant, or water, into the region of an outdoor picture, in front of what is there: plants stand on the region's
 * lower edge and are as tall as it is, water fills what of it is ground. Nothing outside the region changes.
 */
export async function putOutdoors(job: ToolJob, params: RedrawParams, thing: OutdoorThing): Promise<ToolResult> {
  const step = stepsOf(job);
  step('分析图片', 0.04);
  const { pixels, mask, facts } = await openRegionJob(job, params);
  const region = growMask(mask, pixels, 0);
  step('看选区', 0.25);
  const notes: string[] = [];
  let area = region;
  if (thing.kind === 'water') {
    const { layers, ...found } = await sceneLayersOf(pictureOf(job, params.upload_img), job);
    const ground = resizeMask(layers.ground, found, pixels);
    const onGround = region.map((level, i) => Math.min(level, ground[i]!));
    if (shareOf(onGround) >= leastGround * shareOf(region)) {
      if (shareOf(onGround) < 0.95 * shareOf(region)) notes.push('水只铺在选区里的地面上');
      area = onGround;
    }
  }
  const box = boxOfMask(region, pixels);
  const edge = featherMask(area, pixels, Math.max(1, Math.round(Math.max(pixels.width, pixels.height) / 300)));
  const outputs: ToolResult['outputs'] = [];
  let changed = 0;
  for (let index = 0; index < params.num; index++) {
    const step = stepsOfOutput(job, { from: 0.3, index, count: params.num });
    step('布置', 0.8);
    const light = decodeLight(pixels.rgb);
    const seed = job.seed + index * 31;
    if (thing.kind === 'water') setWater(light, pixels, area, seed);
    else setPlants(light, pixels, thing.kind, box, seed);
    const result = pasteBack(pixels.rgb, encodeLight(light), edge);
    changed = Math.max(changed, countChangedOutside(pixels.rgb, result, mask));
    step('编码', 1);
    outputs.push(await writeLike(job, `redraw-${index + 1}`, result, pixels));
  }
  const note = [
    thing.kind === 'water'
      ? '示意：已在选区铺上水面：倒影取自画面，边上是石材收边'
      : `示意：已在选区放入“${thing.title}”：高度按选区，站在选区下沿，影子只画在选区里`,
    ...notes,
  ].join('；');
  return {
    outputs,
    facts: { ...joinFacts({ note }, facts), holeShare: percentOf(shareOf(mask)), changedPixelsOutside: changed },
  };
}
