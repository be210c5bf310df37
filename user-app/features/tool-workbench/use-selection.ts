import { useCallback, useEffect, useRef, useState } from 'react';
import type { Task } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';
import { cancelTask, type ToolTasks } from '@/data/task';
import { toast, toastFailure } from '@/lib/toast';
import type { ToolForm } from './use-tool-form';

export interface Selection {
  task: Task | undefined;
  taskId: string | undefined;
  /** Which of the run's outputs is looked at. */
  index: number;
  isCanceling: boolean;
  select: (taskId: string | undefined) => void;
  setIndex: (index: number) => void;
  cancel: (task: Task) => Promise<void>;
  /** Fills the form with a run's parameters and keeps the run in view. */
  fillFrom: (task: Task) => void;
}

interface SelectionInput {
  tasks: ToolTasks;
  form: ToolForm;
  /** Name of the field that takes the pictures. */
  pictureName: string | undefined;
  /** Whether the page was opened with a picture of its own to start from. */
  hasBase: boolean;
}

/** Which run is looked at. After a reload it is the one still under way; a new picture in the form ends the look. */
export function useSelection({ tasks, form, pictureName, hasBase }: SelectionInput): Selection {
  const [taskId, setTaskId] = useState<string>();
  const [index, setIndex] = useState(0);
  const [cancelingId, setCancelingId] = useState<string>();
  /** The picture that came with a run's parameters: it does not end the look at that run. */
  const filledPicture = useRef<unknown>();
  const { fill, values } = form;
  const picture = pictureName && values[pictureName];

  const select = useCallback((next: string | undefined) => {
    setTaskId(next);
    setIndex(0);
  }, []);

  const fillFrom = useCallback(
    (task: Task) => {
      filledPicture.current = pictureName && task.params[pictureName];
      fill(task.params);
    },
    [fill, pictureName],
  );

  useEffect(() => {
    if (picture && picture !== filledPicture.current) select(undefined);
  }, [picture, select]);

  const isReattached = useRef(false);
  const unfinished = tasks.tasks.find((task) => !isFinal(task.status));
  useEffect(() => {
    if (!tasks.isReady || isReattached.current) return;
    isReattached.current = true;
    if (!unfinished || hasBase) return;
    select(unfinished.taskId);
    fillFrom(unfinished);
  }, [tasks.isReady, unfinished, hasBase, select, fillFrom]);

  const cancel = useCallback(async (task: Task) => {
    setCancelingId(task.taskId);
    try {
      const outcome = await cancelTask(task.taskId);
      if (outcome !== 'canceling') setCancelingId(undefined);
      if (outcome === 'finished') toast.info('这次生成已经结束');
    } catch (error) {
      setCancelingId(undefined);
      toastFailure(error);
    }
  }, []);

  const task = tasks.tasks.find((item) => item.taskId === taskId);
  const isCanceling = task !== undefined && task.taskId === cancelingId && !isFinal(task.status);
  return { task, taskId, index, isCanceling, select, setIndex, cancel, fillFrom };
}
