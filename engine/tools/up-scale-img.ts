import type { ParamsOf } from '#shared/tools/define-tool';
import type { upScaleImg as definition } from '#shared/tools/enhance';
import { guidedSmooth } from '../base/guided-filter.ts';
import { type EngineTool, JobRefused } from '../base/job.ts';
import { colourPlanes } from '../base/luma-chroma.ts';
import { type Pixels, pictureOf, readPixels, writePng } from '../base/picture-file.ts';
import { stepsOf } from '../base/steps.ts';
import { enlargePlane, sharpenPlane } from '../kernels/enlarge/enlarge.ts';

/** Longest side of a result, pixels. */
const maxResultSide = 8192;
/** Result pixels worked on at once; about 40 bytes each are needed. */
const stripPixels = 3e6;
/** Source rows around a strip that its filters look at. */
const stripMargin = 14;

type EnlargeParams = ParamsOf<(typeof definition)['fields']>;

/** A picture made larger and crisper, as PNG; nothing is invented. Alpha is kept. */
export const upScaleImg: EngineTool = {
  quality: 'final',
  algorithm: 'Lanczos3 与迭代反投影（Irani 1991），导向滤波细节（He 2010）',
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
    step('读图', 0.02);
    const source = await readPixels(picture, { alpha: 'keep' });
    const enlarged = step('放大', 0.78);
    const size = { width: source.width * params.scale, height: source.height * params.scale };
    const channels = source.alpha ? 4 : 3;
    const result = new Uint8ClampedArray(size.width * size.height * channels);
    const stripRows = Math.max(8, Math.floor(stripPixels / (source.width * params.scale ** 2)));
    for (let top = 0; top < source.height; top += stripRows) {
      enlargeStrip(source, top, Math.min(source.height, top + stripRows), params, result, channels);
      enlarged(Math.min(source.height, top + stripRows) / source.height);
    }
    step('编码', 1);
    const output = await writePng(job, 'enlarged', new Uint8Array(result.buffer), { ...size, channels });
    return { outputs: [output] };
  },
};

/** Enlarges the source rows from `top` to before `bottom` into their place in `result`. */
function enlargeStrip(
  source: Pixels,
  top: number,
  bottom: number,
  params: EnlargeParams,
  result: Uint8ClampedArray,
  channels: 3 | 4,
): void {
  const { scale } = params;
  const firstRow = Math.max(0, top - stripMargin);
  const lastRow = Math.min(source.height, bottom + stripMargin);
  const size = { width: source.width, height: lastRow - firstRow };
  const [luma, blueness, redness] = colourPlanes(source, firstRow, lastRow);
  clean(luma, blueness, redness, size, params);
  const large = { width: size.width * scale, height: size.height * scale };
  const enlarge = (plane: Float32Array, rounds: number) =>
    scale === 1 ? plane : enlargePlane(plane, size, scale, rounds);
  const largeLuma = enlarge(luma, 3);
  if (params.sharpen > 0) {
    sharpenPlane(largeLuma, large, {
      amount: (params.sharpen / 100) * (params.isLineTextFirst ? 1.5 : 1),
      radius: scale === 1 ? 2 : scale + 1,
      overshoot: params.isLineTextFirst ? 0 : 0.02,
      edgeVariance: params.isLineTextFirst ? 0.1 : 0.003,
    });
  }
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

/** Takes noise and compression blocks away before they are enlarged. */
function clean(
  luma: Float32Array,
  blueness: Float32Array,
  redness: Float32Array,
  size: { width: number; height: number },
  { denoise, isLineTextFirst }: EnlargeParams,
): void {
  const strength = (denoise / 100) * (isLineTextFirst ? 0.35 : 1);
  if (strength === 0) return;
  // Deviation counted as noise: up to 6 % of full scale.
  const epsilon = (0.06 * strength) ** 2;
  guidedSmooth(luma, size, 2, epsilon, luma);
  guidedSmooth(blueness, size, 2, epsilon, blueness);
  guidedSmooth(redness, size, 2, epsilon, redness);
}
