import type { TaskStatus } from '#shared/domain/task-status';
import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

export interface WorksQuery {
  page: number;
  size: number;
  tool: string | undefined;
  status: TaskStatus | undefined;
}

/** My tasks, newest first. */
export function useWorks({ page, size, tool, status }: WorksQuery, isLoggedIn: boolean) {
  return useServerState(
    () => api.getTaskList({ page, size, ...(tool ? { tool } : {}), ...(status ? { status } : {}) }),
    { key: `works:${tool ?? ''}:${status ?? ''}:${page}:${size}`, isReady: isLoggedIn },
  );
}

/** Moves a task to the recycle bin, where it stays 30 days. */
export function removeWork(taskId: string) {
  return api.delTaskByTaskId({ taskId });
}
