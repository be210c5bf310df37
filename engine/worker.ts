import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type MessagePort, threadId } from 'node:worker_threads';
import sharp from 'sharp';
import {
  type JobPicture,
  JobRefused,
  type JobStep,
  type KeptReading,
  type ToolJob,
  type ToolResult,
  UnsuitablePicture,
  type WorkerAnswer,
} from './base/job.ts';
import { clamp } from './base/scalar.ts';
import { type FilmWork, helpFilm } from './kernels/trace/shared-film.ts';
import { jobModelsOf, type ModelAccess } from './models/client.ts';
import { packReading } from './steps/reading-file.ts';
import { engineTools } from './tools/index.ts';
import { readWordsOf } from './tools/read-words.ts';
import { checkSuitability, type PictureLook, refuseUnsuitable } from './tools/suitability.ts';

// Decoded pictures are used once; a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** Message from the pool to a worker thread: one job of one tool. */
export interface WorkerTask extends Omit<ToolJob, 'onProgress' | 'models' | 'readings' | 'callHelpers'> {
  tool: string;
  /** Receives {@link WorkerReport}s, of which the first is 0 and says that the work begins, and {@link HelpWanted}. */
  progress: MessagePort;
  /** Access to the process that runs networks; without it the job has none. */
  models?: ModelAccess;
}

/** Progress of a job. */
export interface WorkerReport {
  /** 0–1. */
  fraction: number;
  step?: JobStep;
  /** Number of the thread in its process; in the first report only. */
  thread?: number;
}

/** Work of the running job that idle threads may take part in. */
export interface HelpWanted {
  help: object;
}

/** Milliseconds between reports of the same step. */
const leastPause = 100;

/** Entry of a worker thread: runs one job of one tool. */
export default async function runTask({ tool: id, progress, models, ...job }: WorkerTask): Promise<WorkerAnswer> {
  const tool = engineTools[id];
  if (!tool) throw new Error(`no tool named ${id}`);
  let lastSent = Number.NEGATIVE_INFINITY;
  let lastWords: string | undefined;
  const onProgress: ToolJob['onProgress'] = (fraction, step) => {
    const now = performance.now();
    // A step that begins is always said: a long one may say nothing more for half of the run.
    if (step?.words === lastWords && now - lastSent < leastPause) return;
    lastSent = now;
    lastWords = step?.words;
    progress.postMessage({ fraction: clamp(fraction, 0, 1), ...(step && { step }) } satisfies WorkerReport);
  };
  progress.postMessage({ fraction: 0, thread: threadId } satisfies WorkerReport);
  try {
    const base = job.pictures[String(job.params.upload_img)];
    const networks = models && jobModelsOf(models);
    if (base) await refuseUnsuitable(id, job.params, base, networks);
    const readings = new Map<string, KeptReading>();
    const callHelpers = (help: object): void => progress.postMessage({ help } satisfies HelpWanted);
    const ran = await tool.run({ ...job, onProgress, callHelpers, readings, ...(networks && { models: networks }) });
    const result = { ...ran, ...(await keepReadings(job, readings, ran)) };
    const words = result.words ?? readWordsOf(id, job.params);
    return { result: words ? { ...result, words } : result };
  } catch (error) {
    if (error instanceof JobRefused)
      return { refusal: error.sentence, isPictureUnsuitable: error instanceof UnsuitablePicture };
    throw error;
  } finally {
    progress.close();
  }
}

/** Message from the pool that asks an idle thread to take part in the work of another. */
export interface HelpTask {
  work: object;
  /** Shared; anything but 0 ends the help within a row of a picture. */
  stop: Int32Array;
}

/** Takes part in a job of another thread until it is done or the thread is wanted for a job of its own. */
export function helpOut({ work, stop }: HelpTask): void {
  helpFilm(work as FilmWork, () => Atomics.load(stop, 0) !== 0);
}

/** Message from the pool that asks for the checks of a picture before a run. */
export interface LookTask extends Pick<WorkerTask, 'tool' | 'cacheFolder' | 'models'> {
  picture: JobPicture;
}

/** Looks at a picture before the tool is asked to work on it. */
export function lookAt({ tool, picture, cacheFolder, models }: LookTask): Promise<PictureLook> {
  return checkSuitability(tool, picture, {
    ...(cacheFolder && { cacheFolder }),
    ...(models && { models: jobModelsOf(models) }),
  });
}

/** Writes what was read beside the outputs, and names the operator's networks that read it. */
async function keepReadings(
  { pictures, outputDir }: Pick<ToolJob, 'pictures' | 'outputDir'>,
  readings: ReadonlyMap<string, KeptReading>,
  { facts }: ToolResult,
): Promise<Pick<ToolResult, 'facts' | 'readings'>> {
  if (readings.size === 0) return {};
  const kept: Record<string, string> = {};
  for (const [imageId, { file }] of Object.entries(pictures)) {
    const reading = readings.get(file);
    if (!reading) continue;
    kept[imageId] = path.join(outputDir, `reading-${Object.keys(kept).length + 1}.bin`);
    await writeFile(kept[imageId], packReading(reading));
  }
  const readers = new Set([...readings.values()].flatMap(({ readBy }) => readBy ?? []));
  return { readings: kept, ...(readers.size > 0 && { facts: { ...facts, sceneModel: [...readers].join('、') } }) };
}
