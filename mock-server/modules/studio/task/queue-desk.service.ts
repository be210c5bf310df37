import { type QueuedJob, type QueueState, usualNotice } from '#shared/contract/queue-desk';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import * as desk from './queue-desk.repository.ts';
import type { QueuePause } from './queue-pause.ts';
import { namesOf } from './task-desk.repository.ts';
import { titleOf } from './task-desk-view.ts';
import type { TaskQueue } from './task-queue.ts';

export interface QueueDeskDeps {
  store: Store;
  clock: Clock;
  audit: AuditService;
  changeSets: ChangeSets;
  queuePause: QueuePause;
  queue: Pick<TaskQueue, 'tellAll'>;
  /** The boot of this server, as it stands at leases. */
  leaseOwner: string;
  /** Runs at once, as it is set now. */
  concurrency: () => number;
  wakeRunner: () => void;
}

export type QueueDesk = ReturnType<typeof createQueueDesk>;

export const queueList: ConsoleList<QueuedJob> = {
  source: desk.queueSource,
  rows: async (db, ids) => {
    const places = await desk.placesInQueue(db);
    return (await desk.queuedJobs(db, ids)).map((row) => ({
      ...{ id: row.id, taskId: row.task_id, state: row.state as QueuedJob['state'], place: places.get(row.id) ?? null },
      ...{ accountId: row.account_id, nickName: row.nick_name, engine: row.engine },
      ...{ tool: row.tool, toolTitle: titleOf(row.tool), attempt: row.attempt },
      progress: row.state === 'running' ? row.progress : 0,
      step: row.state === 'running' ? row.step_words : null,
      ...{ leaseOwner: row.lease_owner, leaseUntil: row.lease_until, runAt: row.run_at },
      ...{ createdAt: row.created_at, startedAt: row.started_at },
    }));
  },
  idOf: ({ id }) => id,
};

/** The queue for staff: its state, and pausing it. */
export function createQueueDesk(deps: QueueDeskDeps) {
  const { store, clock, audit, changeSets, queuePause, queue, leaseOwner, concurrency, wakeRunner } = deps;
  const { db, transact } = store;

  async function state(handle: Db): Promise<QueueState> {
    const pause = await desk.findPause(handle);
    const { waiting, running, oldest } = await desk.queueCounts(handle);
    const busy = await desk.runningJobs(handle, leaseOwner);
    const places = [...Array(Math.max(concurrency(), busy.length)).keys()];
    return {
      pause: pause
        ? {
            ...{ reason: pause.reason, notice: pause.notice, by: pause.paused_by, since: pause.paused_at },
            byName: (await namesOf(handle, [pause.paused_by])).get(pause.paused_by) ?? pause.paused_by,
          }
        : null,
      ...{ waiting, running, oldestSince: oldest, leaseOwner },
      workers: places.map((index) => {
        const task = busy[index];
        const about = { taskId: task?.id ?? null, since: task?.started_at ?? null };
        return { place: index + 1, ...about, toolTitle: task ? titleOf(task.tool) : null };
      }),
    };
  }

  const stateFacts = async (tx: Db) => {
    const pause = await desk.findPause(tx);
    return { isPaused: pause !== undefined, reason: pause?.reason ?? '', notice: pause?.notice ?? '' };
  };

  async function open(tx: Db): Promise<void> {
    await queuePause.end(tx);
    afterCommit(tx, wakeRunner);
  }

  const shut = (tx: Db, { accountId }: StaffCaller, words: { reason: string; notice: string }) =>
    queuePause.set(tx, { ...words, paused_by: accountId, paused_at: clock.now() });

  changeSets.register('queue', {
    now: stateFacts,
    async revert(tx, { before }, { caller }) {
      const { isPaused, reason, notice } = before as Awaited<ReturnType<typeof stateFacts>>;
      await (isPaused ? shut(tx, caller, { reason, notice }) : open(tx));
      await queue.tellAll(tx);
    },
  });

  async function change(
    { action, title }: { action: 'queue.pause' | 'queue.resume'; title: string },
    { caller, facts, reason }: QueueDeed,
    body: (tx: Db) => Promise<void>,
  ): Promise<QueueState> {
    return transact(async (tx) => {
      const before = await stateFacts(tx);
      await body(tx);
      const after = await stateFacts(tx);
      await audit.record(tx, { caller, facts, action, subject: 'queue', before, after, reason });
      await changeSets.record(tx, { caller, facts, title, items: [{ resource: 'queue', id: 'queue', before, after }] });
      // Those who wait see another sentence now.
      await queue.tellAll(tx);
      return state(tx);
    });
  }

  return {
    state: () => state(db),

    /** Numbers of jobs by state and plan, which decides on their priority. */
    byPlan: () => desk.queueByPlan(db),

    /** Running tasks continue to their end; waiting ones keep their position. */
    pause: (deed: QueueDeed, notice: string): Promise<QueueState> =>
      change({ action: 'queue.pause', title: '暂停队列' }, deed, (tx) =>
        shut(tx, deed.caller, { reason: deed.reason, notice: notice === '' ? usualNotice : notice }),
      ),

    resume: (deed: QueueDeed): Promise<QueueState> => change({ action: 'queue.resume', title: '恢复队列' }, deed, open),
  };
}

export interface QueueDeed {
  caller: StaffCaller;
  facts: RequestFacts;
  reason: string;
}
