import { startOfDay } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import { afterCommit, type Db } from '../../base/store.ts';
import { isBanned, isGone } from '../../identity/account/account.rules.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { ChangeSets, RecordState, Undoable } from '../../records/audit/change-sets.service.ts';
import type { TicketService } from '../../shop/ticket/ticket.service.ts';
import * as rows from './task.repository.ts';
import type { TaskService } from './task.service.ts';
import type { JobStanding, TaskQueue } from './task-queue.ts';

export interface TaskUndoDeps {
  changeSets: ChangeSets;
  clock: Clock;
  accounts: Pick<AccountService, 'find'>;
  tickets: Pick<TicketService, 'holdAgain'>;
  tasks: Pick<TaskService, 'end' | 'note'>;
  queue: TaskQueue;
  wakeRunner: () => void;
}

/** Columns that a new run of a failed task overwrites. */
const overwritten = [
  ...(['status', 'progress', 'step_words', 'step_ends', 'ticket_each', 'free_outputs'] as const),
  ...(['error_reason', 'error_message', 'started_at', 'finished_at'] as const),
];
type Overwritten = Pick<rows.TaskRow, (typeof overwritten)[number]>;

/** A task as it failed, with the job that it ended with. */
export type FailedState = Overwritten & Pick<JobStanding, 'turn' | 'attempt'>;

export function failedState(task: rows.TaskRow, { turn, attempt }: JobStanding): RecordState {
  return { ...Object.fromEntries(overwritten.map((field) => [field, task[field]])), turn, attempt };
}

/**
 * Undoing of acts of staff on tasks. Tasks change meanwhile: each is restored by itself, and one that has begun or
 * ended since stays unchanged and says so.
 */
export function registerTaskUndo(deps: TaskUndoDeps): void {
  const { changeSets, clock, accounts, tickets, tasks, queue, wakeRunner } = deps;

  async function mustFind(tx: Db, id: string): Promise<rows.TaskRow> {
    const task = await rows.findTask(tx, id);
    if (!task || task.deleted_at !== null) throw new ProductError('task.not_found');
    return task;
  }

  async function requireOwner(tx: Db, task: rows.TaskRow): Promise<void> {
    const account = await accounts.find(tx, task.account_id);
    if (isBanned(account, clock.now()) || isGone(account) || account.deleted_at !== null)
      throw new ProductError('task.owner_gone');
    await queue.requireRoom(tx, account);
  }

  /** The free outputs of a canceled task may have been used for another one. */
  async function requireFree(tx: Db, task: rows.TaskRow): Promise<void> {
    if (task.free_outputs === 0) return;
    const allowed = toolById(task.tool)?.ticket.freeDaily ?? 0;
    const used = await rows.freeOutputsUsed(tx, task.account_id, task.tool, startOfDay(task.created_at));
    if (used + task.free_outputs > allowed) throw new ProductError('task.free_used');
  }

  const register = (verb: string, revert: Undoable['revert']) =>
    // Each task tells in a sentence whether it can be restored.
    changeSets.register(`task_${verb}`, { isIndependent: true, now: async (_tx, _id, known) => known, revert });

  register('cancel', async (tx, { id, before }) => {
    const task = await mustFind(tx, id);
    if (task.status !== 'canceled') throw new ProductError('task.ended');
    await requireOwner(tx, task);
    await requireFree(tx, task);
    await tickets.holdAgain(tx, id, '撤销取消');
    await queue.restore(tx, id, before as unknown as JobStanding);
    const waiting = { status: 'queued', progress: 0, started_at: null, finished_at: null } as const;
    await tasks.note(tx, await rows.changeTask(tx, id, { ...waiting, step_words: null, step_ends: null }));
    afterCommit(tx, wakeRunner);
  });

  register('move', async (tx, { id, before, after }) => {
    const { turn, state } = await queue.standing(tx, id);
    if (state !== 'ready') throw new ProductError('task.not_waiting');
    if (turn !== after?.turn) throw new ProductError('task.moved_again');
    await queue.moveBack(tx, id, Number(before?.turn));
  });

  register('redrive', async (tx, { id, before }) => {
    const { status } = await mustFind(tx, id);
    const { attempt, state } = await queue.standing(tx, id);
    if (status !== 'queued' || state !== 'ready' || attempt > 0) throw new ProductError('task.begun_again');
    const { turn, attempt: tries, ...fields } = before as unknown as FailedState;
    await queue.bury(tx, id, { turn, attempt: tries });
    await tasks.note(tx, await rows.changeTask(tx, id, fields));
  });

  register('retry', async (tx, { id }, { caller, reason }) => {
    const task = await mustFind(tx, id);
    if (task.status !== 'queued' && task.status !== 'running') throw new ProductError('task.ended');
    await tasks.end(tx, task, caller.accountId, reason);
  });
}
