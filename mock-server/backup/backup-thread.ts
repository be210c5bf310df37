import { rm } from 'node:fs/promises';
import {
  type BackupSource,
  fillBackup,
  latestMigration,
  plantBackup,
  verifiedManifest,
  withoutPictures,
} from './backup.ts';
import { BackupRefusal } from './backup-refusal.ts';
import { examineData } from './examine.ts';

/**
 * Input of the thread. `make`: a backup in a folder that is new. `verify`: the files of a backup are compared with its
 * manifest, and its data examined in a copy. `examine`: the data of a folder that nobody uses, which become those of
 * this version.
 */
export type BackupJob = { folder: string } & (
  | { kind: 'make'; source: BackupSource }
  | { kind: 'verify'; now: number }
  | { kind: 'examine'; now: number }
);

/** Errors lose their class between threads. */
export type BackupResult = { done: true } | { refusal: string };

/** Thread entry: copies and reads whole databases, which takes as long as they are large. */
export default async function backUp(job: BackupJob): Promise<BackupResult> {
  try {
    await work(job);
    return { done: true };
  } catch (error) {
    if (error instanceof BackupRefusal) return { refusal: error.message };
    throw error;
  }
}

async function work(job: BackupJob): Promise<void> {
  if (job.kind === 'make') await fillBackup(job.folder, job.source);
  else if (job.kind === 'examine') examineData(job.folder, job.now);
  else await verify(job.folder, job.now);
}

async function verify(folder: string, now: number): Promise<void> {
  const manifest = await verifiedManifest(folder);
  // A database of a later version cannot be checked here; restoring it is refused as well.
  if (manifest.migration > latestMigration) return;
  const copy = `${folder}.examined`;
  try {
    await plantBackup(folder, withoutPictures(manifest), copy);
    examineData(copy, now);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
