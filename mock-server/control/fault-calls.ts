import { readCookie, userCookie } from '../http/cookies.ts';
import type { Handlers } from '../http/mount.ts';
import type { Store } from '../modules/base/store.ts';
import type { AccountService } from '../modules/identity/account/account.service.ts';
import type { AuthService } from '../modules/identity/auth/auth.service.ts';
import type { faultContract } from './fault-contract.ts';
import type { AccountOf, Faults } from './faults.ts';

export function faultCalls(faults: Faults): Handlers<typeof faultContract> {
  return {
    faults: () => faults.list(),
    setFaults({ input }) {
      faults.set(input.faults, input.seed, input.isGoingOn);
      return faults.list();
    },
    clearFaults() {
      faults.clear();
      return faults.list();
    },
  };
}

/** Finds the account behind the session of a request; undefined without a session that is open. */
export function accountOf(deps: { store: Store; accounts: AccountService; auth: AuthService }): AccountOf {
  return async (request) => {
    const token = readCookie(request, userCookie);
    const caller = token ? await deps.auth.authenticator.user(token) : null;
    if (!caller) return undefined;
    const { id, phone_no: phoneNo } = await deps.accounts.find(deps.store.db, caller.accountId);
    return { id, phoneNo };
  };
}
