/**
 * Makes the small pictures that types and styles are chosen by (`samples/choice-pictures.ts`) with the engine itself,
 * into `user-app/public/samples/choices/`, with an index by category. Options: --only name (may repeat, a beginning is
 * enough), --missing (what is not there yet), --sheet file (a contact sheet of what stands there; needs a Chinese font).
 */
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { defaultsOf } from '#shared/tools/define-tool';
import { text2Img } from '#shared/tools/outdoor';
import { toolById } from '#shared/tools/registry';
import type { JobPicture } from '../engine/base/job.ts';
import { buildConcept } from '../engine/kernels/concept/concept-scene.ts';
import { readBrief } from '../engine/kernels/concept/reading/read-brief.ts';
import { exposeConcept } from '../engine/kernels/concept/view/expose-concept.ts';
import { studio } from '../engine/kernels/trace/atmospheres.ts';
import { whiteModel } from '../engine/kernels/trace/materials.ts';
import type { Scene } from '../engine/kernels/trace/scene.ts';
import { Tracer } from '../engine/kernels/trace/tracer.ts';
import { engineTools } from '../engine/tools/index.ts';
import { type ChoiceRecipe, type Crop, choiceRecipes } from './samples/choice-pictures.ts';
import { pictureOfOutcome, sampleSeed } from './samples/sample-runs.ts';
import { bareHall } from './scenes/public-rooms.ts';

const size = { width: 320, height: 240 };
/** Traced a little larger than it is shown: edges come out clean. */
const traced = { width: 368, height: 276 };
/**
 * Sizes of the pictures for tools, pixels: drawings need their lines, furniture is traced for every point of its room.
 */
const drawn = { width: 1024, height: 768 };
const photographed = { width: 512, height: 384 };
const furnished = { width: 336, height: 252 };
const edgeRays = 3;
const mostBytes = 6800;

type By<K extends ChoiceRecipe['by']> = Extract<ChoiceRecipe, { by: K }>;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    missing: { type: 'boolean', default: false },
    sheet: { type: 'string' },
  },
});
const samples = path.join(import.meta.dirname, '..', 'user-app', 'public', 'samples');
const folder = path.join(samples, 'choices');
const indexFile = path.join(folder, 'index.json');
await mkdir(folder, { recursive: true });
const work = await mkdtemp(path.join(tmpdir(), 'choices-'));
const bases = new Map<string, Promise<JobPicture>>();
try {
  for (const recipe of choiceRecipes) {
    if (values.only && !values.only.some((begin) => recipe.name.startsWith(begin))) continue;
    if (values.missing && (await stat(path.join(folder, `${recipe.name}.avif`)).catch(() => undefined))) continue;
    const start = performance.now();
    const bytes = await store(recipe.name, await make(recipe));
    console.log(`${recipe.name} ${recipe.title}: ${bytes} B, ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
await writeIndex();
if (values.sheet) await drawSheet(values.sheet);

async function make(recipe: ChoiceRecipe): Promise<Sharp> {
  if (recipe.by === 'words') return trace(conceptOf(recipe), traced);
  if (recipe.by === 'scene') return trace(recipe.build(), traced);
  return runTool(recipe);
}

function conceptOf({ words, type, style, seed, view }: By<'words'>): Scene {
  const given = { promptTxt: words, classifyId2: type ?? '101', classifyId3: style, view: view ?? 'auto', num: 1 };
  const params = text2Img.params.parse(given) as Parameters<typeof readBrief>[0];
  const { brief } = readBrief(params, seed);
  return buildConcept(brief, { aspect: size.width / size.height, seed, output: 0 }).scene;
}

function trace(scene: Scene, { width, height }: typeof size): Sharp {
  const { rgb } = exposeConcept(
    scene,
    new Tracer(scene),
    { width, height, first: 2, more: edgeRays },
    { onProgress: () => undefined },
  );
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

async function runTool({ tool: id, name, base: from, values: given, mask, crop }: By<'tool'>): Promise<Sharp> {
  const [tool, kernel] = [toolById(id), engineTools[id]];
  if (!tool || !kernel) throw new Error(`no tool ${id}`);
  const pictures: Record<string, JobPicture> = { base: await baseOf(from, sideOf(id)) };
  const wanted: Record<string, unknown> = { ...defaultsOf(tool), upload_img: 'base', num: 1, ...given };
  if (mask) {
    pictures.mask = await wallMask();
    wanted.mask = 'mask';
  }
  const params = tool.params.parse(wanted) as Record<string, unknown>;
  const outputDir = path.join(work, name);
  await mkdir(outputDir, { recursive: true });
  const job = { params, pictures, seed: sampleSeed, outputDir, onProgress: () => undefined };
  return cutTo(pictureOfOutcome(await kernel.run(job)).file, crop);
}

function sideOf(tool: string): typeof size {
  if (tool === 'emptyRoom') return furnished;
  return tool === 'allPlan' || tool === 'colorFlatPicture' ? drawn : photographed;
}

async function cutTo(file: string, crop: Crop | undefined): Promise<Sharp> {
  const { width = 0, height = 0 } = await sharp(file).metadata();
  if (!crop) return sharp(file).flatten({ background: '#ffffff' });
  const wide = Math.round(crop.width * width);
  const left = Math.round(crop.left * width);
  const top = Math.round(crop.top * height);
  const high = Math.min(height - top, Math.round((wide * size.height) / size.width));
  return sharp(file).extract({ left, top, width: wide, height: high }).flatten({ background: '#ffffff' });
}

function baseOf(name: string, side: typeof size): Promise<JobPicture> {
  const key = `${name}-${side.width}`;
  const known = bases.get(key) ?? makeBase(name, side);
  bases.set(key, known);
  return known;
}

async function makeBase(name: string, side: typeof size): Promise<JobPicture> {
  const file = path.join(work, `${name}-${side.width}.png`);
  if (name === 'bare-hall') {
    const scene = bareHall();
    const { haze: _haze, ...light } = studio([-0.5, 0.7, -0.3]);
    const white: Scene = { ...scene, materials: whiteModel(scene.materials), exposure: light.exposure * 1.6 };
    await trace(white, { width: 400, height: 300 }).resize(side).png().toFile(file);
  } else {
    await sharp(await sampleFile(name))
      .resize({ ...side, fit: 'cover' })
      .removeAlpha()
      .png()
      .toFile(file);
  }
  return { file, ...side, format: 'png' };
}

async function sampleFile(name: string): Promise<string> {
  for (const one of [`${name}.jpg`, `${name}.png`, `bases/${name}.webp`]) {
    const file = path.join(samples, one);
    if (await stat(file).catch(() => undefined)) return file;
  }
  throw new Error(`no sample ${name}`);
}

/** The far wall of the bare living room. */
async function wallMask(): Promise<JobPicture> {
  const file = path.join(work, 'wall-mask.png');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${photographed.width}" height="${photographed.height}"
    viewBox="0 0 1024 768" shape-rendering="crispEdges">
    <rect width="100%" height="100%"/><polygon points="54,160 974,144 974,532 54,520" fill="#fff"/></svg>`;
  await sharp(Buffer.from(svg)).flatten().toColourspace('b-w').png().toFile(file);
  return { file, ...photographed, format: 'png' };
}

async function store(name: string, picture: Sharp): Promise<number> {
  const small = await picture
    .resize({ ...size, fit: 'cover' })
    .removeAlpha()
    .png()
    .toBuffer();
  let quality = 62;
  let bytes = await sharp(small).avif({ quality, effort: 6 }).toBuffer();
  while (bytes.length > mostBytes && quality > 30) {
    quality -= 4;
    bytes = await sharp(small).avif({ quality, effort: 6 }).toBuffer();
  }
  await writeFile(path.join(folder, `${name}.avif`), bytes);
  return bytes.length;
}

/** File and main colour by category id, or by root and name for a style that stands under every type. */
async function writeIndex(): Promise<void> {
  const index: Record<string, readonly [name: string, mainColor: string]> = {};
  let total = 0;
  for (const { name, keys } of choiceRecipes) {
    const bytes = await readFile(path.join(folder, `${name}.avif`)).catch(() => undefined);
    if (!bytes) continue;
    total += bytes.length;
    const { dominant } = await sharp(bytes).stats();
    const hex = [dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('');
    for (const key of keys) index[key] = [name, `#${hex}`];
  }
  const lines = Object.entries(index).map(([key, entry]) => `  ${JSON.stringify(key)}: ${JSON.stringify(entry)}`);
  await writeFile(indexFile, `{\n${lines.join(',\n')}\n}\n`);
  console.log(`${lines.length} choices, ${Math.round(total / 1000)} kB`);
}

async function drawSheet(file: string): Promise<void> {
  const columns = 6;
  const cell = { width: size.width + 8, height: size.height + 30 };
  const chosen = choiceRecipes.filter(
    ({ name }) => !values.only || values.only.some((begin) => name.startsWith(begin)),
  );
  const layers = await Promise.all(
    chosen.map(async ({ name, title }, place): Promise<OverlayOptions[]> => {
      const left = (place % columns) * cell.width;
      const top = Math.floor(place / columns) * cell.height;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="26"><text x="2" y="18"
        font-family="Noto Sans CJK SC" font-size="16">${name} ${title}</text></svg>`;
      const picture = await sharp(path.join(folder, `${name}.avif`))
        .png()
        .toBuffer();
      return [
        { input: picture, left, top },
        { input: Buffer.from(svg), left, top: top + size.height },
      ];
    }),
  );
  const rows = Math.ceil(chosen.length / columns);
  await sharp({ create: { width: columns * cell.width, height: rows * cell.height, channels: 3, background: '#fff' } })
    .composite(layers.flat())
    .png()
    .toFile(file);
}
