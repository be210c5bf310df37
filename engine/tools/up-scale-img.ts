import type { ParamsOf } from '#shared/tools/define-tool';
import type { upScaleImg as definition } from '#shared/tools/enhance';
import type { Size } from '../base/blur.ts';
import { guidedSmooth } from '../base/guided-filter.ts';
import { type EngineTool, JobRefused } from '../base/job.ts';
import { colourPlanes } from '../base/luma-chroma.ts';
import { type Pixels, pictureOf, readPixels, weighed, writePng } from '../base/picture-file.ts';
import { stepsOf } from '../base/steps.ts';
import { enlargePlane, sharpenPlane } from '../kernels/enlarge/enlarge.ts';
import { noiseLevel } from '../kernels/enlarge/noise-level.ts';
import { steepenFaithfully } from '../kernels/enlarge/steepen.ts';
import { enlargeBySlot } from '../steps/slot-enlarge.ts';

/** Longest side of a result, pixels. */
const maxResultSide = 8192;
/** Result pixels worked on at once; about 40 bytes each are needed. */
const stripPixels = 3e6;
/** Source rows around a strip that its filters look at. */
const stripMargin = 14;
/** Of the slider: up to here the result still reduces to the source. */
const faithfulSharpening = 40;
/** Of the slider. */
const blindDenoising = 30;
/** Deviation that the slider's end takes away, 0…1. */
const strongestNoise = 0.06;
/** Noise level, 0…1, that is measured in a noiseless photograph of fine texture. */
const texturedLevel = 1 / 255;

type EnlargeParams = ParamsOf<(typeof definition)['fields']>;

/** A picture made larger and crisper, as PNG; nothing is invented. Alpha is kept. */
export const upScaleImg: EngineTool = {
  quality: 'final',
  algorithm: 'Lanczos3 与迭代反投影（Irani 1991），冲击滤波收紧边缘（Alvarez 1994），导向滤波细节（He 2010）',
  async run(job) {
    const params = job.params as EnlargeParams;
    const picture = pictureOf(job, params.upload_img);
    const side = Math.max(picture.width, picture.height) * params.scale;
    if (side > maxResultSide) {
      throw new JobRefused(
        `放大后的长边为 ${side} 像素，超过上限 ${maxResultSide} 像素，请选择更小的倍数或先缩小图片。`,
      );
    }
    const step = stepsOf(job);
    step('分析图片', 0.02);
    const source = weighed(await readPixels(picture, { alpha: 'keep' }));
    const enlarged = step('放大', 0.78);
    const noise = noiseDeviation(source, params);
    const size = { width: source.width * params.scale, height: source.height * params.scale };
    const channels = source.alpha ? 4 : 3;
    const { answer, told } = await enlargeBySlot(job, source, params.scale, enlarged);
    const result = answer ?? new Uint8ClampedArray(size.width * size.height * channels);
    const stripRows = Math.max(8, Math.floor(stripPixels / (source.width * params.scale ** 2)));
    for (let top = 0; !answer && top < source.height; top += stripRows) {
      const strip = { top, bottom: Math.min(source.height, top + stripRows), noise };
      enlargeStrip(source, strip, params, result, channels);
      enlarged(Math.min(source.height, top + stripRows) / source.height);
    }
    step('编码', 1);
    const output = await writePng(job, 'enlarged', new Uint8Array(result.buffer), { ...size, channels });
    return { ...told, outputs: [output] };
  },
};

/** Enlarges the source rows from `top` to before `bottom` into their place in `result`. */
function enlargeStrip(
  source: Pixels,
  { top, bottom, noise }: { top: number; bottom: number; noise: number },
  params: EnlargeParams,
  result: Uint8ClampedArray,
  channels: 3 | 4,
): void {
  const { scale } = params;
  const firstRow = Math.max(0, top - stripMargin);
  const lastRow = Math.min(source.height, bottom + stripMargin);
  const size = { width: source.width, height: lastRow - firstRow };
  const [luma, blueness, redness] = colourPlanes(source, firstRow, lastRow);
  if (noise > 0) for (const plane of [luma, blueness, redness]) guidedSmooth(plane, size, 2, noise ** 2, plane);
  const large = { width: size.width * scale, height: size.height * scale };
  const enlarge = (plane: Float32Array, rounds: number) =>
    scale === 1 ? plane : enlargePlane(plane, size, scale, rounds);
  const isFaithful = scale > 1 && params.sharpen > 0 && !params.isLineTextFirst;
  // Faithful sharpening does the back-projection itself, afterwards.
  const largeLuma = enlarge(luma, isFaithful ? 0 : 3);
  sharpen(largeLuma, luma, { small: size, large }, params);
  // The eye sees colour at less than half the resolution of lightness: plain Lanczos is enough.
  const largeBlueness = enlarge(blueness, 0);
  const largeRedness = enlarge(redness, 0);
  const first = (top - firstRow) * scale * large.width;
  const count = (bottom - top) * scale * large.width;
  let at = top * scale * large.width * channels;
  for (let i = first; i < first + count; i++, at += channels) {
    const y = largeLuma[i]! * 255;
    const b = largeBlueness[i]! * 255;
    const r = largeRedness[i]! * 255;
    result[at] = y + 1.402 * r;
    result[at + 1] = y - 0.344136 * b - 0.714136 * r;
    result[at + 2] = y + 1.772 * b;
  }
  if (!source.alpha) return;
  const alpha = Float32Array.from(source.alpha.subarray(firstRow * size.width, lastRow * size.width));
  const largeAlpha = enlarge(alpha, 0);
  at = top * scale * large.width * channels + 3;
  for (let i = first; i < first + count; i++, at += channels) result[at] = largeAlpha[i]!;
}

/**
 * Up to the middle of the slider nothing is changed that the source speaks against: it costs no likeness. Beyond that,
 * for drawings, and where nothing is enlarged, contrast is lifted.
 */
function sharpen(
  plane: Float32Array,
  source: Float32Array,
  sizes: { small: Size; large: Size },
  { scale, sharpen: asked, isLineTextFirst }: EnlargeParams,
): void {
  if (asked === 0) return;
  const isFaithful = scale > 1 && !isLineTextFirst;
  if (isFaithful) steepenFaithfully(plane, source, sizes, Math.min(1, asked / faithfulSharpening));
  const lift = isFaithful ? Math.max(0, asked - faithfulSharpening) / (100 - faithfulSharpening) : asked / 100;
  if (lift === 0) return;
  sharpenPlane(plane, sizes.large, {
    amount: lift * (isLineTextFirst ? 1.5 : 1),
    radius: scale === 1 ? 2 : scale + 1,
    overshoot: isLineTextFirst ? 0 : 0.02,
    edgeVariance: isLineTextFirst ? 0.1 : 0.003,
  });
}

/**
 * Deviation that is smoothed away, 0…1: what the slider asks for, but no more than there is, so that a clean picture
 * stays as it is. Beyond {@link blindDenoising} what is asked for counts more and more, for noise that is hard to tell
 * from texture and for blocks of compression.
 */
function noiseDeviation({ width, height, rgb }: Pixels, { denoise, isLineTextFirst }: EnlargeParams): number {
  if (denoise === 0) return 0;
  const luma = (i: number) => (0.299 * rgb[i * 3]! + 0.587 * rgb[i * 3 + 1]! + 0.114 * rgb[i * 3 + 2]!) / 255;
  const found = 1.5 * Math.max(0, noiseLevel(luma, { width, height }) - texturedLevel);
  const blind = Math.max(0, denoise - blindDenoising) / (100 - blindDenoising);
  return (
    strongestNoise * (isLineTextFirst ? 0.35 : 1) * Math.max(blind, Math.min(denoise / 100, found / strongestNoise))
  );
}
