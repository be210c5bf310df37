import { deleteDatabase } from '#shared/browser/stores';

/** Every IndexedDB database with work of the person who is logged in, named once. They are removed at logout. */
export const personalDatabases = {
  maskDrafts: 'mask-drafts',
  liveDrawing: 'live-drawing',
  toolSessions: 'tool-sessions',
  buildingFiles: 'building-files',
} as const;

/** A database that another tab will not let go of is removed as soon as that tab does; nobody waits for it, ms. */
const longestWaitMs = 1000;

/** Removes what this browser keeps of a person's work. Never fails. */
export async function deletePersonalDatabases(): Promise<void> {
  await Promise.all(Object.values(personalDatabases).map(remove));
}

function remove(name: string): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestWaitMs);
    try {
      const request = deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      // Private windows keep nothing.
      resolve();
    }
  });
}
