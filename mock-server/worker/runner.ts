import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { ImageFormat } from '#shared/contract/image';
import { ProductError } from '#shared/errors';
import { pictureIdsOf } from '#shared/tools/define-tool';
import { priceOf } from '#shared/tools/price';
import { toolById } from '#shared/tools/registry';
import type { ResultJudge } from '../adapters/judge/port.ts';
import type { CountedRun, Tally } from '../adapters/metrics/port.ts';
import {
  Detached,
  EngineFailure,
  type FailureCost,
  OperationLost,
  type RefusalCause,
  type RenderEngine,
  type RenderedBuilding,
  type RenderListener,
  type RenderOperation,
  type RenderOutcome,
  type RenderPicture,
  RenderRefused,
  type RenderRequest,
  StartUnknown,
} from '../adapters/render/port.ts';
import type { BlobStorage } from '../adapters/storage/port.ts';
import type { Store } from '../modules/base/store.ts';
import type { DrawnView } from '../modules/studio/building/building.rules.ts';
import type { ChosenCategories } from '../modules/studio/category/chosen-categories.ts';
import type { ImageService } from '../modules/studio/image/image.service.ts';
import { type EngineDirectory, noEngine } from '../modules/studio/task/engine-directory.ts';
import { areVariants, nameOfEngine } from '../modules/studio/task/task.rules.ts';
import { type FinishedOutput, filesIn, type TaskTry } from '../modules/studio/task/task-outputs.ts';
import type { TaskPreviews } from '../modules/studio/task/task-previews.ts';
import type { ClaimedTask, RunFailure, StoredReading, TaskRuns } from '../modules/studio/task/task-runs.ts';
import { WorkerLost } from '../pools/failures.ts';
import { storageFault } from '../storage-fault.ts';
import { endedWithin } from '../timers.ts';
import { withDeps } from '../with-deps.ts';
import { type EndedRun, judgeOutputs, judgingShare, type LabelledOutput } from './judging.ts';
import { type AskedTry, bestOutputs, makeTries, paramsFor, wishedScore } from './tries.ts';

export interface RunnerDeps {
  store: Store;
  storage: BlobStorage;
  images: ImageService;
  judge: ResultJudge;
  chosen: ChosenCategories;
  engines: EngineDirectory;
  runs: TaskRuns;
  previews: Pick<TaskPreviews, 'put' | 'drop'>;
  log: Logger;
  tally: Pick<Tally, 'runEnded'>;
  /** Most tasks that run at once over all lanes, as it is set now; the queue keeps each lane to its own size. */
  concurrency: () => number;
}

export interface Runner {
  /** Begins to work; nothing runs before. */
  start(): void;
  /** Looks for due jobs now. */
  wake(): void;
  /** Cancels the work on a task whose row has ended already. */
  stopRun(taskId: string): void;
  /**
   * Takes no more jobs, waits up to `graceMs` for those under way, then gives their leases back. Work outside of this
   * process goes on and is watched again after the next start.
   */
  stop(graceMs: number): Promise<void>;
  /** Detaches from what is under way, does `body` while nothing is watched, then goes on. */
  pause(body: () => Promise<void>): Promise<void>;
  /** Puts jobs back whose lease has run out; those under way here keep theirs. */
  reclaim(): Promise<void>;
  /** Resolves when nothing is running and nothing is due. */
  idle(): Promise<void>;
}

const idlePollMs = 1000;
const heartbeatMs = 5000;
const progressEveryMs = 400;

interface Run {
  claimed: ClaimedTask;
  controller: AbortController;
}

interface RunnerState {
  isStopped: boolean;
  isPaused: boolean;
  isPumping: boolean;
  /** True when {@link Runner.wake} was called while the runner was looking for jobs. */
  isAskedAgain: boolean;
  pumping: Promise<void>;
  timer: NodeJS.Timeout | undefined;
}

/** Reason of a signal by which a person ends a run. */
class RunCanceled extends Error {
  override readonly name = 'RunCanceled';
}

interface RunnerParts extends RunnerDeps {
  state: RunnerState;
  running: Map<string, Run>;
  idlers: Array<() => void>;
  underWay: Set<Promise<void>>;
  /** Runs a function apart from the work that asks for it, such as a transaction of the caller's. */
  apart: <T>(work: () => T) => T;
}

/** Runs queued tasks on their engines, a few at a time. */
export function createRunner(deps: RunnerDeps): Runner {
  const running = new Map<string, Run>();
  const underWay = new Set<Promise<void>>();
  const state: RunnerState = {
    isStopped: false,
    isPaused: true,
    isPumping: false,
    isAskedAgain: false,
    pumping: Promise.resolve(),
    timer: undefined,
  };
  const idlers: Array<() => void> = [];
  const apart = AsyncLocalStorage.snapshot();
  const parts: RunnerParts = { ...deps, state, running, idlers, underWay, apart };
  return {
    ...withDeps(parts, { start, reclaim, stop, pause, idle, wake }),
    stopRun: (taskId: string) => running.get(taskId)?.controller.abort(new RunCanceled()),
  };
}

function start(deps: RunnerParts): void {
  deps.state.isPaused = false;
  wake(deps);
}

async function reclaim(deps: RunnerParts): Promise<void> {
  const { runs, running } = deps;
  if (!(await runs.hasRunOut())) return;
  await Promise.all([...running.values()].map((given) => renew(deps, given)));
  await runs.reclaimRunOut();
  wake(deps);
}

async function stop(deps: RunnerParts, graceMs: number): Promise<void> {
  const { state, underWay } = deps;
  state.isStopped = true;
  clearTimeout(state.timer);
  await endedWithin(graceMs, Promise.allSettled(underWay));
  await stopAll(deps);
}

async function pause(deps: RunnerParts, body: () => Promise<void>): Promise<void> {
  deps.state.isPaused = true;
  try {
    await stopAll(deps);
    await body();
  } finally {
    deps.state.isPaused = false;
    wake(deps);
  }
}

function idle(deps: RunnerParts): Promise<void> {
  return new Promise<void>((resolve) => {
    deps.idlers.push(resolve);
    wake(deps);
  });
}

function wake(deps: RunnerParts): void {
  const { log, state, running, idlers } = deps;
  if (state.isPumping) {
    state.isAskedAgain = true;
    return;
  }
  state.isPumping = true;
  state.pumping = deps
    .apart(() => pump(deps))
    .catch((error: unknown) => log.error({ error }, 'the runner could not look for jobs'))
    .finally(() => {
      state.isPumping = false;
      if (state.isAskedAgain) {
        state.isAskedAgain = false;
        wake(deps);
        return;
      }
      scheduleNext(deps);
      if (running.size === 0) for (const resolve of idlers.splice(0)) resolve();
    });
}

async function pump(deps: RunnerParts): Promise<void> {
  const { concurrency, runs, log, state, running, underWay } = deps;
  while (!state.isStopped && !state.isPaused && running.size < concurrency()) {
    const claimed = await runs.claim();
    if (!claimed) return;
    const controller = new AbortController();
    const run = { claimed, controller };
    running.set(claimed.task.id, run);
    const work = perform(deps, run)
      .catch((error: unknown) => logOf(log, claimed).error({ error }, 'a run ended without an outcome'))
      .finally(() => {
        if (running.get(claimed.task.id) === run) running.delete(claimed.task.id);
        underWay.delete(work);
        wake(deps);
      });
    underWay.add(work);
  }
}

function scheduleNext(deps: RunnerParts): void {
  const { state } = deps;
  clearTimeout(state.timer);
  if (state.isStopped) return;
  state.timer = setTimeout(() => wake(deps), idlePollMs);
  state.timer.unref();
}

/** Keeps a run's lease; a run that has lost it leaves the work to whoever has it now. */
async function renew(deps: RunnerDeps, { claimed, controller }: Run): Promise<void> {
  if (!(await deps.runs.renew(claimed))) controller.abort(new Detached('the lease was lost'));
}

/** Under these names every line of a run stands in the log. */
function logOf(log: Logger, { task, attemptNumber: attempt }: ClaimedTask): Logger {
  return log.child({ task: task.id, attempt, ...(task.request_id !== null && { requestId: task.request_id }) });
}

async function perform(parts: RunnerParts, run: Run): Promise<void> {
  const { claimed, controller } = run;
  const deps = { ...parts, log: logOf(parts.log, claimed) };
  const { log, storage, runs, tally } = deps;
  const { id: task, tool, engine } = claimed.task;
  const startedAt = performance.now();
  const ended = (outcome: CountedRun['outcome'], reason = '') => {
    const ms = performance.now() - startedAt;
    log.info({ tool, engine, outcome, ...(reason !== '' && { reason }), ms: Math.round(ms) }, 'a run ended');
    tally.runEnded({ task, tool, engine, outcome, reason, seconds: ms / 1000 });
  };
  log.info({ tool, engine }, 'a run begins');
  const beat = () => renew(deps, run).catch((error: unknown) => log.warn({ error }, 'a lease was not renewed'));
  const heartbeat = setInterval(beat, heartbeatMs);
  const folder = await storage.workFolder();
  try {
    const course = { signal: controller.signal, onProgress: progressOf(deps, claimed, controller.signal) };
    await carryOut(deps, claimed, folder, course);
    ended('succeeded');
  } catch (error) {
    if (controller.signal.aborted || error instanceof Detached) return ended('stopped');
    const failure = toFailure(error);
    await runs.fail(claimed, failure);
    ended(error instanceof RenderRefused ? 'refused' : 'failed', failure.error.reason);
    if (operatorReasons.has(failure.error.reason)) log.error({ error }, 'a run failed; the operator has to act');
    else if (!(error instanceof RenderRefused)) log.warn({ error }, 'a run failed');
  } finally {
    clearInterval(heartbeat);
    deps.previews.drop(task);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The whole of a run, judging included: its end and its progress. */
type Course = Pick<RenderListener, 'signal' | 'onProgress'>;

/** A run of an engine that has ended well. */
interface RenderedRun extends EndedRun {
  /** Progress, 0–1, at which it did. */
  renderedAt: number;
  /** Number of the try, from 1 on. */
  number: number;
  /** Places of its outputs among those of the task; all in their order when absent. */
  places: readonly number[] | undefined;
}

/** A try with what it went by in its pictures. */
type MadeTry = TaskTry & { readings: readonly StoredReading[] };

/**
 * Makes the tries that the task needs and settles it with the best output of each place. An engine that fails at a
 * further try ends the tries, not the task.
 */
async function carryOut(deps: RunnerParts, claimed: ClaimedTask, folder: string, course: Course): Promise<void> {
  const { runs, images } = deps;
  const { task } = claimed;
  const least = wishedScore(toolById(task.tool), JSON.parse(task.params));
  let readings: readonly StoredReading[] = [];
  const { tries, failure } = await makeTries<MadeTry>(
    { earlier: await runs.triesOf(claimed), least, seed: task.seed },
    {
      async make(asked) {
        const made = await makeTry(deps, claimed, { ...asked, folder }, course);
        readings = made.readings;
        return made;
      },
      async keep({ readings: used, ...tried }, number) {
        const words = `第 ${number} 次的结构低于 ${least} 分，换种子再试`;
        await runs.keepTry(claimed, { ...tried, number, words }, used);
        readings = [];
      },
    },
  );
  if (failure !== undefined) await giveUp(deps, claimed, failure, course.signal);
  const kept = bestOutputs(tries, least);
  const doubles = await findDoubles(deps, claimed, kept);
  const outputs = kept.map((output, place) => ({ ...output, isDouble: doubles.has(place) }));
  const made = tries.flatMap((tried) => tried.outputs.map(({ output }) => output));
  const unkept = made.filter(({ sha256 }) => !kept.some((output) => output.sha256 === sha256));
  try {
    await runs.succeed(claimed, wholeOf(tries, kept), outputs, readings);
  } finally {
    await images.discard(filesIn(unkept).map(({ sha256 }) => sha256));
  }
}

/** Ends a further try that failed. Rejects where it can go on later: with a stop, a lost lease, or a full disk. */
async function giveUp(
  { runs, log }: RunnerParts,
  claimed: ClaimedTask,
  failure: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || failure instanceof Detached || storageFault(failure)) throw failure;
  const ended = toFailure(failure);
  if (operatorReasons.has(ended.error.reason))
    log.error({ error: failure }, 'a further try failed; the operator has to act');
  else log.warn({ error: failure }, 'a further try failed');
  await runs.giveUpTry(claimed, ended);
}

/** Outcome of a task: what the try of its first output says, the time of all tries and the cost of the last. */
function wholeOf(tries: readonly TaskTry[], [first]: readonly FinishedOutput[]): TaskTry['outcome'] {
  const told = tries.find(({ outputs }) => outputs.some(({ output }) => output.sha256 === first?.sha256)) ?? tries[0]!;
  const { costFen: _, ...outcome } = told.outcome;
  const { costFen } = tries.at(-1)!.outcome;
  const ms = tries.reduce((sum, tried) => sum + tried.outcome.ms, 0);
  return { ...outcome, ms, ...(costFen !== undefined && { costFen }) };
}

type TryOrder = AskedTry & { folder: string };

async function makeTry(
  deps: RunnerParts,
  claimed: ClaimedTask,
  asked: TryOrder,
  { signal, onProgress }: Course,
): Promise<MadeTry> {
  const { number } = asked;
  const numbered: Course['onProgress'] = (fraction, step) =>
    onProgress(fraction, step && { ...step, words: `第 ${number} 次 · ${step.words}` });
  const course = { signal, onProgress: number === 1 ? onProgress : numbered };
  const run = await render(deps, claimed, asked, course);
  signal.throwIfAborted();
  return judgeAndStore(deps, run, course);
}

async function render(
  deps: RunnerParts,
  claimed: ClaimedTask,
  { number, seed, places: wanted, folder }: TryOrder,
  { signal, onProgress }: Course,
): Promise<RenderedRun> {
  const { task } = claimed;
  const ordered = JSON.parse(task.params) as Record<string, unknown>;
  const tool = toolById(task.tool);
  const engine = await engineOf(deps, claimed, ordered, number);
  const { params, places } = paramsFor(tool, tool ? deps.chosen.forEngine(tool, ordered) : ordered, wanted);
  const outputDir = path.join(folder, `try-${number}`);
  await mkdir(outputDir);
  const request = {
    tool: task.tool,
    params,
    names: tool ? deps.chosen.ownNames(tool, ordered) : {},
    pictures: await picturesOf(deps, claimed, ordered),
    ...{ seed, outputDir },
  };
  const renderedAt = 1 - judgingShare(request, places?.length ?? task.outputs, await deps.runs.usualMs(claimed));
  const listener: RenderListener = {
    signal,
    onProgress: (fraction, step) =>
      onProgress(fraction * renderedAt, step && { ...step, ends: step.ends * renderedAt }),
    onLine: (line, facts) => deps.log.info(facts, line),
    onPreview: (preview) => {
      if (!signal.aborted) deps.previews.put(task.id, task.account_id, preview);
    },
  };
  const watch = ({ key, operation }: Begun) => engine.watch(operation, listener, { ...request, key });
  const begin = () => startAnew(deps, engine, claimed, request);
  const ended = (outcome: RenderOutcome) => ({ request, engine, outcome, renderedAt, number, places });
  try {
    return ended(await watch((await begunAt(deps, engine, claimed)) ?? (await begin())));
  } catch (error) {
    if (!(error instanceof OperationLost)) throw error;
    deps.log.info('the engine no longer knows the operation; the request is started again');
  }
  return ended(await watch(await begin()));
}

/**
 * The task's engine. One that cannot be used now is waited for where it was asked for or has begun already; otherwise
 * another one takes over. Rejects with {@link Detached} when the task waits for that one from then on. A further try is
 * made by the engine of the first or by none.
 */
async function engineOf(
  { engines, runs }: RunnerParts,
  claimed: ClaimedTask,
  params: Record<string, unknown>,
  number: number,
): Promise<RenderEngine> {
  const { task } = claimed;
  const tool = toolById(task.tool);
  const asked = nameOfEngine(params);
  const own = engines.byName(task.engine);
  const closed = own && (await engines.closedWords(own.name));
  if (own && (closed === undefined || claimed.startKey !== undefined)) return own;
  if (number > 1 || (own && asked !== undefined)) throw new EngineFailure('busy', closed ?? 'the engine is closed');
  const other = tool && (await engines.forTool(task.tool, asked, await runs.planOf(claimed), task.is_unordered === 1));
  if (!other && tool && asked !== undefined) throw noEngine(tool, asked);
  if (!other && closed !== undefined) throw new EngineFailure('busy', closed);
  if (!other) throw new RenderRefused('运行此任务的引擎已不可用，券已退回');
  const { each } = priceOf(tool, params, 0, other.terms);
  await runs.changeEngine(claimed, { name: other.engine.name, each });
  throw new Detached('another engine takes over');
}

/** Work that an engine has begun. */
interface Begun {
  key: string;
  operation: RenderOperation;
}

/** Work that an earlier run of the task has left at the engine. Rejects with {@link StartUnknown}. */
async function begunAt({ runs }: RunnerParts, engine: RenderEngine, claimed: ClaimedTask): Promise<Begun | undefined> {
  const { operation, startKey: key = '' } = claimed;
  const begun = operation ?? (key === '' ? undefined : await engine.recover(key));
  if (!begun) return undefined;
  await runs.reserveAgain(claimed);
  if (!operation) await runs.keepOperation(claimed, key, begun);
  return { key, operation: begun };
}

/** Starts the request under a key of its own, which is noted before. */
async function startAnew(
  { runs }: RunnerParts,
  engine: RenderEngine,
  claimed: ClaimedTask,
  request: Omit<RenderRequest, 'key'>,
): Promise<Begun> {
  const key = `${claimed.task.id}-${claimed.attemptNumber}-${randomUUID().slice(0, 8)}`;
  if (!(await runs.noteStart(claimed, key))) throw new Detached('the lease was lost');
  try {
    const operation = await engine.start({ ...request, key });
    await runs.keepOperation(claimed, key, operation);
    return { key, operation };
  } catch (error) {
    if (error instanceof EngineFailure || error instanceof RenderRefused) await runs.dropStart(claimed);
    throw error;
  }
}

async function picturesOf(
  deps: RunnerDeps,
  claimed: ClaimedTask,
  params: Record<string, unknown>,
): Promise<Record<string, RenderPicture>> {
  const { images, runs } = deps;
  const { task } = claimed;
  const tool = toolById(task.tool);
  const pictureIds = tool ? pictureIdsOf(tool, params) : [];
  const rows = await images.requireOwn(deps.store.db, task.account_id, pictureIds).catch((cause: unknown) => {
    throw cause instanceof ProductError ? new RenderRefused('任务用到的图片已被删除') : cause;
  });
  const readings = await runs.readingsFor(claimed);
  const entries = [...rows].map(async ([id, row]) => {
    const { width, height, format } = row;
    const kept = readings.get(id);
    const reading = kept && (await images.storedFile(kept));
    const file = await images.fileOf(row).catch((cause: unknown) => {
      throw cause instanceof ProductError ? new RenderRefused('任务用到的图片文件已丢失，券已退回，请重新上传') : cause;
    });
    const building = await buildingOf(deps, row);
    const picture = { file, width, height, format: format as ImageFormat };
    return [id, { ...picture, ...(reading && { reading }), ...(building && { building }) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The building model that a picture is a view of, which the picture keeps the file of. */
async function buildingOf(
  { images }: RunnerDeps,
  row: { building_sha256: string | null; building_view: string | null },
): Promise<RenderedBuilding | undefined> {
  if (row.building_sha256 === null || row.building_view === null) return undefined;
  const model = await images.storedFile(row.building_sha256);
  if (model === undefined) throw new RenderRefused('任务用到的建筑模型文件已丢失，券已退回，请重新上传模型并取视角');
  return { model, ...(JSON.parse(row.building_view) as DrawnView) };
}

/** Writes progress a few times a second; of what comes faster the last is written, since a pause may follow it. */
function progressOf(deps: RunnerParts, claimed: ClaimedTask, signal: AbortSignal): RenderListener['onProgress'] {
  const { runs, log, running } = deps;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let later: NodeJS.Timeout | undefined;
  return (...report) => {
    const [fraction, step] = report;
    if (step && !signal.aborted) {
      if (step.words !== claimed.lastStep) log.debug({ step: step.words }, 'a step begins');
      runs.noteStep(claimed, fraction, step);
    }
    const write = () => {
      if (signal.aborted || !running.has(claimed.task.id)) return;
      writtenAt = performance.now();
      runs.progress(claimed, ...report).catch((error: unknown) => log.warn({ error }, 'progress was not written'));
    };
    clearTimeout(later);
    const pause = progressEveryMs - (performance.now() - writtenAt);
    if (pause <= 0) write();
    else later = setTimeout(write, pause).unref();
  };
}

/** Judges the outputs and stores them; their rows follow with the settlement, or when another try is made. */
async function judgeAndStore(deps: RunnerDeps, run: RenderedRun, { signal, onProgress }: Course): Promise<MadeTry> {
  const { images } = deps;
  const { outcome, renderedAt, places, number } = run;
  if (outcome.outputs.length === 0) throw new Error('the engine delivered nothing');
  const renderedMs = performance.now();
  const onJudged = (done: number) => onProgress(renderedAt + (1 - renderedAt) * done, { words: '体检', ends: 1 });
  const labelled = await judgeOutputs(deps, run, { signal, onJudged });
  const judgingMs = performance.now() - renderedMs;
  // An engine that did not notice the stop has worked for nothing.
  signal.throwIfAborted();
  const asked = places ? labelled.slice(0, places.length) : labelled;
  const stored = await Promise.all(asked.map((output) => store(deps, output)));
  const used = number === 1 ? Object.entries(outcome.readings ?? {}) : [];
  const readings = used.map(async ([imageId, file]) => ({ imageId, ...(await images.keepFile(file)) }));
  const { outputs: _outputs, readings: _readings, quality: _quality, ...told } = outcome;
  return {
    seed: run.request.seed,
    outcome: { ...told, ms: outcome.ms + judgingMs },
    outputs: stored.map((output, index) => ({ place: places?.[index] ?? index, output })),
    readings: await Promise.all(readings),
  };
}

/** Stores an output and the picture of its broken lines; their rows follow with the settlement. */
async function store({ images }: RunnerDeps, { judged, ...output }: LabelledOutput): Promise<FinishedOutput> {
  const { label, isUnjudged } = output;
  const stored = await images.keepOutput(output);
  const about = { label, ...(isUnjudged && { isUnjudged }) };
  if (!judged) return { ...stored, ...about };
  const { measured, areas, heat } = judged;
  const heatFile = heat && (await images.keepOutput({ ...heat, format: 'png' }));
  return { ...stored, ...about, judged: { measured, areas, ...(heatFile && { heat: heatFile }) } };
}

/** Places of outputs that repeat an earlier one. A run is not lost because they could not be compared. */
async function findDoubles(
  deps: RunnerDeps,
  { task }: ClaimedTask,
  stored: readonly FinishedOutput[],
): Promise<ReadonlySet<number>> {
  const tool = toolById(task.tool);
  if (!tool || stored.length < 2 || task.outputs < 2 || !areVariants(tool)) return new Set();
  const params = JSON.parse(task.params) as Record<string, unknown>;
  const field = Object.keys(tool.fields).find((name) => tool.fields[name]?.editor === 'mask');
  const mask = field === undefined ? undefined : params[field];
  return deps.images.findDoubles(stored, typeof mask === 'string' ? mask : undefined).catch((error: unknown) => {
    deps.log.warn({ error }, 'outputs were not compared');
    return new Set<number>();
  });
}

async function stopAll(deps: RunnerParts): Promise<void> {
  const { runs, state, running, underWay } = deps;
  // A job that is being claimed just now is among those to stop.
  await state.pumping;
  for (const { controller } of running.values()) controller.abort(new Detached('the runner stops'));
  await Promise.allSettled(underWay);
  await runs.releaseAll();
}

/** Reasons of failures that only the operator can end. */
const operatorReasons: ReadonlySet<string> = new Set(['engine.config', 'engine.quota', 'engine.start_unknown']);

function toFailure(error: unknown): RunFailure {
  if (error instanceof RenderRefused)
    return {
      error: new ProductError(refusalReasons[error.fault], { fill: { sentence: error.sentence } }),
      retry: 'never',
      costFen: chargeOf(error),
    };
  if (error instanceof ProductError && error.reason === 'task.engine') return { error, retry: 'never' };
  const fault = storageFault(error);
  if (fault) return { error: fault, retry: 'free' };
  if (error instanceof EngineFailure) return engineFailures(error);
  if (error instanceof StartUnknown)
    return { error: new ProductError('engine.start_unknown', { cause: error }), retry: 'never' };
  if (error instanceof Error && error.name === 'TimeoutError')
    return { error: new ProductError('engine.timeout'), retry: 'never' };
  // The engine's worker was lost through no fault of the run. A run that ends two workers is refused by its engine.
  const isOurs = error instanceof WorkerLost || (error instanceof Error && error.cause instanceof WorkerLost);
  return {
    error: new ProductError(isOurs ? 'engine.interrupted' : 'engine.failed', { cause: error }),
    retry: 'counted',
  };
}

const refusalReasons = {
  'unsuitable picture': 'task.unsuitable_picture',
  moderation: 'engine.moderated',
  input: 'engine.refused',
} as const satisfies Record<RefusalCause, string>;

function engineFailures(error: EngineFailure): RunFailure {
  const ending = {
    config: { reason: 'engine.config', retry: 'never' },
    quota: { reason: 'engine.quota', retry: 'never' },
    busy: { reason: 'engine.busy', retry: 'busy' },
    engine: { reason: 'engine.failed', retry: 'counted' },
  } as const;
  const { reason, retry } = ending[error.kind];
  return {
    ...{ error: new ProductError(reason, { cause: error }), retry, pauseMs: error.retryAfterMs },
    costFen: chargeOf(error),
  };
}

/** Null where nothing was charged; undefined where it is not known. */
const chargeOf = ({ cost }: { cost?: FailureCost }): number | null | undefined =>
  cost === 'unknown' ? undefined : (cost ?? null);
