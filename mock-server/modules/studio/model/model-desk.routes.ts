import type { modelDeskContract } from '#shared/contract/model-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { ModelDesk } from './model-desk.service.ts';

export function modelDeskRoutes(desk: ModelDesk): Omit<Handlers<typeof modelDeskContract>, 'staffModels'> {
  return {
    modelOverview: () => desk.overview(),
    scanModels: ({ caller, facts }) => desk.scan({ caller, facts }),
    testModel: ({ caller, params, input }) => desk.test(caller.accountId, params.id, input),
    chooseModel: ({ caller, facts, params, input }) => desk.decide({ caller, facts }, params.slot, input),
    endModelProcess: ({ caller, facts }) => desk.endProcess({ caller, facts }),
  };
}
