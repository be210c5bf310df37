import { isImageFormat } from '#shared/contract/image';
import { type StaffTaskDetail, taskDeskContract } from '#shared/contract/task-desk';
import { type DefinedTool, pictureFieldsOf } from '#shared/tools/define-tool';
import { givenWords } from '#shared/tools/given-words';
import { toolById } from '#shared/tools/registry';
import type { Db } from '../../base/store.ts';
import type { TicketService } from '../../shop/ticket/ticket.service.ts';
import type { CategoryService } from '../category/category.service.ts';
import type { EngineDirectory } from './engine-directory.ts';
import { findJob } from './job.repository.ts';
import * as desk from './task-desk.repository.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskQueue } from './task-queue.ts';
import { labelIn } from './task-view.ts';

export interface TaskDeskViewDeps {
  tickets: TicketService;
  journal: TaskJournal;
  queue: TaskQueue;
  categories: Pick<CategoryService, 'pathOf'>;
  engines: Pick<EngineDirectory, 'isConnected'>;
}

interface PictureRow {
  id: string;
  width: number;
  height: number;
  format: string;
  deleted_at: number | null;
}

export const titleOf = (tool: string) => toolById(tool)?.title ?? tool;

/** A task as staff see it, with all that is known of it. */
export function createTaskDeskView(deps: TaskDeskViewDeps) {
  return (handle: Db, task: desk.DeskTaskRow): Promise<StaffTaskDetail> => detailOfTask(deps, handle, task);
}

const nameOfCategory = ({ categories }: TaskDeskViewDeps, id: string) => categories.pathOf(id).at(-1)?.name;

async function settlementOf(
  deps: TaskDeskViewDeps,
  handle: Db,
  task: desk.DeskTaskRow,
): Promise<StaffTaskDetail['settlement']> {
  const book = await deps.tickets.holdBook(handle, task.id);
  const about = { kind: task.ticket_kind, each: task.ticket_each, freeOutputs: task.free_outputs };
  if (!book) return { ...about, hold: null, parts: [], movements: [] };
  const { amount, state, spent, returned, created_at: createdAt, settled_at: settledAt } = book.hold;
  return {
    ...about,
    hold: { amount, state, spent, returned, createdAt, settledAt },
    parts: book.parts.map((part) => ({
      ...{ lotId: part.lot_id, source: part.source, amount: part.amount, expiresAt: part.expires_at },
    })),
    movements: book.movements.map(({ id, movement, reason, delta, balance_after, created_at }) => ({
      ...{ id, movement, reason, delta: delta ?? 0, balanceAfter: balance_after ?? 0, createdAt: created_at },
    })),
  };
}

async function attemptsOf(deps: TaskDeskViewDeps, handle: Db, taskId: string): Promise<StaffTaskDetail['attempted']> {
  const rows = await deps.journal.attemptsOf(handle, taskId);
  const enders = rows.flatMap(({ ended_by }) => ended_by ?? []);
  const names = await desk.namesOf(handle, [...new Set(enders)]);
  return rows.map((row) => ({
    ...{ number: row.number, engine: row.engine, leaseOwner: row.lease_owner },
    ...{ startedAt: row.started_at, endedAt: row.ended_at, outcome: row.outcome },
    ...{ endedBy: row.ended_by, endedByName: row.ended_by === null ? null : (names.get(row.ended_by) ?? null) },
    ...{ reason: row.reason, message: row.message },
  }));
}

async function relationsOf(handle: Db, { id, retried_from, parent_id }: desk.DeskTaskRow) {
  const before = await desk.tasksById(
    handle,
    [retried_from, parent_id].filter((each) => each !== null),
  );
  const known = (wanted: string | null) => before.filter((row) => row.id === wanted).map(toRelated)[0] ?? null;
  return {
    retriedFrom: known(retried_from),
    parent: known(parent_id),
    retries: (await desk.tasksFrom(handle, 'retried_from', id)).map(toRelated),
    children: (await desk.tasksFrom(handle, 'parent_id', id)).map(toRelated),
  };
}

async function detailOfTask(deps: TaskDeskViewDeps, handle: Db, task: desk.DeskTaskRow): Promise<StaffTaskDetail> {
  const tool = toolById(task.tool);
  const job = await findJob(handle, task.id);
  const settlement = await settlementOf(deps, handle, task);
  const { hold } = settlement;
  const outlook = task.status === 'queued' ? await deps.queue.outlook(handle, task) : undefined;
  const inputs = await desk.inputsOf(handle, task.id);
  const results = await desk.resultsOf(handle, task.id);
  return {
    ...{ id: task.id, accountId: task.account_id, nickName: task.nick_name, status: task.status },
    ...{ tool: task.tool, toolTitle: titleOf(task.tool), engine: task.engine },
    ...{ isConnected: deps.engines.isConnected(task.engine), quality: task.quality },
    ...{ ticketKind: task.ticket_kind, held: hold?.state === 'held' ? hold.amount : 0 },
    ...{ spent: hold?.spent ?? 0, returned: hold?.returned ?? 0 },
    ...{ errorReason: task.error_reason, errorMessage: task.error_message },
    ...{ attempts: job?.attempt ?? 0, ms: task.ms, score: task.score, seed: task.seed, algorithm: task.algorithm },
    ...{ createdAt: task.created_at, startedAt: task.started_at, finishedAt: task.finished_at },
    ...{ progress: task.progress, step: task.status === 'running' ? task.step_words : null },
    ...{ ahead: outlook?.ahead ?? null, outputs: task.outputs, doubles: task.doubles },
    words: task.words_read === null ? null : JSON.parse(task.words_read),
    facts: task.facts === null ? {} : JSON.parse(task.facts),
    parameters: parametersOf(deps, tool, JSON.parse(task.params)),
    inputs: inputs.map((row) => ({
      ...pictureOf(task.id, row),
      ...{ field: row.field, label: tool?.fields[row.field]?.label ?? row.field },
    })),
    results: results.map((row) => ({ ...pictureOf(task.id, row), ...labelIn(row, (heat) => staffUrl(task.id, heat)) })),
    attempted: await attemptsOf(deps, handle, task.id),
    log: (await deps.journal.linesOf(handle, task.id)).map(({ id, attempt, words, progress, created_at }) => ({
      ...{ id, attempt, words, progress, createdAt: created_at },
    })),
    settlement,
    job: job ? { state: job.state, leaseOwner: job.lease_owner, leaseUntil: job.lease_until, runAt: job.run_at } : null,
    ...(await relationsOf(handle, task)),
    ...{ deletedAt: task.deleted_at, purgedAt: task.purged_at, requestId: task.request_id },
  };
}

/**
 * Given values, in the order and the words of the form; fields that the tool no longer has stand under their own names.
 */
function parametersOf(
  deps: TaskDeskViewDeps,
  tool: DefinedTool | undefined,
  params: Record<string, unknown>,
): StaffTaskDetail['parameters'] {
  const pictures = new Set(tool ? pictureFieldsOf(tool) : []);
  const known = Object.keys(tool?.fields ?? {});
  const names = [...known, ...Object.keys(params).filter((name) => !known.includes(name))];
  return names.flatMap((name) => {
    const value = params[name];
    if (pictures.has(name) || value === undefined || value === null || value === '') return [];
    const field = tool?.fields[name];
    const words = field
      ? givenWords({ ...field, options: field.options }, value, (id) => nameOfCategory(deps, id))
      : asText(value);
    return [{ name, label: field?.label ?? name, value: words }];
  });
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function toRelated({ id, tool, status, created_at: createdAt }: Awaited<ReturnType<typeof desk.tasksById>>[number]) {
  return { id, toolTitle: titleOf(tool), status, createdAt };
}

const staffUrl = (taskId: string, imageId: string) =>
  taskDeskContract.staffTaskImage.path.replace(':id', taskId).replace(':imageId', imageId);

export function pictureOf(taskId: string, { id, width, height, format, deleted_at }: PictureRow) {
  const isDeleted = deleted_at !== null;
  const url = isDeleted || !isImageFormat(format) ? null : staffUrl(taskId, id);
  return { imageId: id, url, width, height, format, isDeleted };
}
