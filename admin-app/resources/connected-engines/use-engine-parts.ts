import { type HttpError, useCustom } from '@refinedev/core';
import {
  connectedEngineDeskContract,
  type EngineAdapterParts,
  type EngineParts,
} from '#shared/contract/connected-engine-desk';
import type { EngineAdapter } from '#shared/domain/engine-adapters';

/** Things that engines can be set up with; empty until they have come. */
export function useEngineParts() {
  const { query } = useCustom<EngineParts, HttpError>({
    url: connectedEngineDeskContract.connectedEngineParts.path,
    method: 'get',
    errorNotification: false,
  });
  const { graphs = [], adapters = [] } = query.data?.data ?? {};
  const adapterOf = (name: EngineAdapter): EngineAdapterParts | undefined =>
    adapters.find((each) => each.name === name);
  return { graphs, adapters, adapterOf, renew: () => void query.refetch() };
}
