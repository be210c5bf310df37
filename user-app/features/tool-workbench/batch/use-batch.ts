import { useCallback, useEffect, useRef, useState } from 'react';
import { newClientKey } from '#shared/domain/client-key';
import { isFinal } from '#shared/domain/task-status';
import type { DefinedTool } from '#shared/tools/define-tool';
import { batchRuns, isSubmitting, startBatch, stateOfItem, useBatchOf } from '@/data/batch-runs';
import { cancelTask } from '@/data/task';
import type { ToolTasks } from '@/data/task-list';
import { toastFailure } from '@/lib/toast';
import type { Batch, BatchItem, ToolSession } from '@/lib/tool-sessions';
import { picturesOf, severalName } from '../form-pictures';
import type { Intake } from '../use-intake';
import type { ToolForm } from '../use-tool-form';

/** A picture to be started, with the parameters of its own. */
export type BatchRequest = Pick<BatchItem, 'imageId' | 'params' | 'parent'>;

interface BatchInput {
  tool: DefinedTool;
  account: string;
  form: ToolForm;
  intake: Intake;
  tasks: ToolTasks;
  /** The page as it was left. */
  start: ToolSession | undefined;
}

export type BatchOfTool = ReturnType<typeof useBatch>;

/**
 * The pictures that were started in one go: how far they are, and the start of the next ones. Where some of them were
 * not started and are still in the form, the next start is for the rest.
 */
export function useBatch({ tool, account, form, intake, tasks, start }: BatchInput) {
  const batch = useBatchOf(account, tool.id);
  const [isShown, setShown] = useState(start?.isBatchShown ?? false);
  const [isCanceling, setCanceling] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was under way goes on once
  useEffect(() => {
    if (start?.batch && !batchRuns.get(account, tool.id)) batchRuns.put(account, tool.id, start.batch);
  }, []);

  // Whoever turns to a picture wants to see it.
  const name = severalName(tool);
  const picture = name && form.values[name];
  const seenPicture = useRef(picture);
  useEffect(() => {
    if (seenPicture.current !== picture) setShown(false);
    seenPicture.current = picture;
  }, [picture]);

  const items = batch?.items ?? [];
  const inForm = picturesOf(tool, form);
  const isUnderWay = isSubmitting(batch);
  const refused = items.filter((item) => stateOfItem(item) === 'refused' && inForm.includes(item.imageId));
  const isRest = !isUnderWay && refused.length > 0;
  const started = items.flatMap(({ taskId }) => taskId ?? []);

  // Runs the list has not come to.
  const { isReady, find } = tasks;
  const missing = started.filter((taskId) => tasks.tasks.every((task) => task.taskId !== taskId)).join();
  useEffect(() => {
    if (!isReady || !isShown || missing === '') return;
    // One that is gone for good is shown as such.
    for (const taskId of missing.split(',')) void find(taskId).catch(() => undefined);
  }, [isReady, isShown, missing, find]);

  const begin = async (wishes: readonly BatchRequest[]) => {
    const former = isRest ? items.filter((item) => stateOfItem(item) !== 'refused' || isWished(wishes, item)) : [];
    const again = former.map((item): BatchItem => {
      const wish = stateOfItem(item) === 'refused' && wishes.find(({ imageId }) => imageId === item.imageId);
      return wish ? { ...item, ...wish, refusal: undefined } : item;
    });
    const added = wishes
      .filter(({ imageId }) => !isRest || !refused.some((item) => item.imageId === imageId))
      .map((wish): BatchItem => ({ ...wish, name: intake.facts[wish.imageId]?.name, clientKey: newClientKey() }));
    setShown(true);
    await startBatch(account, { tool: tool.id, items: [...again, ...added] });
  };

  const cancelAll = async () => {
    setCanceling(true);
    batchRuns.cancelWaiting(account, tool.id);
    try {
      const unfinished = tasks.tasks.filter(({ taskId, status }) => started.includes(taskId) && !isFinal(status));
      for (const { taskId } of unfinished) await cancelTask(taskId);
    } catch (error) {
      toastFailure(error);
    } finally {
      setCanceling(false);
    }
  };

  const restore = useCallback(
    (former: Batch | undefined, wasShown: boolean) => {
      batchRuns.put(account, tool.id, former);
      setShown(wasShown);
    },
    [account, tool.id],
  );

  return {
    batch,
    isShown: isShown && batch !== undefined,
    show: useCallback(() => setShown(true), []),
    hide: useCallback(() => setShown(false), []),
    isUnderWay,
    /** `正在提交 2 / 4` */
    submittingWords: isUnderWay
      ? `正在提交 ${items.filter((item) => stateOfItem(item) !== 'waiting').length + 1} / ${items.length}`
      : undefined,
    isRest,
    /** Pictures of the form that the next start leaves out, because they were started. */
    isDone: (imageId: unknown) => isRest && items.some((item) => item.imageId === imageId && item.taskId !== undefined),
    startedCount: started.length,
    begin,
    cancelAll,
    isCanceling,
    restore,
  };
}

function isWished(wishes: readonly BatchRequest[], { imageId }: BatchItem): boolean {
  return wishes.some((wish) => wish.imageId === imageId);
}
