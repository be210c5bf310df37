import { priceOf } from '#shared/tools/price';
import { toolById } from '#shared/tools/registry';
import type { ControlPictures } from '../../control/port.ts';
import { givenPicture } from '../given-picture.ts';
import { OperationLost, type RenderListener, RenderRefused, type RenderRequest } from '../port.ts';
import type { WrittenPrompt } from '../prompts/index.ts';
import { type Frame, frameCount, framesOf } from './frame.ts';
import { filledGraph, type GraphFile, type ModelNames, type PictureSlot, type SlotValues } from './graph-file.ts';
import { cancelJob, jobId, OutOfMemory, resultsOf, runtimeOf, stateOf, untilEnded } from './jobs.ts';
import { picturesFor, type RunPictures, uploadName } from './run-inputs.ts';
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
  /** The first of its pictures among the outputs of the run, and its frame among those of the run, from 0. */
  index: number;
  frame: number;
  /** Pictures that it makes. */
  count: number;
  /** Beginning of the names of its files. */
  prefix: string;
}

/** Jobs of a run: one for all its pictures where the graph makes several at once, otherwise one for each. */
function jobsOf({ request, graph, share }: GraphRun): Job[] {
  const defined = toolById(request.tool);
  const outputs = defined ? priceOf(defined, request.params, 0).outputs : 1;
  return jobsFor(request.key, { graph, share, outputs, frames: frameCount(graph, request) });
}

interface JobCount {
  graph: GraphFile;
  share: number;
  outputs: number;
  frames: number;
}

function jobsFor(key: string, { graph, share, outputs, frames }: JobCount): Job[] {
  const size = share === 1 ? '' : '-smaller';
  const isOneEach = frames > 1 || graph.batch;
  return Array.from({ length: frames > 1 ? frames : graph.batch ? 1 : outputs }, (_, at) => {
    const id = jobId(`${key}-${at + 1}${size} ${graph.id}`);
    const places = frames > 1 ? { index: 0, frame: at } : { index: at, frame: 0 };
    return { id, ...places, count: isOneEach && frames === 1 ? outputs : 1, prefix: `zh-${id}` };
  });
}

/** Id of the job that every run under a key and a graph has. */
export const firstJobId = (key: string, graph: GraphFile): string =>
  jobsFor(key, { graph, share: 1, outputs: 1, frames: 1 })[0]?.id ?? '';

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
  const frames = await framesOf(graph, request, share);
  const source = givenPicture('base', request);
  const base = source && graph.slots.denoise ? await control.look(source) : undefined;
  const sent = new Map<Frame, Promise<Sent>>();
  const notes = new Set<string>();
  const written: WrittenPrompt[] = [];
  for (const job of jobsOf(run)) {
    const frame = frames[job.frame]!;
    const held = await (sent.get(frame) ?? send(wire, await picturesFor(graph, request, frame, control)));
    sent.set(frame, Promise.resolve(held));
    for (const each of held.missing) notes.add(each);
    const setting = { ...job, frame, base, pictures: new Set(Object.keys(held.names) as PictureSlot[]) };
    written.push(promptFor(graph, request, setting));
    if ((await stateOf(wire, job.id)) !== 'gone') continue;
    const filled = filledGraph(graph, { ...valuesFor(graph, request, setting), ...held.names }, models);
    await wire.prompt({ id: job.id, clientId: socket.clientId(), graph: filled, model: graph.id });
  }
  return begunWith(written, notes);
}

interface Sent {
  /** Names of the uploaded pictures by slot. */
  names: SlotValues;
  missing: readonly string[];
}

/** Sends the pictures that the server does not have yet. */
async function send(wire: ComfyWire, { pictures, missing }: RunPictures): Promise<Sent> {
  const names: SlotValues = {};
  for (const [slot, bytes] of Object.entries(pictures) as Array<[PictureSlot, Uint8Array]>) {
    const upload = uploadName(bytes);
    const isThere = await wire.has({ filename: upload, subfolder: '', type: 'input' });
    names[slot] = isThere ? upload : await wire.upload(upload, bytes);
  }
  return { names, missing };
}

function begunWith(written: readonly WrittenPrompt[], notes: Set<string>): Begun {
  const unread = [...new Set(written.flatMap((each) => each.unread))];
  if (unread.length > 0) notes.add(`模型只读英文，没有读懂「${unread.join('」「')}」`);
  return {
    prompt: [...new Set(written.map((each) => each.prompt))].join('；'),
    negative: written[0]?.negative ?? '',
    notes: [...notes],
  };
}

export interface RunResult {
  files: StoredFile[];
  /** Frames that they were made in. */
  frames: Frame[];
  /** Time of the work by the server's clock, milliseconds. */
  ms: number;
}

const tooLarge = '这张图对这个引擎的显存来说太大，缩小后仍然放不下，券已退回；请选较低的画质、换一张小图或改选其他引擎';

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
    throw error instanceof OutOfMemory ? new RenderRefused(tooLarge) : error;
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
  return { files, frames: await framesOf(run.graph, run.request, run.share), ms };
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

/** Ends the jobs of a request at the server, of both sizes. */
export async function cancelJobs({ wire }: RunDeps, request: RenderRequest, graph: GraphFile): Promise<void> {
  for (const share of [1, smallerShare])
    for (const { id } of jobsOf({ request, graph, share })) await cancelJob(wire, id).catch(() => undefined);
}
