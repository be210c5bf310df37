import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { ParamsOf } from '#shared/tools/define-tool';
import type { toline as definition } from '#shared/tools/plan';
import type { Size } from '../base/blur.ts';
import { parseHexColour } from '../base/colour.ts';
import {
  type EngineTool,
  type JobOutput,
  type JobPicture,
  JobRefused,
  type ToolJob,
  type ToolResult,
} from '../base/job.ts';
import { type Pixels, pictureOf, readPixels } from '../base/picture-file.ts';
import { resamplePlane } from '../base/resample.ts';
import { clamp } from '../base/scalar.ts';
import { stepsOf } from '../base/steps.ts';
import { addGrid, gridLayers } from '../kernels/lines/blueprint-grid.ts';
import {
  type Drafting,
  draftCad,
  draftOutline,
  draftSegments,
  drawDraft,
  type FoundSegment,
  layersOfDraft,
} from '../kernels/lines/drafting.ts';
import { dxfOf } from '../kernels/lines/dxf-drawing.ts';
import { draftExact, type ExactLines } from '../kernels/lines/exact-draft.ts';
import { drawFineLines, traceFineLines } from '../kernels/lines/fine-lines.ts';
import { type LinePreparation, type LineSource, prepareLineSource } from '../kernels/lines/line-source.ts';
import { outlineShade, shadeLevel, shadeSlope } from '../kernels/lines/shade-outlines.ts';
import { drawSketch, layersOfSketch } from '../kernels/lines/sketch.ts';
import { svgOf } from '../kernels/lines/svg-drawing.ts';
import { scaleDrawing, type VectorDrawing, type VectorLayer } from '../kernels/lines/vector-drawing.ts';
import { linesOfBuilding } from '../steps/building-reading.ts';
import { askSlot, joinFacts, type SlotAnswer } from '../steps/slot-of-job.ts';

type LineParams = ParamsOf<(typeof definition)['fields']>;

/** Longest side at which lines are sought, pixels; above it the lines are found smaller and enlarged. */
const maxWorkSide = 2560;

/** Share of a picture that must be ink for it to be a drawing at all: two short lines. */
const leastInk = 0.0002;

const preparations: Record<LineParams['lineStyle'], Omit<LinePreparation, 'isShadowRemoved'>> = {
  outline: { smoothness: 0.8, flowSigma: 1.2, textureAversion: 3 },
  detail: { smoothness: 0.2, flowSigma: 2, textureAversion: 1 },
  cad: { smoothness: 0.3, flowSigma: 1, textureAversion: 2.5 },
  sketch: { smoothness: 0.3, flowSigma: 2.2, textureAversion: 1 },
  blueprint: { smoothness: 0.3, flowSigma: 1, textureAversion: 2.5 },
};

/** A photo, a render or a model view turned into a line drawing: a PNG of the picture's size, and SVG or DXF beside it. */
export const toline: EngineTool = {
  quality: 'final',
  algorithm:
    '流向 DoG（Kang 2007）与沿流向的轮廓追踪（CIE Lab）；CAD 线对齐灭点（Bazin、Pollefeys 2012）；SVG 和 DXF 里是曲线',
  async run(job) {
    const params = job.params as LineParams;
    const picture = pictureOf(job, params.upload_img);
    const step = stepsOf(job);
    step('分析图片', 0.06);
    const work = await readPixels(picture, { maxSide: maxWorkSide, alpha: 'onWhite' });
    if (Math.min(work.width, work.height) < 16) throw new JobRefused('图片太小，边长至少需要 16 像素。');
    step('提取线稿', 0.55);
    const source = prepareLineSource(work.rgb, work, {
      isShadowRemoved: params.isShadowRemoved,
      ...preparations[params.lineStyle],
    });
    const { answer, told } = await knownLines(job, picture, work, step);
    step('画线', 0.8);
    const drawing = draw(source, params, job.seed, answer);
    step('编码', params.format === 'png' ? 1 : 0.88);
    const size = { width: picture.width, height: picture.height };
    const isEnlarged = size.width !== work.width || size.height !== work.height;
    const ink = isEnlarged ? resamplePlane(drawing.ink, work, size) : drawing.ink;
    const preview = await writeInk(job, ink, size, params);
    if (params.format === 'png') return { ...told, outputs: [preview] };
    step('转矢量', 1);
    const vector = await writeVector(job, { ...source.size, layers: drawing.layers() }, size, params);
    return { ...told, outputs: [preview, vector.output], facts: joinFacts(vector.facts, told.facts) };
  },
};

/**
 * Lines of a building model, or the answer of an operator's network: straight segments, or the edge strength of each
 * pixel, 0–1.
 */
type FoundLines = { exact: ExactLines } | { segments: FoundSegment[] } | { edges: Float32Array };

const exactAlgorithm = '建筑模型的棱线直接投影，按深度消隐（Appel 1967），构件相交处按深度与法线的突变补描';

/** Edges of the building model that the picture is a view of, else those that an operator's network finds. */
async function knownLines(
  job: ToolJob,
  { building }: JobPicture,
  work: Pixels,
  step: ReturnType<typeof stepsOf>,
): Promise<SlotAnswer<FoundLines>> {
  const exact = building && (await linesOfBuilding(building, work));
  if (exact) return { answer: { exact }, told: { algorithm: exactAlgorithm, facts: { inputKind: 'buildingModel' } } };
  if (!asksForLines(job.params as LineParams) || !job.models?.slots.lines) return { told: {} };
  return askSlot(job, 'lines', (adapter, use) => adapter.find(use, work), step('问模型', 0.7));
}

/** Styles of few, certain lines; fine ones and the hand's are drawn from the picture's own shades. */
function asksForLines({ lineStyle }: LineParams): boolean {
  return lineStyle === 'outline' || lineStyle === 'cad' || lineStyle === 'blueprint';
}

/** Edge strength, as our own is measured, of a pixel a network is sure of. */
const sureGradient = 0.06;

/** A drawing as pixels at working size, and as lines for whoever asks. */
interface Drawing {
  /** 0 (paper) … 1 (ink). */
  ink: Float32Array;
  layers(): VectorLayer[];
}

function draw(source: LineSource, params: LineParams, seed: number, found?: FoundLines): Drawing {
  const drawing = drawStyle(source, params, seed, found);
  if (params.isShadowRemoved) return drawing;
  addShade(drawing.ink, source.lightness);
  const shade = (): VectorLayer => ({ name: 'SHADE', strength: 1, isFilled: true, lines: outlineShade(source) });
  return { ink: drawing.ink, layers: () => [shade(), ...drawing.layers()] };
}

function drawStyle(source: LineSource, params: LineParams, seed: number, found: FoundLines | undefined): Drawing {
  if (found && 'exact' in found) return drawExact(found.exact, source, params, seed);
  switch (params.lineStyle) {
    case 'outline':
    case 'cad':
    case 'blueprint': {
      const draft = draftOf(source, params, found);
      return refuseEmpty({ ink: drawDraft(source, draft), layers: () => layersOfDraft(draft) });
    }
    case 'detail':
    case 'sketch': {
      const fine = drawFineLines(source, params);
      const traced = () => traceFineLines(source, fine, params);
      const plain = refuseEmpty({
        ink: fine.ink,
        layers: () => [{ name: 'DETAIL', strength: 1, lines: traced() }],
      });
      if (params.lineStyle === 'detail') return plain;
      const hand = { jitter: params.jitter, seed };
      return { ink: drawSketch(source, fine.ink, hand), layers: () => layersOfSketch(source, traced(), hand) };
    }
  }
}

/** Every style keeps to the edges of the model: the picture's own shades are those of its materials. */
function drawExact(exact: ExactLines, source: LineSource, params: LineParams, seed: number): Drawing {
  const draft = refuseEmpty(draftExact(exact, source.size, source.unit, params));
  if (params.lineStyle !== 'sketch') return draft;
  const hand = { jitter: params.jitter, seed };
  const lines = () => draft.layers().flatMap((layer) => layer.lines);
  return { ink: drawSketch(source, draft.ink, hand), layers: () => layersOfSketch(source, lines(), hand) };
}

function draftOf(
  source: LineSource,
  params: LineParams,
  found: Exclude<FoundLines, { exact: ExactLines }> | undefined,
): Drafting {
  const isOutline = params.lineStyle === 'outline';
  // Bodies have curved outlines, which straight pieces leave out.
  if (found && 'segments' in found && !isOutline) return draftSegments(source, params, found.segments);
  const seen =
    found && 'edges' in found ? { ...source, gradient: found.edges.map((level) => level * sureGradient) } : source;
  return isOutline ? draftOutline(seen, params) : draftCad(seen, params);
}

function refuseEmpty(drawing: Drawing): Drawing {
  let total = 0;
  for (let i = 0; i < drawing.ink.length; i++) total += drawing.ink[i]!;
  if (total >= drawing.ink.length * leastInk) return drawing;
  throw new JobRefused('画面过于平整，没有找到可以提取的线条；请调高「细节」或换一张图片。');
}

/** Deep shade becomes solid ink, as with a brush pen. */
function addShade(ink: Float32Array, lightness: Float32Array): void {
  for (let i = 0; i < ink.length; i++) {
    const solid = clamp((shadeLevel - lightness[i]!) * shadeSlope, 0, 1);
    if (solid > ink[i]!) ink[i] = solid;
  }
}

/** A blueprint is always white on blue; the other styles take the colours asked for. */
function coloursOf({ lineStyle, lineColor, backgroundColor }: LineParams): { line: string; paper: string } {
  if (lineStyle === 'blueprint') return { line: '#f4f8ff', paper: '#1c4a8c' };
  return { line: lineColor, paper: backgroundColor };
}

/** Shades of ink: more are not seen, and fewer make a file of half the size in a third of the time. */
const inkSteps = 63;

async function writeInk(job: ToolJob, ink: Float32Array, size: Size, params: LineParams): Promise<JobOutput> {
  const colours = coloursOf(params);
  const [line, paper] = [parseHexColour(colours.line), parseHexColour(colours.paper)];
  if (params.lineStyle === 'blueprint') addGrid(ink, size);
  const isGrey = [line, paper].every(([red, green, blue]) => red === green && green === blue);
  const channels = isGrey ? 1 : 3;
  const bytes = new Uint8Array(ink.length * channels);
  const tables = [0, 1, 2].map((channel) => {
    const [from, to] = [paper[channel]!, line[channel]!];
    return Uint8Array.from({ length: inkSteps + 1 }, (_, step) => Math.round(from + ((to - from) * step) / inkSteps));
  });
  for (let channel = 0; channel < channels; channel++) {
    const table = tables[channel]!;
    for (let i = 0, at = channel; i < ink.length; i++, at += channels) {
      const share = ink[i]!;
      bytes[at] = table[share <= 0 ? 0 : share >= 1 ? inkSteps : (share * inkSteps + 0.5) | 0]!;
    }
  }
  const file = path.join(job.outputDir, 'line.png');
  // Row filters help photographs; flat paper packs better as it is.
  await sharp(bytes, { raw: { ...size, channels }, limitInputPixels: false })
    .png({ adaptiveFiltering: false, compressionLevel: 6 })
    .toFile(file);
  return { file, ...size, format: 'png' };
}

async function writeVector(
  job: ToolJob,
  traced: VectorDrawing,
  size: Size,
  params: LineParams,
): Promise<{ output: JobOutput; facts: NonNullable<ToolResult['facts']> }> {
  const drawing = scaleDrawing(traced, size);
  if (params.lineStyle === 'blueprint') drawing.layers.unshift(...gridLayers(size));
  const format = params.format === 'dxf' ? 'dxf' : 'svg';
  const sheet = { ...coloursOf(params), widthMm: params.drawingWidth };
  const file = path.join(job.outputDir, `line.${format}`);
  await writeFile(file, format === 'dxf' ? dxfOf(drawing, sheet) : svgOf(drawing, sheet));
  const lines = drawing.layers.flatMap((layer) => layer.lines);
  const points = lines.reduce((sum, line) => sum + line.points.length / 2, 0);
  return { output: { file, ...size, format }, facts: { lineCount: lines.length, pointCount: points } };
}
