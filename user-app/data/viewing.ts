import { useEffect, useState } from 'react';
import { TransportError } from '#shared/client/transport';
import type { Answer } from '#shared/contract/endpoint';
import type { viewingContract } from '#shared/contract/viewing';
import { api } from '../lib/api';
import { deleteOfflineCaches } from '../lib/offline-cache-names';
import { removeKeys, storageKeys } from '../lib/storage';
import { toastFailure } from '../lib/toast';
import { tellLogin } from './login-news';

/** Whose view of the product this is, where it is staff who look at it, and how long it lasts from when it was read. */
export type Viewing = NonNullable<Answer<typeof viewingContract.viewing>> & { wait: { ms: number; since: number } };

/** In the address when a look has just begun. */
const begun = '#viewing';

/** Impersonation in this browser as told by the server; undefined while it is read, null when it has ended. */
export function useViewing(): Viewing | null | undefined {
  const [viewing, setViewing] = useState<Viewing | null>();
  useEffect(() => {
    if (window.location.hash === begun) {
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
      // Other tabs would go on as somebody else without saying so.
      tellLogin();
    }
    api.viewing({}).then(
      (answer) =>
        setViewing(answer && { ...answer, wait: { ms: answer.endsAt - answer.now, since: performance.now() } }),
      // Without an answer the page shows nothing new either.
      () => undefined,
    );
  }, []);
  return viewing;
}

/** Ends the look on the server, forgets the customer on this device, and goes back to the person in the console. */
export async function endViewing(accountId: string | undefined): Promise<void> {
  try {
    await api.endViewing({});
  } catch (error) {
    // The session may still be active: keep the notice that names the customer.
    if (error instanceof TransportError) return toastFailure(error);
  }
  removeKeys(storageKeys.userType, storageKeys.userInfo);
  await deleteOfflineCaches();
  tellLogin();
  window.location.assign(accountId === undefined ? '/' : `/admin/accounts/${encodeURIComponent(accountId)}/profile`);
}
