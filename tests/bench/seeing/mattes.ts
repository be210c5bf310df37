import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { matting as definition } from '#shared/tools/edit';
import { JobRefused } from '../../../engine/base/job.ts';
import { createDirectRunner } from '../../../engine/models/direct-runner.ts';
import { matting } from '../../../engine/tools/matting.ts';
import { type Measurement, say } from '../measurement.ts';

/** Longest side at which things are cut out, pixels. */
const pictureSide = 640;
/** Share of its new picture's sides that a thing pasted there fills at most. */
const pastedShare = 0.6;

/** A picture with the opacity that its thing should get, 0–255. */
interface Matte {
  name: string;
  width: number;
  height: number;
  rgb: Buffer;
  truth: Buffer;
}

/**
 * Measures automatic cut-outs: photographs with a cut-out of their own (`NAME.jpg` beside `NAME.out.png`), and
 * all cut-outs (`NAME.out.png`, with or without a photograph) pasted on other photographs of the folder. A refusal
 * counts as nothing found.
 */
export async function benchMattes(folder = process.env.SEEING_PICTURES): Promise<Measurement[]> {
  const names = namesIn(folder);
  if (folder === undefined || names.cutOuts.length === 0) {
    say('no cut-outs: name a folder with NAME.out.png and photographs, or set SEEING_PICTURES');
    return [];
  }
  const outputDir = await mkdtemp(path.join(tmpdir(), 'bench-mattes-'));
  try {
    const own: number[] = [];
    const pasted: number[] = [];
    for (const [index, name] of names.cutOuts.entries()) {
      if (existsSync(path.join(folder, `${name}.jpg`))) {
        own.push(await overlapOf(await readOwn(folder, name), outputDir));
      }
      const behind = names.backgrounds[(index * 7) % Math.max(1, names.backgrounds.length)];
      if (behind) pasted.push(await overlapOf(await paste(folder, name, behind, index), outputDir));
    }
    return [
      ...figure('cut-outs of photographs, mean IoU', own),
      ...figure('cut-outs of things pasted on other photographs, mean IoU', pasted),
    ];
  } finally {
    await rm(outputDir, { recursive: true, force: true });
  }
}

function figure(name: string, overlaps: readonly number[]): Measurement[] {
  if (overlaps.length === 0) return [];
  const sum = overlaps.reduce((total, overlap) => total + overlap, 0);
  return [{ name, ours: (100 * sum) / overlaps.length, unit: '%', target: '≥ 75 %' }];
}

/** Cut-outs, and photographs that serve as backgrounds because they have none; without their endings. */
function namesIn(folder: string | undefined) {
  if (folder === undefined || !existsSync(folder)) return { cutOuts: [], backgrounds: [] };
  const files = readdirSync(folder).sort();
  const namesOf = (ending: RegExp) => files.filter((file) => ending.test(file)).map((file) => file.replace(ending, ''));
  const cutOuts = namesOf(/\.out\.png$/);
  return { cutOuts, backgrounds: namesOf(/\.jpg$/).filter((name) => !cutOuts.includes(name)) };
}

const bounded = { width: pictureSide, height: pictureSide, fit: 'inside' } as const;

async function readOwn(folder: string, name: string): Promise<Matte> {
  const { data, info } = await readColours(folder, name);
  const { width, height } = info;
  const truth = await sharp(path.join(folder, `${name}.out.png`))
    .ensureAlpha()
    .extractChannel(3)
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { name, width, height, rgb: data, truth };
}

/** A thing on a background of another photograph: in the middle, left or right of it by turns, standing low. */
async function paste(folder: string, name: string, behind: string, turn: number): Promise<Matte> {
  const background = await readColours(folder, behind);
  const { width, height } = background.info;
  const fitted = { width: Math.round(width * pastedShare), height: Math.round(height * pastedShare) };
  const thing = await sharp(path.join(folder, `${name}.out.png`))
    .ensureAlpha()
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .resize({ ...fitted, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((width - thing.info.width) * [0.5, 0.2, 0.8][turn % 3]!);
  const top = Math.round((height - thing.info.height) * 0.8);
  const layer = [{ input: thing.data, left, top }];
  const raw = { width, height, channels: 3 } as const;
  const rgb = await sharp(background.data, { raw }).composite(layer).removeAlpha().raw().toBuffer();
  const empty = { create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;
  const drawn = await sharp(empty).composite(layer).png().toBuffer();
  const truth = await sharp(drawn).extractChannel(3).raw().toBuffer();
  return { name: `${name} on ${behind}`, width, height, rgb, truth };
}

function readColours(folder: string, name: string) {
  return sharp(path.join(folder, `${name}.jpg`))
    .toColourspace('srgb')
    .resize(bounded)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Intersection over union of what is cut out and the truth, both at least half opaque. */
async function overlapOf({ name, width, height, rgb, truth }: Matte, outputDir: string): Promise<number> {
  const file = path.join(outputDir, 'picture.png');
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
  let found: Uint8Array;
  try {
    const { outputs } = await matting.run({
      params: definition.params.parse({ upload_img: 'p', subject: 'furniture', edge: 0 }),
      pictures: { p: { file, width, height, format: 'png' } },
      seed: 1,
      outputDir,
      models: { runner: createDirectRunner(), slots: {} },
      onProgress: () => undefined,
    });
    // Read from bytes: the file of the run before had the same name.
    found = await sharp(await readFile(outputs[0]!.file))
      .extractChannel(3)
      .raw()
      .toBuffer();
  } catch (error) {
    if (!(error instanceof JobRefused)) throw error;
    found = new Uint8Array(width * height);
  }
  let both = 0;
  let either = 0;
  for (let i = 0; i < truth.length; i++) {
    const [isFound, isThere] = [found[i]! >= 128, truth[i]! >= 128];
    if (isFound && isThere) both++;
    if (isFound || isThere) either++;
  }
  const overlap = either === 0 ? 1 : both / either;
  say(`${name}: ${Math.round(100 * overlap)} %`);
  return overlap;
}
