import type { StaffInfo } from '#shared/contract/staff';
import { permissionsOf } from '#shared/domain/staff-permissions';
import type { RequestFacts } from '../../base/caller.ts';
import type { AccountService } from '../account/account.service.ts';
import type { StaffSecurityService } from '../staff-security/security.service.ts';
import { failedLoginsKeptMs } from './auth.rules.ts';
import { createLoginService, type LoginDeps } from './login.service.ts';
import { createLoginCodeService, type LoginCodeDeps } from './login-code.service.ts';
import { createPasswordCheck, type PasswordCheckDeps, type TypedPassword } from './password-check.ts';
import { createSessionService, type SessionDeps } from './session.service.ts';

export type AuthDeps = SessionDeps &
  LoginCodeDeps &
  PasswordCheckDeps &
  Pick<LoginDeps, 'isEmailLoginOpen' | 'isAccountLoginOpen' | 'agreements'> & {
    security: StaffSecurityService;
    /** True when the staff account of this login name needs neither reasons nor approvals. */
    isFree: (loginName: string) => boolean;
  };

export type AuthService = ReturnType<typeof createAuthService>;

/** Codes, logins and sessions of users, and the login of staff. */
export function createAuthService(deps: AuthDeps) {
  const { store, clock, accounts, audit, security } = deps;
  const sessions = createSessionService(deps);
  const codes = createLoginCodeService(deps);
  const checkPassword = createPasswordCheck(deps);
  const logins = createLoginService({ ...deps, sessions, codes, checkPassword });

  async function toStaffInfo(account: Awaited<ReturnType<AccountService['find']>>): Promise<StaffInfo> {
    const role = account.role ?? 'viewer';
    return {
      accountId: account.id,
      loginName: account.login_name ?? '',
      nickName: account.nick_name,
      role,
      permissions: [...permissionsOf(role)],
      isTrusted: role === 'admin' && deps.isFree(account.login_name ?? ''),
      mustSetUp: await security.mustSetUp(account.id),
    };
  }

  return {
    ...sessions,
    ...logins,
    sendCode: codes.sendCode,
    examineCode: codes.examineCode,
    consumeCode: codes.consumeCode,

    /**
     * Throws `staff.wrong_password`, `staff.locked`, `staff.totp_needed`, `staff.totp_wrong`, `login.busy`,
     * `request.too_often`, `auth.banned`.
     */
    async staffLogin(
      typed: TypedPassword & { totpCode?: string | undefined; deviceId?: string | undefined },
    ): Promise<{ token: string; deviceMark: string; info: StaffInfo }> {
      const find = () => accounts.findByLoginName(store.db, typed.name);
      const { account, deviceMark } = await checkPassword('staff', find, typed);
      const { token } = await security.guardLogin(account.id, () =>
        store.transact(async (tx) => {
          await security.passFactor(tx, account.id, typed.totpCode);
          return sessions.openSession(tx, 'staff', account.id, typed.facts, typed.deviceId);
        }),
      );
      return { token, deviceMark, info: await toStaffInfo(account) };
    },

    /** Removes what has expired; run now and then. */
    async sweep(): Promise<void> {
      await sessions.sweep();
      await audit.forgetLogins(clock.now() - failedLoginsKeptMs);
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
