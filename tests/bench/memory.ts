import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { toolById } from '#shared/tools/registry';
import { engineTools } from '../../engine/tools/index.ts';
import type { RenderPicture } from '../../mock-server/adapters/render/port.ts';
import { sampleSize, type ToolSample, toolSamples } from '../../scripts/samples/tool-samples.ts';
import { type Measurement, tell } from './measurement.ts';

const size = { width: 4096, height: 4096 } as const;
const limitMegabytes = 1024;
const jobFile = fileURLToPath(new URL('./memory-job.ts', import.meta.url));

/**
 * Measures how much the resident memory of a process grows while it does one job of a tool on pictures of 4096 × 4096,
 * for every tool of the embedded engine, each in a process of its own, one after the other.
 *
 * @param only ids of the tools to measure; all when not given
 */
export async function benchMemory(only?: readonly string[]): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-memory-'));
  try {
    const samples = (await toolSamples(folder)).filter(
      ({ tool }) => Object.hasOwn(engineTools, tool) && (!only || only.includes(tool)),
    );
    const measurements: Measurement[] = [];
    for (const sample of samples) measurements.push(tell(await measure(sample, folder)));
    return measurements;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Report {
  megabytes: number;
  ms: number;
  refusal?: string;
}

async function measure(sample: ToolSample, folder: string): Promise<Measurement> {
  const outputDir = path.join(folder, `out-${sample.tool}`);
  await mkdir(outputDir);
  const pictures: Record<string, RenderPicture> = {};
  for (const [id, picture] of Object.entries(sample.pictures)) pictures[id] = await enlarge(picture, folder);
  const { megabytes, refusal } = await runAlone({
    tool: sample.tool,
    params: paramsOf(sample),
    pictures,
    seed: 1,
    outputDir,
  });
  await rm(outputDir, { recursive: true });
  const name = `memory of ${sample.tool} at ${size.width}x${size.height}`;
  return {
    name: refusal ? `${name} (refused: ${refusal})` : name,
    ours: megabytes,
    unit: 'MB',
    target: `at most ${limitMegabytes} MB`,
  };
}

/** The largest results the form offers, and places on the picture at its new size. */
function paramsOf({ tool, params }: ToolSample): Record<string, unknown> {
  const enlarged: Record<string, unknown> = { ...params };
  for (const [name, field] of Object.entries(toolById(tool)?.fields ?? {})) {
    const value = params[name];
    if (name === 'quality' && field.options?.some((option) => option.value === '4k')) enlarged[name] = '4k';
    if (field.editor !== 'points' || !Array.isArray(value)) continue;
    enlarged[name] = (value as Array<{ x: number; y: number }>).map((point) => ({
      ...point,
      x: (point.x * size.width) / sampleSize.width,
      y: (point.y * size.height) / sampleSize.height,
    }));
  }
  return enlarged;
}

async function enlarge(picture: RenderPicture, folder: string): Promise<RenderPicture> {
  const file = path.join(folder, `large-${path.basename(picture.file)}`);
  const { channels } = await sharp(picture.file).metadata();
  await sharp(picture.file)
    .resize({ ...size, fit: 'fill', kernel: channels === 1 ? 'nearest' : 'cubic' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 1 })
    .toFile(file);
  return { file, ...size, format: 'png' };
}

async function runAlone(task: Record<string, unknown>): Promise<Report> {
  const child = spawn(process.execPath, [jobFile], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(task));
  const [answer, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }),
  ]);
  if (code !== 0) return { megabytes: Number.NaN, ms: 0, refusal: `the process ended with ${code}` };
  return JSON.parse(answer) as Report;
}
