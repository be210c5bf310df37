import { z } from 'zod';
import { desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';

/** A job that waits or runs. */
export const QueuedJob = z.object({
  /** Of the job. */
  id: z.int(),
  taskId: Id,
  state: z.enum(['ready', 'running']),
  /** From 1 on among those that wait; null while it runs. */
  place: z.int().nullable(),
  accountId: Id,
  nickName: z.string(),
  tool: z.string(),
  toolTitle: z.string(),
  engine: z.string(),
  /** 0–1. */
  progress: z.number(),
  /** Current step of the engine; null unless it runs and reports its steps. */
  step: z.string().nullable(),
  attempt: z.int(),
  /** The boot of the server that runs it. */
  leaseOwner: z.string().nullable(),
  leaseUntil: Instant.nullable(),
  /** Not before, after a failed attempt. */
  runAt: Instant,
  createdAt: Instant,
  startedAt: Instant.nullable(),
});
export type QueuedJob = z.infer<typeof QueuedJob>;

/** State of the queue. */
export const QueueState = z.object({
  /** Null while jobs are taken. */
  pause: z.object({ reason: z.string(), notice: z.string(), by: Id, byName: z.string(), since: Instant }).nullable(),
  waiting: z.int(),
  running: z.int(),
  /** When the one that has waited longest was queued; null when none waits. */
  oldestSince: Instant.nullable(),
  /** The boot of this server, as it stands at leases. */
  leaseOwner: z.string(),
  /** Places for runs at once; what each is busy with. */
  workers: z.array(
    z.object({ place: z.int(), taskId: Id.nullable(), toolTitle: z.string().nullable(), since: Instant.nullable() }),
  ),
});
export type QueueState = z.infer<typeof QueueState>;

/** Notice for people who wait, unless staff write another one. */
export const usualNotice = '系统维护中，暂停开始新任务，排队位置不变';

const Notice = z.string().trim().max(40, '给用户的说明最多40字').default('');

export const queueDeskContract = {
  staffQueue: listEndpoint({
    path: '/api/admin/v1/queue',
    permission: 'engine.read',
    summary: '排队和运行中的任务，运行的在前，其后按轮到的次序',
    list: listOf(
      {
        taskId: listField.id(),
        state: listField.choice(['ready', 'running'], { isSortable: true }),
        place: listField.number({ isSortable: true }),
        accountId: listField.id(),
        tool: listField.id(),
        attempt: listField.number({ isSortable: true }),
        leaseOwner: listField.id({ canBeNull: true }),
        createdAt: listField.instant({ isSortable: true }),
      },
      { defaultSort: { field: 'place', order: 'asc' } },
    ),
    row: QueuedJob,
  }),
  queueState: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/queueState',
    permission: 'engine.read',
    summary: '队列状态：是否暂停、多少在等、每个处理线程在做什么',
    output: QueueState,
  }),
  pauseQueue: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/queueState/pause',
    permission: 'engine.write',
    summary: '暂停开始新任务；运行中的照常完成，重启后仍暂停，等候的用户会看到说明',
    input: z.object({ reason: Reason, notice: Notice }),
    output: QueueState,
  }),
  resumeQueue: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/queueState/resume',
    permission: 'engine.write',
    summary: '恢复开始新任务',
    input: z.object({ reason: Reason }),
    output: QueueState,
  }),
} as const;
