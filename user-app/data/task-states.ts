import { useEffect, useState } from 'react';
import type { Task } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';
import { readTask, taskFeed } from './task';

/** Tasks by id, followed until they end; those that are gone or cannot be read are missing. */
export function useTaskStates(taskIds: readonly string[]): Readonly<Record<string, Task>> {
  const [tasks, setTasks] = useState<Readonly<Record<string, Task>>>({});
  const wanted = taskIds.join(' ');
  useEffect(() => {
    const ids = wanted === '' ? [] : wanted.split(' ');
    if (ids.length === 0) return;
    let isOver = false;
    const take = (task: Task) => setTasks((known) => ({ ...known, [task.taskId]: task }));
    const stop = taskFeed.subscribe((task) => ids.includes(task.taskId) && take(task));
    for (const taskId of ids) {
      void readTask(taskId).then(
        (task) => {
          if (isOver) return;
          take(taskFeed.newest(task));
          if (!isFinal(task.status)) taskFeed.follow(taskId);
        },
        // It was deleted.
        () => undefined,
      );
    }
    return () => {
      isOver = true;
      stop();
    };
  }, [wanted]);
  return tasks;
}
