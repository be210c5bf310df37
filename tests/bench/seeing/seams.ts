import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { labPlanes } from '../../../engine/base/colour.ts';
import type { ToolJob } from '../../../engine/base/job.ts';
import { createDirectRunner } from '../../../engine/models/direct-runner.ts';
import { localRenderingPro } from '../../../engine/tools/local-rendering-pro.ts';
import { type Measurement, say } from '../measurement.ts';
import { findLabelledPictures } from './labelled-pictures.ts';

/** Photographs that are redrawn, spread over the folder. */
const asked = 8;
/** Longest side, pixels. */
const pictureSide = 800;
/** The part that is painted over, shares of the picture. */
const part = { left: 0.25, right: 0.7, top: 0.3, bottom: 0.75 };
const words = ['红砖', '清水混凝土', '白色涂料', '木格栅'];

/**
 * Hardness of the edge of a redrawn part: mean difference of colour (CIE76) between the pixels on both sides of the
 * mask's edge, in the result and in the photograph itself, where it is the picture's own texture.
 */
export async function benchSeams(folder?: string): Promise<Measurement[]> {
  const all = findLabelledPictures(folder);
  const chosen = all.filter((_, index) => index % Math.max(1, Math.floor(all.length / asked)) === 0).slice(0, asked);
  if (chosen.length === 0) {
    say('no labelled photographs: name a folder with img/*.jpg and lab/*.png, or set SEEING_PICTURES');
    return [];
  }
  const models = { runner: createDirectRunner(), slots: {} };
  const work = await mkdtemp(path.join(tmpdir(), 'bench-seams-'));
  let [before, after] = [0, 0];
  for (const [index, { file }] of chosen.entries()) {
    const photo = path.join(work, `${index}.png`);
    const { width, height } = await sharp(file)
      .resize({ width: pictureSide, height: pictureSide, fit: 'inside' })
      .png()
      .toFile(photo);
    const box = {
      ...{ left: Math.round(part.left * width), right: Math.round(part.right * width) },
      ...{ top: Math.round(part.top * height), bottom: Math.round(part.bottom * height) },
    };
    const mask = Buffer.alloc(width * height);
    for (let y = box.top; y < box.bottom; y++) mask.fill(255, y * width + box.left, y * width + box.right);
    const maskFile = path.join(work, `${index}-mask.png`);
    await sharp(mask, { raw: { width, height, channels: 1 } })
      .png()
      .toFile(maskFile);
    const of = (name: string) => ({ file: name, width, height, format: 'png' as const });
    const promptTxt = words[index % words.length]!;
    const params = {
      upload_img: 'p',
      mask: 'm',
      promptTxt,
      negTxt: '',
      strength: 0.75,
      feather: 8,
      ipaPlus: false,
      num: 1,
    };
    const pictures = { p: of(photo), m: of(maskFile) };
    const job: ToolJob = { params, pictures, seed: 1, outputDir: work, models, onProgress: () => undefined };
    const { outputs } = await localRenderingPro.run(job);
    const read = async (name: string) => labPlanes(new Uint8Array(await sharp(name).removeAlpha().raw().toBuffer()));
    const [own, drawn] = [await read(photo), await read(outputs[0]!.file)];
    const [here, there] = [edgeStep(own, box, width), edgeStep(drawn, box, width)];
    before += here / chosen.length;
    after += there / chosen.length;
    say(`${path.basename(file)} ${promptTxt}: ${here.toFixed(1)} in the photograph, ${there.toFixed(1)} in the result`);
  }
  await rm(work, { recursive: true });
  return [
    { name: 'edge of the part, in the photograph', ours: before, unit: 'ΔE' },
    { name: 'edge of the part, in the result', ours: after, unit: 'ΔE' },
  ];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Mean difference of neighbours of which one lies inside the box and one beside it. */
function edgeStep({ lightness, a, b }: ReturnType<typeof labPlanes>, box: Box, width: number): number {
  let [sum, count] = [0, 0];
  const add = (one: number, other: number) => {
    sum += 100 * Math.hypot(lightness[one]! - lightness[other]!, a[one]! - a[other]!, b[one]! - b[other]!);
    count++;
  };
  for (let x = box.left; x < box.right; x++) {
    add(box.top * width + x, (box.top - 1) * width + x);
    add((box.bottom - 1) * width + x, box.bottom * width + x);
  }
  for (let y = box.top; y < box.bottom; y++) {
    add(y * width + box.left, y * width + box.left - 1);
    add(y * width + box.right - 1, y * width + box.right);
  }
  return sum / count;
}
