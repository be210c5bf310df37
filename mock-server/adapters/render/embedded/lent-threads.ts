import type { HelpTask } from '../../../../engine/worker.ts';

export interface LentThreadsOptions {
  /** Runs on a thread of the engine that has nothing to do. */
  help(task: HelpTask): Promise<unknown>;
  /** Returns true when a thread has nothing to do. */
  isThreadFree(): boolean;
}

/** Work of a job, and the stops of the threads that take part in it. */
interface SharedJob {
  work: object;
  stops: Set<Int32Array>;
}

/**
 * Lends threads that have nothing to do to jobs that can share their work. A lent thread goes back as soon as a job
 * waits for one, within a row of a picture.
 */
export function createLentThreads({ help, isThreadFree }: LentThreadsOptions) {
  const jobs = new Map<string, SharedJob>();

  /** Lends what is free, to the job with the fewest helpers first. */
  function lend(): void {
    while (jobs.size > 0 && isThreadFree()) {
      const [key, job] = [...jobs].reduce((least, next) => (next[1].stops.size < least[1].stops.size ? next : least));
      const stop = new Int32Array(new SharedArrayBuffer(4));
      job.stops.add(stop);
      void help({ work: job.work, stop })
        .catch(() => {
          // The job does alone what nobody can help it with.
          if (jobs.get(key) === job) jobs.delete(key);
        })
        .finally(() => {
          job.stops.delete(stop);
          // A helper that was not sent away has found nothing left to do.
          if (Atomics.load(stop, 0) === 0 && jobs.get(key) === job) jobs.delete(key);
          lend();
        });
    }
  }

  const sendAway = (stop: Int32Array): void => void Atomics.store(stop, 0, 1);
  const wanted = (): Int32Array[] => [...jobs.values()].flatMap(({ stops }) => [...stops]);

  function end(key: string): void {
    for (const stop of jobs.get(key)?.stops ?? []) sendAway(stop);
    jobs.delete(key);
  }

  return {
    /** Free threads take part in this work from now on; earlier work of the same job is over. */
    offer(key: string, work: object): void {
      end(key);
      jobs.set(key, { work, stops: new Set() });
      lend();
    },
    end,
    /** Gives free threads to the jobs that go on. */
    lend,
    /** Returns true when a thread has nothing to do, or does no more than help. */
    isThreadSoonFree: (): boolean => isThreadFree() || wanted().some((stop) => Atomics.load(stop, 0) === 0),
    /** Takes a lent thread back when none is free; to be called before a job that needs one. */
    makeRoom(): void {
      if (isThreadFree()) return;
      const stop = wanted().find((one) => Atomics.load(one, 0) === 0);
      if (stop) sendAway(stop);
    },
  };
}
