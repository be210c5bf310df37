import { endedWithin } from '../../../timers.ts';
import { Detached, EngineFailure, OperationLost, RenderRefused, type RenderRequest } from '../port.ts';
import type { createServiceHealth } from './health.ts';
import type { RunNote } from './notes.ts';
import { beginRun, type RunDeps, type ServiceRun, Unwritten } from './runs.ts';

/** Time for a service to end a task when a person has cancelled it, milliseconds. */
const cancelMs = 800;

/** Runs of this process by key; everybody who watches a key shares its run. */
export function createRunRegistry(deps: RunDeps, health: ReturnType<typeof createServiceHealth>) {
  const { wire, notes } = deps;
  const runs = new Map<string, ServiceRun>();
  /** Keys that were cancelled here. */
  const cancelled = new Set<string>();
  /** Pictures that could not be written when they came, by key. */
  const kept = new Map<string, { note: RunNote; pictures: Map<number, Uint8Array> }>();

  /** Forgets what has failed: it is begun again under another key. */
  async function failed(key: string, error: unknown): Promise<void> {
    runs.delete(key);
    health.bad(error);
    if (error instanceof Unwritten) {
      const pictures = kept.get(key)?.pictures ?? new Map<number, Uint8Array>();
      kept.set(key, { note: error.note, pictures: pictures.set(error.index, error.bytes) });
    }
    const isOver = error instanceof EngineFailure || error instanceof RenderRefused || error instanceof OperationLost;
    if (isOver) await notes.remove(key).catch(() => undefined);
  }

  return {
    /** The run of a request; one begins, or goes on, where none is under way. Throws {@link OperationLost}. */
    of(request: RenderRequest): ServiceRun {
      const { key } = request;
      if (cancelled.has(key)) throw new OperationLost('the operation was cancelled');
      const known = runs.get(key);
      if (known) return known;
      const run = beginRun(deps, request, kept.get(key));
      runs.set(key, run);
      run.ended.then(
        () => {
          kept.delete(key);
          health.good();
        },
        (error: unknown) => failed(key, error),
      );
      return run;
    },

    /** Lets go of a run whose pictures were handed over; its note stays for a day. */
    forget: (key: string) => void runs.delete(key),

    /** Ends a run at the service where it can be ended, and forgets it. */
    async cancel(key: string, reason: Error): Promise<void> {
      const run = runs.get(key);
      const tasks = run?.tasks() ?? [];
      run?.stop(reason);
      cancelled.add(key);
      runs.delete(key);
      kept.delete(key);
      const signal = AbortSignal.timeout(cancelMs);
      await Promise.allSettled([notes.remove(key), ...tasks.map((task) => wire.cancel?.(task, signal))]);
    },

    /** Leaves tasks to the service, and waits so long for answers that nobody can be asked for again. */
    async close(patienceMs: number): Promise<void> {
      for (const run of runs.values()) run.finish();
      const sending = [...runs.values()].filter((run) => run.isSending());
      const answered = Promise.allSettled(sending.map(({ ended }) => ended));
      if (sending.length > 0) await endedWithin(patienceMs, answered);
      const left = [...runs.values()];
      for (const run of left) run.stop(new Detached('the server stops'));
      await Promise.allSettled(left.map(({ ended }) => ended));
    },
  };
}
