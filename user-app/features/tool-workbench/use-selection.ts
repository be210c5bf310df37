import { useCallback, useEffect, useRef, useState } from 'react';
import type { Task } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';
import { cancelTask } from '@/data/task';
import type { ToolTasks } from '@/data/task-list';
import { toast, toastFailure } from '@/lib/toast';
import type { ToolSession } from '@/lib/tool-sessions';
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
  /** Goes back to what was looked at with a form, which is filled with `values`. */
  restore: (start: Pick<ToolSession, 'taskId' | 'index' | 'values' | 'pictures'>) => void;
}

interface SelectionInput {
  tasks: ToolTasks;
  form: ToolForm;
  /** Name of the field that takes the pictures. */
  pictureName: string | undefined;
  /** Selection when the page was left. */
  start: Pick<ToolSession, 'taskId' | 'index'> | undefined;
  /** True when the page begins with a form of its own, which a run under way must not fill. */
  hasForm: boolean;
}

/**
 * Which run is looked at: the one that was, or on a fresh page the one still under way. A new picture in the form ends the
 * look.
 */
export function useSelection({ tasks, form, pictureName, start, hasForm }: SelectionInput): Selection {
  const [taskId, setTaskId] = useState(start?.taskId);
  const [index, setIndex] = useState(start?.index ?? 0);
  const [cancelingId, setCancelingId] = useState<string>();
  /** The picture that came with a run's parameters: it does not end the look at that run. */
  const { fill, values } = form;
  const picture = pictureName && values[pictureName];
  const filledPicture = useRef<unknown>(picture);

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

  const restore = useCallback(
    ({ taskId, index, values, pictures = [] }: Pick<ToolSession, 'taskId' | 'index' | 'values' | 'pictures'>) => {
      filledPicture.current = pictureName && values[pictureName];
      fill(values, pictures);
      setTaskId(taskId);
      setIndex(index);
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
    if (!unfinished || hasForm) return;
    select(unfinished.taskId);
    fillFrom(unfinished);
  }, [tasks.isReady, unfinished, hasForm, select, fillFrom]);

  const { isReady, find } = tasks;
  const keptId = start?.taskId;
  const isListed = tasks.tasks.some((task) => task.taskId === keptId);
  useEffect(() => {
    if (!isReady || keptId === undefined || isListed) return;
    void find(keptId).catch(() => setTaskId((current) => (current === keptId ? undefined : current)));
  }, [isReady, keptId, isListed, find]);

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
  return { task, taskId, index, isCanceling, select, setIndex, cancel, fillFrom, restore };
}
