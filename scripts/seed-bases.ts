/**
 * Traces the buildings and rooms of `samples/concept-bases.ts` for the bases that tools are tried with, into
 * `user-app/public/samples/bases/`, with an index of what stands there. Options: --only name (may repeat),
 * --trace-width n (640; the picture is enlarged to 1024).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { text2Img } from '#shared/tools/outdoor';
import { buildConcept } from '../engine/kernels/concept/concept-scene.ts';
import { readBrief } from '../engine/kernels/concept/reading/read-brief.ts';
import { exposeConcept } from '../engine/kernels/concept/view/expose-concept.ts';
import { studio } from '../engine/kernels/trace/atmospheres.ts';
import { whiteModel } from '../engine/kernels/trace/materials.ts';
import type { Scene } from '../engine/kernels/trace/scene.ts';
import { Tracer } from '../engine/kernels/trace/tracer.ts';
import { type ConceptBase, conceptBases, type RoomBase, roomBases } from './samples/concept-bases.ts';
import { renderScene } from './scenes/render.ts';

const size = { width: 1024, height: 768 };
const thumbWidth = 320;
const mostBytes = 45_000;
/** Further rays on edges and in leaves. */
const edgeRays = 4;

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, 'trace-width': { type: 'string', default: '640' } },
});
const folder = path.join(import.meta.dirname, '..', 'user-app', 'public', 'samples', 'bases');
const indexFile = path.join(folder, 'index.json');
await mkdir(folder, { recursive: true });
const kept = new Map((await readKept()).map((entry) => [entry.name, entry]));
const bases = [...conceptBases, ...roomBases];
for (const base of bases) {
  if (values.only && !values.only.includes(base.name)) continue;
  const start = performance.now();
  kept.set(base.name, await store(base, 'words' in base ? trace(base) : await traceRoom(base)));
  const ordered = bases.flatMap(({ name }) => kept.get(name) ?? []);
  await writeFile(indexFile, `${JSON.stringify(ordered, null, 2)}\n`);
  console.log(`${base.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

function trace({ words, seed, isWhite }: ConceptBase): Sharp {
  const params = text2Img.params.parse({ promptTxt: words, classifyId2: '101', num: 1, ratio: '4:3' });
  const { brief } = readBrief(params as Parameters<typeof readBrief>[0], seed);
  const { scene } = buildConcept(brief, { aspect: size.width / size.height, seed, output: 0 });
  const lit: Scene = isWhite
    ? { ...scene, ...studio([0.42, 0.6, -0.78]), haze: 0, materials: whiteModel(scene.materials), lights: [] }
    : scene;
  const { rgb } = exposeConcept(
    lit,
    new Tracer(lit),
    { ...tracedSize(), first: 2, more: edgeRays },
    { onProgress: () => undefined },
  );
  return enlarge(rgb);
}

function tracedSize() {
  const width = Number.parseInt(values['trace-width'], 10) || size.width;
  return { width, height: Math.round((width * size.height) / size.width) };
}

function enlarge(rgb: Uint8Array): Sharp {
  return sharp(rgb, { raw: { ...tracedSize(), channels: 3 } }).resize(size.width, size.height, { kernel: 'lanczos3' });
}

async function traceRoom({ name }: RoomBase): Promise<Sharp> {
  const { width, height } = tracedSize();
  const rgb = await renderScene(name, { width, height, samples: 9, gatherEvery: 3 }, 2);
  return enlarge(rgb);
}

interface Entry extends Pick<ConceptBase, 'name' | 'title'> {
  file: string;
  thumb: string;
  width: number;
  height: number;
  mainColor: string;
  kind: 'photo' | 'white-model';
}

async function store(base: ConceptBase | RoomBase, picture: Sharp): Promise<Entry> {
  const { name, title } = base;
  const isWhite = 'isWhite' in base;
  const lossless = await picture.png().toBuffer();
  let quality = 82;
  let bytes = await sharp(lossless).webp({ quality, effort: 6 }).toBuffer();
  while (bytes.length > mostBytes && quality > 22) {
    quality -= 6;
    bytes = await sharp(lossless).webp({ quality, effort: 6 }).toBuffer();
  }
  const files = { file: `bases/${name}.webp`, thumb: `bases/${name}-${thumbWidth}.webp` };
  await writeFile(path.join(folder, '..', files.file), bytes);
  await sharp(lossless)
    .resize(thumbWidth)
    .webp({ quality: 74, effort: 6 })
    .toFile(path.join(folder, '..', files.thumb));
  const { dominant } = await sharp(lossless).stats();
  const mainColor = `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return { name, ...files, ...size, title, kind: isWhite ? 'white-model' : 'photo', mainColor };
}

async function readKept(): Promise<Entry[]> {
  try {
    return JSON.parse(await readFile(indexFile, 'utf8')) as Entry[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
