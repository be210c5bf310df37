import { originOf } from '../http/context.ts';
import type { Handlers } from '../http/mount.ts';
import type { Runner } from '../worker/runner.ts';
import type { StateDeps } from './state/context.ts';
import { makeState } from './state/make-state.ts';
import type { stateContract } from './state-contract.ts';

export interface StateCallDeps extends StateDeps {
  runner: Runner;
}

/** Prepares data. */
export function stateCalls(deps: StateCallDeps): Handlers<typeof stateContract> {
  return {
    async makeState({ input, facts, request, response }) {
      const made = await makeState(deps, input, { origin: originOf(request, undefined), facts });
      deps.runner.wake();
      response.status(201);
      return made;
    },
  };
}
