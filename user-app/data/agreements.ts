import type { AgreementKey } from '#shared/domain/agreement';
import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

/** The four agreements as they stand, with the dates of all their versions. */
export function useAgreements() {
  return useServerState(() => api.agreements({}), { key: 'agreements', freshFor: minute });
}

/** One version; asked for while there is an edition to ask for. */
export function useAgreementVersion(key: AgreementKey, edition: number | undefined) {
  return useServerState(() => api.agreementVersion({ key, edition: edition ?? 1 }), {
    key: `agreement-${key}-${edition}`,
    isReady: edition !== undefined,
    freshFor: minute,
  });
}

export async function acceptAgreements(versions: ReadonlyArray<{ key: AgreementKey; edition: number }>): Promise<void> {
  await api.acceptAgreements({ versions: versions.map(({ key, edition }) => ({ key, edition })) });
}
