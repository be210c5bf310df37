import type { engineDeskContract } from '#shared/contract/engine-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { EngineDesk } from './engine-desk.service.ts';

export function engineDeskRoutes({
  find,
  test,
  figuresOf,
  alarms,
}: EngineDesk): Omit<Handlers<typeof engineDeskContract>, 'staffEngines'> {
  return {
    staffEngine: ({ params }) => find(params.id),
    staffEngineFigures: ({ params }) => figuresOf(params.id),
    engineAlarms: () => alarms(),
    testEngine: ({ caller, params }) => test(caller.accountId, params.id),
  };
}
