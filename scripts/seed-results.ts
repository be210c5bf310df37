/**
 * Runs every tool of the embedded engine on its sample and keeps what came out for the tool cards and the home page,
 * so that what they show is what people get. Run it after a change of an algorithm. Options: --only tool (may repeat).
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { toolById } from '#shared/tools/registry';
import { createEmbeddedEngine } from '../mock-server/adapters/render/embedded/index.ts';
import { pictureOfOutcome, runSample } from './samples/sample-runs.ts';
import { showcases, type ToolSample, toolSamples } from './samples/tool-samples.ts';

const thumbWidth = 480;
const mostBytes = 60_000;

/** One picture of `results.json`. */
interface ResultPicture {
  file: string;
  thumb: string;
  width: number;
  height: number;
  /** `#rrggbb` */
  mainColor: string;
}

interface ToolResult {
  tool: string;
  /** Absent for tools that start from words. */
  before?: ResultPicture;
  after: ResultPicture;
  quality: string;
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const target = path.join(import.meta.dirname, '..', 'user-app', 'public', 'samples', 'results');
const indexFile = path.join(target, 'index.json');
await mkdir(target, { recursive: true });
const kept = new Map((await readKept()).map((entry) => [entry.tool, entry]));
const work = await mkdtemp(path.join(tmpdir(), 'results-'));
const engine = createEmbeddedEngine({ threads: 2 });
const samples = await toolSamples(work, 1, showcases);
try {
  await Promise.all(samples.map(keepResult));
} finally {
  await engine.close();
  await rm(work, { recursive: true, force: true });
}
const ordered = samples.flatMap(({ tool }) => kept.get(tool) ?? []);
await writeFile(indexFile, `${JSON.stringify(ordered, null, 2)}\n`);

async function keepResult(sample: ToolSample): Promise<void> {
  if (values.only && !values.only.includes(sample.tool)) return;
  const outcome = await runSample(engine, sample, work);
  const definition = toolById(sample.tool);
  const isSeeThrough = definition?.id === 'matting';
  const first = firstPicture(sample);
  kept.set(sample.tool, {
    tool: sample.tool,
    ...(first ? { before: await store(sample.pictures[first]!.file, first, false) } : {}),
    after: await store(pictureOfOutcome(outcome).file, sample.tool, isSeeThrough),
    quality: outcome.quality,
  });
  console.log(`${sample.tool}: ${outcome.quality}, ${outcome.ms} ms`);
}

/** The picture a tool starts from: its own field, or the first of a list. */
function firstPicture({ params, pictures }: ToolSample): string | undefined {
  const name = [params.upload_img, params.images].flat()[0];
  return typeof name === 'string' && pictures[name] ? name : undefined;
}

async function store(file: string, name: string, isSeeThrough: boolean): Promise<ResultPicture> {
  const picture = sharp(file).resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true });
  if (!isSeeThrough) picture.flatten({ background: '#ffffff' });
  let quality = 82;
  let full = await picture.webp({ quality, effort: 6 }).toBuffer({ resolveWithObject: true });
  while (full.data.length > mostBytes && quality > 22) {
    quality -= 6;
    full = await picture.webp({ quality, effort: 6 }).toBuffer({ resolveWithObject: true });
  }
  const names = { file: `${name}.webp`, thumb: `${name}-${thumbWidth}.webp` };
  await writeFile(path.join(target, names.file), full.data);
  await sharp(full.data)
    .resize({ width: thumbWidth })
    .webp({ quality: 70, effort: 6 })
    .toFile(path.join(target, names.thumb));
  const { dominant } = await sharp(full.data).flatten({ background: '#ffffff' }).stats();
  const mainColor = `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return { ...names, width: full.info.width, height: full.info.height, mainColor };
}

async function readKept(): Promise<ToolResult[]> {
  try {
    return JSON.parse(await readFile(indexFile, 'utf8')) as ToolResult[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
