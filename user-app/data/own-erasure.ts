import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

/** Effects of closing the own account today. */
export function useOwnErasure() {
  return useServerState(() => api.ownErasure({}), { key: 'own-erasure', freshFor: 0 });
}

/** Asks for the account to be closed, which ends every session; returns when it is deleted. */
export async function requestOwnErasure(confirmation: string): Promise<number> {
  return (await api.requestOwnErasure({ confirmation })).dueAt;
}

export async function withdrawOwnErasure(): Promise<void> {
  await api.withdrawOwnErasure({});
}
