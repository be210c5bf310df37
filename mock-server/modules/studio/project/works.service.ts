import type { Readable } from 'node:stream';
import type { ImageFormat } from '#shared/contract/image';
import type { BatchAction, Work, WorkOrder, WorkTab } from '#shared/contract/project';
import { isFinal } from '#shared/domain/task-status';
import { singleDownloadName } from '#shared/domain/watermark';
import { filesPerArchive, worksPerBatch } from '#shared/domain/works-limits';
import { type ErrorReason, ProductError } from '#shared/errors';
import type { ToolGroup } from '#shared/tools/groups';
import { tools } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { pageOf } from '../../base/cursor.ts';
import { typedFor } from '../../base/pinyin.ts';
import type { Db, Store } from '../../base/store.ts';
import type { ImageService } from '../image/image.service.ts';
import { wordsOf } from '../task/queue.rules.ts';
import type { TaskView } from '../task/task-view.ts';
import { type ArchiveEntry, streamArchive } from './archive.ts';
import { archiveMegabytes, binMs, nameInArchive, termsOf } from './project.rules.ts';
import type { ProjectService } from './project.service.ts';
import * as works from './works.repository.ts';

export interface WorksDeps {
  store: Store;
  clock: Clock;
  images: ImageService;
  projects: ProjectService;
  view: TaskView;
}

export type WorksService = ReturnType<typeof createWorksService>;

export interface WorksQuery {
  tab: WorkTab;
  order: WorkOrder;
  projectId?: string | undefined;
  tool?: string | undefined;
  group?: ToolGroup | undefined;
  isStarred?: boolean | undefined;
  keyword?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  cursor?: string | undefined;
  size: number;
}

interface Skipped {
  taskId: string;
  reason: string;
  message: string;
}

/** Works deleted for good in one transaction. */
const purgedAtOnce = 20;
const megabyte = 1024 * 1024;

/** Finished and unfinished tasks as a designer's works: listing, sorting, taking home, throwing away. */
export function createWorksService(deps: WorksDeps) {
  const { store, clock } = deps;
  return {
    ...withDeps(deps, { list, update, batch, emptyBin, archive }),
    summary: ({ accountId }: UserCaller) => works.countWorks(store.db, accountId),
    /** Deletes for good what has been in the recycle bin for its time; run now and then. */
    sweep: () =>
      store.slices.run(
        async (rows) => (await purgeSome(deps, { before: clock.now() - binMs }, rows)) === rows,
        purgedAtOnce,
      ),
  };
}

async function list(
  deps: WorksDeps,
  { accountId }: UserCaller,
  query: WorksQuery,
): Promise<{ list: Work[]; nextCursor: string | null }> {
  const { projects, store } = deps;
  const { tab, order, projectId, tool, group, isStarred, keyword = '', from, to } = query;
  if (from !== undefined && to !== undefined && from > to) throw new ProductError('works.bad_period');
  if (projectId !== undefined && projectId !== 'none') await projects.mustFind(store.db, accountId, projectId);
  const ofGroup = group && tools.filter((entry) => entry.group === group).map((entry) => entry.id);
  const filter: works.WorkFilter = {
    ...{ tab, order },
    projectId: projectId === 'none' ? null : projectId,
    tools: tool === undefined ? ofGroup : [tool].filter((id) => !ofGroup || ofGroup.includes(id)),
    isStarred,
    from,
    to,
    terms: termsOf(keyword),
  };
  // Words stand in no index: a search may read every work of the account.
  const handle = filter.terms.length > 0 ? store.reading.db : store.db;
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'words', refusal: 'works.bad_cursor' },
    (stretch) => works.listWorks(handle, accountId, filter, stretch),
    (row) => ({ score: works.positionOf(filter, row), id: row.id }),
  );
  return { list: await describe(deps, rows), nextCursor };
}

async function update(
  deps: WorksDeps,
  { accountId }: UserCaller,
  taskId: string,
  change: { title?: string | undefined; isStarred?: boolean | undefined; projectId?: string | null | undefined },
): Promise<Work> {
  const { store, projects, clock } = deps;
  const { title, isStarred, projectId } = change;
  await store.transact(async (tx) => {
    const [row] = (await mustFind(tx, accountId, [taskId])) as [works.WorkRow];
    if (projectId) await projects.mustFind(tx, accountId, projectId);
    const params = JSON.parse(row.params) as Record<string, unknown>;
    await works.changeWorks(tx, [taskId], {
      ...(title === undefined ? {} : { title, words: `${wordsOf(title, params)}\n${typedFor(title)}` }),
      ...(isStarred === undefined ? {} : { starred_at: isStarred ? (row.starred_at ?? clock.now()) : null }),
      ...(projectId === undefined ? {} : { project_id: projectId }),
    });
  });
  const [work] = await describe(deps, await mustFind(store.db, accountId, [taskId]));
  return work as Work;
}

async function batch(
  deps: WorksDeps,
  { accountId }: UserCaller,
  request: { action: BatchAction; taskIds: readonly string[]; projectId?: string | null | undefined },
): Promise<{ changed: number; skipped: Skipped[] }> {
  const { store, projects, clock, images } = deps;
  const { action, projectId } = request;
  const taskIds = chosen(request.taskIds, worksPerBatch);
  if (taskIds.length === 0) throw new ProductError('works.nothing_chosen');
  if (action === 'move' && projectId === undefined)
    throw new ProductError('request.invalid', { fields: { projectId: ['请选择项目'] } });
  const { files, ...outcome } = await store.transact(async (tx) => {
    const { ids, skipped } = sort(action, await mustFind(tx, accountId, taskIds));
    if (action === 'move' && projectId) await projects.mustFind(tx, accountId, projectId);
    const now = clock.now();
    if (action === 'delete') await works.changeWorks(tx, ids, { deleted_at: now });
    if (action === 'restore') await works.changeWorks(tx, ids, { deleted_at: null });
    if (action === 'star') await works.changeWorks(tx, ids, { starred_at: now });
    if (action === 'unstar') await works.changeWorks(tx, ids, { starred_at: null });
    if (action === 'move') await works.changeWorks(tx, ids, { project_id: projectId ?? null });
    const files = action === 'purge' ? await purge(deps, tx, ids) : [];
    return { changed: ids.length, skipped, files };
  });
  await images.forget(files);
  return outcome;
}

async function emptyBin(deps: WorksDeps, { accountId }: UserCaller) {
  let changed = 0;
  await deps.store.slices.run(async (rows) => {
    const count = await purgeSome(deps, { accountId }, rows);
    changed += count;
    return count === rows;
  }, purgedAtOnce);
  return { changed };
}

/**
 * The results of works and single pictures as one archive. Everything is checked before the first byte. Each file
 * is what its own download would give, the watermark included; one that cannot be had is listed in the archive.
 */
async function archive(
  { store, images, clock }: WorksDeps,
  caller: UserCaller,
  request: { taskIds: readonly string[]; imageIds: readonly string[]; format: ImageFormat | 'stored' },
  signal: AbortSignal,
): Promise<Readable> {
  const { accountId } = caller;
  const taskIds = chosen(request.taskIds, filesPerArchive);
  await mustFind(store.db, accountId, taskIds);
  const results = await works.filesOf(store.db, taskIds);
  const single = await images.requireOwn(store.db, accountId, request.imageIds);
  const found = [
    ...taskIds.flatMap((id) => results.filter((file) => file.task_id === id)),
    ...request.imageIds.flatMap((id) => single.get(id) ?? []),
  ];
  const files = [...new Map(found.map((file) => [file.id, file])).values()];
  if (files.length === 0) throw new ProductError('download.empty');
  if (files.length > filesPerArchive) throw new ProductError('download.too_many', { fill: { limit: filesPerArchive } });
  const megabytes = Math.ceil(files.reduce((sum, file) => sum + file.bytes, 0) / megabyte);
  if (megabytes > archiveMegabytes)
    throw new ProductError('download.too_large', { fill: { megabytes, limit: archiveMegabytes } });
  const entries = files.map(({ id, format: stored }, place): ArchiveEntry => {
    const isPicture = stored === 'png' || stored === 'jpg' || stored === 'webp';
    const format = isPicture && request.format === 'stored' ? stored : request.format;
    return {
      name: nameInArchive(singleDownloadName, place, files.length, isPicture ? format : stored),
      file: async () => {
        const viewer = { caller, address: '', signal };
        return (await images.download(viewer, id, format === 'stored' ? 'png' : format)).file;
      },
    };
  });
  return streamArchive(entries, clock.now(), signal);
}

async function describe(deps: WorksDeps, rows: readonly works.WorkRow[]): Promise<Work[]> {
  const described = await deps.view.describe(deps.store.db, rows);
  return described.map((task, index) => {
    const row = rows[index] as works.WorkRow;
    return {
      ...task,
      title: row.title,
      projectId: row.project_id,
      isStarred: row.starred_at !== null,
      deletedAt: row.deleted_at,
      purgeAt: row.deleted_at === null ? null : row.deleted_at + binMs,
    };
  });
}

/** The works with these ids, in that order. Throws `task.not_found` when one is missing or somebody else's. */
async function mustFind(handle: Db, accountId: string, taskIds: readonly string[]): Promise<works.WorkRow[]> {
  const byId = new Map((await works.ownWorks(handle, accountId, taskIds)).map((row) => [row.id, row]));
  return taskIds.map((id) => {
    const row = byId.get(id);
    if (!row) throw new ProductError('task.not_found');
    return row;
  });
}

function chosen(taskIds: readonly string[], limit: number): string[] {
  const unique = [...new Set(taskIds)];
  if (unique.length > limit) throw new ProductError('works.too_many', { fill: { limit } });
  return unique;
}

/** Deletes works for good: their files go too, as far as no other work uses them. The books keep their rows. */
async function purge(deps: WorksDeps, handle: Db, taskIds: readonly string[]): Promise<string[]> {
  const { clock, images } = deps;
  if (taskIds.length === 0) return [];
  const { pictures, readings } = await works.emptyWorks(handle, taskIds, clock.now());
  return [...(await images.erase(handle, pictures)), ...(await images.release(handle, readings))];
}

/** Permanently deletes a batch of the works selected by `which`. Returns their number. */
async function purgeSome(
  deps: WorksDeps,
  which: { accountId: string } | { before: number },
  most: number,
): Promise<number> {
  const { count, files } = await deps.store.transact(async (tx) => {
    const taskIds = await works.binned(tx, which, most);
    return { count: taskIds.length, files: await purge(deps, tx, taskIds) };
  });
  await deps.images.forget(files);
  return count;
}

/** Splits works into those an action changes and those it refuses, with reasons; ones already as asked are in neither. */
function sort(action: BatchAction, rows: readonly works.WorkRow[]): { ids: string[]; skipped: Skipped[] } {
  const skipped: Skipped[] = [];
  const skip = (row: works.WorkRow, reason: ErrorReason) =>
    skipped.push({ taskId: row.id, reason, message: new ProductError(reason).message });
  const ids = rows
    .filter((row) => {
      if (action === 'delete' && !isFinal(row.status)) return skip(row, 'task.still_running') < 0;
      if (action === 'purge' && row.deleted_at === null) return skip(row, 'task.not_in_bin') < 0;
      if (action === 'delete') return row.deleted_at === null;
      if (action === 'restore') return row.deleted_at !== null;
      if (action === 'star' || action === 'unstar') return (row.starred_at === null) === (action === 'star');
      return true;
    })
    .map((row) => row.id);
  return { ids, skipped };
}
