import type { ParamsOf } from '#shared/tools/define-tool';
import type { realUpImg as definition } from '#shared/tools/enhance';
import { type EngineTool, JobRefused } from '../base/job.ts';
import { colourPlanes } from '../base/luma-chroma.ts';
import { type Pixels, pictureOf, readPixels, weighed, writePng } from '../base/picture-file.ts';
import { stepsOf } from '../base/steps.ts';
import { sortWords, stretchesOf } from '../base/words.ts';
import { addDetail, type DetailOptions } from '../kernels/enlarge/detail-synthesis.ts';
import { enlargePlane } from '../kernels/enlarge/enlarge.ts';
import { enlargeBySlot } from '../steps/slot-enlarge.ts';

type DetailParams = ParamsOf<(typeof definition)['fields']>;

/** Longest side of a result, pixels. */
const maxResultSide = 8192;
/** Result pixels worked on at once; about 60 bytes each are needed. */
const stripPixels = 3e6;
/** Source rows around a strip that its filters look at. */
const stripMargin = 24;

/** Strengths for each kind of picture, relative to a plain photograph = 1. */
const treatments = {
  exterior: { lift: 1, grain: 0.8 },
  interior: { lift: 0.9, grain: 0.6 },
  landscape: { lift: 1.05, grain: 1.3 },
  drawing: { lift: 1.5, grain: 0 },
} as const;

/** Words of the description that ask for more or less of something. */
const wishes: ReadonlyArray<{ words: RegExp; lift: number; grain: number }> = [
  { words: /砖|石|混凝土|木|草|树|叶|织物|地毯|毛|粗糙|纹理|颗粒|肌理/, lift: 1, grain: 1.4 },
  { words: /光滑|干净|平整|镜面|玻璃|抛光/, lift: 1, grain: 0.4 },
  { words: /锐利|清晰|锋利|硬朗/, lift: 1.3, grain: 1 },
  { words: /柔和|柔软|朦胧|细腻/, lift: 0.6, grain: 0.8 },
];

/** An enlargement with lifted and grown detail, as PNG; no thing is invented. Alpha is kept. */
export const realUpImg: EngineTool = {
  quality: 'final',
  algorithm:
    'Lanczos3 与迭代反投影（Irani 1991），图内自相似样例补细节（Freedman 2011），导向滤波细节带（He 2010），按局部统计加颗粒',
  readWords(params) {
    const { promptTxt, detail, creativity, target } = params as DetailParams;
    const text = promptTxt ?? '';
    const heard = wishes
      .filter(
        ({ lift, grain }) => (lift !== 1 && detail > 0) || (grain !== 1 && creativity * treatments[target].grain > 0),
      )
      .flatMap(({ words }) => stretchesOf(text, words));
    return sortWords({ promptTxt }, { wanted: heard, unwanted: [] });
  },
  async run(job) {
    const params = job.params as DetailParams;
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
    const options = optionsOf(params, job.seed);
    const size = { width: source.width * params.scale, height: source.height * params.scale };
    const channels = source.alpha ? 4 : 3;
    const detailed = step('放大与补细节', 0.78);
    const { answer, told } = await enlargeBySlot(job, source, params.scale, detailed);
    const result = answer ?? new Uint8ClampedArray(size.width * size.height * channels);
    const stripRows = Math.max(16, Math.floor(stripPixels / (source.width * params.scale ** 2)));
    for (let top = 0; !answer && top < source.height; top += stripRows) {
      const bottom = Math.min(source.height, top + stripRows);
      enlargeStrip(source, { top, bottom, scale: params.scale }, options, result, channels);
      detailed(bottom / source.height);
    }
    step('编码', 1);
    const output = await writePng(job, 'detailed', new Uint8Array(result.buffer), { ...size, channels });
    const deviation = answer ? {} : { maxDeviation: Math.round(options.limit * 255) };
    return { ...told, outputs: [output], facts: { scale: params.scale, ...deviation, ...told.facts } };
  },
};

function optionsOf(params: DetailParams, seed: number): DetailOptions {
  const { creativity, similarity, detail, target, promptTxt } = params;
  const treatment = treatments[target];
  const wished = wishes.filter(({ words }) => words.test(promptTxt ?? ''));
  const lift = wished.reduce<number>((product, wish) => product * wish.lift, treatment.lift);
  const grain = wished.reduce<number>((product, wish) => product * wish.grain, treatment.grain);
  const freedom = 1 - similarity / 100;
  return {
    lift: (lift * detail) / 100,
    examples: Math.min(1.2, (Math.sqrt(grain) * (detail + 1.5 * creativity)) / 90),
    grain: (grain * creativity) / 40,
    limit: 0.02 + 0.4 * freedom,
    fidelity: similarity / 100,
    isLineArt: target === 'drawing',
    isBuilt: target === 'exterior' || target === 'interior',
    seed,
  };
}

/** Enlarges the source rows from `top` to before `bottom` into their place in `result`. */
function enlargeStrip(
  source: Pixels,
  { top, bottom, scale }: { top: number; bottom: number; scale: number },
  options: DetailOptions,
  result: Uint8ClampedArray,
  channels: 3 | 4,
): void {
  const firstRow = Math.max(0, top - stripMargin);
  const lastRow = Math.min(source.height, bottom + stripMargin);
  const small = { width: source.width, height: lastRow - firstRow };
  const large = { width: small.width * scale, height: small.height * scale };
  const [luma, blueness, redness] = colourPlanes(source, firstRow, lastRow);
  const light = enlargePlane(luma, small, scale, 3);
  addDetail(light, luma, { small, large, firstRow: firstRow * scale }, options);
  const blue = enlargePlane(blueness, small, scale, 0);
  const red = enlargePlane(redness, small, scale, 0);
  const first = (top - firstRow) * scale * large.width;
  const last = first + (bottom - top) * scale * large.width;
  let at = top * scale * large.width * channels;
  for (let i = first; i < last; i++, at += channels) {
    result[at] = 255 * (light[i]! + 1.402 * red[i]!);
    result[at + 1] = 255 * (light[i]! - 0.344136 * blue[i]! - 0.714136 * red[i]!);
    result[at + 2] = 255 * (light[i]! + 1.772 * blue[i]!);
  }
  if (!source.alpha) return;
  const plane = Float32Array.from(source.alpha.subarray(firstRow * small.width, lastRow * small.width));
  const alpha = enlargePlane(plane, small, scale, 0);
  at = top * scale * large.width * channels + 3;
  for (let i = first; i < last; i++, at += channels) result[at] = alpha[i]!;
}
