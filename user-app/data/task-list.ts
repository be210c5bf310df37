import type { Task } from '#shared/contract/task';
import { isNewer } from '#shared/domain/task-status';

/** My tasks of a tool as far as they are loaded. */
export interface TaskList {
  tasks: Task[];
  total: number;
  page: number;
  isLoading: boolean;
  hasFailed: boolean;
}

export type TaskListChange =
  | { kind: 'loading' }
  | { kind: 'page'; page: number; total: number; list: Task[] }
  | { kind: 'failed' }
  | { kind: 'task'; task: Task }
  /** One of those counted already, whether its page is loaded or not. */
  | { kind: 'found'; task: Task }
  | { kind: 'removed'; taskId: string }
  | { kind: 'reset' };

export const emptyTaskList: TaskList = { tasks: [], total: 0, page: 0, isLoading: false, hasFailed: false };

function place(tasks: readonly Task[], next: Task): Task[] {
  const index = tasks.findIndex((task) => task.taskId === next.taskId);
  if (index >= 0) return isNewer(tasks[index], next) ? tasks.with(index, next) : [...tasks];
  const after = tasks.findIndex((task) => task.createdAt <= next.createdAt);
  return after < 0 ? [...tasks, next] : tasks.toSpliced(after, 0, next);
}

/** The list after a change; tasks stay newest first, and an older state of a task never replaces a newer one. */
export function changeTaskList(state: TaskList, change: TaskListChange): TaskList {
  switch (change.kind) {
    case 'loading':
      return { ...state, isLoading: true, hasFailed: false };
    case 'page':
      return {
        tasks: change.list.reduce(place, state.tasks),
        total: change.total,
        page: change.page,
        isLoading: false,
        hasFailed: false,
      };
    case 'failed':
      return { ...state, isLoading: false, hasFailed: true };
    case 'task': {
      const isNew = state.tasks.every((task) => task.taskId !== change.task.taskId);
      return { ...state, tasks: place(state.tasks, change.task), total: state.total + (isNew ? 1 : 0) };
    }
    case 'found':
      return { ...state, tasks: place(state.tasks, change.task) };
    case 'removed': {
      const tasks = state.tasks.filter((task) => task.taskId !== change.taskId);
      return { ...state, tasks, total: Math.max(0, state.total - (state.tasks.length - tasks.length)) };
    }
    case 'reset':
      return emptyTaskList;
  }
}
