import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '#shared/client/create-client';
import { failureWords } from '#shared/domain/failure-words';
import { isFinal } from '#shared/domain/task-status';
import { Listeners } from '../lib/listeners';
import { type Batch, type BatchItem, emptySession, toolSessions } from '../lib/tool-sessions';
import { startTask, taskFeed } from './task';

/** Outside dependencies of batch runs; replaced in tests. */
export interface BatchPorts {
  /** Starts a task and resolves to its id. `signal` cancels it before it is sent. Rejects with the server's refusal. */
  start: (item: BatchItem, tool: string, signal: AbortSignal) => Promise<string>;
  /** Resolves when the server may have room for another task of this account. */
  room: (signal: AbortSignal) => Promise<void>;
  /** Keeps what a batch has come to, for a page that is not there to do so. */
  keep: (account: string, batch: Batch) => Promise<void>;
}

export type ItemState = 'waiting' | 'started' | 'refused' | 'canceled';

export function stateOfItem({ taskId, refusal, isCanceled }: BatchItem): ItemState {
  if (taskId !== undefined) return 'started';
  if (isCanceled) return 'canceled';
  return refusal === undefined ? 'waiting' : 'refused';
}

export function isSubmitting(batch: Batch | undefined): boolean {
  return batch?.items.some((item) => stateOfItem(item) === 'waiting') ?? false;
}

/** Refusals that concern one picture; any other would meet the next picture too. */
const ofOnePicture = new Set(['image.not_found', 'task.params', 'task.client_key_reused', 'task.unsuitable_picture']);
/** The queue has no room for another task of this account until one of them has ended. */
const isFull = (error: unknown) => error instanceof ApiError && error.reason === 'task.too_many';

/**
 * Starts the pictures of batches one after another, whatever page is shown meanwhile. Where the account's part of the
 * queue is full, the next one waits until there is room. One batch at a time per account and tool.
 */
export class BatchRuns {
  readonly #ports: BatchPorts;
  readonly #batches = new Map<string, Batch>();
  readonly #stops = new Map<string, AbortController>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;

  constructor(ports: BatchPorts) {
    this.#ports = ports;
  }

  /** The last batch of a tool. */
  get(account: string, tool: string): Batch | undefined {
    return this.#batches.get(`${account}:${tool}`);
  }

  /** Takes a batch in place of the former one and starts what of it waits. Without one, nothing more is started. */
  put(account: string, tool: string, batch: Batch | undefined): void {
    const key = `${account}:${tool}`;
    this.#stops.get(key)?.abort();
    this.#stops.delete(key);
    if (batch) this.#batches.set(key, batch);
    else this.#batches.delete(key);
    this.#listeners.tell();
    if (batch && isSubmitting(batch)) void this.#submit(account, key, batch.tool);
  }

  /** Takes back what was not started yet. */
  cancelWaiting(account: string, tool: string): void {
    const batch = this.get(account, tool);
    if (!batch) return;
    const items = batch.items.map((item) =>
      stateOfItem(item) === 'waiting' ? { ...item, isCanceled: true as const } : item,
    );
    this.put(account, tool, { ...batch, items });
    void this.#ports.keep(account, { ...batch, items });
  }

  async #submit(account: string, key: string, tool: string): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(key, stop);
    for (;;) {
      const next = this.#batches.get(key)?.items.find((item) => stateOfItem(item) === 'waiting');
      if (!next || stop.signal.aborted) return;
      try {
        const taskId = await this.#ports.start(next, tool, stop.signal);
        // A run that was withdrawn while its start was sent counts as started: its task must not be lost.
        this.#change(account, key, ({ clientKey }) => clientKey === next.clientKey, { taskId, isCanceled: undefined });
      } catch (error) {
        if (stop.signal.aborted) return;
        if (isFull(error)) {
          await this.#ports.room(stop.signal);
          continue;
        }
        const refusal = failureWords(error, '没有提交成功，请重试');
        const isAlone = error instanceof ApiError && ofOnePicture.has(error.reason);
        const isMeant = (item: BatchItem) =>
          isAlone ? item.clientKey === next.clientKey : stateOfItem(item) === 'waiting';
        this.#change(account, key, isMeant, { refusal });
      }
    }
  }

  #change(account: string, key: string, isMeant: (item: BatchItem) => boolean, change: Partial<BatchItem>): void {
    const batch = this.#batches.get(key);
    if (!batch) return;
    const changed = { ...batch, items: batch.items.map((item) => (isMeant(item) ? { ...item, ...change } : item)) };
    this.#batches.set(key, changed);
    void this.#ports.keep(account, changed);
    this.#listeners.tell();
  }
}

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
