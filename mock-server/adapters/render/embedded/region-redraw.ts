import type { ToolJob, ToolResult } from './job.ts';
import type { RgbBytes } from './kernels/colour.ts';
import { lookOf } from './kernels/fill/material-words.ts';
import {
  type RedrawOptions,
  redrawByColours,
  redrawByGrade,
  redrawByLook,
  redrawByTexture,
} from './kernels/fill/redraw-region.ts';
import { countChangedOutside, featherMask, growMask, type Mask, pasteBack, shareOf } from './kernels/mask.ts';
import { type Pixels, pictureOf, readPixels } from './picture-file.ts';
import { openRegionJob, percentOf, writeLike } from './region-job.ts';

/** What every tool that redraws a region is asked. */
export interface RedrawParams {
  upload_img: string;
  mask: string;
  promptTxt: string;
  /** 0.1–1. */
  strength: number;
  /** Pixels. */
  feather: number;
  isOutsideKept: boolean;
  num: number;
  negTxt?: string;
  style_img?: string | undefined;
  ipaPlus?: boolean;
}

/** Longest side of a reference picture, pixels: textures are taken at this scale. */
const referenceSide = 320;

interface Way {
  note: string;
  draw(options: RedrawOptions): RgbBytes;
}

/**
 * Redraws the region of a picture without inventing anything: from the reference's texture or colours, from a material
 * the words name, or else in another light.
 *
 * @param extraWords words the tool adds to the user's, e.g. of a chosen object
 */
export async function redrawRegion(job: ToolJob, params: RedrawParams, extraWords = ''): Promise<ToolResult> {
  const { pixels, mask, facts } = await openRegionJob(job, params);
  job.onProgress(0.1);
  const { area, paste } = pasteMaskOf(mask, pixels, params);
  const way = await chooseWay(job, params, extraWords, pixels, area);
  const outputs = [];
  let changed = 0;
  for (let variant = 0; variant < params.num; variant++) {
    const drawn = way.draw({ strength: params.strength, seed: job.seed, variant });
    const result = pasteBack(pixels.rgb, drawn, paste);
    changed = Math.max(changed, countChangedOutside(pixels.rgb, result, mask));
    outputs.push(await writeLike(job, `redraw-${variant + 1}`, result, pixels));
    job.onProgress(0.1 + (0.9 * (variant + 1)) / params.num);
  }
  return {
    outputs,
    facts: { note: way.note, ...facts, holeShare: percentOf(shareOf(mask)), changedPixelsOutside: changed },
  };
}

/** The soft mask to paste by: inside the painted region only, or, when the user allows it, across its edge. */
function pasteMaskOf(
  mask: Mask,
  pixels: Pixels,
  { feather, isOutsideKept }: RedrawParams,
): { area: Mask; paste: Mask } {
  const reach = feather * (Math.max(pixels.width, pixels.height) / 1600);
  const area = isOutsideKept ? growMask(mask, pixels, 0) : growMask(mask, pixels, reach / 2);
  return { area, paste: featherMask(area, pixels, reach) };
}

async function chooseWay(
  job: ToolJob,
  { promptTxt, negTxt, style_img, ipaPlus }: RedrawParams,
  extraWords: string,
  pixels: Pixels,
  area: Mask,
): Promise<Way> {
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
    return {
      note: `内置引擎不生成新物件，已按“${look.title}”材质示意，保留原有光影`,
      draw: (options) => redrawByLook(pixels, area, look, options),
    };
  }
  return {
    note: '没有认出材质或颜色，已改变选区的光影与色调',
    draw: (options) => redrawByGrade(pixels, area, options),
  };
}
