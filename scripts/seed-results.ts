/**
 * Runs every tool of the embedded engine on its sample and keeps what came out for the tool cards and the home page,
 * so that what they show is what people get. Run it after a change of an algorithm. Options: --only tool (may repeat).
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { toolById } from '#shared/tools/registry';
import { createEmbeddedEngine } from '../mock-server/adapters/render/embedded/index.ts';
import { conceptBases, roomBases } from './samples/concept-bases.ts';
import { pictureOfOutcome, runSample } from './samples/sample-runs.ts';
import { showcase, withoutResult } from './samples/showcase.ts';
import { type ToolSample, toolSamples } from './samples/tool-samples.ts';

const thumbWidth = 480;
const middleWidth = 720;
const mostBytes = 45_000;
const mostThumbBytes = 14_000;
const mostMiddleBytes = 34_000;

/** One picture of `results/index.json`. */
interface ResultPicture {
  /** Below `samples/`. */
  file: string;
  thumb: string;
  middle?: string;
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
const samplesFolder = path.join(import.meta.dirname, '..', 'user-app', 'public', 'samples');
const target = path.join(samplesFolder, 'results');
const baseNames = new Set<string>([...conceptBases, ...roomBases].map(({ name }) => name));
const indexFile = path.join(target, 'index.json');
await mkdir(target, { recursive: true });
const kept = new Map((await readKept()).map((entry) => [entry.tool, entry]));
const work = await mkdtemp(path.join(tmpdir(), 'results-'));
const engine = createEmbeddedEngine({ threads: 2 });
const samples = (await toolSamples(work, 1, showcase)).filter(({ tool }) => !withoutResult.has(tool));
try {
  // One after the other: a job's time runs while it waits for a thread.
  for (const sample of samples) {
    await keepResult(sample);
    await writeIndex();
  }
} finally {
  await engine.close();
  await rm(work, { recursive: true, force: true });
}
await dropUnused();

async function writeIndex(): Promise<void> {
  const ordered = samples.flatMap(({ tool }) => kept.get(tool) ?? []);
  await writeFile(indexFile, `${JSON.stringify(ordered, null, 2)}\n`);
}

async function keepResult(sample: ToolSample): Promise<void> {
  if (values.only && !values.only.includes(sample.tool)) return;
  const outcome = await runSample(engine, sample, work);
  const definition = toolById(sample.tool);
  const how = { isSeeThrough: definition?.id === 'matting', isShowpiece: definition?.isShowpiece === true };
  const first = firstPicture(sample);
  kept.set(sample.tool, {
    tool: sample.tool,
    ...(first ? { before: await store(sample.pictures[first]!.file, first, { ...how, isSeeThrough: false }) } : {}),
    after: await store(pictureOfOutcome(outcome).file, sample.tool, how),
    quality: outcome.quality,
  });
  console.log(`${sample.tool}: ${outcome.quality}, ${outcome.ms} ms`);
}

/** The picture a tool starts from: its own field, or the first of a list. */
function firstPicture({ params, pictures }: ToolSample): string | undefined {
  const name = [params.upload_img, params.images].flat()[0];
  return typeof name === 'string' && pictures[name] ? name : undefined;
}

interface Storing {
  isSeeThrough: boolean;
  /** True when the home page opens with it. */
  isShowpiece: boolean;
}

async function store(file: string, name: string, { isSeeThrough, isShowpiece }: Storing): Promise<ResultPicture> {
  const picture = sharp(file).resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true });
  if (!isSeeThrough) picture.flatten({ background: '#ffffff' });
  const full = await encode(picture, mostBytes);
  // A base stands in its own folder already.
  const base = baseNames.has(name) && `bases/${name}.webp`;
  const names = { file: base || `results/${name}.webp`, thumb: `results/${name}-${thumbWidth}.webp` };
  if (!base) await writeFile(path.join(samplesFolder, names.file), full.data);
  const thumb = await encode(sharp(full.data).resize({ width: thumbWidth }), mostThumbBytes);
  await writeFile(path.join(samplesFolder, names.thumb), thumb.data);
  const middle = isShowpiece && { middle: `results/${name}-${middleWidth}.webp` };
  if (middle) {
    const { data } = await encode(sharp(full.data).resize({ width: middleWidth }), mostMiddleBytes);
    await writeFile(path.join(samplesFolder, middle.middle), data);
  }
  const { dominant } = await sharp(full.data).flatten({ background: '#ffffff' }).stats();
  const mainColor = `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return { ...names, ...middle, width: full.info.width, height: full.info.height, mainColor };
}

/** Loses quality step by step until it is light enough. */
async function encode(picture: Sharp, most: number) {
  for (let quality = 82; ; quality -= 6) {
    const made = await picture.webp({ quality, effort: 6 }).toBuffer({ resolveWithObject: true });
    if (made.data.length <= most || quality <= 22) return made;
  }
}

/** Pictures that no card shows any more. */
async function dropUnused(): Promise<void> {
  const shown = new Set(
    [...kept.values()].flatMap(({ before, after }) =>
      [before, after].flatMap((one) => [one?.file, one?.thumb, one?.middle]),
    ),
  );
  for (const name of await readdir(target))
    if (name.endsWith('.webp') && !shown.has(`results/${name}`)) await rm(path.join(target, name));
}

async function readKept(): Promise<ToolResult[]> {
  try {
    return JSON.parse(await readFile(indexFile, 'utf8')) as ToolResult[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
