import type { Plan } from '#shared/domain/plan';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import { afterCommit, type Db, type Emptied } from '../../base/store.ts';
import { livePlan } from '../../identity/account/account.rules.ts';
import type { Plans } from '../../shop/product/catalogue.ts';
import { type Lanes, sharedLane } from '../engine/engine-terms.ts';
import * as jobs from './job.repository.ts';
import * as queue from './queue.repository.ts';
import { foresee, median, type Outlook, type QueuedRun, turnOf } from './queue.rules.ts';
import type { QueuePause } from './queue-pause.ts';
import * as tasks from './task.repository.ts';
import type { TaskFeed } from './task-feed.ts';

export interface TaskQueueDeps {
  store: Emptied;
  clock: Clock;
  feed: TaskFeed;
  plans: Plans;
  lanes: Lanes;
  queuePause: QueuePause;
}

export type JobStanding = Pick<jobs.JobRow, 'turn' | 'attempt' | 'state'>;

export type TaskQueue = ReturnType<typeof createTaskQueue>;

/** A median is taken over this many runs. */
const runsCompared = 21;
/** Tasks behind a change in the queue that are told of it; those further back see it when they ask. */
const toldOfMoves = 100;

interface TaskQueueParts extends TaskQueueDeps {
  forget: () => void;
}

/**
 * The order in which accounts get their turns (see {@link turnOf}), how many tasks one may have, and what can be said
 * of a waiting one. Functions that take `tx` are for use inside a transaction.
 */
export function createTaskQueue(deps: TaskQueueDeps) {
  const { store, queuePause } = deps;
  let outlooks: ReadonlyMap<string, Outlook> | undefined;
  /** Grows with every change of the queue, so that what was foreseen before one is not kept after it. */
  let changes = 0;
  /** Discards the cached outlook. */
  function forget(): void {
    outlooks = undefined;
    changes += 1;
  }
  store.whenEmptied(forget);
  const parts: TaskQueueParts = { ...deps, forget };
  return {
    ...withDeps(parts, {
      requireRoom,
      enqueue,
      revive,
      move,
      moveBack,
      restore,
      bury,
      claim,
      claimOf,
      end,
      changeLane,
      leaveClosedLanes,
      putBack,
      reclaim,
      release,
      noteProgress,
    }),
    standing,
    usualMs,
    /** Tells the nearest of those who wait that something has changed for them all. */
    async tellAll(tx: Db) {
      for (const lane of deps.lanes.sizes().keys())
        await shift(parts, tx, { lane, turn: Number.MIN_SAFE_INTEGER, id: 0 });
    },
    /** Notice for those who wait while the queue is paused. */
    notice: () => queuePause.current()?.notice,
    /** Position and remaining time of a task that waits or runs. */
    async outlook(handle: Db, task: tasks.TaskRow): Promise<Outlook> {
      if (task.status === 'running') {
        const usual = await usualMs(handle, task, task.outputs);
        return { ahead: 0, etaMs: usual === undefined ? undefined : usual * (1 - task.progress) };
      }
      const known = outlooks?.get(task.id);
      if (known) return known;
      const before = changes;
      const foreseen = await playThrough(deps, handle);
      if (changes === before) outlooks = foreseen;
      return foreseen.get(task.id) ?? { ahead: 0, etaMs: undefined };
    },
  };
}

/** Throws `task.too_many` when the account has as many tasks as its plan lets run and wait. */
async function requireRoom(
  deps: TaskQueueDeps,
  tx: Db,
  account: { id: string; plan: Plan; plan_expires_at: number | null },
): Promise<void> {
  const { title, running, queued } = deps.plans.of(planOf(deps, account));
  if ((await queue.countJobs(tx, account.id, ['ready', 'running'])) < running + queued) return;
  throw new ProductError('task.too_many', { fill: { plan: title, running, queued } });
}

async function enqueue(
  deps: TaskQueueParts,
  tx: Db,
  account: { id: string; plan: Plan; plan_expires_at: number | null },
  task: { id: string; engine: string },
): Promise<void> {
  const turn = turnOf(planOf(deps, account), await queue.servedTurn(tx), await queue.lastTurnOf(tx, account.id));
  const lane = deps.lanes.of(task.engine);
  const job = { taskId: task.id, accountId: account.id, lane, turn, now: deps.clock.now() };
  await shift(deps, tx, await jobs.insertJob(tx, job));
}

/** Queues a dead job once more, behind what its account has waiting. */
async function revive(
  deps: TaskQueueParts,
  tx: Db,
  account: { id: string; plan: Plan; plan_expires_at: number | null },
  taskId: string,
): Promise<void> {
  const turn = turnOf(planOf(deps, account), await queue.servedTurn(tx), await queue.lastTurnOf(tx, account.id));
  await shift(deps, tx, await jobs.reviveJob(tx, taskId, { turn, attempt: 0, now: deps.clock.now() }));
}

/**
 * Puts a job that waits before or behind all others. Throws `task.not_waiting`.
 */
async function move(deps: TaskQueueParts, tx: Db, taskId: string, to: 'front' | 'back'): Promise<void> {
  const job = await jobs.findJob(tx, taskId);
  if (job?.state !== 'ready') throw new ProductError('task.not_waiting');
  const ends = await jobs.endsOfQueue(tx, job.lane, taskId);
  if (!ends) return;
  const place = await jobs.changeJob(tx, taskId, { turn: to === 'front' ? ends.first - 1 : ends.last + 1 });
  // Everybody between the old place and the new one has moved, and none before them.
  await shift(deps, tx, to === 'front' ? place : job);
}

/** Position of a job in the queue, its state and the number of its attempts. */
async function standing(handle: Db, taskId: string): Promise<JobStanding> {
  const { turn, attempt, state } = await mustFindJob(handle, taskId);
  return { turn, attempt, state };
}

/** Puts a job that waits back to where it stood. */
async function moveBack(deps: TaskQueueParts, tx: Db, taskId: string, turn: number): Promise<void> {
  const from = await mustFindJob(tx, taskId);
  const to = await jobs.changeJob(tx, taskId, { turn });
  await shift(deps, tx, from.turn < to.turn ? from : to);
}

/** Has a dead job wait again where it stood. */
async function restore(
  deps: TaskQueueParts,
  tx: Db,
  taskId: string,
  { turn, attempt }: Pick<JobStanding, 'turn' | 'attempt'>,
): Promise<void> {
  await shift(deps, tx, await jobs.reviveJob(tx, taskId, { turn, attempt, now: deps.clock.now() }));
}

/** Ends a job that waits as one that had ended as it stood then. */
async function bury(
  deps: TaskQueueParts,
  tx: Db,
  taskId: string,
  { turn, attempt }: Pick<JobStanding, 'turn' | 'attempt'>,
): Promise<void> {
  await shift(deps, tx, await jobs.endJob(tx, taskId, 'dead'));
  await jobs.changeJob(tx, taskId, { turn, attempt });
}

/** Leases the job whose turn it is, of accounts that may run one more and in lanes that are not full. */
async function claim(
  deps: TaskQueueParts,
  tx: Db,
  lease: { owner: string; token: string; until: number },
): Promise<jobs.JobRow | undefined> {
  if (deps.queuePause.current()) return undefined;
  const running = await queue.runningByLane(tx);
  const due = [];
  for (const [lane, size] of deps.lanes.sizes())
    if ((running.get(lane) ?? 0) < size) due.push(await nextIn(deps, tx, lane));
  const [next] = due
    .filter((found) => found !== undefined)
    .toSorted((one, other) => one.turn - other.turn || one.id - other.id);
  if (!next) return undefined;
  const job = await jobs.claimJob(tx, next.id, lease);
  await shift(deps, tx, job);
  return job;
}

/** The next job of a lane whose account may run one more. */
async function nextIn(deps: TaskQueueParts, tx: Db, lane: string) {
  const blocked: string[] = [];
  for (;;) {
    const due = await queue.nextDue(tx, lane, deps.clock.now(), blocked);
    if (!due) return undefined;
    const limit = deps.plans.of(planOf(deps, due)).running;
    if ((await queue.countJobs(tx, due.account_id, ['running'])) < limit) return due;
    blocked.push(due.account_id);
  }
}

/** Leases the job of one task, whoever's turn it is. Throws `task.not_waiting`. */
async function claimOf(
  deps: TaskQueueParts,
  tx: Db,
  taskId: string,
  lease: { owner: string; token: string; until: number },
): Promise<jobs.JobRow> {
  const waiting = await mustFindJob(tx, taskId);
  if (waiting.state !== 'ready') throw new ProductError('task.not_waiting');
  const job = await jobs.claimJob(tx, waiting.id, lease);
  await shift(deps, tx, job);
  return job;
}

/** Ends a task's job. @param wasWaiting whether others wait behind it */
async function end(
  deps: TaskQueueParts,
  tx: Db,
  taskId: string,
  state: 'done' | 'dead',
  wasWaiting: boolean,
): Promise<void> {
  const place = await jobs.endJob(tx, taskId, state);
  afterCommit(tx, deps.forget);
  if (wasWaiting) await shift(deps, tx, place);
}

/** Another engine runs the task of a job that is leased. */
async function changeLane(deps: TaskQueueParts, tx: Db, taskId: string, engine: string): Promise<void> {
  await jobs.changeJob(tx, taskId, { lane: deps.lanes.of(engine) });
  afterCommit(tx, deps.forget);
}

/** Puts a job back to its place until it is due again. */
async function putBack(
  deps: TaskQueueParts,
  tx: Db,
  job: { id: number; token: string; runAt: number; isCounted: boolean; isResumed: boolean },
): Promise<void> {
  const place = await jobs.retryJob(tx, job);
  if (place) await shift(deps, tx, place);
}

/** Jobs in lanes that are there no longer wait in the one that engines share; for a start. */
async function leaveClosedLanes({ lanes }: TaskQueueParts, tx: Db): Promise<void> {
  await jobs.leaveOtherLanes(tx, [...lanes.sizes().keys()], sharedLane);
}

/** Puts back whose lease has run out, or all that are not `onlyOwner`'s as well; returns their tasks. */
async function reclaim(deps: TaskQueueParts, tx: Db, onlyOwner?: string): Promise<string[]> {
  return backInTheQueue(deps, tx, await jobs.reclaimJobs(tx, deps.clock.now(), onlyOwner));
}

/** Puts back what `owner` has leased, as if it had not been begun; returns the tasks. */
async function release(deps: TaskQueueParts, tx: Db, owner: string): Promise<string[]> {
  return backInTheQueue(deps, tx, await jobs.releaseLeases(tx, owner));
}

/** A run got on, so that what was foreseen will hold no longer. */
function noteProgress({ forget }: TaskQueueParts, tx: Db): void {
  afterCommit(tx, forget);
}

const planOf = ({ clock }: TaskQueueDeps, row: { plan: Plan; plan_expires_at: number | null }) =>
  livePlan(row, clock.now());

/** Tells those who wait behind a place that they have moved. */
async function shift(deps: TaskQueueParts, tx: Db, place: jobs.QueuePlace): Promise<void> {
  const { clock, feed, forget } = deps;
  const moved = new Set<string>();
  for (const { id, account_id, seq } of await queue.touchBehind(tx, place, toldOfMoves)) {
    await tasks.insertEvent(tx, { account_id, task_id: id, seq, created_at: clock.now() });
    moved.add(account_id);
  }
  afterCommit(tx, () => {
    forget();
    for (const accountId of moved) feed.publish(accountId);
  });
}

async function mustFindJob(handle: Db, taskId: string): Promise<jobs.JobRow> {
  const job = await jobs.findJob(handle, taskId);
  if (!job) throw new ProductError('task.not_found');
  return job;
}

async function backInTheQueue(deps: TaskQueueParts, tx: Db, released: readonly jobs.ReleasedJob[]): Promise<string[]> {
  for (const place of released) await shift(deps, tx, place);
  return released.map((job) => job.task_id);
}

/** Milliseconds a run usually takes here; undefined when nothing like it was ever run. */
async function usualMs(handle: Db, kind: queue.RunKind, outputs: number): Promise<number | undefined> {
  const each = median(await queue.lastRuns(handle, kind, runsCompared));
  return each === undefined ? undefined : each * Math.max(1, outputs);
}

/** Outlooks of all that waits; each lane is played through on its own. */
async function playThrough(deps: TaskQueueDeps, handle: Db): Promise<Map<string, Outlook>> {
  const rows = await queue.wholeQueue(handle);
  const usual = new Map<string, number | undefined>();
  const lanes = new Map<string, QueuedRun[]>();
  for (const row of rows) {
    const kind = JSON.stringify([row.tool, row.workload, row.engine, row.outputs]);
    if (!usual.has(kind)) usual.set(kind, await usualMs(handle, row, row.outputs));
    const ms = usual.get(kind);
    const isRunning = row.state === 'running';
    const runs = lanes.get(row.lane) ?? [];
    lanes.set(row.lane, runs);
    runs.push({
      taskId: row.task_id,
      accountId: row.account_id,
      isRunning,
      ms: ms === undefined || !isRunning ? ms : ms * (1 - row.progress),
      runningLimit: deps.plans.of(planOf(deps, row)).running,
    });
  }
  const sizes = deps.lanes.sizes();
  return new Map([...lanes].flatMap(([lane, runs]) => [...foresee(runs, sizes.get(lane) ?? 0)]));
}
