import type { connectedEngineDeskContract } from '#shared/contract/connected-engine-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { ConnectedEngineDesk } from './connected-engine-desk.service.ts';
import type { EngineGraphDesk } from './engine-graph-desk.service.ts';

export function connectedEngineDeskRoutes(
  desk: ConnectedEngineDesk,
  graphs: EngineGraphDesk,
): Omit<Handlers<typeof connectedEngineDeskContract>, 'staffConnectedEngines'> {
  return {
    staffConnectedEngine: ({ params }) => desk.find(params.id),
    connectedEngineParts: () => desk.parts(),
    createConnectedEngine: ({ caller, facts, input }) => desk.create({ caller, facts }, input),
    updateConnectedEngine: ({ caller, facts, params, input }) => desk.update({ caller, facts }, params.id, input),
    replaceEngineKey: ({ caller, facts, params, input }) => desk.replaceKey({ caller, facts }, params.id, input),
    removeConnectedEngine: ({ caller, facts, params, input }) =>
      desk.remove({ caller, facts }, params.id, input.version),
    confirmEngineLicence: ({ caller, facts, params, input }) =>
      desk.confirmLicence({ caller, facts }, params.id, input),
    engineGraph: ({ params, input }) => graphs.find(params.id, input.edition),
    saveEngineGraph: ({ caller, facts, input }) => graphs.save({ caller, facts }, input),
    restoreEngineGraph: ({ caller, facts, params, input }) => graphs.restore({ caller, facts }, params.id, input),
    removeEngineGraph: ({ caller, facts, params, input }) => graphs.remove({ caller, facts }, params.id, input.version),
    testConnectedEngine: ({ caller, params }) => desk.test(caller.accountId, params.id),
  };
}
