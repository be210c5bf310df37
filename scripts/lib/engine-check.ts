import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { defaultsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import { labPlanes } from '../../engine/base/colour.ts';
import { readPixels } from '../../engine/base/picture-file.ts';
import { bringToBase, judgeResult } from '../../engine/judgement/judge-result.ts';
import type {
  RenderEngine,
  RenderOutcome,
  RenderPicture,
  RenderRequest,
  ToolCapability,
} from '../../mock-server/adapters/render/port.ts';
import { toolSample } from '../samples/tool-samples.ts';
import { inRoot } from './paths.mjs';

/** A fixed base: a picture that the scripts of this repository have made, and the tool that it is rendered with. */
interface CheckBase {
  title: string;
  /** Below `user-app/public/samples`. */
  file: string;
  tool: string;
  params: Readonly<Record<string, unknown>>;
}

export const checkBases: readonly CheckBase[] = [
  { title: '别墅白模', file: 'villa-white.jpg', tool: 'architecturalRender', params: {} },
  { title: '别墅线稿', file: 'villa-lines.png', tool: 'architecturalRender', params: { cnStrength: 0.9 } },
  { title: '文化馆照片', file: 'bases/museum.webp', tool: 'architecturalRender', params: { atmosphere: 'dusk' } },
  { title: '毛坯客厅', file: 'living-room-empty.jpg', tool: 'indoorRender', params: {} },
  { title: '庭院景观', file: 'landscape.jpg', tool: 'landscapeRender', params: { lock: true } },
];

/** A run of a check. */
export interface PlannedRun {
  title: string;
  tool: string;
  /** Method that the engine has for the tool. */
  algorithm: string;
  /** Undefined: the ordinary run of the tool, whose picture is only looked at. */
  base?: CheckBase;
}

/** The result of a run. */
export interface CheckedRun {
  title: string;
  tool: string;
  /** Method that made the picture, or should have. */
  algorithm: string;
  /** Structure score of the result beside its base, 0–100. */
  structure?: number;
  /** Mean colour distance between the two, CIE Lab with lightness 0–100. */
  colourShift?: number;
  seconds: number;
  /** Undefined where the engine tells no cost. */
  costFen?: number;
  /** Why there is no result, or why it is not good enough; absent where all is well. */
  fault?: string;
}

/** Scores below it mean another building. */
export const leastStructure = 55;
/** Spread of values, 0–255, below which a picture shows nothing. */
const leastSpread = 2;

/** The fixed bases whose tools the engine has, then one run of every method that none of them is made by. */
export function plannedRuns(tools: ReadonlyArray<Pick<ToolCapability, 'tool' | 'algorithm'>>): PlannedRun[] {
  const bases = checkBases.flatMap((base): PlannedRun[] => {
    const found = tools.find(({ tool }) => tool === base.tool);
    return found ? [{ title: base.title, tool: base.tool, algorithm: found.algorithm, base }] : [];
  });
  const covered = new Set(bases.map(({ algorithm }) => algorithm));
  const further = tools.flatMap(({ tool, algorithm }): PlannedRun[] => {
    if (covered.has(algorithm)) return [];
    covered.add(algorithm);
    return [{ title: toolById(tool)?.title ?? tool, tool, algorithm }];
  });
  return [...bases, ...further];
}

/**
 * Makes the runs of a check on an engine, one after the other, and measures each result. A run that fails does not end
 * the check.
 *
 * @param keep existing folder that results are copied to; none are kept when absent
 */
export async function checkEngine(
  engine: RenderEngine,
  planned: readonly PlannedRun[],
  onRun: (checked: CheckedRun) => void,
  keep?: string,
): Promise<CheckedRun[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'engine-check-'));
  const all: CheckedRun[] = [];
  try {
    for (const [index, run] of planned.entries()) {
      const checked = await checkRun(engine, run, { folder, key: `check-${Date.now()}-${index + 1}`, keep });
      all.push(checked);
      onRun(checked);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return all;
}

async function checkRun(
  engine: RenderEngine,
  { title, tool, algorithm, base }: PlannedRun,
  { folder, key, keep }: { folder: string; key: string; keep: string | undefined },
): Promise<CheckedRun> {
  const startedAt = performance.now();
  const secondsNow = () => Math.round((performance.now() - startedAt) / 100) / 10;
  try {
    const form = base ? await formOf(base, folder, key) : await toolSample(tool, folder);
    const outcome = await outcomeOf(engine, { key, tool, seed: 7, outputDir: folder, ...form });
    const about = { title, tool, algorithm: outcome.algorithm, seconds: secondsNow() };
    const [output] = outcome.outputs;
    if (!output) return { ...about, fault: '没有结果' };
    const name = base ? path.parse(base.file).name : tool;
    if (keep !== undefined) await sharp(output.file).toFile(path.join(keep, `${name}.png`));
    const measured = base ? await measure(form.pictures.base!.file, output.file) : undefined;
    const fault = await faultOf(output.file, measured?.structure);
    return {
      ...{ ...about, ...measured },
      ...(outcome.costFen !== undefined && { costFen: outcome.costFen }),
      ...(fault !== undefined && { fault }),
    };
  } catch (error) {
    const { sentence, message } = error as Error & { sentence?: string };
    return { title, tool, algorithm, seconds: secondsNow(), fault: (sentence ?? message).replace(/。$/, '') };
  }
}

async function faultOf(file: string, structure: number | undefined): Promise<string | undefined> {
  if (structure !== undefined && structure < leastStructure) return '结构与底图不符';
  const { channels } = await sharp(file).removeAlpha().stats();
  return channels.every(({ stdev }) => stdev < leastSpread) ? '结果是一张纯色图' : undefined;
}

async function formOf({ tool, file, params }: CheckBase, folder: string, key: string) {
  const pictures: Record<string, RenderPicture> = { base: await pictureIn(folder, file, key) };
  const form = { ...defaultsOf(toolById(tool)!), upload_img: 'base', num: 1, ...params };
  return {
    pictures,
    params: toolById(tool)!.params.parse({ ...form, ...firstPreset(tool) }) as Record<string, unknown>,
  };
}

/** The first type of a tool, which its form asks for. */
function firstPreset(tool: string): Record<string, unknown> {
  const { classifyId2 } = toolById(tool)!.fields;
  return { classifyId2: classifyId2?.default ?? `${classifyId2?.categoryRoot}01` };
}

async function outcomeOf(engine: RenderEngine, request: RenderRequest): Promise<RenderOutcome> {
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  return engine.watch(await engine.start(request), listener, request);
}

async function pictureIn(folder: string, name: string, key: string): Promise<RenderPicture> {
  const file = path.join(folder, `${key}.png`);
  const { width, height } = await sharp(inRoot(`user-app/public/samples/${name}`))
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' };
}

/** Longest side at which pictures are compared, pixels. */
const comparedSide = 1024;

async function measure(base: string, result: string): Promise<{ structure: number; colourShift: number }> {
  const [before, after] = await Promise.all(
    [base, result].map((file) => readPixels({ file }, { maxSide: comparedSide, alpha: 'onWhite' })),
  );
  const { score } = judgeResult(before!, after!, {});
  const framed = bringToBase(before!, after!) ?? after!;
  return { structure: Math.round(score), colourShift: distanceOf(before!.rgb, framed.rgb) };
}

/** Mean distance of two pictures in CIE Lab with lightness 0–100; those of other sizes are compared as far as they go. */
function distanceOf(before: Uint8Array, after: Uint8Array): number {
  const [one, other] = [labPlanes(before), labPlanes(after)];
  const count = Math.min(one.lightness.length, other.lightness.length);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const apart = [one.lightness[i]! - other.lightness[i]!, one.a[i]! - other.a[i]!, one.b[i]! - other.b[i]!];
    sum += Math.hypot(...apart);
  }
  return Math.round((1000 * sum) / count) / 10;
}

/** The results as a table in Chinese, one line each. */
export function tableOf(checked: readonly CheckedRun[]): string {
  const rows = checked.map(({ title, structure, colourShift, seconds, costFen, fault }) => [
    title,
    structure === undefined ? '–' : String(structure),
    colourShift === undefined ? '–' : colourShift.toFixed(1),
    seconds.toFixed(1),
    costFen === undefined ? '–' : (costFen / 100).toFixed(2),
    fault ?? '通过',
  ]);
  return ['| 底图 | 结构分 | 色差 | 秒 | 元 | 结论 |', '|---|---|---|---|---|---|', ...rows.map(lineOf)].join('\n');
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
