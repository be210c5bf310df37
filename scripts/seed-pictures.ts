/**
 * Makes every sample picture of the product from nothing: traced scenes, drawn plans, one cut-out object.
 * Options: --only name (may repeat), --preview (400 px, into a temporary folder),  --threads n (1),
 *  --samples n (camera rays per point, 9), --out folder,
 * --trace-width n (traces smaller and enlarges: quick drafts on a busy machine).
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { toolById } from '#shared/tools/registry';
import type { Quality } from '../engine/kernels/trace/film.ts';
import { createEmbeddedEngine } from '../mock-server/adapters/render/embedded/index.ts';
import { SAMPLES, type Sample, type SceneName } from './scenes/catalogue.ts';
import { cutOut } from './scenes/cut-out.ts';
import { floorPlan } from './scenes/floor-plan.ts';
import { houseSketch } from './scenes/house-sketch.ts';
import { exposeScene, renderScene } from './scenes/render.ts';
import { sitePlan } from './scenes/site-plan.ts';

const MOST_BYTES = 350_000;
const THUMB_WIDTH = 720;
const PREVIEW_WIDTH = 400;

/** One line of index.json: what a page needs to show a sample without loading it. */
interface IndexEntry {
  name: string;
  file: string;
  thumb: string;
  width: number;
  height: number;
  title: string;
  /** `#rrggbb` */
  mainColor: string;
  /** Base64. */
  thumbHash: string;
  kind: Sample['kind'];
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    preview: { type: 'boolean', default: false },
    threads: { type: 'string', default: '1' },
    samples: { type: 'string', default: '9' },
    'trace-width': { type: 'string' },
    out: { type: 'string' },
  },
});
const isPreview = values.preview;
const threads = Math.max(1, Number.parseInt(values.threads, 10) || 1);
const samples = Math.max(1, Number.parseInt(values.samples, 10) || 9);
const folder =
  values.out ??
  (isPreview
    ? path.join(tmpdir(), 'sample-previews')
    : path.join(import.meta.dirname, '..', 'user-app', 'public', 'samples'));

const unknown = (values.only ?? []).filter((name) => !SAMPLES.some((sample) => sample.name === name));
if (unknown.length > 0) throw new Error(`no sample named ${unknown.join(', ')}`);
await mkdir(folder, { recursive: true });
const entries = new Map((await readIndex()).map((entry) => [entry.name, entry]));
for (const sample of SAMPLES) {
  if (values.only && !values.only.includes(sample.name)) continue;
  const start = performance.now();
  const picture = await make(sample);
  if (isPreview) await picture.png().toFile(path.join(folder, `${sample.name}.png`));
  else entries.set(sample.name, await store(sample, picture));
  if (!isPreview) await writeIndex();
  console.log(`${sample.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function make(sample: Sample): Promise<Sharp> {
  if (sample.made) return byTool(sample.made);
  const full = isPreview ? PREVIEW_WIDTH : sample.width;
  const traced = Number.parseInt(values['trace-width'] ?? '', 10) || full;
  const width = sample.source === 'drawing' ? full : Math.min(full, traced);
  const height = Math.round((width * sample.height) / sample.width);
  const quality: Quality = { width, height, samples: isPreview ? 8 : samples, gatherEvery: isPreview ? 2 : 3 };
  if (sample.source === 'drawing') {
    const svg = drawingOf(sample);
    return sharp(Buffer.from(svg)).resize(width, height).flatten({ background: '#ffffff' });
  }
  if (sample.source === 'cutout') {
    const whole = await renderScene('chair-cutout', quality, threads);
    const mask = await exposeScene('chair-mask', quality, threads);
    return sharp(cutOut(whole, mask.albedo), { raw: { width, height, channels: 4 } }).resize(full);
  }
  const rgb = await renderScene(sample.name as SceneName, quality, threads);
  return sharp(rgb, { raw: { width, height, channels: 3 } }).resize(full, null, { kernel: 'lanczos3' });
}

function drawingOf({ name, kind }: Sample): string {
  if (name === 'house-sketch') return houseSketch();
  const isColoured = kind === 'colour-plan';
  return name.startsWith('floor') ? floorPlan({ isColoured }) : sitePlan({ isColoured });
}

/** Picture that a tool of the product makes of another sample, which must exist already. */
async function byTool({ tool, from, params }: NonNullable<Sample['made']>): Promise<Sharp> {
  const base = SAMPLES.find((sample) => sample.name === from);
  const defined = toolById(tool);
  if (!base || !defined) throw new Error(`no sample ${from} or no tool ${tool}`);
  const outputDir = await mkdtemp(path.join(tmpdir(), 'sample-'));
  const engine = createEmbeddedEngine();
  try {
    const request = {
      key: tool,
      tool,
      params: defined.params.parse({ upload_img: from, ...params }),
      pictures: {
        [from]: {
          file: path.join(folder, `${from}.jpg`),
          width: base.width,
          height: base.height,
          format: 'jpg' as const,
        },
      },
      seed: 1,
      outputDir,
    };
    const listener = { signal: new AbortController().signal, onProgress() {} };
    const outcome = await engine.watch(await engine.start(request), listener, request);
    return sharp(await readFile(outcome.outputs[0]?.file ?? ''));
  } finally {
    await engine.close();
    await rm(outputDir, { recursive: true, force: true });
  }
}

/** Writes picture and small picture; photographs lose quality step by step until they are light enough. */
async function store(sample: Sample, picture: Sharp): Promise<IndexEntry> {
  const isFlat = sample.kind === 'plan' || sample.kind === 'cutout' || sample.kind === 'line-drawing';
  const file = `${sample.name}.${isFlat ? 'png' : 'jpg'}`;
  const thumb = `${sample.name}-${THUMB_WIDTH}.webp`;
  const lossless = await picture.png().toBuffer();
  let bytes: Buffer = await sharp(lossless).png({ palette: true, quality: 95, compressionLevel: 9 }).toBuffer();
  for (let quality = 88; !isFlat && (quality === 88 || bytes.length > MOST_BYTES) && quality >= 60; quality -= 4) {
    bytes = await sharp(lossless).jpeg({ quality, mozjpeg: true }).toBuffer();
  }
  await writeFile(path.join(folder, file), bytes);
  await sharp(lossless).resize(THUMB_WIDTH).webp({ quality: 80, effort: 6 }).toFile(path.join(folder, thumb));
  return {
    name: sample.name,
    file,
    thumb,
    width: sample.width,
    height: sample.height,
    title: sample.title,
    kind: sample.kind,
    ...(await fingerprint(lossless)),
  };
}

/** Mean colour and blurred placeholder. */
async function fingerprint(picture: Buffer): Promise<Pick<IndexEntry, 'mainColor' | 'thumbHash'>> {
  const { data, info } = await sharp(picture)
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0];
  let weight = 0;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number;
    weight += alpha;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (data[i + c] as number) * alpha;
  }
  const hex = sum
    .map((v) =>
      Math.round(v / weight)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
  const hash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
  return { mainColor: `#${hex}`, thumbHash: hash };
}

async function readIndex(): Promise<IndexEntry[]> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'index.json'), 'utf8')) as IndexEntry[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function writeIndex(): Promise<void> {
  const ordered = SAMPLES.flatMap((sample) => entries.get(sample.name) ?? []);
  await writeFile(path.join(folder, 'index.json'), `${JSON.stringify(ordered, null, 2)}\n`);
}
