import { z } from 'zod';
import { RenderRefused } from '../../port.ts';
import type { EmbeddedTool, ToolJob } from '../job.ts';
import type { Size } from '../kernels/blur.ts';
import { parseHexColour, type Rgb } from '../kernels/colour.ts';
import { type LinePreparation, type LineSource, prepareLineSource } from '../kernels/lines/line-source.ts';
import { drawCad, drawDetail, drawOutline, drawSketch } from '../kernels/lines/line-styles.ts';
import { resamplePlane } from '../kernels/resample.ts';
import { pictureOf, readPixels, writePng } from '../picture-file.ts';

/** Longest side at which lines are sought, pixels; above it the lines are found smaller and enlarged. */
const maxWorkSide = 2560;

const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const paramsSchema = z.object({
  upload_img: z.string(),
  lineStyle: z.enum(['outline', 'detail', 'cad', 'sketch', 'blueprint']).default('detail'),
  lineWidth: z.number().min(1).max(8).default(2),
  detail: z.number().min(0).max(100).default(50),
  jitter: z.number().min(0).max(100).default(30),
  lineColor: colour.default('#000000'),
  backgroundColor: colour.default('#ffffff'),
  isShadowRemoved: z.boolean().default(true),
});
type LineParams = z.infer<typeof paramsSchema>;

const preparations: Record<LineParams['lineStyle'], Omit<LinePreparation, 'isShadowRemoved'>> = {
  outline: { smoothness: 0.8, flowSigma: 1.2, textureAversion: 3 },
  detail: { smoothness: 0.2, flowSigma: 2, textureAversion: 1 },
  cad: { smoothness: 0.3, flowSigma: 1, textureAversion: 2.5 },
  sketch: { smoothness: 0.3, flowSigma: 2.2, textureAversion: 1 },
  blueprint: { smoothness: 0.3, flowSigma: 1, textureAversion: 2.5 },
};

/** A photo, a render or a model view turned into a line drawing, as PNG of the picture's size. */
export const toline: EmbeddedTool = {
  quality: 'final',
  algorithm: 'flow-based DoG (Kang 2007) and flow-guided contour tracing on CIE Lab',
  async run(job) {
    const parsed = paramsSchema.safeParse(job.params);
    if (!parsed.success) throw new RenderRefused('线稿参数不正确，请检查后重试。');
    const params = parsed.data;
    const picture = pictureOf(job, params.upload_img);
    const work = await readPixels(picture, { maxSide: maxWorkSide, alpha: 'onWhite' });
    if (Math.min(work.width, work.height) < 16) throw new RenderRefused('图片太小，边长至少需要 16 像素。');
    job.onProgress(0.1);
    const source = prepareLineSource(work.rgb, work, {
      isShadowRemoved: params.isShadowRemoved,
      ...preparations[params.lineStyle],
    });
    job.onProgress(0.5);
    let ink = drawInk(source, params, job);
    if (!params.isShadowRemoved) addShadows(ink, source.lightness);
    job.onProgress(0.8);
    const size = { width: picture.width, height: picture.height };
    if (size.width !== work.width || size.height !== work.height) ink = resamplePlane(ink, work, size);
    const output = await writeInk(job, ink, size, params);
    return { outputs: [output] };
  },
};

function drawInk(source: LineSource, params: LineParams, job: ToolJob): Float32Array {
  switch (params.lineStyle) {
    case 'outline':
      return drawOutline(source, params);
    case 'detail':
      return drawDetail(source, params);
    case 'cad':
    case 'blueprint':
      return drawCad(source, params);
    case 'sketch':
      return drawSketch(source, params, params.jitter, job.seed);
  }
}

/** Deep shade becomes solid ink, as with a brush pen. */
function addShadows(ink: Float32Array, lightness: Float32Array): void {
  for (let i = 0; i < ink.length; i++) {
    const solid = Math.max(0, Math.min(1, (0.3 - lightness[i]!) * 14));
    if (solid > ink[i]!) ink[i] = solid;
  }
}

const blueprintPaper: Rgb = [28, 74, 140];
const blueprintInk: Rgb = [244, 248, 255];

/** A blueprint is always white on blue; the other styles take the colours asked for. */
function coloursOf({ lineStyle, lineColor, backgroundColor }: LineParams): { line: Rgb; paper: Rgb } {
  if (lineStyle === 'blueprint') return { line: blueprintInk, paper: blueprintPaper };
  return { line: parseHexColour(lineColor), paper: parseHexColour(backgroundColor) };
}

async function writeInk(job: ToolJob, ink: Float32Array, size: Size, params: LineParams) {
  const { line, paper } = coloursOf(params);
  if (params.lineStyle === 'blueprint') addGrid(ink, size);
  const isGrey = [line, paper].every(([red, green, blue]) => red === green && green === blue);
  const channels = isGrey ? 1 : 3;
  const bytes = new Uint8ClampedArray(ink.length * channels);
  for (let i = 0, at = 0; i < ink.length; i++) {
    const share = Math.max(0, Math.min(1, ink[i]!));
    for (let channel = 0; channel < channels; channel++, at++) {
      bytes[at] = paper[channel]! + (line[channel]! - paper[channel]!) * share;
    }
  }
  return writePng(job, 'line', new Uint8Array(bytes.buffer), { ...size, channels });
}

/** The faint grid of drafting paper: 40 fields along the long side, every fifth line a little stronger. */
function addGrid(ink: Float32Array, { width, height }: Size): void {
  const step = Math.max(8, Math.round(Math.max(width, height) / 40));
  for (let y = 0, i = 0; y < height; y++) {
    const rowLevel = y % step === 0 ? (y % (step * 5) === 0 ? 0.2 : 0.1) : 0;
    for (let x = 0; x < width; x++, i++) {
      const columnLevel = x % step === 0 ? (x % (step * 5) === 0 ? 0.2 : 0.1) : 0;
      const level = Math.max(rowLevel, columnLevel);
      if (level > ink[i]!) ink[i] = level;
    }
  }
}
