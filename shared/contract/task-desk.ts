import { z } from 'zod';
import { taskStatuses } from '../domain/task-status.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { ClientKey, Id, Instant, TicketKindName } from './fields.ts';
import { storedMedia } from './image.ts';
import { StaffTask } from './staff.ts';
import { labelFields } from './task.ts';

const attemptOutcomes = ['succeeded', 'failed', 'retried', 'canceled', 'lost', 'released'] as const;

/** A task that this one comes from, or that comes from it. */
export const RelatedTask = z.object({
  id: Id,
  toolTitle: z.string(),
  status: z.enum(taskStatuses),
  createdAt: Instant,
});

export const TaskPicture = z.object({
  imageId: Id,
  /**
   * Address of the picture for staff, at most 1280 pixels on its longer side; null for drawings, videos and deleted
   * files.
   */
  url: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  format: z.string(),
  isDeleted: z.boolean(),
});

export const TaskAttempt = z.object({
  /** From 1 on. */
  number: z.int(),
  engine: z.string(),
  /** The boot of the server that ran it. */
  leaseOwner: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** Null while it runs. */
  outcome: z.enum(attemptOutcomes).nullable(),
  /** The account that ended it; null where nobody did. */
  endedBy: Id.nullable(),
  endedByName: z.string().nullable(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
});

export const TaskSettlement = z.object({
  kind: TicketKindName,
  /** Tickets for each output, and outputs that were free. */
  each: z.int(),
  freeOutputs: z.int(),
  /** Null where nothing was held. */
  hold: z
    .object({
      amount: z.int(),
      state: z.enum(['held', 'settled']),
      spent: z.int(),
      returned: z.int(),
      createdAt: Instant,
      settledAt: Instant.nullable(),
    })
    .nullable(),
  /** From which lots the tickets came. */
  parts: z.array(z.object({ lotId: Id, source: z.string(), amount: z.int(), expiresAt: Instant.nullable() })),
  /** Rows of the ledger, oldest first. */
  movements: z.array(
    z.object({
      id: Id,
      movement: z.string(),
      delta: z.int(),
      balanceAfter: z.int(),
      reason: z.string(),
      createdAt: Instant,
    }),
  ),
});

/** All that is known of one task. */
export const StaffTaskDetail = StaffTask.extend({
  progress: z.number(),
  /** Current step of the engine; null unless it runs and reports its steps. */
  step: z.string().nullable(),
  /** Tasks before it; null unless it waits. */
  ahead: z.int().nullable(),
  seed: z.int(),
  algorithm: z.string().nullable(),
  outputs: z.int(),
  doubles: z.int(),
  /** Words of the description that took effect, and those that did not; null where nobody can tell. */
  words: z.object({ used: z.array(z.string()), ignored: z.array(z.string()) }).nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Values of the form, in its words; pictures are among `inputs`. */
  parameters: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  inputs: z.array(TaskPicture.extend({ field: z.string(), label: z.string() })),
  results: z.array(TaskPicture.extend(labelFields)),
  attempted: z.array(TaskAttempt),
  log: z.array(
    z.object({ id: z.int(), attempt: z.int(), words: z.string(), progress: z.number().nullable(), createdAt: Instant }),
  ),
  settlement: TaskSettlement,
  job: z
    .object({
      state: z.enum(['ready', 'running', 'done', 'dead']),
      leaseOwner: z.string().nullable(),
      leaseUntil: Instant.nullable(),
      runAt: Instant,
    })
    .nullable(),
  retriedFrom: RelatedTask.nullable(),
  parent: RelatedTask.nullable(),
  retries: z.array(RelatedTask),
  children: z.array(RelatedTask),
  /** When its owner deleted it; its content goes 30 days later. */
  deletedAt: Instant.nullable(),
  purgedAt: Instant.nullable(),
  /** Id of the request that started it, as in the server's log; null for tasks of the program and of older versions. */
  requestId: z.string().nullable(),
});
export type StaffTaskDetail = z.infer<typeof StaffTaskDetail>;

const because = z.object({ reason: Reason });

export const taskDeskContract = {
  staffTask: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/tasks/:id',
    permission: 'task.read',
    summary: '任务详情：参数、图片、每次尝试、引擎日志、券的占用与结算、来源',
    params: byId,
    output: StaffTaskDetail,
    errors: ['task.not_found'],
  }),
  staffTaskImage: endpoint({
    ...desk,
    method: 'GET',
    answers: 'bytes',
    media: storedMedia,
    path: '/api/admin/v1/tasks/:id/images/:imageId',
    permission: 'task.read',
    summary: '任务的输入或输出图片（WebP，最长边不超过 1280 像素，不缓存）',
    params: z.object({ id: Id, imageId: Id }),
    input: z.object({
      /** Width at most, pixels; rounded up to steps, never enlarges. */
      w: z.int().min(16).max(8192).optional(),
    }),
    errors: ['task.not_found', 'image.not_found', 'image.not_made', 'image.deadly'],
  }),
  staffRetryTask: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/tasks/:id/retry',
    permission: 'task.write',
    summary: '替用户重做失败的任务：同样的参数另起一个任务，不收券',
    params: byId,
    input: because.extend({ clientKey: ClientKey }),
    output: StaffTaskDetail,
    errors: [
      ...([
        'task.not_found',
        'task.not_failed',
        'task.too_many',
        'task.params',
        'task.engine',
        'task.unsuitable_picture',
      ] as const),
      ...([
        'tool.unknown',
        'tool.no_engine',
        'task.member_only',
        'task.engine_plan',
        'task.engine_closed',
        'task.client_key_reused',
        'image.not_found',
      ] as const),
    ],
  }),
  staffCancelTask: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/tasks/:id/cancel',
    permission: 'task.write',
    summary: '取消排队或生成中的任务，券退回',
    params: byId,
    input: because,
    output: StaffTaskDetail,
    errors: ['task.not_found', 'task.ended'],
  }),
  moveTask: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/tasks/:id/move',
    permission: 'task.write',
    summary: '把排队的任务移到队首或队尾',
    params: byId,
    input: because.extend({ to: z.enum(['front', 'back']) }),
    output: StaffTaskDetail,
    errors: ['task.not_found', 'task.not_waiting'],
  }),
  redriveTask: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/tasks/:id/redrive',
    permission: 'task.write',
    summary: '让失败的任务原样回到队列再运行，不收券',
    params: byId,
    input: because,
    output: StaffTaskDetail,
    errors: ['task.not_found', 'task.not_failed'],
  }),
} as const;
