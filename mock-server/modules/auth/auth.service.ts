import type { StaffInfo } from '#shared/contract/staff';
import { permissionsOf } from '#shared/domain/staff-permissions';
import type { AccountService } from '../account/account.service.ts';
import type { RequestFacts } from '../caller.ts';
import { createLoginService, type LoginDeps } from './login.service.ts';
import { createLoginCodeService, type LoginCodeDeps } from './login-code.service.ts';
import { createPasswordCheck, type PasswordCheckDeps } from './password-check.ts';
import { createSessionService, type SessionDeps } from './session.service.ts';

export type AuthDeps = SessionDeps &
  LoginCodeDeps &
  PasswordCheckDeps &
  Pick<LoginDeps, 'isEmailLoginOpen' | 'isAccountLoginOpen'>;

export type AuthService = ReturnType<typeof createAuthService>;

/** Codes, logins and sessions of users, and the login of staff. */
export function createAuthService(deps: AuthDeps) {
  const { store, accounts } = deps;
  const sessions = createSessionService(deps);
  const codes = createLoginCodeService(deps);
  const checkPassword = createPasswordCheck(deps);
  const logins = createLoginService({ ...deps, sessions, codes, checkPassword });

  return {
    ...sessions,
    ...logins,
    sendCode: codes.sendCode,
    examineCode: codes.examineCode,
    consumeCode: codes.consumeCode,

    async staffLogin(
      loginName: string,
      password: string,
      facts: RequestFacts,
    ): Promise<{ token: string; info: StaffInfo }> {
      const account = await checkPassword('staff', await accounts.findByLoginName(store.db, loginName), password);
      const { token } = await store.transact((tx) => sessions.openSession(tx, 'staff', account.id, facts));
      return { token, info: toStaffInfo(account) };
    },

    async staffInfo(accountId: string): Promise<StaffInfo> {
      return toStaffInfo(await accounts.find(store.db, accountId));
    },

    /** A session without a code, for the control plane. */
    openTestSession: (accountId: string, facts: RequestFacts) =>
      store.transact(async (tx) => {
        const { token, answer } = await logins.enter(tx, await accounts.find(tx, accountId), false, { facts });
        return { token, redirectUrl: answer.redirectUrl };
      }),
  };
}

function toStaffInfo(account: Awaited<ReturnType<AccountService['find']>>): StaffInfo {
  const role = account.role ?? 'viewer';
  return {
    accountId: account.id,
    loginName: account.login_name ?? '',
    nickName: account.nick_name,
    role,
    permissions: [...permissionsOf(role)],
  };
}
