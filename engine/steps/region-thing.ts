import { hexOfColour, type Rgb } from '../base/colour.ts';
import type { ToolJob, ToolResult } from '../base/job.ts';
import { countChangedOutside, growMask, pasteBack, shareOf } from '../base/mask.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { type Heard, refusalsApart, sortWords } from '../base/words.ts';
import { hearLook, lookOf as materialOf } from '../kernels/fill/material-words.ts';
import { removeRegion } from '../kernels/fill/remove-region.ts';
import { besideThing, hearThing, type NamedThing, thingOf } from '../kernels/fill/thing-words.ts';
import { clutterOf, isDoubtful } from '../kernels/furnish/occupancy.ts';
import { lookOf } from '../kernels/furnish/styles.ts';
import { openRegionJob, percentOf, writeLike } from './region-job.ts';
import { inColour, openPiecePlace, pieceStyles } from './region-piece.ts';
import type { RedrawParams } from './region-redraw.ts';
import { askSlot, joinFacts } from './slot-of-job.ts';

/** Degree to which a piece is stretched towards the size of the region, 0–1. */
const similarity = 0.7;
/** Less of a piece inside the region is worth a word. */
const leastShown = 0.9;

/** The thing a person wants in the region; undefined when the words name none, or when a reference picture is given. */
export function thingWanted(params: Pick<RedrawParams, 'promptTxt' | 'negTxt' | 'style_img'>): NamedThing | undefined {
  const { promptTxt, negTxt, style_img } = refusalsApart(params);
  return style_img ? undefined : thingOf(promptTxt, negTxt);
}

/** Which words a thing in the region goes by: its name, its material and its colour. */
export function hearThingWanted(params: Pick<RedrawParams, 'promptTxt' | 'negTxt'>) {
  const { promptTxt, negTxt } = refusalsApart(params);
  const heard: Heard[] = [hearThing(promptTxt, negTxt), hearLook(besideThing(promptTxt, negTxt), negTxt)];
  return sortWords({ promptTxt, negTxt }, ...heard);
}

/**
 * Puts a thing into the region of a room: what was there is removed, then the thing is traced in the room's perspective,
 * scale and light, with its contact shadow. Nothing outside the region changes.
 */
export async function putThing(job: ToolJob, params: RedrawParams, thing: NamedThing): Promise<ToolResult> {
  const step = stepsOf(job);
  step('分析图片', 0.03);
  const { pixels, mask, facts } = await openRegionJob(job, params);
  const region = growMask(mask, pixels, 0);
  const clearing = step('腾出位置', 0.35);
  const here = openPiecePlace(pixels, region);
  // In a bare room nothing has to go, and what would be filled in is worse than what is there.
  const isBare = !isDoubtful(clutterOf(pixels.rgb, pixels, here.room));
  const { answer, told } = isBare
    ? { answer: pixels.rgb, told: {} }
    : await askSlot(job, 'inpaint', (adapter, use) => adapter.fill(use, pixels, region), clearing);
  const behind = answer ?? removeRegion(pixels.rgb, region, pixels, [], { seed: job.seed, onProgress: clearing });
  const { promptTxt, negTxt } = refusalsApart(params);
  const colour = materialOf(besideThing(promptTxt, negTxt), negTxt)?.colours[0];
  const outputs: ToolResult['outputs'] = [];
  let changedPixelsOutside = 0;
  let shown = 1;
  for (let index = 0; index < params.num; index++) {
    const step = stepsOfOutput(job, { from: 0.45, index, count: params.num });
    const seed = job.seed + index * 31;
    const onProgress = step('算光线', 0.9);
    const look = lookIn(colour, seed + index);
    const piece = here.place({ kind: thing.kind, look, similarity, index, seed, behind, onProgress });
    shown = Math.min(shown, piece.shown);
    const result = pasteBack(pixels.rgb, piece.rgb, here.edge);
    changedPixelsOutside += countChangedOutside(pixels.rgb, result, mask);
    step('编码', 1);
    outputs.push(await writeLike(job, `redraw-${index + 1}`, result, pixels));
  }
  const cleared = isBare ? '' : '已移除选区里原有的东西，';
  const note = `示意：${cleared}按空间透视放入参数化的“${thing.title}”，不是照片里的真实家具`;
  const cut = shown < leastShown ? { note: '选区比物件窄，露出选区外的部分被裁去，可把选区涂大一些' } : {};
  return {
    ...told,
    outputs,
    facts: {
      ...joinFacts({ note }, cut, facts, told.facts),
      holeShare: percentOf(shareOf(mask)),
      changedPixelsOutside,
    },
  };
}

function lookIn(colour: Rgb | undefined, place: number) {
  const look = lookOf(pieceStyles[place % pieceStyles.length]);
  return colour ? inColour(look, hexOfColour(colour)) : look;
}
