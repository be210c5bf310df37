import type { engineDeskContract } from '#shared/contract/engine-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { EngineDesk } from './engine-desk.service.ts';

export function engineDeskRoutes({
  find,
  test,
}: EngineDesk): Omit<Handlers<typeof engineDeskContract>, 'staffEngines'> {
  return {
    staffEngine: ({ params }) => find(params.id),
    testEngine: ({ caller, params }) => test(caller.accountId, params.id),
  };
}
