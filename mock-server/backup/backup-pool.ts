import { minute, second } from '#shared/domain/time';
import { createThreadPool } from '../pools/pool-thread.ts';
import { BackupRefusal } from './backup-refusal.ts';
import type { BackupJob, BackupResult } from './backup-thread.ts';

const longestMs = 10 * minute;

export type BackupPool = ReturnType<typeof createBackupPool>;

/** Makes and examines backups in a thread beside the event loop, one at a time. */
export function createBackupPool() {
  const pool = createThreadPool<BackupResult>(
    { file: new URL('./backup-thread.ts', import.meta.url), niceness: 10 },
    { size: 1, longestMs, idleMs: 30 * second },
  );
  return {
    /** Throws {@link BackupRefusal} with a Chinese sentence. */
    async run(given: BackupJob): Promise<void> {
      const result = await pool.run(() => ({ job: { given } }));
      if ('refusal' in result) throw new BackupRefusal(result.refusal);
    },
    close: () => pool.close(),
  };
}
