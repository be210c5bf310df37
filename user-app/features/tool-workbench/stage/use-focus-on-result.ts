import { type RefObject, useEffect, useRef } from 'react';
import type { Task } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';

/** Stands on what starts a run: whoever pressed it waits for the result. */
export const startsRun = 'data-starts-run';

/** Takes the focus to the result that was waited for, unless something else is being done meanwhile. */
export function useFocusOnResult(picture: RefObject<HTMLElement>, task: Task | undefined): void {
  const waitedFor = useRef<string>();
  const seen = useRef<string>();
  const taskId = task?.taskId;
  const isUnderWay = task !== undefined && !isFinal(task.status);
  // After every drawing: the picture may stand a moment later than the end is known.
  useEffect(() => {
    const { activeElement, body } = document;
    const isStart = activeElement?.hasAttribute(startsRun) === true;
    // A short run may have ended before it was seen under way.
    if (isUnderWay || (taskId !== seen.current && isStart)) waitedFor.current = taskId;
    seen.current = taskId;
    if (isUnderWay || taskId === undefined || waitedFor.current !== taskId || !picture.current) return;
    waitedFor.current = undefined;
    const isIdle = !activeElement || activeElement === body || isStart;
    if (isIdle || picture.current.contains(activeElement)) picture.current.focus({ preventScroll: true });
  });
}
