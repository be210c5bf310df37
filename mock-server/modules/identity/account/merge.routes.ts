import type { mergeDeskContract } from '#shared/contract/merge-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { MergeService } from './merge.service.ts';

export function mergeRoutes(merges: MergeService): Handlers<typeof mergeDeskContract> {
  return {
    mergeOutlook: ({ params, input }) => merges.outlook(params.id, input.into),
    mergeAccounts: ({ caller, params, input, facts }) => merges.ask(caller, params.id, input, facts),
  };
}
