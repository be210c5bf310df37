import type { ParamsOf } from '#shared/tools/define-tool';
import type { text2Img as definition } from '#shared/tools/outdoor';
import type { Size } from '../base/blur.ts';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { decodeLight, encodeLight } from '../base/linear-light.ts';
import { type Pixels, pictureOf, readPixels, writePng } from '../base/picture-file.ts';
import { type BeginStep, stepsOfOutput } from '../base/steps.ts';
import { sortWords } from '../base/words.ts';
import { buildConcept } from '../kernels/concept/concept-scene.ts';
import { facadeColours, gradeLike } from '../kernels/concept/facade/reference-look.ts';
import { readBrief } from '../kernels/concept/reading/read-brief.ts';
import { type Exposure, exposeConcept, resizeRgb, traceSize } from '../kernels/concept/view/expose-concept.ts';
import { drawFalling } from '../kernels/concept/view/falling-weather.ts';
import type { Brief } from '../kernels/concept/words/brief.ts';
import type { PieceKind } from '../kernels/furnish/pieces.ts';
import type { InteriorBrief } from '../kernels/interior/interior-brief.ts';
import { buildInterior, interiorRays, interiorShare } from '../kernels/interior/interior-scene.ts';
import { type InteriorReading, piecesHeard, readInterior } from '../kernels/interior/read-interior.ts';
import { gradeByWords, hearGrade, isPlain, readWords } from '../kernels/light/grade-words.ts';
import { Tracer } from '../kernels/trace/tracer.ts';

type ImageParams = ParamsOf<typeof definition.fields>;

/** Longest side of a result, and how many points are traced at most; the rest is enlarged. */
const sizes = {
  standard: { long: 1536, traced: 500_000, more: 3 },
  '2k': { long: 2048, traced: 900_000, more: 4 },
  '4k': { long: 4096, traced: 1_500_000, more: 4 },
} as const;

/**
 * A description as a parametric building in its surroundings or, where it names a room, as a furnished room; ray traced.
 * Pictures of one run differ in design.
 */
export const text2Img: EngineTool = {
  quality: 'preview',
  algorithm: '由词和表单生成参数化的建筑与场地（体量、立面、植物），或按房间规则布置的室内，路径追踪，导向滤波去噪',
  readWords(params) {
    const given = params as ImageParams;
    const interior = readInterior(given);
    if (interior) return hearInterior(given, interior, () => true);
    return sortWords(given, readBrief(given, 0).heard, hearGrade(given.promptTxt, given.negTxt ?? ''));
  },
  async run(job) {
    const params = job.params as ImageParams;
    const interior = readInterior(params);
    const building = readBrief(params, job.seed);
    const { understood, notes } = interior ?? building;
    const grade = readWords(params.promptTxt, params.negTxt ?? '');
    const reference = await readReference(job, params);
    const wanted = sizeOf(params.ratio, sizes[params.quality].long);
    const most = sizes[params.quality].traced * (interior ? interiorShare : 1);
    const traced = traceSize(wanted, Math.min(most, job.mostPoints ?? Infinity));
    const outputs = [];
    const placed = new Set<PieceKind>();
    for (let output = 0; output < params.num; output++) {
      const step = stepsOfOutput(job, { from: 0, index: output, count: params.num });
      const options: DrawOptions = {
        size: traced,
        more: sizes[params.quality].more,
        seed: job.seed,
        output,
        colours: reference ? facadeColours(reference) : [],
        step,
        callHelpers: job.callHelpers,
      };
      const drawn = interior
        ? drawInterior(interior.brief, options, placed)
        : drawConcept(briefOf(building.brief, params, job.seed, output), options).rgb;
      step('编码', 1);
      const strength = params.ipaPlus ? 0.6 : 0.25;
      const likened = reference ? gradeLike({ ...traced, rgb: drawn }, reference, strength, job.seed) : drawn;
      const large = resizeRgb(graded(likened, grade), traced, wanted);
      if (!interior) drawFalling(large, wanted, building.brief.weather, job.seed + output);
      outputs.push(await writePng(job, `${output + 1}`, large, { ...wanted, channels: 3 }));
    }
    job.onProgress(1);
    if (traced.width < wanted.width) notes.push(`以 ${traced.width}×${traced.height} 计算光线后放大`);
    const facts = { understood, ...(notes.length > 0 ? { note: notes.join('；') } : {}) };
    if (!interior) return { outputs, facts };
    return { outputs, facts, words: hearInterior(params, interior, (kind) => placed.has(kind)) };
  },
};

/** The picture with the grade that words ask for. */
function graded(rgb: Uint8Array, grade: ReturnType<typeof readWords>): Uint8Array {
  if (isPlain(grade)) return rgb;
  const light = decodeLight(rgb);
  gradeByWords(light, grade);
  return encodeLight(light);
}

/** Storeys that neither words nor form decide vary between the pictures of a run. */
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
  callHelpers: ToolJob['callHelpers'];
}

function drawConcept(brief: Brief, { size, more, seed, output, colours, step, callHelpers }: DrawOptions): Exposure {
  step('搭体量', 0.05);
  const { scene } = buildConcept(brief, { aspect: size.width / size.height, seed, output, colours });
  const tracer = new Tracer(scene);
  const onProgress = step('算光线', 0.95);
  return exposeConcept(scene, tracer, { ...size, first: 2, more }, { onProgress, callHelpers });
}

/** @param placed takes the kinds of pieces that found room */
function drawInterior(
  brief: InteriorBrief,
  { size, seed, output, step, callHelpers }: DrawOptions,
  placed: Set<PieceKind>,
): Uint8Array {
  step('搭房间', 0.05);
  const { scene, placed: pieces } = buildInterior(brief, { aspect: size.width / size.height, seed, output });
  for (const { kind } of pieces) placed.add(kind);
  const onProgress = step('算光线', 0.95);
  return exposeConcept(scene, new Tracer(scene), { ...size, ...interiorRays }, { onProgress, callHelpers }).rgb;
}

/** Words of an interior; a piece counts when it could be placed. */
function hearInterior(params: ImageParams, reading: InteriorReading, isPlaced: (kind: PieceKind) => boolean) {
  const grade = hearGrade(params.promptTxt, params.negTxt ?? '');
  return sortWords(params, reading.heard, piecesHeard(reading, isPlaced), grade);
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
