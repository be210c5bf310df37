import { expect, test } from 'vitest';
import type { Task } from '#shared/contract/task';
import { changeTaskList, emptyTaskList, type TaskListChange } from './task-list';

function taskOf(taskId: string, createdAt: number, seq = 1): Task {
  return {
    taskId,
    tool: 'anything',
    status: 'running',
    seq,
    queueNum: 0,
    progress: seq / 10,
    params: {},
    images: [],
    engine: 'embedded',
    words: null,
    doubles: 0,
    seed: 1,
    ticket: { type: 'normal', held: 1, spent: 0, returned: 0 },
    createdAt,
    startedAt: createdAt,
    finishedAt: null,
  };
}

const after = (...changes: TaskListChange[]) => changes.reduce(changeTaskList, emptyTaskList);
const page = (number: number, total: number, ...list: Task[]): TaskListChange => ({
  kind: 'page',
  page: number,
  total,
  list,
});
const namesOf = (list: { tasks: Task[] }) => list.tasks.map((task) => task.taskId);

test('tasks stay newest first, however they come in', () => {
  const list = after(
    page(1, 3, taskOf('c', 30), taskOf('b', 20)),
    { kind: 'task', task: taskOf('d', 40) },
    page(2, 4, taskOf('a', 10)),
  );
  expect(namesOf(list)).toEqual(['d', 'c', 'b', 'a']);
  expect(list.total).toBe(4);
});

test('a task that moved to the next page meanwhile is not shown twice', () => {
  const list = after(page(1, 2, taskOf('b', 20)), page(2, 2, taskOf('b', 20), taskOf('a', 10)));
  expect(namesOf(list)).toEqual(['b', 'a']);
});

test('an older state does not replace a newer one', () => {
  const list = after(page(1, 1, taskOf('a', 10, 5)), { kind: 'task', task: taskOf('a', 10, 4) });
  expect(list.tasks[0]?.seq).toBe(5);
});

test('a removed task is gone and counted', () => {
  const list = after(page(1, 2, taskOf('b', 20), taskOf('a', 10)), { kind: 'removed', taskId: 'b' });
  expect(namesOf(list)).toEqual(['a']);
  expect(list.total).toBe(1);
});

test('a failed page keeps what was loaded and can be asked for again', () => {
  const list = after(page(1, 2, taskOf('b', 20)), { kind: 'loading' }, { kind: 'failed' });
  expect(namesOf(list)).toEqual(['b']);
  expect(list).toMatchObject({ isLoading: false, hasFailed: true, page: 1 });
});
