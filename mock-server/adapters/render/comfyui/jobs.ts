import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { EngineFailure, OperationLost, type RenderListener } from '../port.ts';
import type { ComfySocket } from './socket.ts';
import type { ComfyWire, HistoryEntry, StoredFile } from './wire.ts';

/** Raised when the graphics memory was not enough. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
}

const memoryWords = /OutOfMemory|ran out of memory|can't allocate/;
const configWords = /Safetensor|HeaderTooSmall|No such file|not found/i;

/** Id of a job from a key: the same each time, and a UUID, as newer servers ask for. */
export function jobId(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** State of a job at the server; `gone` where it knows nothing of it. */
export type JobState = 'pending' | 'running' | 'gone' | HistoryEntry;

export async function stateOf(wire: ComfyWire, id: string): Promise<JobState> {
  const { queue_running: running, queue_pending: pending } = await wire.queue();
  const isId = ([, promptId]: readonly [number, string, ...unknown[]]) => promptId === id;
  if (running.some(isId)) return 'running';
  if (pending.some(isId)) return 'pending';
  // Looked up last: a job may end between the two questions.
  return (await wire.history(id)) ?? 'gone';
}

/** Pictures of a finished job at the node that saves them. Throws by what went wrong. */
export function resultsOf({ status, outputs }: HistoryEntry, node: string): StoredFile[] {
  if (status.status_str === 'success') return outputs[node]?.images?.filter(({ type }) => type === 'output') ?? [];
  const error = status.messages.find(([type]) => type === 'execution_error')?.[1];
  if (!error) throw new OperationLost('the job was interrupted');
  const words = `${String(error.exception_type)}: ${String(error.exception_message)}`;
  if (memoryWords.test(words)) throw new OutOfMemory(words);
  // The message may hold paths of that machine; the node is enough for whoever looks after it.
  const at = `node ${String(error.node_type)} failed with ${String(error.exception_type)}`;
  throw new EngineFailure(configWords.test(words) ? 'config' : 'engine', at);
}

/** Milliseconds between a job's start and its end by the server's clock; 1 where it does not tell. */
export function runtimeOf({ status }: HistoryEntry): number {
  const timeOf = (type: string) => Number(status.messages.find(([name]) => name === type)?.[1].timestamp);
  const ms = timeOf('execution_success') - timeOf('execution_start');
  return Number.isFinite(ms) ? Math.max(1, Math.round(ms)) : 1;
}

const pollMs = 1000;
/** A server that does not answer for so long has lost the run. */
const silenceMs = 60_000;

export interface JobWatch {
  id: string;
  listener: RenderListener;
  /** Progress of the job, 0–1, with its step in Chinese. */
  report(share: number, words: string): void;
}

/**
 * Waits until a job has ended, by the socket's news and by asking. Rejects with `signal.reason` within a second,
 * {@link OperationLost} when the server knows nothing of it, and with the last failure when it has been silent for a
 * minute.
 */
export async function untilEnded(
  { wire, socket }: { wire: ComfyWire; socket: ComfySocket },
  { id, listener: { signal, onPreview }, report }: JobWatch,
): Promise<HistoryEntry> {
  let wake = new AbortController();
  const stop = socket.watch(id, {
    onSampling: (share) => report(share, '生成'),
    onEnd: () => wake.abort(),
    onPreview: (preview) => onPreview?.(preview),
  });
  let heardAt = Date.now();
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        const state = await stateOf(wire, id);
        heardAt = Date.now();
        if (typeof state === 'object') return state;
        if (state === 'gone') throw new OperationLost('the server knows nothing of the job');
        report(0, state === 'pending' ? '排队' : '生成');
      } catch (error) {
        if (error instanceof OperationLost || Date.now() - heardAt > silenceMs) throw error;
      }
      await wait(pollMs, undefined, { signal: AbortSignal.any([signal, wake.signal]), ref: false }).catch(
        () => undefined,
      );
      if (wake.signal.aborted) wake = new AbortController();
    }
  } finally {
    stop();
  }
}

/** Ends a job at the server and makes sure of it. */
export async function cancelJob(wire: ComfyWire, id: string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const state = await stateOf(wire, id);
    if (state === 'pending') await wire.remove(id);
    else if (state === 'running') await wire.interrupt(id);
    else return;
    await wait(200, undefined, { ref: false });
  }
}
