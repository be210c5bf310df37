import type { ParamsOf } from '#shared/tools/define-tool';
import type { text2Img as definition } from '#shared/tools/outdoor';
import type { Size } from '../base/blur.ts';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { decodeLight, encodeLight } from '../base/linear-light.ts';
import { type Pixels, pictureOf, readPixels, writePng } from '../base/picture-file.ts';
import { type BeginStep, stepsOfOutput } from '../base/steps.ts';
import { sortWords } from '../base/words.ts';
import type { Brief } from '../kernels/concept/brief.ts';
import { buildConcept } from '../kernels/concept/concept-scene.ts';
import { type Exposure, exposeConcept, resizeRgb, traceSize } from '../kernels/concept/expose-concept.ts';
import { drawFalling } from '../kernels/concept/falling-weather.ts';
import { readBrief } from '../kernels/concept/read-brief.ts';
import { facadeColours, gradeLike } from '../kernels/concept/reference-look.ts';
import { gradeByWords, hearGrade, isPlain, readWords } from '../kernels/light/grade-words.ts';
import { Tracer } from '../kernels/trace/tracer.ts';

type ImageParams = ParamsOf<typeof definition.fields>;

/** Longest side of a result, and how many points are traced at most; the rest is enlarged. */
const sizes = {
  standard: { long: 1536, traced: 500_000, more: 3 },
  '2k': { long: 2048, traced: 900_000, more: 4 },
  '4k': { long: 4096, traced: 1_500_000, more: 4 },
} as const;

/** A description as a parametric building in its surroundings, ray traced. Pictures of one run differ in design. */
export const text2Img: EngineTool = {
  quality: 'preview',
  algorithm: '由词和表单生成参数化的建筑与场地（体量、立面、植物），路径追踪，导向滤波去噪',
  readWords(params) {
    const given = params as ImageParams;
    return sortWords(given, readBrief(given, 0).heard, hearGrade(given.promptTxt, given.negTxt ?? ''));
  },
  async run(job) {
    const params = job.params as ImageParams;
    const { brief, understood, notes } = readBrief(params, job.seed);
    const grade = readWords(params.promptTxt, params.negTxt ?? '');
    const reference = await readReference(job, params);
    const wanted = sizeOf(params.ratio, sizes[params.quality].long);
    const traced = traceSize(wanted, Math.min(sizes[params.quality].traced, job.mostPoints ?? Infinity));
    const outputs = [];
    for (let output = 0; output < params.num; output++) {
      const step = stepsOfOutput(job, { from: 0, index: output, count: params.num });
      const exposure = drawConcept(briefOf(brief, params, job.seed, output), {
        size: traced,
        more: sizes[params.quality].more,
        seed: job.seed,
        output,
        colours: reference ? facadeColours(reference) : [],
        step,
      });
      step('编码', 1);
      let rgb: Uint8Array = exposure.rgb;
      if (reference) rgb = gradeLike({ ...traced, rgb }, reference, params.ipaPlus ? 0.6 : 0.25, job.seed);
      if (!isPlain(grade)) {
        const light = decodeLight(rgb);
        gradeByWords(light, grade);
        rgb = encodeLight(light);
      }
      const large = resizeRgb(rgb, traced, wanted);
      drawFalling(large, wanted, brief.weather, job.seed + output);
      outputs.push(await writePng(job, `${output + 1}`, large, { ...wanted, channels: 3 }));
    }
    job.onProgress(1);
    if (traced.width < wanted.width) notes.push(`以 ${traced.width}×${traced.height} 计算光线后放大`);
    return { outputs, facts: { understood, ...(notes.length > 0 ? { note: notes.join('；') } : {}) } };
  },
};

/** What neither words nor form decide varies between the pictures of a run. */
function briefOf(brief: Brief, params: ImageParams, seed: number, output: number): Brief {
  if (output === 0 || brief.areStoreysGiven) return brief;
  const other = readBrief(params, seed + output * 101).brief;
  return { ...brief, storeys: other.storeys };
}

interface DrawOptions {
  size: Size;
  more: number;
  seed: number;
  output: number;
  colours: readonly (readonly [number, number, number])[];
  step: BeginStep;
}

function drawConcept(brief: Brief, { size, more, seed, output, colours, step }: DrawOptions): Exposure {
  step('搭体量', 0.05);
  const { scene } = buildConcept(brief, { aspect: size.width / size.height, seed, output, colours });
  const tracer = new Tracer(scene);
  return exposeConcept(scene, tracer, size, more, step('算光线', 0.95));
}

/** Pixels of a ratio such as `16:9` with the longer side given; sides even. */
function sizeOf(ratio: string, long: number): Size {
  const [across = 16, down = 9] = ratio.split(':').map(Number);
  const even = (length: number): number => Math.round(length / 2) * 2;
  return across >= down
    ? { width: long, height: even((long * down) / across) }
    : { width: even((long * across) / down), height: long };
}

async function readReference(job: ToolJob, params: ImageParams): Promise<Pixels | undefined> {
  if (!params.style_img) return undefined;
  return readPixels(pictureOf(job, params.style_img), { maxSide: 640, alpha: 'onWhite' });
}
