import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Task } from '#shared/contract/task';
import { isFinal, isNewer } from '#shared/domain/task-status';
import { api } from '../lib/api';
import type { CachedList } from '../lib/cached-list';
import { onNews } from '../lib/other-tabs';
import { byNumber, type ServerList, useCachedList, useListState, useServerList } from '../lib/server-list';
import { deleteTask, readTask, restoreTask, taskFeed } from './task';

const pageSize = 24;

export interface ToolTasks {
  tasks: readonly Task[];
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  /** True when the first page was asked for and has answered. */
  isReady: boolean;
  loadMore: () => void;
  /** Moves a task to the recycle bin. @returns takes it back from there. */
  remove: (taskId: string) => Promise<() => Promise<void>>;
  /** Reads a task the list may not have come to yet. Rejects where there is none any more. */
  find: (taskId: string) => Promise<void>;
}

const idOf = ({ taskId }: Task) => taskId;

/** Takes a state of a task into a list: an older one than is known never replaces it, a new task stands by its time. */
export function takeTask(list: CachedList<Task>, task: Task): void {
  const newer = (known: Task) => (isNewer(known, task) ? task : known);
  if (list.has(task.taskId)) list.change(new Set([task.taskId]), newer);
  else list.insert([task]);
}

/** A page of the tasks of a tool; unfinished ones are followed. */
async function readToolTasks(tool: string, page: number) {
  const { list, total } = await api.getTaskList({ tool, page, size: pageSize });
  for (const task of list) if (!isFinal(task.status)) taskFeed.follow(task.taskId);
  return { list: list.map(taskFeed.newest), total };
}

/**
 * My tasks of a tool, newest first, kept current by {@link taskFeed}; unfinished ones are followed again after a
 * reload. Empty while `isLoggedIn` is false.
 */
export function useToolTasks(tool: string, isLoggedIn: boolean): ToolTasks {
  const { list } = useCachedList<Task>({
    key: `tasks ${tool} ${isLoggedIn}`,
    read: byNumber(pageSize, (page) => readToolTasks(tool, page)),
    idOf,
    timeOf: ({ createdAt }) => createdAt,
    isReady: isLoggedIn,
    isRefreshed: true,
  });
  const { places, isReady, isComplete, isLoading, error } = useListState(list);
  const removed = useRef(new Set<string>());

  useEffect(() => {
    if (!isLoggedIn) return;
    const unsubscribe = taskFeed.subscribe((task) => {
      if (task.tool === tool && !removed.current.has(task.taskId)) takeTask(list, task);
    });
    const stopNews = onNews((news) => {
      if (news.kind !== 'works') return;
      list.remove(new Set(news.removed));
      for (const taskId of news.restored ?? [])
        void readTask(taskId).then(
          (task) => task.tool === tool && takeTask(list, task),
          // It is gone again, or the list shows it when it is read the next time.
          () => undefined,
        );
    });
    return () => {
      unsubscribe();
      stopNews();
    };
  }, [tool, isLoggedIn, list]);

  const remove = useCallback(
    async (taskId: string) => {
      await deleteTask(taskId);
      removed.current.add(taskId);
      list.remove(new Set([taskId]));
      return async () => {
        const task = await restoreTask(taskId);
        removed.current.delete(taskId);
        takeTask(list, task);
      };
    },
    [list],
  );

  const find = useCallback(
    async (taskId: string) => {
      const task = taskFeed.newest(await readTask(taskId));
      takeTask(list, task);
      if (!isFinal(task.status)) taskFeed.follow(taskId);
    },
    [list],
  );

  return {
    ...{ tasks: useMemo(() => places.loaded(), [places]), hasMore: isReady && !isComplete, isLoading, isReady },
    ...{ hasFailed: error !== undefined && !isLoading, loadMore: list.loadMore, remove, find },
  };
}

/** Finished tasks, for choosing one of my works. */
export function useMyWorks(): ServerList<Task> {
  return useServerList(
    byNumber(pageSize, (page) => api.getTaskList({ page, size: pageSize, status: 'succeeded' })),
    { idOf, dependsOn: [] },
  );
}
