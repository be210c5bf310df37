import type { Task, ToolOffer } from '#shared/contract/task';
import type { Plan } from '#shared/domain/plan';
import { isFinal, type TaskStatus } from '#shared/domain/task-status';
import { day, startOfDay } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { completed, type DefinedTool, pictureIdsOf } from '#shared/tools/define-tool';
import { priceOf } from '#shared/tools/price';
import { toolById, tools } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { createCounter } from '../../base/limits.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import { livePlan } from '../../identity/account/account.rules.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { TicketService } from '../../shop/ticket/ticket.service.ts';
import type { ChosenCategories } from '../category/chosen-categories.ts';
import type { ImageService } from '../image/image.service.ts';
import { type EngineChoice, type EngineDirectory, mayUse, noEngine } from './engine-directory.ts';
import { wordsOf, workloadOf } from './queue.rules.ts';
import * as tasks from './task.repository.ts';
import { inputsOf, nameOfEngine, paramFaults, questionLimit } from './task.rules.ts';
import type { TaskFeed } from './task-feed.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskQueue } from './task-queue.ts';
import { createTaskSuitability } from './task-suitability.ts';
import type { TaskView } from './task-view.ts';
import { removeTries } from './try.repository.ts';

export interface TaskDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  tickets: TicketService;
  images: ImageService;
  accounts: AccountService;
  chosen: ChosenCategories;
  engines: EngineDirectory;
  feed: TaskFeed;
  queue: TaskQueue;
  view: TaskView;
  journal: TaskJournal;
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
  projectId?: string | undefined;
  /** True for pictures that nobody has ordered: connected engines, which may cost money, are left out. */
  isUnordered?: boolean | undefined;
  /** Id of the HTTP request; absent for tasks that the program starts itself. */
  requestId?: string | undefined;
}

/** Terms of a start that staff make for an account. */
export interface StartTerms {
  /** Nothing is held, and today's free outputs stay. */
  isFree: boolean;
  /** Further writes of the same transaction. */
  also(tx: Db, taskId: string): Promise<void>;
}

/** The task that made a picture. */
export interface Maker {
  taskId: string;
  tool: string;
  /** As its owner called it; empty where nobody did. */
  title: string;
  params: Record<string, unknown>;
}

/** Outcome of a cancel, with a Chinese sentence. */
interface Cancellation {
  outcome: 'canceled' | 'canceling' | 'finished';
  message: string;
}

const seeds = 1_000_000;

const endedSentences = {
  canceled: '任务已取消',
  succeeded: '任务已完成，不能取消',
  failed: '任务已失败，券已退回，无需取消',
} as const;

const seedOf = ({ seed }: Readonly<Record<string, unknown>>) => (typeof seed === 'number' ? seed : undefined);

interface TaskParts extends TaskDeps {
  suitability: ReturnType<typeof createTaskSuitability>;
  readings: ReturnType<typeof createCounter>;
}

export function createTaskService(deps: TaskDeps) {
  const { store, clock } = deps;
  const readings = createCounter({ store, clock, ...questionLimit });
  const suitability = createTaskSuitability(deps);
  const parts: TaskParts = { ...deps, suitability, readings };
  return {
    ...withDeps(parts, {
      get,
      list,
      remove,
      retry,
      cancel,
      readWords,
      freeAllowance,
      offers,
      newsAfter,
      sweep,
      start,
      end,
      note,
    }),
    makersOf,
    lookAhead: suitability.lookAhead,
    newestEventId: () => tasks.newestEventId(store.db),
  };
}

async function get({ view, store }: TaskDeps, caller: UserCaller, taskId: string): Promise<Task> {
  const [task] = await view.describe(store.db, [await mustFind(store.db, caller.accountId, taskId)]);
  return task as Task;
}

async function list(
  { store, view }: TaskDeps,
  caller: UserCaller,
  query: { page: number; size: number; tool?: string | undefined; status?: TaskStatus | undefined },
) {
  const { page, size } = query;
  const { rows, total } = await tasks.pageOfTasks(store.db, caller.accountId, query, { page, size });
  return { list: await view.describe(store.db, rows), total, page, size };
}

async function remove({ store, clock }: TaskDeps, caller: UserCaller, taskId: string): Promise<void> {
  await store.transact(async (tx) => {
    // Asking twice is fine: the second time it is gone already.
    const task = await tasks.findTask(tx, taskId);
    if (!task || task.account_id !== caller.accountId) throw new ProductError('task.not_found');
    if (!isFinal(task.status)) throw new ProductError('task.still_running');
    if (task.deleted_at !== null) return;
    await tasks.markDeleted(tx, taskId, clock.now());
  });
}

/** The same parameters and seed once more as a new task that names this one. Throws `task.still_running`. */
async function retry(
  deps: TaskParts,
  caller: UserCaller,
  taskId: string,
  { clientKey, requestId }: Pick<StartRequest, 'clientKey' | 'requestId'>,
) {
  const task = await mustFind(deps.store.db, caller.accountId, taskId);
  if (!isFinal(task.status)) throw new ProductError('task.still_running');
  return start(deps, caller, {
    tool: task.tool,
    params: JSON.parse(task.params) as Record<string, unknown>,
    clientKey,
    retriedFrom: taskId,
    parent: task.parent_id ?? undefined,
    projectId: task.project_id ?? undefined,
    requestId,
  });
}

/** Ends a task that has not ended; what was held goes back in the same transaction. */
async function cancel(deps: TaskDeps, { accountId }: UserCaller, taskId: string): Promise<Cancellation> {
  return deps.store.transact(async (tx) => {
    const task = await mustFind(tx, accountId, taskId);
    const { status } = task;
    if (status !== 'queued' && status !== 'running') {
      const outcome = status === 'canceled' ? ('canceled' as const) : ('finished' as const);
      return { outcome, message: endedSentences[status] };
    }
    await end(deps, tx, task, accountId, '用户取消');
    const { returned } = await deps.tickets.settlement(tx, taskId);
    const message = returned > 0 ? `已取消，${returned} 张券已退回` : '已取消';
    return { outcome: 'canceled' as const, message };
  });
}

/**
 * Reads the description in the parameters of an unfinished form; null when the engine does not read it. Throws
 * `tool.unknown`, `task.engine`, `request.too_often`.
 */
async function readWords(
  { engines, chosen, readings }: TaskParts,
  { accountId }: UserCaller,
  toolId: string,
  params: Record<string, unknown>,
) {
  const tool = toolById(toolId);
  if (!tool) throw new ProductError('tool.unknown');
  readings.count(accountId);
  const engineName = nameOfEngine(params);
  const choice = await engines.forTool(tool.id, engineName);
  if (!choice && engineName !== undefined) throw noEngine(tool, engineName);
  return choice?.engine.readWords?.(tool.id, chosen.forEngine(tool, completed(tool, params))) ?? null;
}

/** Free outputs left today, by tool id, for the tools that have an allowance. */
async function freeAllowance(deps: TaskDeps, caller: UserCaller): Promise<Record<string, number>> {
  const allowed = tools.filter((tool) => tool.ticket.freeDaily);
  const left = await Promise.all(
    allowed.map(async (tool) => [tool.id, await freeLeft(deps, deps.store.db, caller.accountId, tool)] as const),
  );
  return Object.fromEntries(left);
}

/** Terms of every tool's default engine, for the caller's plan; visitors have those of the free one. */
async function offers({ engines, accounts }: TaskDeps, caller: UserCaller | null): Promise<Record<string, ToolOffer>> {
  return engines.offers(caller ? (await accounts.vipInfo(caller.accountId)).plan : 'free');
}

/** The account's tasks with news after an event id, oldest news first. */
async function newsAfter(
  { store, view }: TaskDeps,
  accountId: string,
  lastId: number,
): Promise<Array<{ id: number; task: Task }>> {
  // In one transaction, so that no task is newer than the event it is sent with and comes again with the next.
  return store.transact(async (tx) => {
    const news: Array<{ id: number; task: Task }> = [];
    for (const event of await tasks.eventsAfter(tx, accountId, lastId)) {
      const row = await tasks.findOwnTask(tx, accountId, event.task_id);
      const [task] = row ? await view.describe(tx, [row]) : [];
      if (task) news.push({ id: event.id, task });
    }
    return news;
  });
}

/** Tasks that made the account's pictures, by picture; uploads are left out. */
async function makersOf(handle: Db, accountId: string, imageIds: readonly string[]): Promise<Map<string, Maker>> {
  const rows = await tasks.makersOf(handle, accountId, imageIds);
  return new Map(
    rows.map(({ image_id, task_id, tool, title, params }) => [
      image_id,
      { taskId: task_id, tool, title, params: JSON.parse(params) as Record<string, unknown> },
    ]),
  );
}

async function sweep({ store, clock, journal }: TaskDeps): Promise<void> {
  await store.slices.run((rows) => tasks.removeEventsBefore(store.db, clock.now() - day, rows));
  await journal.sweep();
}

/** Writes the event of a change, which is published after the commit. */
async function note(deps: TaskDeps, tx: Db, task: tasks.TaskRow): Promise<void> {
  await tasks.insertEvent(tx, {
    account_id: task.account_id,
    task_id: task.id,
    seq: task.seq,
    created_at: deps.clock.now(),
  });
  afterCommit(tx, () => deps.feed.publish(task.account_id));
}

async function mustFind(handle: Db, accountId: string, taskId: string): Promise<tasks.TaskRow> {
  const task = await tasks.findOwnTask(handle, accountId, taskId);
  if (!task) throw new ProductError('task.not_found');
  return task;
}

function parseParams(tool: DefinedTool, params: Record<string, unknown>): Record<string, unknown> {
  const result = tool.params.safeParse(params, { reportInput: true });
  if (result.success) return result.data as Record<string, unknown>;
  const { fields, detail } = paramFaults(result.error.issues);
  throw new ProductError('task.params', { fill: { detail }, fields });
}

/** 2K and 4K are for members whose plan has them. */
async function requireSize(deps: TaskDeps, accountId: string, { quality }: Record<string, unknown>): Promise<void> {
  if (quality !== '2k' && quality !== '4k') return;
  const { flags } = await deps.accounts.vipInfo(accountId);
  const isAllowed = quality === '2k' ? flags.canUse2K : flags.canUse4K;
  if (!isAllowed) throw new ProductError('task.member_only', { fill: { size: quality.toUpperCase() } });
}

/** An engine that was named may be for some plans only. */
function requirePlan({ engine, terms }: EngineChoice, plan: Plan): void {
  if (mayUse(terms, plan)) return;
  const fill = { engine: engine.name };
  throw new ProductError('task.engine_plan', {
    fill,
    fields: { engine: [new ProductError('task.engine_plan', { fill }).message] },
  });
}

async function freeLeft(deps: TaskDeps, handle: Db, accountId: string, tool: DefinedTool): Promise<number> {
  if (!tool.ticket.freeDaily) return 0;
  const used = await tasks.freeOutputsUsed(handle, accountId, tool.id, startOfDay(deps.clock.now()));
  return Math.max(0, tool.ticket.freeDaily - used);
}

async function started(deps: TaskDeps, handle: Db, task: tasks.TaskRow) {
  return {
    taskId: task.id,
    queueNum: task.status === 'queued' ? (await deps.queue.outlook(handle, task)).ahead : 0,
    status: task.status,
  };
}

/** Ends a task that waits or runs; `by` and `words` stand in its journal. */
async function end(
  deps: TaskDeps,
  tx: Db,
  { id, status }: tasks.TaskRow,
  by: string,
  words: string,
): Promise<tasks.TaskRow> {
  const { journal, clock, queue, tickets, images, stopRun, wakeRunner } = deps;
  await journal.end(tx, id, { outcome: 'canceled', by }, words);
  const changed = await tasks.changeTask(tx, id, { status: 'canceled', finished_at: clock.now() });
  await queue.end(tx, id, 'dead', status === 'queued');
  await images.releaseAfter(tx, await removeTries(tx, id));
  await tickets.settle(tx, id, 0, '取消退回');
  await note(deps, tx, changed);
  afterCommit(tx, () => {
    stopRun(id);
    // The next task of this account may run now.
    wakeRunner();
  });
  return changed;
}

/**
 * Returns true when the task exists, or goes by what an earlier run read in its pictures and not by what is seen in
 * them now.
 */
async function isReadAlready(
  deps: TaskDeps,
  accountId: string,
  { clientKey, retriedFrom }: StartRequest,
): Promise<boolean> {
  if (await tasks.findByClientKey(deps.store.db, accountId, clientKey)) return true;
  return retriedFrom !== undefined && (await tasks.readingsOf(deps.store.db, retriedFrom)).size > 0;
}

/** Holds the tickets, writes the task and queues its job in one transaction. */
async function start(
  deps: TaskParts,
  { accountId }: Pick<UserCaller, 'accountId'>,
  request: StartRequest,
  terms?: StartTerms,
) {
  const { store, wakeRunner } = deps;
  const asked = await prepare(deps, accountId, request);
  const { task, isNew } = await store.transact(async (tx) => {
    const known = await tasks.findByClientKey(tx, accountId, request.clientKey);
    if (known && known.tool !== asked.tool.id) throw new ProductError('task.client_key_reused');
    if (known) return { task: known, isNew: false };
    return { task: await create(deps, tx, asked, terms), isNew: true };
  });

  if (isNew) wakeRunner();
  return started(deps, store.db, task);
}

interface AskedTask {
  accountId: string;
  request: StartRequest;
  tool: DefinedTool;
  params: ReturnType<typeof parseParams>;
  /** Undefined when no engine can run the tool now. */
  choice: Awaited<ReturnType<EngineDirectory['forTool']>>;
}

/** Checks that need no transaction; a task that is there already is found even if no engine could run it now. */
async function prepare(deps: TaskParts, accountId: string, request: StartRequest): Promise<AskedTask> {
  const { engines, store, suitability, accounts } = deps;
  const tool = toolById(request.tool);
  if (!tool) throw new ProductError('tool.unknown');
  const engineName = nameOfEngine(request.params);
  const { plan } = await accounts.vipInfo(accountId);
  const choice = await engines.forTool(tool.id, engineName, plan, request.isUnordered);
  const isNamedInVain = !choice && engineName !== undefined;
  if (isNamedInVain && !(await tasks.findByClientKey(store.db, accountId, request.clientKey)))
    throw (await engines.closedFor(tool.id, engineName)) ?? noEngine(tool, engineName);
  const params = parseParams(tool, request.params);
  await requireSize(deps, accountId, params);
  if (choice && !(await isReadAlready(deps, accountId, request)))
    await suitability.requireSuitable(accountId, tool, params, choice.engine);
  return { accountId, request, tool, params, choice };
}

/** A new task with its inputs, its held tickets and its job. */
async function create(
  deps: TaskParts,
  tx: Db,
  asked: AskedTask,
  terms: StartTerms | undefined,
): Promise<tasks.TaskRow> {
  const { chosen, accounts, queue, images, ids, tickets } = deps;
  const { accountId, request, tool, params, choice } = asked;
  chosen.require(tool, request.params);
  if (!choice) throw noEngine(tool, nameOfEngine(request.params));
  const account = await accounts.find(tx, accountId);
  requirePlan(choice, livePlan(account, deps.clock.now()));
  await queue.requireRoom(tx, account);
  await images.requireOwn(tx, accountId, pictureIdsOf(tool, params));
  const former = request.retriedFrom ? await mustFind(tx, accountId, request.retriedFrom) : undefined;
  if (request.parent) await mustFind(tx, accountId, request.parent);
  if (request.projectId && !(await tasks.hasProject(tx, accountId, request.projectId)))
    throw new ProductError('project.not_found');

  const { terms: offer } = choice;
  const usual = priceOf(tool, params, await freeLeft(deps, tx, accountId, tool), offer);
  const price = terms?.isFree ? { ...usual, total: 0, each: 0, free: 0 } : usual;
  const id = ids.next('task');
  await tickets.hold(tx, accountId, tool.ticket.kind, price.total, id, tool.title);
  const seed = seedOf(params) ?? (former?.tool === tool.id ? former.seed : ids.number(seeds));
  await tasks.insertTask(tx, newRow(asked, { id, seed, price, engine: choice.engine.name, now: deps.clock.now() }));
  await tasks.insertInputs(tx, id, inputsOf(tool, params));
  await chosen.noteUse(tx, tool, params);
  await queue.enqueue(tx, account, { id, engine: choice.engine.name });
  const task = await tasks.findTask(tx, id);
  if (!task) throw new ProductError('task.not_found');
  await note(deps, tx, task);
  await terms?.also(tx, id);
  return task;
}

function newRow(
  { accountId, request, tool, params }: AskedTask,
  {
    id,
    seed,
    price,
    engine,
    now,
  }: { id: string; seed: number; price: ReturnType<typeof priceOf>; engine: string; now: number },
): Parameters<typeof tasks.insertTask>[1] {
  return {
    id,
    account_id: accountId,
    tool: tool.id,
    client_key: request.clientKey,
    params: JSON.stringify(params),
    status: 'queued',
    seq: 1,
    progress: 0,
    engine,
    algorithm: null,
    quality: null,
    seed,
    ms: null,
    facts: null,
    words_read: null,
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
    project_id: request.projectId ?? null,
    request_id: request.requestId ?? null,
    is_unordered: request.isUnordered ? 1 : 0,
    words: wordsOf('', params),
    workload: workloadOf(params),
  };
}
