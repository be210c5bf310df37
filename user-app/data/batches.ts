import { useCallback, useSyncExternalStore } from 'react';
import { isFinal } from '#shared/domain/task-status';
import { type Batch, emptySession, toolSessions } from '../lib/tool-sessions';
import { BatchRuns } from './batch-runs';
import { startTask, taskFeed } from './task';

/** A task that ends in another browser is not heard of: room is looked for again after this time, ms. */
const longestWaitMs = 10_000;

function waitForRoom(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, longestWaitMs);
    const stop = taskFeed.subscribe((task) => isFinal(task.status) && end());
    signal.addEventListener('abort', end, { once: true });
  });
}

function keep(account: string, batch: Batch, view: { isBatchShown?: true } = {}): Promise<void> {
  const session = toolSessions.peek(account, batch.tool) ?? emptySession;
  return toolSessions.write(account, batch.tool, { ...session, batch, ...view });
}

export const batchRuns = new BatchRuns({
  start: ({ clientKey, params, parent }, tool, signal) =>
    startTask({ clientKey, tool, params, ...(parent && { parent }) }, { signal }),
  room: waitForRoom,
  keep,
});

/** The last batch of a tool, kept current. */
export function useBatchOf(account: string, tool: string): Batch | undefined {
  return useSyncExternalStore(
    batchRuns.subscribe,
    useCallback(() => batchRuns.get(account, tool), [account, tool]),
  );
}

/** Starts a batch once its keys are kept: a page that breaks down now asks for the same tasks later, and shows them. */
export async function startBatch(account: string, batch: Batch): Promise<void> {
  await keep(account, batch, { isBatchShown: true });
  batchRuns.put(account, batch.tool, batch);
}
