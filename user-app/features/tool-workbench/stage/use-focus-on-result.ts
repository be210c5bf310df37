import { type RefObject, useEffect, useRef } from 'react';
import type { Task } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';

/** Stands on what starts a run: whoever pressed it waits for the result. */
export const startsRun = 'data-starts-run';

/** Takes the focus to the result that was waited for, unless something else is being done meanwhile. */
export function useFocusOnResult(picture: RefObject<HTMLElement>, task: Task | undefined): void {
  const waitedFor = useRef<string>();
  const taskId = task?.taskId;
  const isUnderWay = task !== undefined && !isFinal(task.status);
  useEffect(() => {
    if (isUnderWay) waitedFor.current = taskId;
    else if (taskId !== undefined && waitedFor.current === taskId) {
      waitedFor.current = undefined;
      const { activeElement, body } = document;
      const isIdle = !activeElement || activeElement === body || activeElement.hasAttribute(startsRun);
      if (isIdle || picture.current?.contains(activeElement)) picture.current?.focus({ preventScroll: true });
    }
  }, [picture, taskId, isUnderWay]);
}
