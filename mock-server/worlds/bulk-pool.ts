import { minute, second } from '#shared/domain/time';
import { createThreadPool } from '../pools/pool-thread.ts';
import type { BulkJob } from './bulk-thread.ts';

const longestMs = 5 * minute;

/** Makes databases of templates, and adds rows to them, in a thread beside the event loop, one job at a time. */
export function createBulkPool() {
  const pool = createThreadPool<string[]>(
    { file: new URL('./bulk-thread.ts', import.meta.url), niceness: 10 },
    { size: 1, longestMs, idleMs: 5 * second },
  );
  return {
    run: (given: BulkJob): Promise<string[]> => pool.run(() => ({ job: { given } })),
    close: () => pool.close(),
  };
}
