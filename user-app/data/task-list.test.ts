import { expect, test, vi } from 'vitest';
import type { Task } from '#shared/contract/task';
import { CachedList } from '../lib/cached-list';
import { takeTask } from './task-list';
import { acceptTask, newerWork, type WorksList } from './works';

vi.mock('../lib/server-list', () => ({}));

const taskOf = (taskId: string, createdAt: number, part: object = {}) =>
  ({ taskId, createdAt, seq: 1, status: 'running', isStarred: false, ...part }) as unknown as Task;

function listOf(...tasks: Task[]): CachedList<Task> {
  return new CachedList({
    read: async () => ({ list: tasks, nextCursor: null }),
    idOf: ({ taskId }) => taskId,
    timeOf: ({ createdAt }) => createdAt,
    newerOf: newerWork as never,
  });
}

const tasksOf = (list: CachedList<Task>) => list.get().places.loaded();

test('tasks stay newest first, however they come in, and an older state does not replace a newer one', async () => {
  const list = listOf(taskOf('c', 30, { seq: 5 }), taskOf('a', 10));
  await list.loadMore();
  for (const task of [taskOf('d', 40), taskOf('b', 20), taskOf('c', 30, { seq: 4 })]) takeTask(list, task);
  expect(tasksOf(list).map(({ taskId, seq }) => `${taskId}${seq}`)).toEqual(['d1', 'c5', 'b1', 'a1']);
});

test('events bring newer states of works only, and leave what the owner set', async () => {
  const list = listOf(taskOf('a', 10)) as unknown as WorksList;
  await list.loadMore();
  list.change(new Set(['a']), (work) => ({ ...work, isStarred: true }));
  const { isStarred, ...task } = taskOf('a', 10, { seq: 3, progress: 0.5 }) as Task & { isStarred: boolean };
  expect(acceptTask(list, task as Task)).toBe(true);
  expect(acceptTask(list, { ...task, seq: 2, progress: 0.1 } as Task)).toBe(true);
  expect(list.get().places.at(0)).toMatchObject({ taskId: 'a', seq: 3, progress: 0.5, isStarred: true });
  expect(acceptTask(list, { ...task, taskId: 'elsewhere' } as Task)).toBe(false);
});
