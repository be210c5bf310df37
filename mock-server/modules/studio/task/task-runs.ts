import { bestOf } from '#shared/domain/judgement';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import {
  Detached,
  EngineFailure,
  type RenderOperation,
  type RenderOutcome,
  type RenderStep,
} from '../../../adapters/render/port.ts';
import type { BlobKey } from '../../../adapters/storage/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { TicketService } from '../../shop/ticket/ticket.service.ts';
import type { EngineBudgets } from '../engine/engine-budget.ts';
import type { ImageService } from '../image/image.service.ts';
import * as jobs from './job.repository.ts';
import * as tasks from './task.repository.ts';
import {
  backReason,
  billOf,
  busyRetryMs,
  fateOf,
  fatesSentence,
  leaseMs,
  longestPauseMs,
  maxAttempts,
  mostBusyTries,
  retryDelay,
  storageRetryMs,
} from './task.rules.ts';
import type { TaskService } from './task.service.ts';
import type { TaskJournal } from './task-journal.ts';
import { type FinishedOutput, filesIn, type TaskTry } from './task-outputs.ts';
import type { TaskQueue } from './task-queue.ts';
import * as tries from './try.repository.ts';

export interface TaskRunsDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  tickets: TicketService;
  images: ImageService;
  accounts: AccountService;
  tasks: Pick<TaskService, 'note'>;
  queue: TaskQueue;
  journal: TaskJournal;
  budgets: Pick<EngineBudgets, 'reserve' | 'release'>;
}

/** A task whose job this server has leased. `token` fences every later step. */
export interface ClaimedTask {
  task: tasks.TaskRow;
  jobId: number;
  token: string;
  attempt: number;
  /** Of all attempts at the task, those before a redrive too. */
  attemptNumber: number;
  /** Steps that are not yet in the journal. */
  untold: Array<{ words: string; progress: number; at: number }>;
  lastStep: string;
  /** Key of the last start that the engine may have begun; undefined where nothing was started. */
  startKey: string | undefined;
  operation: RenderOperation | undefined;
}

/** Reading of a picture of a task, as a stored file. */
export type StoredReading = BlobKey & { imageId: string };

export interface RunFailure {
  error: ProductError;
  /**
   * `free`: the run is not to blame; the try does not count. `busy`: the engine took no work; the try counts for
   * nothing but {@link mostBusyTries}. After both the next run goes on with the operation there is.
   */
  retry: 'never' | 'counted' | 'free' | 'busy';
  /** Pause that the engine asked for, milliseconds. */
  pauseMs?: number | undefined;
  /** Charge of the engine's service, fen; null for none. What was reserved stays when absent. */
  costFen?: number | null | undefined;
}

/** A run is whole only when its outputs are kept. */
const within = (share: number) => Math.min(0.99, Math.max(0, share));

const interruptionWords = {
  lost: '服务中断，租约到期，任务回到队列',
  released: '服务停止，任务回到队列',
} as const;

export type TaskRuns = ReturnType<typeof createTaskRuns>;

interface TaskRunsParts extends TaskRunsDeps {
  bootId: string;
}

/** The steps of a run as transactions: each either happens whole or not at all, and only while the lease is held. */
export function createTaskRuns(deps: TaskRunsDeps) {
  const { store, clock, ids, queue } = deps;
  const bootId = ids.next('boot');
  const parts: TaskRunsParts = { ...deps, bootId };
  return {
    ...withDeps(parts, {
      claim,
      claimTask,
      putOff,
      changeEngine,
      noteStep,
      progress,
      keepTry,
      giveUpTry,
      succeed,
      fail,
    }),
    /** The boot of this server, as it stands at leases. */
    leaseOwner: bootId,
    /** For a start: whoever else has leased a job is gone, since one server at a time owns the data. */
    reclaimAll: () =>
      putBack(deps, 'lost', async (tx) => {
        await queue.leaveClosedLanes(tx);
        return queue.reclaim(tx, bootId);
      }),
    /** Jobs whose lease has run out wait again. */
    reclaimRunOut: () => putBack(deps, 'lost', (tx) => queue.reclaim(tx)),
    /** Has every run begin anew at its engine. */
    forgetOperations: () => store.transact((tx) => jobs.forgetOperations(tx)),
    /** Present plan of the task's account. */
    planOf: async ({ task }: ClaimedTask) => (await deps.accounts.vipInfo(task.account_id)).plan,
    /** Milliseconds that a run like this one usually takes, judging included; undefined when none was ever timed. */
    usualMs: ({ task }: ClaimedTask) => queue.usualMs(store.db, task, task.outputs),
    hasRunOut: () => jobs.hasRunOutLease(store.db, clock.now()),
    releaseAll: () => putBack(deps, 'released', (tx) => queue.release(tx, bootId)),
    /** False when the lease is lost. */
    renew: (claimed: ClaimedTask) => jobs.renewLease(store.db, claimed.jobId, claimed.token, clock.now() + leaseMs),
    /**
     * The files of what an earlier try of the task, or the run that this one repeats, went by in its pictures, by
     * picture.
     */
    async readingsFor({ task }: ClaimedTask): Promise<ReadonlyMap<string, string>> {
      const own = await tasks.readingsOf(store.db, task.id);
      return own.size > 0 || task.retried_from === null ? own : tasks.readingsOf(store.db, task.retried_from);
    },
    /** Tries of the task that ended before the one that is due, in their order. */
    triesOf: ({ task }: ClaimedTask) => tries.triesOf(store.db, task.id),
    /**
     * Notes that the engine is asked to begin under this key and reserves its cost. False when the lease is lost.
     * Rejects with {@link EngineFailure} `quota` when the engine's budget does not allow the run.
     */
    noteStart: (claimed: ClaimedTask, key: string) =>
      store.transact(async (tx) => {
        if (!(await deps.budgets.reserve(tx, claimed.task.engine, claimed.task.id)))
          throw new EngineFailure('quota', 'the budget of the engine is used up');
        return jobs.noteStart(tx, claimed, { start_key: key, operation: null });
      }),
    /** Notes that the engine has not begun and charges nothing. */
    dropStart: (claimed: ClaimedTask) =>
      store.transact(async (tx) => {
        await deps.budgets.release(tx, claimed.task.id);
        await jobs.noteStart(tx, claimed, { start_key: null, operation: null });
      }),
    /** Reserves the cost of a run that goes on with what an earlier one has begun: that one counts no longer. */
    reserveAgain: ({ task }: ClaimedTask) => store.transact((tx) => deps.budgets.reserve(tx, task.engine, task.id)),
    keepOperation: (claimed: ClaimedTask, key: string, operation: RenderOperation) =>
      jobs.noteStart(store.db, claimed, { start_key: key, operation: JSON.stringify(operation) }),
  };
}

async function claim(deps: TaskRunsParts): Promise<ClaimedTask | undefined> {
  for (;;) {
    const claimed = await deps.store.transact((tx) => claimNext(deps, tx));
    if (!claimed || 'task' in claimed) return claimed;
  }
}

/**
 * Begins a run of one task that waits, whoever's turn it is, for who plays its engine. Throws `task.not_waiting`.
 * @param forMs how long the run is left alone; then the task waits again
 */
async function claimTask(deps: TaskRunsParts, taskId: string, forMs: number): Promise<ClaimedTask> {
  const { store, queue, ids, clock, bootId } = deps;
  const lease = { owner: bootId, token: ids.secret(), until: clock.now() + forMs };
  return store.transact(async (tx) => begin(deps, tx, await queue.claimOf(tx, taskId, lease), lease.token));
}

/** Gives a task back that nothing was done for; it waits for `ms` at least. */
async function putOff(deps: TaskRunsParts, claimed: ClaimedTask, ms: number): Promise<void> {
  const { journal, queue, clock } = deps;
  const { task, jobId, token } = claimed;
  await fenced(deps, claimed, async (tx) => {
    await journal.end(tx, task.id, { outcome: 'released' }, interruptionWords.released);
    const runAt = clock.now() + ms;
    await queue.putBack(tx, { id: jobId, token, runAt, isCounted: false, isResumed: true });
    return waitAgain(tx, task.id);
  });
}

/**
 * Gives the task to another engine; it waits in that one's lane. What the former engine has begun is left to it. The
 * account pays no more than it agreed to.
 * @param each tickets for an output on that engine
 */
async function changeEngine(
  deps: TaskRunsDeps,
  claimed: ClaimedTask,
  { name, each }: { name: string; each: number },
): Promise<void> {
  const { queue, journal, clock } = deps;
  const { task, jobId, token } = claimed;
  await fenced(deps, claimed, async (tx) => {
    await jobs.noteStart(tx, claimed, { start_key: null, operation: null });
    await journal.end(tx, task.id, { outcome: 'released' }, `原引擎不可用，改由 ${name} 运行`);
    await queue.changeLane(tx, task.id, name);
    await queue.putBack(tx, { id: jobId, token, runAt: clock.now(), isCounted: false, isResumed: true });
    await tasks.changeTask(tx, task.id, { engine: name, ticket_each: Math.min(task.ticket_each, each) });
    return waitAgain(tx, task.id);
  });
}

/** A step that begins stands in the journal with the next that is written of the run. */
function noteStep({ clock }: TaskRunsDeps, claimed: ClaimedTask, fraction: number, { words }: RenderStep): void {
  if (words === claimed.lastStep) return;
  claimed.lastStep = words;
  claimed.untold.push({ words, progress: within(fraction), at: clock.now() });
}

async function progress(deps: TaskRunsDeps, claimed: ClaimedTask, fraction: number, step?: RenderStep): Promise<void> {
  await fenced(deps, claimed, (tx) => {
    deps.queue.noteProgress(tx);
    return tasks.changeTask(tx, claimed.task.id, {
      progress: within(fraction),
      step_words: step?.words ?? null,
      step_ends: step ? within(step.ends) : null,
    });
  });
}

/**
 * Ends a try whose outputs are not what was wished for, keeps them, and begins the next one as an attempt of its own.
 * Rejects with {@link Detached} when the lease was lost; then nothing stays.
 * @param words why there is another one
 * @param readings what the try went by in its pictures
 */
async function keepTry(
  deps: TaskRunsParts,
  claimed: ClaimedTask,
  { number, words, ...tried }: TaskTry & { number: number; words: string },
  readings: readonly StoredReading[],
): Promise<void> {
  const { images, journal, bootId } = deps;
  const { task } = claimed;
  const stored = filesIn(tried.outputs.map(({ output }) => output));
  let attemptNumber = claimed.attemptNumber;
  const keeping = fenced(deps, claimed, async (tx) => {
    for (const file of [...stored, ...readings]) await images.registerFile(tx, file);
    await tasks.insertReadings(tx, task.id, readings);
    await tries.insertTry(tx, task.id, number, tried);
    await jobs.noteStart(tx, claimed, { start_key: null, operation: null });
    await journal.end(tx, task.id, { outcome: 'succeeded', ...costOf(tried.outcome) }, words);
    attemptNumber = await journal.open(tx, task.id, task.engine, bootId);
    return tasks.changeTask(tx, task.id, { progress: 0, step_words: null, step_ends: null });
  });
  const discard = () => images.discard([...stored, ...readings].map(({ sha256 }) => sha256));
  const isKept = await keeping.catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  if (!isKept) {
    await discard();
    throw new Detached('the lease was lost');
  }
  Object.assign(claimed, { attemptNumber, startKey: undefined, operation: undefined, lastStep: '' });
}

/** Ends a further try that failed, after which the task ends with what the earlier ones made. */
async function giveUpTry(deps: TaskRunsDeps, claimed: ClaimedTask, { error }: RunFailure): Promise<void> {
  await fenced(deps, claimed, async (tx) => {
    const words = `再试没有成功：${detailOf(error)}，采用前面的结果`;
    await deps.journal.end(tx, claimed.task.id, { outcome: 'failed', error }, words);
    return tasks.changeTask(tx, claimed.task.id, {});
  });
}

/** Removes what tries of a task that ends have made and no picture names. */
async function dropTries({ images }: Pick<TaskRunsDeps, 'images'>, tx: Db, taskId: string): Promise<void> {
  await images.releaseAfter(tx, await tries.removeTries(tx, taskId));
}

/**
 * Writes the outputs, settles the tickets by the label of each and ends the task; when the lease was lost, nothing stays.
 * @param readings what the run went by in its pictures
 */
async function succeed(
  deps: TaskRunsDeps,
  claimed: ClaimedTask,
  outcome: Omit<RenderOutcome, 'outputs' | 'quality'>,
  outputs: readonly FinishedOutput[],
  readings: readonly StoredReading[] = [],
): Promise<void> {
  const { images, queue, journal, clock } = deps;
  const { task } = claimed;
  const type = await imageTypeOf(deps, task);
  const discard = () => images.discard([...filesIn(outputs), ...readings].map(({ sha256 }) => sha256));
  const keeping = fenced(deps, claimed, async (tx) => {
    for (const [place, output] of outputs.entries()) await keepOutput(deps, tx, task, { ...output, type, place });
    for (const reading of readings) await images.registerFile(tx, reading);
    await tasks.insertReadings(tx, task.id, readings);
    await dropTries(deps, tx, task.id);
    const { free, sentence } = await settleOutputs(deps, tx, task, outputs);
    await queue.end(tx, task.id, 'done', false);
    const seconds = (outcome.ms / 1000).toFixed(1);
    const words = `完成：${outputs.length} 个结果，用时 ${seconds} 秒`;
    await journal.end(tx, task.id, { outcome: 'succeeded', ...costOf(outcome) }, words);
    return tasks.changeTask(tx, task.id, {
      status: 'succeeded',
      progress: 1,
      algorithm: outcome.algorithm,
      quality: bestOf(outputs.map(({ label }) => label)),
      score: highestScore(outputs),
      ms: Math.round(outcome.ms),
      free_outputs: free,
      doubles: outputs.filter(({ isDouble }) => isDouble).length,
      words_read: outcome.words ? JSON.stringify(outcome.words) : null,
      facts: factsWith(outcome.facts, sentence),
      finished_at: clock.now(),
    });
  });
  const isKept = await keeping.catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  if (!isKept) await discard();
}

/** Highest structure score of outputs, in tenths; null where none was measured. */
function highestScore(outputs: readonly FinishedOutput[]): number | null {
  const scores = outputs.flatMap(({ judged }) => judged?.measured.structure ?? []);
  return scores.length === 0 ? null : Math.round(10 * Math.max(...scores)) / 10;
}

/** Type of pictures that go with a result and are no result themselves. */
const besideType = 2;

async function keepOutput(
  { images }: TaskRunsDeps,
  tx: Db,
  task: tasks.TaskRow,
  {
    place,
    label,
    judged,
    isUnjudged,
    promise,
    isDouble: _,
    ...stored
  }: FinishedOutput & { place: number; type: number },
): Promise<void> {
  const image = await images.register(tx, task.account_id, stored);
  const heat = judged?.heat && (await images.register(tx, task.account_id, { ...judged.heat, type: besideType }));
  await tasks.insertOutput(tx, {
    ...{ task_id: task.id, place, image_id: image.id, quality: label },
    is_unjudged: isUnjudged ? 1 : null,
    score: judged?.measured.structure ?? null,
    judgement: judged ? JSON.stringify({ measured: judged.measured, areas: judged.areas }) : null,
    heat_image_id: heat?.id ?? null,
    promise: promise ? JSON.stringify(promise) : null,
  });
}

/** Settles what was held by the fate of every output. */
async function settleOutputs(
  { tickets }: TaskRunsDeps,
  tx: Db,
  task: tasks.TaskRow,
  outputs: readonly FinishedOutput[],
): Promise<{ free: number; sentence: string | undefined }> {
  const fates = outputs
    .slice(0, task.outputs)
    .map(({ label, isDouble = false, isUnjudged = false, promise }) =>
      fateOf({ label, isDouble, isUnjudged, isUnmet: promise?.isMet === false }),
    );
  const { spent, back, free } = billOf(task, fates);
  const isNoneCharged = fates.every((fate) => fate !== 'charged');
  if (isNoneCharged) await tickets.settle(tx, task.id, 0, backReason(fates));
  else await tickets.settle(tx, task.id, spent, '生成完成', { amount: back, reason: backReason(fates) });
  return { free, sentence: fatesSentence(fates, back) };
}

/** Tries again later, or ends the task and returns the tickets. */
async function fail(deps: TaskRunsDeps, claimed: ClaimedTask, failure: RunFailure): Promise<void> {
  const { journal, clock, queue } = deps;
  const { task, jobId, token } = claimed;
  const { error, retry, costFen } = failure;
  await fenced(deps, claimed, async (tx) => {
    if (await isLastTry(deps, tx, claimed, retry)) {
      await journal.end(tx, task.id, { outcome: 'failed', error, costFen }, `失败：${detailOf(error)}`);
      return finish(deps, tx, task.id, error);
    }
    const isCounted = retry === 'counted';
    // A run that goes on with what there is reserves its cost again.
    const retried = { outcome: 'retried', error, costFen: isCounted ? costFen : null } as const;
    await journal.end(tx, task.id, retried, `出错，稍后再试：${detailOf(error)}`);
    const runAt = clock.now() + pauseBefore(claimed.attempt, failure);
    await queue.putBack(tx, { id: jobId, token, runAt, isCounted, isResumed: !isCounted });
    return waitAgain(tx, task.id);
  });
}

async function isLastTry(
  { journal }: TaskRunsDeps,
  tx: Db,
  { task, attempt }: ClaimedTask,
  retry: RunFailure['retry'],
): Promise<boolean> {
  if (retry === 'counted') return attempt >= maxAttempts;
  if (retry === 'busy') return journal.wereAllPutOffFor(tx, task.id, 'engine.busy', mostBusyTries - 1);
  return retry === 'never';
}

/** Milliseconds until the next try; the engine's wish counts where it is longer. */
function pauseBefore(attempt: number, { retry, pauseMs = 0 }: RunFailure): number {
  const own = { counted: retryDelay(attempt), free: storageRetryMs, busy: busyRetryMs, never: 0 }[retry];
  return Math.max(own, Math.min(pauseMs, longestPauseMs));
}

/** The next due job with its task running, a task that had to be given up instead, or nothing. */
async function claimNext(deps: TaskRunsParts, tx: Db): Promise<ClaimedTask | { givenUp: tasks.TaskRow } | undefined> {
  const { clock, ids, queue, bootId } = deps;
  const now = clock.now();
  const token = ids.secret();
  const job = await queue.claim(tx, { owner: bootId, token, until: now + leaseMs });
  if (!job) return undefined;
  if (job.attempt > maxAttempts) {
    const givenUp = await finish(deps, tx, job.task_id, new ProductError('engine.interrupted'));
    await deps.tasks.note(tx, givenUp);
    return { givenUp };
  }
  return begin(deps, tx, job, token);
}

/** The task of a leased job as a run that begins now. */
async function begin(deps: TaskRunsParts, tx: Db, job: jobs.JobRow, token: string): Promise<ClaimedTask> {
  const { clock, journal, bootId } = deps;
  const task = await tasks.changeTask(tx, job.task_id, {
    status: 'running',
    started_at: clock.now(),
    progress: 0,
    step_words: null,
    step_ends: null,
  });
  await deps.tasks.note(tx, task);
  const operation = job.operation ? (JSON.parse(job.operation) as RenderOperation) : undefined;
  const startKey = job.start_key ?? undefined;
  const attemptNumber = await journal.open(tx, task.id, task.engine, bootId);
  const { attempt } = job;
  return { task, jobId: job.id, token, attempt, attemptNumber, untold: [], lastStep: '', startKey, operation };
}

/** Runs `body` if the lease is still this run's; says whether it was. */
async function fenced(
  deps: TaskRunsDeps,
  claimed: ClaimedTask,
  body: (tx: Db) => Promise<tasks.TaskRow>,
): Promise<boolean> {
  return deps.store.transact(async (tx) => {
    if (!(await jobs.isLeaseHeld(tx, claimed.jobId, claimed.token))) return false;
    for (const { words, ...step } of claimed.untold.splice(0))
      await deps.journal.write(tx, claimed.task.id, claimed.attemptNumber, words, step);
    await deps.tasks.note(tx, await body(tx));
    return true;
  });
}

async function finish(deps: TaskRunsDeps, tx: Db, taskId: string, error: ProductError): Promise<tasks.TaskRow> {
  const { queue, tickets, clock } = deps;
  await queue.end(tx, taskId, 'dead', false);
  await dropTries(deps, tx, taskId);
  await tickets.settle(tx, taskId, 0, '失败退回');
  return tasks.changeTask(tx, taskId, {
    status: 'failed',
    error_reason: error.reason,
    error_message: error.message,
    finished_at: clock.now(),
  });
}

/** 1 the user's own, 2 a member's clean result, 3 a free result, which is downloaded with the watermark. */
async function imageTypeOf(deps: TaskRunsDeps, task: tasks.TaskRow): Promise<1 | 2 | 3> {
  if (toolById(task.tool)?.isResultOwn) return 1;
  const { flags } = await deps.accounts.vipInfo(task.account_id);
  return flags.canDownloadClean ? 2 : 3;
}

/** Tasks whose jobs `free` has put back wait again. */
async function putBack(
  deps: TaskRunsDeps,
  outcome: 'lost' | 'released',
  free: (tx: Db) => Promise<string[]>,
): Promise<void> {
  await deps.store.transact(async (tx) => {
    const rows = [];
    for (const taskId of await free(tx)) {
      await deps.journal.end(tx, taskId, { outcome }, interruptionWords[outcome]);
      rows.push(await waitAgain(tx, taskId));
    }
    for (const row of rows) await deps.tasks.note(tx, row);
  });
}

function waitAgain(tx: Db, taskId: string) {
  return tasks.changeTask(tx, taskId, { status: 'queued', progress: 0, started_at: null });
}

const costOf = ({ costFen }: Pick<RenderOutcome, 'costFen'>) => (costFen === undefined ? {} : { costFen });

/** Detail of an error: the message of its cause if there is one. */
function detailOf({ message, cause }: ProductError): string {
  return cause instanceof Error ? cause.message : message;
}

/** Facts as they are kept, with a further sentence in their note. */
function factsWith(facts: RenderOutcome['facts'], sentence: string | undefined): string | null {
  if (!sentence) return facts ? JSON.stringify(facts) : null;
  const note = typeof facts?.note === 'string' ? `${facts.note}；${sentence}` : sentence;
  return JSON.stringify({ ...facts, note });
}
