import { originOf } from '../http/context.ts';
import { cookieName, userCookie } from '../http/cookies.ts';
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
      const sessionCookie = cookieName(request, userCookie);
      const made = await makeState(deps, input, { origin: originOf(request, undefined), facts, sessionCookie });
      deps.runner.wake();
      response.status(201);
      return made;
    },
  };
}
