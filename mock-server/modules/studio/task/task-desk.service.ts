import type { StaffTaskDetail } from '#shared/contract/task-desk';
import { isFinal } from '#shared/domain/task-status';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets, RecordState } from '../../records/audit/change-sets.service.ts';
import type { Delivery, ImageService, Viewer } from '../image/image.service.ts';
import * as rows from './task.repository.ts';
import type { TaskService } from './task.service.ts';
import * as desk from './task-desk.repository.ts';
import { createTaskDeskView, pictureOf, type TaskDeskViewDeps } from './task-desk-view.ts';
import { failedState } from './task-undo.ts';

export interface TaskDeskDeps extends TaskDeskViewDeps {
  store: Store;
  audit: AuditService;
  changeSets: ChangeSets;
  images: Pick<ImageService, 'deliverToStaff'>;
  tasks: Pick<TaskService, 'start' | 'end' | 'note'>;
  wakeRunner: () => void;
}

export type TaskDesk = ReturnType<typeof createTaskDesk>;

const titles = { cancel: '取消任务', move: '调整任务次序', redrive: '重新运行任务', retry: '另起任务' } as const;
type Verb = keyof typeof titles;

interface TaskDeskParts extends TaskDeskDeps {
  describe: ReturnType<typeof createTaskDeskView>;
}

/**
 * Tasks for staff, and acts on those that went wrong. Every verb names its reason in the audit and can be undone
 * ({@link registerTaskUndo}).
 */
export function createTaskDesk(deps: TaskDeskDeps) {
  const { store, tasks, queue, wakeRunner } = deps;
  const describe = createTaskDeskView(deps);
  /** Verbs on one task, run inside a transaction. */
  const rowVerbs = {
    /** Throws `task.ended`. */
    cancel: (tx: Db, deed: Deed): Promise<void> =>
      change(parts, tx, 'cancel', deed, async (task) => {
        const { id, status } = task;
        if (isFinal(status)) throw new ProductError('task.ended');
        const { turn, attempt } = await queue.standing(tx, id);
        await tasks.end(tx, task, deed.caller.accountId, `员工取消：${deed.reason}`);
        // The try that is cut off does not count.
        const before = { status, turn, attempt: status === 'running' ? attempt - 1 : attempt };
        return { before, after: { status: 'canceled' } };
      }),

    /** Before or behind all that wait. Throws `task.not_waiting`. */
    move: (tx: Db, deed: Deed, to: 'front' | 'back'): Promise<void> =>
      change(parts, tx, 'move', deed, async ({ id }) => {
        const { turn: before } = await queue.standing(tx, id);
        await queue.move(tx, id, to);
        const { turn: after } = await queue.standing(tx, id);
        return { before: { turn: before }, after: { turn: after } };
      }),

    /** The failed task itself runs again, with all its tries, and costs nothing. Throws `task.not_failed`. */
    redrive: (tx: Db, deed: Deed): Promise<void> =>
      change(parts, tx, 'redrive', deed, async (task) => {
        requireFailed(task);
        const { id, plan, plan_expires_at } = task;
        const before = failedState(task, await queue.standing(tx, id));
        await queue.revive(tx, { id: task.account_id, plan, plan_expires_at }, id);
        const changed = await rows.changeTask(tx, id, {
          ...{ status: 'queued', progress: 0, step_words: null, step_ends: null },
          ...{ ticket_each: 0, free_outputs: 0, error_reason: null, error_message: null },
          ...{ started_at: null, finished_at: null },
        });
        await tasks.note(tx, changed);
        afterCommit(tx, wakeRunner);
        return { before, after: { status: 'queued' } };
      }),
  };
  const parts: TaskDeskParts = { ...deps, describe };
  return {
    ...withDeps(parts, { thumbs, image, retry }),
    rows: rowVerbs,
    find: (id: string): Promise<StaffTaskDetail> => find(parts, store.db, id),
    cancel: (deed: Deed) => alone(parts, deed.id, (tx) => rowVerbs.cancel(tx, deed)),
    move: (deed: Deed, to: 'front' | 'back') => alone(parts, deed.id, (tx) => rowVerbs.move(tx, deed, to)),
    redrive: (deed: Deed) => alone(parts, deed.id, (tx) => rowVerbs.redrive(tx, deed)),
  };
}

/** Of each of these tasks that has a result to look at the first one, and how many there are. */
async function thumbs({ store }: TaskDeskDeps, taskIds: readonly string[]) {
  const results = Map.groupBy(await desk.resultsOfTasks(store.db, taskIds), ({ task_id }) => task_id);
  return [...results].flatMap(([taskId, pictures]) => {
    const shown = pictures.map((picture) => pictureOf(taskId, picture)).find(({ url }) => url !== null);
    if (!shown?.url) return [];
    return [{ taskId, url: shown.url, width: shown.width, height: shown.height, count: pictures.length }];
  });
}

/** A picture that went into the task or came out of it. Throws `image.not_found`. */
async function image(
  { store, images }: TaskDeskDeps,
  viewer: Viewer,
  id: string,
  imageId: string,
  w?: number,
): Promise<Delivery> {
  await mustFind(store.db, id);
  const results = await desk.resultsOf(store.db, id);
  const pictures = [...(await desk.inputsOf(store.db, id)), ...results].map((picture) => picture.id);
  if (![...pictures, ...results.map(({ heat_image_id }) => heat_image_id)].includes(imageId))
    throw new ProductError('image.not_found');
  return images.deliverToStaff(viewer, imageId, w);
}

/** The same parameters as a new task of the account, which pays nothing. Throws `task.not_failed` and what a start throws. */
async function retry(
  deps: TaskDeskParts,
  { caller, facts, id, reason }: Deed,
  clientKey: string,
): Promise<StaffTaskDetail> {
  const { store, audit, changeSets, tasks } = deps;
  const task = await mustFind(store.db, id);
  requireFailed(task);
  const request = {
    tool: task.tool,
    params: JSON.parse(task.params) as Record<string, unknown>,
    clientKey,
    retriedFrom: id,
    parent: task.parent_id ?? undefined,
    projectId: task.project_id ?? undefined,
    requestId: facts.requestId,
  };
  const also = async (tx: Db, taskId: string) => {
    const before = { id, status: task.status, errorReason: task.error_reason };
    const after = { id: taskId, retriedFrom: id, tickets: 0 };
    await audit.record(tx, { caller, facts, action: 'task.retry', subject: id, before, after, reason });
    const made = { status: 'queued', retriedFrom: id };
    const items = [{ resource: 'task_retry', id: taskId, before: null, after: made }];
    await changeSets.record(tx, { caller, facts, title: titleOf('retry', task), items });
  };
  const { taskId } = await tasks.start({ accountId: task.account_id }, request, { isFree: true, also });
  return find(deps, store.db, taskId);
}

async function mustFind(handle: Db, id: string): Promise<desk.DeskTaskRow> {
  const task = await desk.findTaskOfAll(handle, id);
  if (!task) throw new ProductError('task.not_found');
  return task;
}

const find = async ({ describe }: TaskDeskParts, handle: Db, id: string) =>
  describe(handle, await mustFind(handle, id));

/** Does `body` to a task, and writes down what it was and what it became. `body` tells what undoing needs. */
async function change(
  deps: TaskDeskParts,
  tx: Db,
  verb: Verb,
  { caller, facts, id, reason }: Deed,
  body: (task: desk.DeskTaskRow) => Promise<{ before: RecordState; after: RecordState }>,
): Promise<void> {
  const task = await mustFind(tx, id);
  const before = await summaryOf(deps, tx, task);
  const states = await body(task);
  const after = await summaryOf(deps, tx, await mustFind(tx, id));
  const action = `task.${verb}`;
  await deps.audit.record(tx, { caller, facts, action, subject: id, before, after, reason });
  const items = [{ resource: `task_${verb}`, id, ...states }];
  await deps.changeSets.record(tx, { caller, facts, title: titleOf(verb, task), items });
}

function alone(deps: TaskDeskParts, id: string, deed: (tx: Db) => Promise<void>): Promise<StaffTaskDetail> {
  return deps.store.transact(async (tx) => {
    await deed(tx);
    return find(deps, tx, id);
  });
}

async function summaryOf(deps: TaskDeskParts, tx: Db, task: desk.DeskTaskRow) {
  const { status, attempts, held, spent, returned, ahead, errorReason, job } = await deps.describe(tx, task);
  return { status, attempts, held, spent, returned, ahead, errorReason, job };
}

function requireFailed({ status, deleted_at }: desk.DeskTaskRow): void {
  if (status !== 'failed' || deleted_at !== null) throw new ProductError('task.not_failed');
}

function titleOf(verb: Verb, { tool, nick_name }: desk.DeskTaskRow): string {
  return `${titles[verb]}「${toolById(tool)?.title ?? tool}」（${nick_name}）`;
}

/** An act of staff on a task: caller, task and reason. */
export interface Deed {
  caller: StaffCaller;
  facts: RequestFacts;
  id: string;
  reason: string;
}
