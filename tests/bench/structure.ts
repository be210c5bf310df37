import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { judgeOutput } from '../../engine/judgement/judge-output.ts';
import { bringToBase, judgeResult } from '../../engine/judgement/judge-result.ts';
import type { JudgedPixels } from '../../engine/judgement/judged-picture.ts';
import { cutAndResize, readJudged, relight } from '../support/judged-pictures.ts';
import { type Measurement, say } from './measurement.ts';

const rounds = 5;
const size = { width: 1536, height: 1024 };

/** Measures how much processor time it takes to judge a result: one in its base's frame, and one with another crop. */
export async function benchStructure(): Promise<Measurement[]> {
  const file = fileURLToPath(new URL('../../user-app/public/samples/villa-day.jpg', import.meta.url));
  const sample = await readJudged(file, size.width);
  const whole = { left: 0, top: 0, width: sample.width, height: sample.height };
  const base = cutAndResize(sample, whole, size);
  const inPlace = relight(base, 2);
  const cropped = cutAndResize(inPlace, { left: 60, top: 30, width: 1270, height: 953 }, { width: 1152, height: 864 });
  say('a result in its frame, and one with another crop');
  return [
    ...timesOf('in place', base, inPlace),
    ...timesOf('of another size and crop', base, cropped),
    await timeOfFiles(base, cropped),
    { name: 'most memory of the process', ours: process.resourceUsage().maxRSS / 1024, unit: 'MB' },
  ];
}

function timesOf(name: string, base: JudgedPixels, result: JudgedPixels): Measurement[] {
  const judged = fastest(() => judgeResult(base, result));
  const brought = fastest(() => bringToBase(base, result));
  return [
    {
      name: `found and judged, ${name}, ${size.width}x${size.height}`,
      ours: judged,
      unit: 'ms',
      target: 'below 1500 ms',
    },
    { name: `brought to its base, ${name}`, ours: brought, unit: 'ms' },
  ];
}

/** Measures an output of another crop from file to file, as outputs of connected engines are judged. */
async function timeOfFiles(base: JudgedPixels, result: JudgedPixels): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-structure-'));
  const files = { base: path.join(folder, 'base.png'), result: path.join(folder, 'result.png') };
  await writePicture(files.base, base);
  await writePicture(files.result, result);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await judgeOutput({
      ...{ result: files.result, folder, name: 'judged', base: { file: files.base, ...size }, frame: size },
      ...{ areColoursApart: false, expectsNew: false, isCutout: false, wish: 'surfaces' },
    });
    times.push(processorMs(before));
  }
  await rm(folder, { recursive: true });
  return {
    name: `output of another size and crop brought and judged, from file to file, ${size.width}x${size.height}`,
    ...{ ours: Math.min(...times), unit: 'ms', target: 'below 1500 ms' },
  };
}

async function writePicture(file: string, { rgb, width, height }: JudgedPixels): Promise<void> {
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
}

function fastest(work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    return processorMs(before);
  });
  return Math.min(...times);
}

/** Milliseconds of processor time since then, of all threads. */
function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
