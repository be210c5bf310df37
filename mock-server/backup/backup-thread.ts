import { type BackupSource, fillBackup, type Manifest, verifiedManifest } from './backup.ts';
import { BackupRefusal } from './backup-refusal.ts';

/** Input of the thread: a backup to make in a folder that is new, or one whose files are to be compared with it. */
export type BackupJob = { folder: string } & ({ source: BackupSource } | { source?: undefined });

/** Errors lose their class between threads. */
export type BackupResult = { manifest: Manifest } | { refusal: string };

/** Thread entry: copies a database in one transaction, which takes as long as it is large. */
export default async function backUp({ folder, source }: BackupJob): Promise<BackupResult> {
  try {
    return { manifest: await (source ? fillBackup(folder, source) : verifiedManifest(folder)) };
  } catch (error) {
    if (error instanceof BackupRefusal) return { refusal: error.message };
    throw error;
  }
}
