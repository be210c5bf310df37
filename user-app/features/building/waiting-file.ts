import { personalDatabases } from '../../lib/personal-databases';
import { createPersonalStore, type Drafts } from '../../lib/personal-store';
import { tabName } from '../../lib/tab';

/** A model file of this tab that has not reached the server. */
export interface WaitingFile {
  file: File;
  /** Idempotency key of its upload. */
  clientKey: string;
}

/** Larger files are not kept, bytes: a copy of them would take as long as sending them. */
const largest = 256 * 1024 * 1024;

const store = createPersonalStore<Drafts<WaitingFile>>(personalDatabases.buildingFiles, (database) =>
  database.createObjectStore('drafts'),
);

/** The file that was on its way when the page was left; undefined when there is none. */
export const readWaitingFile = (): Promise<WaitingFile | undefined> =>
  store.run((database) => database.get('drafts', tabName()));

export async function keepWaitingFile({ file, clientKey }: WaitingFile): Promise<void> {
  if (file.size > largest) return;
  await store.run((database) => database.put('drafts', { file, clientKey }, tabName()));
}

/** It has arrived, or is no longer wanted. */
export async function forgetWaitingFile(clientKey: string): Promise<void> {
  await store.run(async (database) => {
    const kept = await database.get('drafts', tabName());
    if (kept?.clientKey === clientKey) await database.delete('drafts', tabName());
  });
}
