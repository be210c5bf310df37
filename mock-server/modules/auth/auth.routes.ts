import type { Request } from 'express';
import type { authContract, casContract } from '#shared/contract/auth';
import type { adminContract, manageContract } from '#shared/contract/staff';
import { clearSessionCookie, readCookie, setSessionCookie, staffCookie, userCookie } from '../../http/cookies.ts';
import type { Handlers } from '../../http/mount.ts';
import type { AccountService } from '../account/account.service.ts';
import type { AuthService } from './auth.service.ts';

export type AuthRoutes = Handlers<typeof authContract> &
  Handlers<typeof casContract> &
  Pick<Handlers<typeof manageContract>, 'staffLogin' | 'staffLogout'> &
  Pick<Handlers<typeof adminContract>, 'myPermissions'>;

export function authRoutes(
  service: AuthService,
  accounts: AccountService,
  days: { session: number; staffSession: number },
): AuthRoutes {
  const endSession = async (request: Request, cookie: string) => {
    const token = readCookie(request, cookie);
    if (token) await service.endSession(token);
    if (request.res) clearSessionCookie(request.res, cookie);
    return null;
  };

  return {
    sendSmsCode: ({ input, facts }) => service.sendCode(input.phoneNo, facts),
    login: async ({ input, facts, response }) => {
      const { token, answer } = await service.login(input, facts);
      setSessionCookie(response, userCookie, token, days.session);
      return answer;
    },
    userInfo: ({ caller }) => accounts.userInfo(caller.accountId),
    getVipInfo: ({ caller }) => accounts.vipInfo(caller.accountId),
    logout: ({ request }) => endSession(request, userCookie),
    invalidateSession: ({ request }) => endSession(request, userCookie),

    casDeleteTicket: async ({ params, response }) => {
      await service.endSessionByTicket(params.tgt);
      clearSessionCookie(response, userCookie);
      response.status(200).type('text/plain').send(params.tgt);
    },

    staffLogin: async ({ input, facts, response }) => {
      const { token, info } = await service.staffLogin(input.account, input.password, facts);
      setSessionCookie(response, staffCookie, token, days.staffSession);
      return info;
    },
    staffLogout: ({ request }) => endSession(request, staffCookie),
    myPermissions: ({ caller }) => service.staffInfo(caller.accountId),
  };
}
