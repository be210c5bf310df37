import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { JobRefused } from './base/job.ts';
import type { BaseKind } from './kernels/control/base-kind.ts';
import { jobModelsOf, type ModelAccess } from './models/client.ts';
import {
  type ControlJob,
  ControlMissing,
  type ControlPixels,
  controlBaseOf,
  makeControlMask,
  makeControlPicture,
} from './steps/control-pictures.ts';

// Pictures are used once; a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

type Place = Omit<ControlJob, 'models' | 'kind'>;

/** Messages from the pool. Pictures are written to `target` as PNG. */
export type ControlTask =
  | { kind: 'look'; picture: ControlJob['picture'] }
  | (Place & { kind: 'mask'; grow: number; feather: number; target: string })
  | (Place & { kind: ControlJob['kind']; models?: ModelAccess; target: string });

/** Answer of the thread; expected failures are data, because errors lose their class between threads. */
export type ControlAnswer = { base: BaseKind } | { made: true } | { refusal: string } | { missing: string };

/** Entry of a worker thread: makes one control picture. */
export default async function makeControl(task: ControlTask): Promise<ControlAnswer> {
  try {
    if (task.kind === 'look') return { base: await controlBaseOf(task.picture) };
    await writeFile(task.target, await pngOf(await make(task)));
    return { made: true };
  } catch (error) {
    if (error instanceof JobRefused) return { refusal: error.sentence };
    if (error instanceof ControlMissing) return { missing: error.sentence };
    throw error;
  }
}

async function make(task: Exclude<ControlTask, { kind: 'look' }>): Promise<ControlPixels> {
  if (task.kind === 'mask') return makeControlMask(task, task);
  const { models, ...job } = task;
  return makeControlPicture({ ...job, ...(models && { models: jobModelsOf(models) }) });
}

const pngOf = ({ pixels, width, height, channels }: ControlPixels): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels } }).png({ compressionLevel: 6 }).toBuffer();
