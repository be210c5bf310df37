import type { ParamsOf } from '#shared/tools/define-tool';
import type { indoorExterior as definition } from '#shared/tools/indoor';
import { type EngineTool, JobRefused, type ToolJob, type ToolResult } from '../base/job.ts';
import { floatsOf } from '../base/map-plane.ts';
import { countChangedOutside, pasteBack, readMask } from '../base/mask.ts';
import { type Pixels, pictureOf, readPixels, withAlphaOf, writePng } from '../base/picture-file.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { type CutOut, pasteCutOut, recoloured, trimmed } from '../kernels/furnish/cut-out-paste.ts';
import { listPieces } from '../kernels/furnish/piece-names.ts';
import type { ItemKind } from '../kernels/furnish/single-piece.ts';
import { placeOf } from '../kernels/furnish/single-place.ts';
import { lookOf, type StyleLook } from '../kernels/furnish/styles.ts';
import { alphaOf } from '../kernels/matting/matting-alpha.ts';
import { estimateForeground } from '../kernels/matting/matting-foreground.ts';
import { seedsOfSubject } from '../kernels/matting/matting-seeds.ts';
import { cutOut, keepMainParts } from '../kernels/matting/matting-segment.ts';
import { inColour, openPiecePlace, pieceStyles } from '../steps/region-piece.ts';

type SingleParams = ParamsOf<(typeof definition)['fields']>;

const largestSide = 4096;
const pieceSide = 1400;
const cutSide = 400;
/** A single piece in a painted place: traced in the room's perspective, or cut out of the user's own picture. */
export const indoorExterior: EngineTool = {
  quality: 'preview',
  algorithm:
    '由边线求曼哈顿相机（Coughlan、Yuille 1999），参数物件路径追踪后以差分渲染合成（Debevec 1998）；自带图片以 GrabCut 和导向滤波抠出，再调色、补接触阴影',
  async run(job) {
    const params = job.params as SingleParams;
    const picture = pictureOf(job, params.upload_img);
    const step = stepsOf(job);
    step('分析图片', 0.02);
    const photo = await readPixels(picture, { maxSide: largestSide, alpha: 'keep' });
    const size = { width: photo.width, height: photo.height };
    const mask = await readMask(job, params.mask, picture, size);
    step('看空间', 0.2);
    const scale = size.width / picture.width;
    const corners = params.floorCorners.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
    const here = openPiecePlace(photo, mask, corners);
    const { region, room, light, edge } = here;
    const own = params.style_img ? await ownPiece(job, params) : undefined;
    const isStanding = params.itemKind !== 'curtain' && placeOf(room, region).under === 'floor';
    const outputs: ToolResult['outputs'] = [];
    const kinds: string[] = [];
    let changedPixelsOutside = 0;
    let least = 1;
    for (let index = 0; index < params.num; index++) {
      const step = stepsOfOutput(job, { from: 0.2, index, count: params.num });
      step('摆放', 0.08);
      let drawn: Uint8Array;
      if (own) {
        drawn = pasteCutOut(photo.rgb, size, own, {
          region,
          level: light.level,
          matching: params.ipaPlus ? 0.75 : 0.2,
          similarity: params.cnStrength,
          index: index + (job.seed % 2) * 2,
          isStanding,
        }).rgb;
      } else {
        const seed = job.seed + index * 31;
        const onProgress = step('算光线', 0.9);
        const kind = params.itemKind as ItemKind;
        const similarity = params.cnStrength;
        const piece = here.place({ kind, look: lookAt(params, seed, index), similarity, index, seed, onProgress });
        kinds.push(listPieces([piece.pieceKind]));
        least = Math.min(least, piece.shown);
        drawn = piece.rgb;
      }
      step('编码', 1);
      const result = pasteBack(photo.rgb, drawn, edge);
      changedPixelsOutside += countChangedOutside(photo.rgb, result, mask);
      const channels = photo.alpha ? 4 : 3;
      outputs.push(await writePng(job, `piece-${index + 1}`, withAlphaOf(photo, result), { ...size, channels }));
    }
    const facts: ToolResult['facts'] = { changedPixelsOutside };
    if (kinds.length > 0) facts.pieces = kinds.join('、');
    const notes: string[] = [];
    if (corners.length > 0 && !own) notes.push('透视由手动标出的地面推算');
    if (least < 0.9) notes.push('选区比物件窄，露出选区外的部分被裁去，可把选区涂大一些');
    if (size.width < picture.width) notes.push(`原图过大，已缩小到 ${size.width}×${size.height} 处理`);
    if (notes.length > 0) facts.note = notes.join('；');
    return { outputs, facts };
  },
};

/** The look of an output, its main material in the colour asked for. */
function lookAt({ isRecoloured, itemColor }: SingleParams, seed: number, index: number): StyleLook {
  const look = lookOf(pieceStyles[(seed + index) % pieceStyles.length]);
  return isRecoloured ? inColour(look, itemColor) : look;
}

/** The user's piece: as transparent as it is, else cut out when asked, else the whole picture. */
async function ownPiece(job: ToolJob, params: SingleParams): Promise<CutOut> {
  const file = pictureOf(job, params.style_img!);
  const pixels = await readPixels(file, { maxSide: pieceSide, alpha: 'keep' });
  let { rgb } = pixels;
  let alpha: Float32Array;
  if (pixels.alpha) alpha = floatsOf(pixels.alpha, (level) => level / 255);
  else if (params.isCutOutAutomatically) {
    const small = await readPixels(file, { maxSide: cutSide, alpha: 'onWhite' });
    alpha = cutFrom(pixels, small);
    rgb = estimateForeground(rgb, alpha, pixels);
  } else alpha = new Float32Array(pixels.width * pixels.height).fill(1);
  const cut = trimmed({ width: pixels.width, height: pixels.height, rgb, alpha });
  if (!cut) throw new JobRefused('单体图里没有找到可以抠出的物件，请换一张主体清楚的图片，或先用“抠图”处理');
  return params.isRecoloured ? recoloured(cut, params.itemColor) : cut;
}

function cutFrom(pixels: Pixels, small: Pixels): Float32Array {
  const none = new Uint8Array(small.width * small.height);
  const isThing = cutOut(small.rgb, small, seedsOfSubject(small, 'furniture', { sky: none, ground: none }));
  keepMainParts(isThing, small, { leastPart: 0.08, largestHole: isThing.length * 2e-4 });
  return alphaOf(pixels.rgb, pixels, isThing, small);
}
