import type { ParamsOf } from '#shared/tools/define-tool';
import type { materialChange as definition } from '#shared/tools/edit';
import type { Size } from '../base/blur.ts';
import { labPlanes, lumaPlane, type RgbBytes } from '../base/colour.ts';
import { guidedFilterColour } from '../base/guided-filter-colour.ts';
import { type EngineTool, JobRefused, type ToolJob, type ToolResult } from '../base/job.ts';
import { floatsOf } from '../base/map-plane.ts';
import { chosenLevel, countChangedOutside, type Mask, pasteBack, readMask } from '../base/mask.ts';
import { pictureOf, readPixels, withAlphaOf, writePng } from '../base/picture-file.ts';
import { makeRandom } from '../base/random.ts';
import { resamplePlane } from '../base/resample.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { cutTile, eachResult, tilesOf } from '../base/tiles.ts';
import { mapPoint } from '../kernels/material/homography.ts';
import { findLineSegments } from '../kernels/material/line-segments.ts';
import { findPlane, planeOfCorners, type TexturePlane } from '../kernels/material/texture-plane.ts';
import { renderTexture } from '../kernels/material/texture-render.ts';
import { shadingOf, surroundingsOf } from '../kernels/material/texture-shading.ts';
import { finishOf, paintTile } from '../kernels/material/textures.ts';
import { tileOfPicture } from '../kernels/material/textures-picture.ts';
import { makePyramid, type TexturePyramid } from '../kernels/material/textures-pyramid.ts';
import { findManhattanFrame } from '../kernels/material/vanishing-points.ts';

type MaterialParams = ParamsOf<(typeof definition)['fields']>;

const largestSide = 4096;
/** Long side at which lines are looked for, pixels. */
const structureSide = 1024;
/** Gloss of a material that is only a picture, 0–1. */
const pictureGloss = 0.5;

/** A flat surface in another material: its perspective, light and edges stay. */
export const materialChange: EngineTool = {
  quality: 'assisted',
  algorithm:
    'LSD 直线（von Gioi 2010），RANSAC 求曼哈顿坐标，平面单应，程序贴面与各向异性采样，对数域导向明暗（He 2010）',
  async run(job) {
    const params = job.params as MaterialParams;
    const picture = pictureOf(job, params.upload_img);
    const step = stepsOf(job);
    step('分析图片', 0.03);
    const base = await readPixels(picture, { alpha: 'keep', maxSide: largestSide });
    const { rgb, width, height, alpha } = base;
    const size = { width, height };
    const mask = await readMask(job, params.mask, picture, size);
    step('找透视', 0.1);
    const plane = planeFor(params, rgb, mask, size, width / picture.width);
    step('读光影', 0.45);
    const lightKept = params.lightKept / 100;
    const shading = shadingOf(rgb, mask, size, lightKept);
    const surroundings = surroundingsOf(rgb, mask, size, params.reflection / 100);
    const edge = edgeOf(rgb, mask, size);
    const outputs: ToolResult['outputs'] = [];
    let difference = 0;
    let changedPixelsOutside = 0;
    for (let index = 0; index < params.num; index++) {
      const step = stepsOfOutput(job, { from: 0.45, index, count: params.num });
      step('铺材质', 0.8);
      const { pyramid, gloss } = await materialFor(job, params, index, metresPerPixel(plane, mask, size));
      const random = makeRandom(job.seed * 7 + index);
      const placement = {
        scale: params.textureScale,
        // A second sheet of the user's own picture can only differ by how it lies.
        angle: params.textureAngle + (params.texture_img && index > 0 ? 90 : 0),
        offset: [random() * 8, random() * 8] as const,
      };
      const look = { shading, surroundings, mirror: (params.reflection / 100) * (0.12 + 0.88 * gloss) };
      const changed = renderTexture(rgb, mask, size, { plane, pyramid, placement, look });
      const result = pasteBack(rgb, changed, edge);
      changedPixelsOutside += countChangedOutside(rgb, result, mask);
      difference += colourDifference(rgb, result, mask) / params.num;
      step('编码', 1);
      const name = `material-${index + 1}`;
      outputs.push(await writePng(job, name, withAlphaOf(base, result), { ...size, channels: alpha ? 4 : 3 }));
    }
    const facts: ToolResult['facts'] = {
      changedPixelsOutside,
      deltaE: Math.round(difference * 10) / 10,
      surface: { floor: '地面', ceiling: '顶面', wall: '墙面' }[plane.kind],
    };
    if (width < picture.width) facts.note = `原图过大，已缩小到 ${width}×${height} 处理`;
    return { outputs, facts };
  },
};

/** @param scale pixels worked on per pixel of the picture the corners were set in */
function planeFor(params: MaterialParams, rgb: RgbBytes, mask: Mask, size: Size, scale: number): TexturePlane {
  const factor = Math.min(1, structureSide / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * factor), height: Math.round(size.height * factor) };
  const luma = factor < 1 ? resamplePlane(lumaPlane(rgb), size, small, 'catmullRom') : lumaPlane(rgb);
  const ratio = { x: size.width / small.width, y: size.height / small.height };
  const segments = findLineSegments(luma, small, Math.max(12, Math.round(Math.max(small.width, small.height) / 45)))
    .map(({ x1, y1, x2, y2 }) => ({ x1: x1 * ratio.x, y1: y1 * ratio.y, x2: x2 * ratio.x, y2: y2 * ratio.y }))
    .map((segment) => ({ ...segment, length: Math.hypot(segment.x2 - segment.x1, segment.y2 - segment.y1) }));
  // The plane is a fact about the picture: other seeds must not move it.
  const frame = findManhattanFrame(segments, size, makeRandom(1));
  if (params.perspective === 'auto') return findPlane(segments, frame, mask, size);
  const corners = params.corners.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const plane = planeOfCorners(corners, frame, mask, size);
  if (!plane) throw new JobRefused('透视四点应围成一个凸四边形，请重新点选');
  return plane;
}

async function materialFor(
  job: ToolJob,
  params: MaterialParams,
  index: number,
  metres: number,
): Promise<{ pyramid: TexturePyramid; gloss: number }> {
  if (params.texture_img) {
    const texture = await readPixels(pictureOf(job, params.texture_img), { alpha: 'onWhite', maxSide: 1024 });
    return { pyramid: makePyramid(tileOfPicture(texture)), gloss: pictureGloss };
  }
  const finish = finishOf(params.classifyId2);
  if (!finish) throw new JobRefused('材质库里没有这种材质，请重新选择');
  const isClose = (finish.metres * params.textureScale) / metres > 1400;
  const tile = paintTile(finish, isClose ? 2048 : 1024, { seed: job.seed + index * 1009, tone: index });
  return { pyramid: makePyramid(tile), gloss: finish.gloss };
}

/** Metres a pixel of the mask covers where the surface is near. */
function metresPerPixel({ toMetres }: TexturePlane, mask: Mask, { width, height }: Size): number {
  const steps: number[] = [];
  const stride = Math.max(1, Math.round(width / 90));
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width; x += stride) {
      if (mask[y * width + x]! < chosenLevel) continue;
      const here = mapPoint(toMetres, { x, y });
      const aside = mapPoint(toMetres, { x: x + 1, y });
      steps.push(Math.hypot(aside.x - here.x, aside.y - here.y));
    }
  }
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length * 0.15)] ?? 0.01;
}

/** The mask with its edge drawn to the picture's own edges, never beyond the mask. */
function edgeOf(rgb: RgbBytes, mask: Mask, size: Size): Mask {
  const radius = Math.max(2, Math.round((3 * Math.max(size.width, size.height)) / 1024));
  const edge = new Uint8Array(mask);
  for (const tile of tilesOf(size, 2 * radius)) {
    const own = cutTile(mask, size, tile);
    // A tile that is masked entirely or not at all has no edge.
    if (own.every((level) => level === own[0]) && (own[0] === 0 || own[0] === 255)) continue;
    const inside = floatsOf(own, (level) => level / 255);
    const alpha = guidedFilterColour(cutTile(rgb, size, tile, 3), inside, tile, radius, 1e-4);
    eachResult(size, tile, (i, at) => {
      edge[i] = Math.max(0, Math.min(mask[i]!, Math.round(255 * (1.3 * alpha[at]! - 0.08))));
    });
  }
  return edge;
}

/** Mean CIE76 difference over the mask, from a sample of its pixels. */
function colourDifference(before: RgbBytes, after: RgbBytes, mask: Mask): number {
  const step = Math.max(1, Math.floor(mask.length / 400_000));
  const chosen: number[] = [];
  for (let i = 0; i < mask.length; i += step) if (mask[i]! >= chosenLevel) chosen.push(i);
  const pick = (rgb: RgbBytes) => {
    const picked = new Uint8Array(chosen.length * 3);
    for (let place = 0, at = 0; place < chosen.length; place++) {
      for (let from = chosen[place]! * 3, end = from + 3; from < end; from++) picked[at++] = rgb[from]!;
    }
    return picked;
  };
  const one = labPlanes(pick(before));
  const other = labPlanes(pick(after));
  let sum = 0;
  for (let i = 0; i < chosen.length; i++) {
    const a = one.a[i]! - other.a[i]!;
    sum += 100 * Math.hypot(one.lightness[i]! - other.lightness[i]!, a, one.b[i]! - other.b[i]!);
  }
  return sum / Math.max(1, chosen.length);
}
