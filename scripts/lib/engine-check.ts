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
} from '../../mock-server/adapters/render/port.ts';
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

/** The result of one base. */
export interface CheckedBase {
  title: string;
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

/**
 * Renders the five bases on an engine, one after the other, and measures each result. A base that fails does not end
 * the check.
 *
 * @param keep existing folder that results are copied to; none are kept when absent
 */
export async function checkEngine(
  engine: RenderEngine,
  onBase: (checked: CheckedBase) => void,
  keep?: string,
): Promise<CheckedBase[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'engine-check-'));
  const all: CheckedBase[] = [];
  try {
    for (const [place, base] of checkBases.entries()) {
      const checked = await checkBase(engine, base, { folder, key: `check-${Date.now()}-${place + 1}`, keep });
      all.push(checked);
      onBase(checked);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return all;
}

async function checkBase(
  engine: RenderEngine,
  { title, file, tool, params }: CheckBase,
  { folder, key, keep }: { folder: string; key: string; keep: string | undefined },
): Promise<CheckedBase> {
  const startedAt = performance.now();
  const secondsNow = () => Math.round((performance.now() - startedAt) / 100) / 10;
  try {
    const base = await pictureIn(folder, file, key);
    const form = { ...defaultsOf(toolById(tool)!), upload_img: 'base', num: 1, ...params };
    const request: RenderRequest = {
      ...{ key, tool, seed: 7, outputDir: folder, pictures: { base } },
      params: toolById(tool)!.params.parse({ ...form, ...firstPreset(tool) }) as Record<string, unknown>,
    };
    const outcome = await run(engine, request);
    const seconds = secondsNow();
    const [output] = outcome.outputs;
    if (!output) return { title, seconds, fault: '没有结果' };
    if (keep !== undefined) await sharp(output.file).toFile(path.join(keep, `${path.parse(file).name}.png`));
    const measured = await measure(base.file, output.file);
    const isOther = measured.structure < leastStructure;
    return {
      ...{ title, seconds, ...measured },
      ...(outcome.costFen !== undefined && { costFen: outcome.costFen }),
      ...(isOther && { fault: '结构与底图不符' }),
    };
  } catch (error) {
    const { sentence, message } = error as Error & { sentence?: string };
    return { title, seconds: secondsNow(), fault: (sentence ?? message).replace(/。$/, '') };
  }
}

/** The first type of a tool, which its form asks for. */
function firstPreset(tool: string): Record<string, unknown> {
  const { classifyId2 } = toolById(tool)!.fields;
  return { classifyId2: classifyId2?.default ?? `${classifyId2?.categoryRoot}01` };
}

async function run(engine: RenderEngine, request: RenderRequest): Promise<RenderOutcome> {
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
export function tableOf(checked: readonly CheckedBase[]): string {
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
