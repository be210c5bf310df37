import type { RgbBytes } from '../base/colour.ts';
import type { ToolJob, ToolResult } from '../base/job.ts';
import { countChangedOutside, featherMask, growMask, type Mask, pasteBack, shareOf } from '../base/mask.ts';
import { resizeMask } from '../base/mask-size.ts';
import { type Pixels, pictureOf, readPixels } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { nothingHeard, refusalsApart, sortWords } from '../base/words.ts';
import { hearLook, lookOf } from '../kernels/fill/material-words.ts';
import {
  type RedrawOptions,
  redrawByColours,
  redrawByGrade,
  redrawByLook,
  redrawByTexture,
} from '../kernels/fill/redraw-region.ts';
import { redrawBySurface, surfaceFor } from '../kernels/fill/redraw-surface.ts';
import { trimSpill } from '../kernels/fill/trim-spill.ts';
import { openRegionJob, percentOf, writeLike } from './region-job.ts';
import { sceneLayersOf } from './scene-layers.ts';

/** Parameters that all tools that redraw a region share. */
export interface RedrawParams {
  upload_img: string;
  mask: string;
  promptTxt: string;
  /** 0.1–1. */
  strength: number;
  /** Pixels. */
  feather: number;
  num: number;
  negTxt?: string;
  style_img?: string | undefined;
  ipaPlus?: boolean;
  /** The picture is of a room for sure, so that nothing in it is sky. */
  isRoom?: boolean;
}

/** Longest side of a reference picture, pixels: textures are taken at this scale. */
const referenceSide = 320;

interface Way {
  note: string;
  /** The part of the region that is meant, when that is less. */
  area?: Mask;
  draw(options: RedrawOptions): RgbBytes;
}

/**
 * Redraws the region of a picture without inventing anything: from the reference's texture or colours, from a material
 * the words name, or else in another light.
 *
 * @param extraWords words the tool adds to the user's, e.g. of a chosen object
 */
export async function redrawRegion(job: ToolJob, params: RedrawParams, extraWords = ''): Promise<ToolResult> {
  const step = stepsOf(job);
  step('读图', 0.04);
  const { pixels, mask, facts } = await openRegionJob(job, params);
  step('看选区', 0.2);
  const reach = params.feather * (Math.max(pixels.width, pixels.height) / 1600);
  const area = growMask(mask, pixels, 0);
  const way = await chooseWay(job, params, extraWords, pixels, area);
  const paste = featherMask(way.area ?? area, pixels, reach);
  const outputs = [];
  let changed = 0;
  for (let variant = 0; variant < params.num; variant++) {
    const step = stepsOfOutput(job, { from: 0.2, index: variant, count: params.num });
    step('重绘', 0.8);
    const drawn = way.draw({ strength: params.strength, seed: job.seed, variant });
    const result = pasteBack(pixels.rgb, drawn, paste);
    changed = Math.max(changed, countChangedOutside(pixels.rgb, result, mask));
    step('编码', 1);
    outputs.push(await writeLike(job, `redraw-${variant + 1}`, result, pixels));
  }
  return {
    outputs,
    facts: { note: way.note, ...facts, holeShare: percentOf(shareOf(mask)), changedPixelsOutside: changed },
  };
}

/** Which words a redrawn region goes by: a reference picture speaks louder than any. */
export function hearRegion(params: Pick<RedrawParams, 'promptTxt' | 'negTxt' | 'style_img'>) {
  const { promptTxt, negTxt, style_img } = refusalsApart(params);
  return sortWords({ promptTxt, negTxt }, style_img ? nothingHeard : hearLook(promptTxt, negTxt));
}

/** A region that is sky for more than this was painted over the sky on purpose, 0–1. */
const mostSpared = 0.9;
/** Less of it is the soft edge of what was meant, 0–1. */
const leastSpared = 0.01;

/** The region without sky and plants, which no building material is laid on; undefined where there are none. */
async function withoutSky(job: ToolJob, imageId: string, pixels: Pixels, area: Mask): Promise<Mask | undefined> {
  const { layers, reading, ...found } = await sceneLayersOf(pictureOf(job, imageId), job);
  if (reading.place !== 'outdoor') return undefined;
  const sky = resizeMask(layers.sky, found, pixels);
  const plants = resizeMask(reading.shares.plant, reading, pixels);
  const spared = area.map((level, i) => Math.min(level, 255 - Math.max(sky[i]!, plants[i]!)));
  const share = 1 - shareOf(spared) / Math.max(1e-9, shareOf(area));
  return share > leastSpared && share < mostSpared ? spared : undefined;
}

async function chooseWay(
  job: ToolJob,
  params: RedrawParams,
  extraWords: string,
  pixels: Pixels,
  area: Mask,
): Promise<Way> {
  const { promptTxt, negTxt, style_img, ipaPlus } = refusalsApart(params);
  if (style_img) {
    const reference = await readPixels(pictureOf(job, style_img), { maxSide: referenceSide, alpha: 'onWhite' });
    if (ipaPlus) {
      return {
        note: '已用参考图的纹理重绘选区，保留原有光影',
        draw: (options) => redrawByTexture(pixels, area, reference, options),
      };
    }
    return { note: '已用参考图的色调重绘选区', draw: (options) => redrawByColours(pixels, area, reference, options) };
  }
  const look = lookOf(promptTxt, negTxt) ?? lookOf(extraWords, negTxt);
  if (look) {
    const note = `内置引擎不生成新物件，已按“${look.title}”材质示意，保留原有光影`;
    if (!look.finish) return { note, draw: (options) => redrawByLook(pixels, area, look, options) };
    const spared = params.isRoom ? undefined : await withoutSky(job, params.upload_img, pixels, area);
    const meant = trimSpill(pixels.rgb, spared ?? area, pixels);
    const surface = surfaceFor(pixels, meant, look.finish);
    return {
      note: spared ? `${note}；选区里的天空和植物没有改` : note,
      area: meant,
      draw: (options) => redrawBySurface(pixels, meant, look, surface, options),
    };
  }
  return {
    note: '没有认出材质或颜色，已改变选区的光影与色调',
    draw: (options) => redrawByGrade(pixels, area, options),
  };
}
