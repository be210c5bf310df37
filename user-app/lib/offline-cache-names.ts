import { hasCaches, ownCaches } from '#shared/browser/stores';

const prefix = 'seen-';

/** Names of the caches with what an account has seen on this device. */
export const offlineCaches = {
  answers: (account: string) => `${prefix}${account}-answers`,
  pictures: (account: string) => `${prefix}${account}-pictures`,
} as const;

/** Erases what was seen here, of every account. Never fails. */
export async function deleteOfflineCaches(): Promise<void> {
  // Absent on plain http addresses, where nothing was kept.
  if (!hasCaches()) return;
  try {
    const names = await ownCaches.names();
    await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => ownCaches.delete(name)));
  } catch {
    // As above.
  }
}
