import { imageFormats } from '#shared/contract/image';
import type { Task } from '#shared/contract/task';
import { isFinal, type TaskStatus } from '#shared/domain/task-status';
import { ProductError } from '#shared/errors';
import { type DefinedTool, pictureIdsOf } from '#shared/tools/define-tool';
import { priceOf } from '#shared/tools/price';
import { toolById, tools } from '#shared/tools/registry';
import type { Clock } from '../../adapters/clock/port.ts';
import type { UserCaller } from '../../http/context.ts';
import type { Ids } from '../../ids.ts';
import type { AccountService } from '../account/account.service.ts';
import { type ImageService, imageUrl } from '../image/image.service.ts';
import type { Db, Store } from '../store.ts';
import type { TicketService } from '../ticket/ticket.service.ts';
import type { EngineDirectory } from './engine-directory.ts';
import * as jobs from './job.repository.ts';
import * as tasks from './task.repository.ts';
import { paramFaults, startOfDay, waitingLimit } from './task.rules.ts';
import type { TaskFeed } from './task-feed.ts';

export interface TaskDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  tickets: TicketService;
  images: ImageService;
  accounts: AccountService;
  engines: EngineDirectory;
  feed: TaskFeed;
  /** Wakes the runner after a task was queued. */
  wakeRunner: () => void;
  /** Stops the work on a task, if any is under way. */
  stopRun: (taskId: string) => void;
}

export type TaskService = ReturnType<typeof createTaskService>;

export interface StartRequest {
  tool: string;
  params: Record<string, unknown>;
  clientKey: string;
  retriedFrom?: string | undefined;
  parent?: string | undefined;
}

const seeds = 1_000_000;

export function createTaskService(deps: TaskDeps) {
  const { store, clock, ids, tickets, images, accounts, engines, feed, wakeRunner, stopRun } = deps;
  const { db, transact } = store;

  /** Writes the event of a change; call {@link TaskFeed.publish} after the commit. */
  async function note(tx: Db, task: tasks.TaskRow): Promise<void> {
    await tasks.insertEvent(tx, {
      account_id: task.account_id,
      task_id: task.id,
      seq: task.seq,
      created_at: clock.now(),
    });
  }

  async function mustFind(handle: Db, accountId: string, taskId: string): Promise<tasks.TaskRow> {
    const task = await tasks.findOwnTask(handle, accountId, taskId);
    if (!task) throw new ProductError('task.not_found');
    return task;
  }

  function parseParams(tool: DefinedTool, params: Record<string, unknown>): Record<string, unknown> {
    const result = tool.params.safeParse(params);
    if (result.success) return result.data as Record<string, unknown>;
    const { fields, detail } = paramFaults(result.error.issues);
    throw new ProductError('task.params', { fill: { detail }, fields });
  }

  /** 2K and 4K are for members whose plan has them. */
  async function requireSize(accountId: string, { quality }: Record<string, unknown>): Promise<void> {
    if (quality !== '2k' && quality !== '4k') return;
    const { flags } = await accounts.vipInfo(accountId);
    const isAllowed = quality === '2k' ? flags.canUse2K : flags.canUse4K;
    if (!isAllowed) throw new ProductError('task.member_only', { fill: { size: quality.toUpperCase() } });
  }

  async function freeLeft(handle: Db, accountId: string, tool: DefinedTool): Promise<number> {
    if (!tool.ticket.freeDaily) return 0;
    const used = await tasks.freeOutputsUsed(handle, accountId, tool.id, startOfDay(clock.now()));
    return Math.max(0, tool.ticket.freeDaily - used);
  }

  async function describe(handle: Db, rows: readonly tasks.TaskRow[]): Promise<Task[]> {
    const outputs = await tasks.outputsOf(
      handle,
      rows.map((row) => row.id),
    );
    return Promise.all(
      rows.map((row) =>
        toTask(
          handle,
          row,
          outputs.filter((output) => output.task_id === row.id),
        ),
      ),
    );
  }

  async function toTask(handle: Db, row: tasks.TaskRow, outputs: readonly tasks.OutputRow[]): Promise<Task> {
    const queueNum = row.status === 'queued' ? await jobs.jobsAhead(handle, row.id) : 0;
    const usual = isFinal(row.status) ? undefined : await tasks.usualMs(handle, row.tool);
    const etaMs =
      usual === undefined ? undefined : Math.round(usual * (row.status === 'queued' ? queueNum + 1 : 1 - row.progress));
    const { held, spent, returned } = await tickets.settlement(handle, row.id);
    return {
      taskId: row.id,
      tool: row.tool,
      status: row.status,
      seq: row.seq,
      queueNum,
      progress: row.progress,
      ...(etaMs === undefined ? {} : { etaMs }),
      params: JSON.parse(row.params),
      ...resultsOf(row, outputs),
      engine: row.engine,
      ...(row.algorithm === null ? {} : { algorithm: row.algorithm }),
      ...(row.quality === null ? {} : { quality: row.quality }),
      ...(row.ms === null ? {} : { ms: row.ms }),
      ...(row.facts === null ? {} : { facts: JSON.parse(row.facts) }),
      seed: row.seed,
      ticket: { type: row.ticket_kind, held, spent, returned },
      ...(row.error_reason === null ? {} : { error: { reason: row.error_reason, message: row.error_message ?? '' } }),
      ...(row.retried_from === null ? {} : { retriedFrom: row.retried_from }),
      ...(row.parent_id === null ? {} : { parent: row.parent_id }),
      createdAt: row.created_at,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
    };
  }

  async function started(handle: Db, task: tasks.TaskRow) {
    return {
      taskId: task.id,
      queueNum: task.status === 'queued' ? await jobs.jobsAhead(handle, task.id) : 0,
      status: task.status,
    };
  }

  return {
    /** Holds the tickets, writes the task and queues its job in one transaction. */
    async start(caller: UserCaller, request: StartRequest) {
      const { accountId } = caller;
      const tool = toolById(request.tool);
      if (!tool) throw new ProductError('tool.unknown');
      const params = parseParams(tool, request.params);
      await requireSize(accountId, params);
      const able = await engines.forTool(tool.id);

      const { task, isNew } = await transact(async (tx) => {
        const known = await tasks.findByClientKey(tx, accountId, request.clientKey);
        if (known) {
          if (known.tool !== tool.id) throw new ProductError('task.client_key_reused');
          return { task: known, isNew: false };
        }
        if (!able) throw new ProductError('tool.no_engine', { fill: { title: tool.title } });
        if ((await tasks.countWaiting(tx, accountId)) >= waitingLimit) {
          throw new ProductError('task.too_many', { fill: { limit: waitingLimit } });
        }
        await images.requireOwn(tx, accountId, pictureIdsOf(tool, params));
        if (request.retriedFrom) await mustFind(tx, accountId, request.retriedFrom);
        if (request.parent) await mustFind(tx, accountId, request.parent);

        const price = priceOf(tool, params, await freeLeft(tx, accountId, tool), able.quality);
        const id = ids.next('task');
        await tickets.hold(tx, accountId, tool.ticket.kind, price.total, id, tool.title);
        const now = clock.now();
        await tasks.insertTask(tx, {
          id,
          account_id: accountId,
          tool: tool.id,
          client_key: request.clientKey,
          params: JSON.stringify(params),
          status: 'queued',
          seq: 1,
          progress: 0,
          engine: able.engine.name,
          algorithm: null,
          quality: null,
          seed: typeof params.seed === 'number' ? params.seed : ids.number(seeds),
          ms: null,
          facts: null,
          ticket_kind: tool.ticket.kind,
          ticket_each: price.each,
          free_outputs: price.free,
          outputs: price.outputs,
          error_reason: null,
          error_message: null,
          retried_from: request.retriedFrom ?? null,
          parent_id: request.parent ?? null,
          created_at: now,
          started_at: null,
          finished_at: null,
          deleted_at: null,
        });
        await jobs.insertJob(tx, id, now);
        const task = await tasks.findTask(tx, id);
        if (!task) throw new ProductError('task.not_found');
        await note(tx, task);
        return { task, isNew: true };
      });

      if (isNew) {
        feed.publish(accountId);
        wakeRunner();
      }
      return started(db, task);
    },

    async get(caller: UserCaller, taskId: string): Promise<Task> {
      const [task] = await describe(db, [await mustFind(db, caller.accountId, taskId)]);
      return task as Task;
    },

    async list(
      caller: UserCaller,
      query: { page: number; size: number; tool?: string | undefined; status?: TaskStatus | undefined },
    ) {
      const { page, size } = query;
      const { rows, total } = await tasks.pageOfTasks(db, caller.accountId, query, { page, size });
      return { list: await describe(db, rows), total, page, size };
    },

    async remove(caller: UserCaller, taskId: string): Promise<void> {
      await transact(async (tx) => {
        // Asking twice is fine: the second time it is gone already.
        const task = await tasks.findTask(tx, taskId);
        if (!task || task.account_id !== caller.accountId) throw new ProductError('task.not_found');
        if (!isFinal(task.status)) throw new ProductError('task.still_running');
        if (task.deleted_at !== null) return;
        await tasks.markDeleted(tx, taskId, clock.now());
      });
    },

    /** Ends a task that has not ended; what was held goes back in the same transaction. */
    async cancel(caller: UserCaller, taskId: string): Promise<{ outcome: 'canceled' | 'canceling' | 'finished' }> {
      const outcome = await transact(async (tx) => {
        const task = await mustFind(tx, caller.accountId, taskId);
        if (task.status === 'canceled') return 'canceled' as const;
        if (isFinal(task.status)) return 'finished' as const;
        const changed = await tasks.changeTask(tx, taskId, { status: 'canceled', finished_at: clock.now() });
        await jobs.endJob(tx, taskId, 'dead');
        await tickets.settle(tx, taskId, 0, '取消退回');
        await note(tx, changed);
        return 'canceled' as const;
      });
      if (outcome === 'canceled') stopRun(taskId);
      feed.publish(caller.accountId);
      return { outcome };
    },

    /** Free outputs left today, by tool id, for the tools that have an allowance. */
    async freeAllowance(caller: UserCaller): Promise<Record<string, number>> {
      const allowed = tools.filter((tool) => tool.ticket.freeDaily);
      const left = await Promise.all(
        allowed.map(async (tool) => [tool.id, await freeLeft(db, caller.accountId, tool)] as const),
      );
      return Object.fromEntries(left);
    },

    /** The account's tasks with news after an event id, oldest news first. */
    async newsAfter(accountId: string, lastId: number): Promise<Array<{ id: number; task: Task }>> {
      // In one transaction, so that no task is newer than the event it is sent with and comes again with the next.
      return transact(async (tx) => {
        const news: Array<{ id: number; task: Task }> = [];
        for (const event of await tasks.eventsAfter(tx, accountId, lastId)) {
          const row = await tasks.findOwnTask(tx, accountId, event.task_id);
          const [task] = row ? await describe(tx, [row]) : [];
          if (task) news.push({ id: event.id, task });
        }
        return news;
      });
    },

    newestEventId: () => tasks.newestEventId(db),
    note,
    sweep: () => tasks.removeEventsBefore(db, clock.now() - 86_400_000),
  };
}

/** Outputs by what they are: pictures, a video with its cover, drawings. */
function resultsOf(row: tasks.TaskRow, outputs: readonly tasks.OutputRow[]): Pick<Task, 'images' | 'video' | 'files'> {
  const pictures = outputs.filter(({ format }) => imageFormats.some((known) => known === format));
  const movie = outputs.find(({ format }) => format === 'mp4');
  const drawings = outputs.filter((output) => output !== movie && !pictures.includes(output));
  const images = pictures.map(({ image_id, width, height, type }) => ({
    imageId: image_id,
    url: imageUrl(image_id),
    width,
    height,
    type,
  }));
  if (movie) {
    const { durationMs = 0 } = row.facts ? (JSON.parse(row.facts) as { durationMs?: number }) : {};
    const coverUrl = images[0]?.url ?? '';
    return { images: [], video: { imageId: movie.image_id, url: imageUrl(movie.image_id), coverUrl, durationMs } };
  }
  const files = drawings.map(({ image_id, format }) => ({ imageId: image_id, url: imageUrl(image_id), format }));
  return { images, ...(files.length > 0 ? { files } : {}) };
}
