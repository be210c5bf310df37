import type { RgbBytes } from '../base/colour.ts';
import { JobRefused, type ToolJob, type ToolResult } from '../base/job.ts';
import { bytesOf } from '../base/map-plane.ts';
import {
  countChangedOutside,
  featherMask,
  growMask,
  type Mask,
  pasteBack,
  shareOf,
  squaredDistance,
} from '../base/mask.ts';
import { resizeMask } from '../base/mask-size.ts';
import { type Pixels, pictureOf, readPixels } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { nothingHeard, refusalsApart, sortWords } from '../base/words.ts';
import { cut } from '../kernels/fill/hole-window.ts';
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

/** Width of the edge over which a redrawn region begins, pixels of a picture 1600 wide; only as much as is inside it. */
const leastFeather = 12;

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
  step('分析图片', 0.04);
  const { pixels, mask, facts } = await openRegionJob(job, params);
  step('看选区', 0.2);
  // A hard edge makes a poster of whatever is laid.
  const reach = Math.max(params.feather, leastFeather) * (Math.max(pixels.width, pixels.height) / 1600);
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

/** Side of a piece of lawn that is large enough to continue, pixels, and the sureness it needs, 0–255. */
const lawnSide = 72;
const sureLawn = 170;

/**
 * A piece of the picture's own lawn, outside the region: only that has its light and its grain.
 * @throws JobRefused where there is none
 */
async function lawnOf(job: ToolJob, imageId: string, pixels: Pixels, area: Mask): Promise<Pixels> {
  const { reading } = await sceneLayersOf(pictureOf(job, imageId), job);
  const grass = resizeMask(reading.shares.grass, reading, pixels);
  const { width, height } = pixels;
  const usable = bytesOf(grass, (level, i) => (level > sureLawn && area[i] === 0 ? 1 : 0));
  const deep = squaredDistance(
    bytesOf(usable, (value) => (value ? 255 : 0)),
    pixels,
    'kept',
  );
  let best = 0;
  for (let i = 0; i < deep.length; i++) if (deep[i]! < 1e9 && deep[i]! > deep[best]!) best = i;
  const reach = Math.floor(Math.sqrt(deep[best]!) / Math.SQRT2);
  if (!usable[best] || 2 * reach < lawnSide) {
    throw new JobRefused(
      '画面里没有足够大的草地可以接着铺，凭空画的草会像贴上去的。请在「参考图」里上传一张草地照片，再用它的纹理重绘选区。',
    );
  }
  const side = Math.min(2 * reach, referenceSide);
  const left = Math.max(0, Math.min(width - side, (best % width) - (side >> 1)));
  const top = Math.max(0, Math.min(height - side, Math.floor(best / width) - (side >> 1)));
  return { width: side, height: side, rgb: cut(pixels.rgb, pixels, boxAt(left, top, side), 3) };
}

const boxAt = (left: number, top: number, side: number) => ({ left, top, right: left + side, bottom: top + side });

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
    const note = `示意：内置引擎不生成新物件，已按“${look.title}”材质铺上，保留原有光影`;
    if (!look.finish) {
      if (look.title === '草地' && !params.isRoom) {
        const lawn = await lawnOf(job, params.upload_img, pixels, area);
        return {
          note: '示意：已用画面里的草地接着铺满选区，请核对边缘',
          draw: (options) => redrawByTexture(pixels, area, lawn, options),
        };
      }
      return { note, draw: (options) => redrawByLook(pixels, area, look, options) };
    }
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
