import type { engineDeskContract } from '#shared/contract/engine-desk';
import type { Handlers } from '../../http/mount.ts';
import { withTotal } from '../../http/total.ts';
import { pageOfComputed } from '../computed-list.ts';
import type { EngineDesk } from './engine-desk.service.ts';

export function engineDeskRoutes({ list, find, test }: EngineDesk): Handlers<typeof engineDeskContract> {
  return {
    staffEngines: async ({ input, response }) =>
      withTotal(response, pageOfComputed(await list.all(), input, list.idOf)),
    staffEngine: ({ params }) => find(params.id),
    testEngine: ({ caller, params }) => test(caller.accountId, params.id),
  };
}
