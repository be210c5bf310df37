import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { priceOf } from '#shared/tools/price';
import { toolById } from '#shared/tools/registry';
import type { ControlPictures } from '../../control/port.ts';
import { EngineFailure, OperationLost, type RenderListener, type RenderOutput, type RenderRequest } from '../port.ts';
import { filledGraph, type GraphFile, type ModelNames, type SlotValues } from './graph-file.ts';
import { cancelJob, jobId, OutOfMemory, resultsOf, runtimeOf, stateOf, untilEnded } from './jobs.ts';
import { givenPicture, picturesFor, resultSize, runSize, type Size, uploadName } from './run-inputs.ts';
import { promptFor, valuesFor } from './slot-values.ts';
import type { ComfySocket } from './socket.ts';
import type { ComfyWire, StoredFile } from './wire.ts';

export interface RunDeps {
  wire: ComfyWire;
  socket: ComfySocket;
  control: ControlPictures;
  models: ModelNames;
}

/** A request with the graph that runs it, and the share of the graph's pixels that it is run with. */
export interface GraphRun {
  request: RenderRequest;
  graph: GraphFile;
  share: number;
}

/** Share that a run which met the limit of memory is tried with once more. */
const smallerShare = 0.6;

interface Job {
  id: string;
  index: number;
  /** Pictures that it makes. */
  count: number;
  /** Beginning of the names of its files. */
  prefix: string;
}

/** Jobs of a run: one for all its pictures where the graph makes several at once, otherwise one for each. */
function jobsOf({ request: { key, tool, params }, graph, share }: GraphRun): Job[] {
  const defined = toolById(tool);
  return jobsFor(key, graph, defined ? priceOf(defined, params, 0).outputs : 1, share);
}

function jobsFor(key: string, graph: GraphFile, outputs: number, share: number): Job[] {
  const size = share === 1 ? '' : '-smaller';
  return Array.from({ length: graph.batch ? 1 : outputs }, (_, index) => {
    const id = jobId(`${key}-${index + 1}${size} ${graph.id}`);
    return { id, index, count: graph.batch ? outputs : 1, prefix: `zh-${id}` };
  });
}

/** Id of the job that every run under a key and a graph has. */
export const firstJobId = (key: string, graph: GraphFile): string => jobsFor(key, graph, 1, 1)[0]?.id ?? '';

/** Words and notes of the beginning of a run, for whoever looks at its result. */
export interface Begun {
  /** Words that the model was given, one after the other where outputs differ. */
  prompt: string;
  negative: string;
  /** Chinese sentences without a full stop: pictures and words that the model had to do without. */
  notes: string[];
}

/** Sends the pictures and queues the jobs of a run that the server does not know yet. */
export async function queueJobs({ wire, socket, control, models }: RunDeps, run: GraphRun): Promise<Begun> {
  const { request, graph, share } = run;
  const size = runSize(graph, resultSize(request), share);
  const names: SlotValues = {};
  const { pictures, missing } = await picturesFor(graph, request, size, control);
  const source = givenPicture('base', request);
  const base = source && graph.slots.denoise ? await control.look(source) : undefined;
  for (const [slot, bytes] of Object.entries(pictures) as Array<[keyof typeof pictures, Uint8Array]>) {
    const upload = uploadName(bytes);
    const isThere = await wire.has({ filename: upload, subfolder: '', type: 'input' });
    names[slot] = isThere ? upload : await wire.upload(upload, bytes);
  }
  const held = new Set(Object.keys(pictures) as Array<keyof typeof pictures>);
  for (const job of jobsOf(run)) {
    if ((await stateOf(wire, job.id)) !== 'gone') continue;
    const values = { ...valuesFor(graph, request, { size, base, pictures: held, ...job }), ...names };
    await wire.prompt(job.id, socket.clientId(), filledGraph(graph, values, models));
  }
  const written = jobsOf(run).map(({ index }) => promptFor(graph, request, { pictures: held, index }));
  const unread = [...new Set(written.flatMap((each) => each.unread))];
  const unreadNote = `模型只读英文，没有读懂「${unread.join('」「')}」`;
  return {
    prompt: [...new Set(written.map((each) => each.prompt))].join('；'),
    negative: written[0]?.negative ?? '',
    notes: [...missing, ...(unread.length > 0 ? [unreadNote] : [])],
  };
}

export interface RunResult {
  files: StoredFile[];
  /** Time of the work by the server's clock, milliseconds. */
  ms: number;
}

/** Waits for all jobs of a run; one that meets the limit of memory is tried smaller once. */
export async function runJobs(deps: RunDeps, run: GraphRun, listener: RenderListener): Promise<RunResult> {
  try {
    return await collect(deps, run, listener);
  } catch (error) {
    if (!(error instanceof OutOfMemory)) throw error;
    listener.onLine?.('the graphics memory was not enough; the run is tried smaller', { graph: run.graph.id });
  }
  const smaller = { ...run, share: smallerShare };
  // Others would lose their models.
  const { queue_running: running } = await deps.wire.queue();
  if (running.length === 0) await deps.wire.free();
  await queueJobs(deps, smaller);
  return collect(deps, smaller, listener).catch((error: unknown) => {
    throw error instanceof OutOfMemory ? new EngineFailure('config', 'not enough graphics memory') : error;
  });
}

async function collect(deps: RunDeps, run: GraphRun, listener: RenderListener): Promise<RunResult> {
  const jobs = jobsOf(run);
  const files: StoredFile[] = [];
  let ms = 0;
  let told = 0;
  for (const [index, { id, prefix, count }] of jobs.entries()) {
    const report = (part: number, words: string) => {
      told = Math.max(told, 0.95 * ((index + part) / jobs.length));
      listener.onProgress(told, { words, ends: 0.95 });
    };
    const ended = await untilEnded(deps, { id, listener, report }).catch(async (error: unknown) => {
      const found = error instanceof OperationLost ? await filesOf(deps.wire, prefix, count) : [];
      if (found.length === count) return found;
      throw error;
    });
    files.push(...(Array.isArray(ended) ? ended : resultsOf(ended, run.graph.output)));
    ms += Array.isArray(ended) ? 1 : runtimeOf(ended);
  }
  return { files, ms };
}

/** Results of a job that the server has forgotten, by the names it gave them. */
async function filesOf(wire: ComfyWire, prefix: string, count: number): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for (let number = 1; number <= count; number += 1) {
    const file = { filename: `${prefix}_${String(number).padStart(5, '0')}_.png`, subfolder: '', type: 'output' };
    if (await wire.has(file)) found.push(file);
  }
  return found;
}

/** Fetches the results of a run and writes them at the size that was asked for. */
export async function deliver(
  { wire }: RunDeps,
  files: readonly StoredFile[],
  request: RenderRequest,
): Promise<RenderOutput[]> {
  if (files.length === 0) throw new EngineFailure('engine', 'the job delivered nothing');
  const size = resultSize(request);
  return Promise.all(
    files.map(async (file, index) => {
      const bytes = await wire.view(file);
      if (!bytes) throw new OperationLost('a result is gone');
      return writeResult(bytes, size, path.join(request.outputDir, `result-${index + 1}.png`));
    }),
  );
}

/** Brightest value that a picture which failed may have. */
const black = 8;

/** Writes a result at its size, without the text that servers put into their files. */
async function writeResult(bytes: Uint8Array, { width, height }: Size, file: string): Promise<RenderOutput> {
  const { channels } = await sharp(bytes).stats();
  if (channels.slice(0, 3).every(({ max }) => max < black)) throw new EngineFailure('engine', 'the result is black');
  const picture = sharp(bytes).removeAlpha().resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  await writeFile(file, await picture.png().toBuffer());
  return { file, width, height, format: 'png' };
}

/** Ends the jobs of a request at the server, of both sizes. */
export async function cancelJobs({ wire }: RunDeps, request: RenderRequest, graph: GraphFile): Promise<void> {
  for (const share of [1, smallerShare])
    for (const { id } of jobsOf({ request, graph, share })) await cancelJob(wire, id).catch(() => undefined);
}
