import { useEffect } from 'react';
import type { BatchAction, VersionTree, Work, WorkTab } from '#shared/contract/project';
import type { Task } from '#shared/contract/task';
import { isFinal, isNewer } from '#shared/domain/task-status';
import { worksPerBatch } from '#shared/domain/works-limits';
import { api } from '../lib/api';
import type { CachedList } from '../lib/cached-list';
import { onReconnect } from '../lib/connection';
import type { ListPlaces } from '../lib/list-places';
import { onNews, tellOtherTabs } from '../lib/other-tabs';
import { readBytes } from '../lib/read-bytes';
import { forgetKeptLists, type KeptList, useCachedList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { taskFeed } from './task';
import { countZipEntries } from './zip-entries';

export interface WorksFilter {
  tab: WorkTab;
  /** A project's id, or `none` for works in no project. */
  projectId?: string;
  tool?: string;
  isStarred?: true;
  /** By the highest structure score; the newest first when absent. */
  order?: 'score';
  keyword?: string;
  /** Milliseconds: started at or after, and before. */
  from?: number;
  to?: number;
}

export type WorksList = CachedList<Work>;
export type WorkPlaces = ListPlaces<Work>;

/** Position in a list. */
export interface WorksPlace {
  /** Place of the first work in view. */
  index: number;
  taskId: string | undefined;
  /** Pixels of its row above the edge of the view. */
  offset: number;
}

export type KeptWorks = KeptList<Work, WorksPlace>;

/** Works of one request. */
const pageSize = 100;

export function readWorksPage(filter: WorksFilter, cursor: string | undefined, signal?: AbortSignal) {
  const request = { ...filter, size: pageSize, ...(cursor === undefined ? {} : { cursor }) };
  return api.works(request, signal ? { signal } : {});
}

/** Reads a page and follows its unfinished works. */
async function readAndFollow(filter: WorksFilter, cursor: string | undefined) {
  const page = await readWorksPage(filter, cursor);
  for (const work of page.list) if (!isFinal(work.status) && work.deletedAt === null) taskFeed.follow(work.taskId);
  return page;
}

function taskPart({ title, projectId, isStarred, deletedAt, purgeAt, ...task }: Work): Task {
  return task;
}

/** Number that a work is ordered by, the highest first. */
function placeOf(work: Work, { tab, order }: WorksFilter): number {
  if (tab === 'bin') return work.deletedAt ?? 0;
  if (order === undefined) return work.createdAt;
  return Math.max(-1, ...work.images.flatMap(({ judgement }) => judgement?.score ?? []));
}

/** The owner’s settings of the answer with the newer state of the task. */
export const newerWork = (known: Work | undefined, next: Work): Work =>
  known && !isNewer(known, next) && known.seq !== next.seq ? { ...next, ...taskPart(known) } : next;

/**
 * The works of an account that fit a filter. Lists of this window are kept with their position; a list seen before is
 * shown at once and brought up to date behind it.
 */
export function useWorks(accountId: string, filter: WorksFilter): KeptWorks {
  const kept = useCachedList<Work, WorksPlace>({
    key: `works ${accountId}:${JSON.stringify(filter)}`,
    read: (cursor) => readAndFollow(filter, cursor),
    idOf: ({ taskId }) => taskId,
    newerOf: newerWork,
    timeOf: (work) => placeOf(work, filter),
    keptFor: 'visits',
    isRefreshed: true,
  });
  const { list } = kept;
  useEffect(() => {
    const stop = onReconnect((isInDoubt) => isInDoubt && forgetOtherWorks(list));
    const stopNews = onNews((news) => {
      if (news.kind !== 'works') return;
      forgetOtherWorks(list);
      list.remove(new Set(news.removed));
      void list.refreshHead().catch(() => undefined);
    });
    return () => {
      stop();
      stopNews();
    };
  }, [list]);
  return kept;
}

/** Ids of the works that are read, in the list's order. */
export const loadedIds = (list: WorksList) =>
  list
    .get()
    .places.loaded()
    .map(({ taskId }) => taskId);

/** Drops every list of works but the one shown after a change that may concern them. */
export const forgetOtherWorks = (shown: WorksList) => forgetKeptLists('works ', shown);

/** Takes in a newer state of a task; false when the list does not hold it. */
export function acceptTask(list: WorksList, task: Task): boolean {
  if (!list.has(task.taskId)) return false;
  list.change(new Set([task.taskId]), (work) => (isNewer(work, task) ? { ...work, ...task } : work));
  return true;
}

/** Called with every newer state of an unfinished task; those no list knows were started elsewhere. */
export function useWorkEvents(list: WorksList, onEvent: (event: { isKnown: boolean; isEnded: boolean }) => void): void {
  useEffect(
    () =>
      taskFeed.subscribe((task) => {
        const isKnown = acceptTask(list, task);
        onEvent({ isKnown, isEnded: isFinal(task.status) });
      }),
    [list, onEvent],
  );
}

/** The newest finished works of a project. */
export function useProjectWorks(projectId: string) {
  return useServerState(() => readWorksPage({ tab: 'succeeded', projectId }, undefined), {
    key: `project-works:${projectId}`,
  });
}

const recentCount = 6;

/** The works started last; those under way are among them. */
export function useRecentWorks(isLoggedIn: boolean) {
  return useServerState(() => api.works({ size: recentCount }), { key: 'works-recent', isReady: isLoggedIn });
}

/** Number of works in each tab. */
export function useWorksSummary(isLoggedIn: boolean) {
  return useServerState(() => api.worksSummary(), { key: 'works-summary', isReady: isLoggedIn });
}

export async function updateWork(change: {
  taskId: string;
  title?: string;
  isStarred?: boolean;
  projectId?: string | null;
}) {
  const work = await api.updateWork(change);
  tellOtherTabs({ kind: 'works' });
  return work;
}

export interface BatchOutcome {
  changed: number;
  skipped: { taskId: string; message: string }[];
}

/** Does one thing to many works, as many requests as it takes; what was changed before a refusal stays changed. */
export async function batchWorks(
  action: BatchAction,
  taskIds: readonly string[],
  { projectId, onProgress }: { projectId?: string | null; onProgress?: (done: number) => void } = {},
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { changed: 0, skipped: [] };
  for (let from = 0; from < taskIds.length; from += worksPerBatch) {
    const part = taskIds.slice(from, from + worksPerBatch);
    const { changed, skipped } = await api.batchWorks({
      action,
      taskIds: part,
      ...(projectId === undefined ? {} : { projectId }),
    });
    outcome.changed += changed;
    outcome.skipped.push(...skipped);
    onProgress?.(from + part.length);
    const left = new Set(skipped.map(({ taskId }) => taskId));
    const done = part.filter((taskId) => !left.has(taskId));
    const isRemoval = action === 'delete' || action === 'purge';
    tellOtherTabs({
      kind: 'works',
      ...(isRemoval ? { removed: done } : {}),
      ...(action === 'restore' ? { restored: done } : {}),
    });
  }
  return outcome;
}

export async function emptyBin() {
  const outcome = await api.emptyBin();
  tellOtherTabs({ kind: 'works' });
  return outcome;
}

/** Stops a task that has not ended; the sentence says what became of it. */
export async function cancelWork(taskId: string): Promise<string> {
  const { message } = await api.cancelTask({ taskId });
  taskFeed.accept(await api.getTaskByTaskId({ taskId }));
  return message;
}

/**
 * Does a work that has ended once more with the same parameters, in the same project.
 * @param clientKey the same key is the same task, also after a refusal.
 */
export async function repeatWork(taskId: string, clientKey: string): Promise<string> {
  const started = await api.retryTask({ taskId, clientKey });
  taskFeed.follow(started.taskId);
  return started.taskId;
}

/** One work as it is, also from the recycle bin: a change of nothing answers it. */
export function readWork(taskId: string): Promise<Work> {
  return api.updateWork({ taskId });
}

/** Origins and derivatives of a picture. */
export function useVersions(imageId: string | undefined) {
  return useServerState<VersionTree>(() => api.pictureVersions({ imageId: imageId ?? '' }), {
    key: `versions:${imageId}`,
    isReady: imageId !== undefined,
  });
}

interface ArchiveOptions {
  signal: AbortSignal;
  /** @param begun files that have begun to come @param bytes of all so far */
  onProgress: (begun: number, bytes: number) => void;
}

/** The results of works as one archive, in their order. Throws a sentence when it cannot be had. */
export function readArchive(
  taskIds: readonly string[],
  format: 'jpg' | 'png',
  { signal, onProgress }: ArchiveOptions,
): Promise<Blob> {
  const query = new URLSearchParams({ taskIds: JSON.stringify(taskIds), format, name: 'photo' });
  const count = countZipEntries();
  let begun = 0;
  return readBytes(`/api/works/download?${query}`, {
    signal,
    onChunk: (chunk) => {
      begun = count(chunk);
    },
    onProgress: ({ got }) => onProgress(begun, got),
  });
}
