import type { Request, Response } from 'express';
import type { authContract } from '#shared/contract/auth';
import type { adminContract, manageContract } from '#shared/contract/staff';
import { ProductError } from '#shared/errors';
import { isFromThisMachine } from '../../../http/context.ts';
import {
  clearSessionCookie,
  readCookie,
  scanBrowserCookie,
  setSessionCookie,
  staffCookie,
  staffDeviceCookie,
  userCookie,
  userDeviceCookie,
} from '../../../http/cookies.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { AccountService } from '../account/account.service.ts';
import type { AgreementService } from '../agreement/agreement.service.ts';
import { deviceDays } from './auth.rules.ts';
import type { AuthService } from './auth.service.ts';
import type { BindRequest, EnteredLogin, LoginCircumstances } from './login.service.ts';

export type AuthRoutes = Handlers<typeof authContract> &
  Pick<Handlers<typeof manageContract>, 'staffLogin' | 'staffLogout'> &
  Pick<Handlers<typeof adminContract>, 'myPermissions'>;

export function authRoutes(
  service: AuthService,
  accounts: AccountService,
  agreements: AgreementService,
  bindAndLogin: (request: BindRequest, browser: string | undefined, from: LoginCircumstances) => Promise<EnteredLogin>,
  erasureDueAt: (accountId: string) => Promise<number | undefined>,
  settings: { sessionDays: number; staffSessionDays: number; isLocal: boolean },
): AuthRoutes {
  const entered = ({ token, answer, deviceMark }: EnteredLogin, response: Response) => {
    setSessionCookie(response, userCookie, token, settings.sessionDays);
    if (deviceMark) setSessionCookie(response, userDeviceCookie, deviceMark, deviceDays);
    return answer;
  };

  const endSession = async (request: Request, cookie: string) => {
    const token = readCookie(request, cookie);
    if (token) await service.endSession(token);
    if (request.res) clearSessionCookie(request.res, cookie);
    return null;
  };

  return {
    sendSmsCode: ({ input, facts }) => service.sendCode(input.phoneNo, facts),
    login: async ({ input, facts, request, response }) => {
      const from = { facts, agreementVersion: input.agreementVersion, deviceId: input.deviceId };
      const isBinding = input.type === 3;
      const browser = readCookie(request, scanBrowserCookie);
      const login = isBinding ? bindAndLogin(input, browser, from) : service.login(input, from);
      return entered(await login, response);
    },
    sendEmailCode: ({ input, facts }) => service.sendEmailCode(input.email.toLowerCase(), facts),
    loginByEmail: async ({ input: { email, verifyCode, ...from }, facts, response }) =>
      entered(await service.loginByEmail(email.toLowerCase(), verifyCode, { facts, ...from }), response),
    loginByAccount: async ({ input: { account, password, ...from }, facts, request, response }) => {
      const deviceMark = readCookie(request, userDeviceCookie);
      return entered(await service.loginByAccount(account, password, { facts, deviceMark, ...from }), response);
    },
    loginForTest: async ({ input, facts, request, response }) => {
      if (!settings.isLocal || !isFromThisMachine(request)) throw new ProductError('request.not_found');
      return entered(await service.loginForTest(input.phoneNo, { facts }), response);
    },
    userInfo: async ({ caller }) => {
      const info = await accounts.userInfo(caller.accountId);
      // Whoever looks on can neither agree for somebody nor keep the account.
      if (caller.viewing) return info;
      const [agreementsToAccept, dueAt] = await Promise.all([
        agreements.toAccept(caller.accountId),
        erasureDueAt(caller.accountId),
      ]);
      return {
        ...info,
        ...(agreementsToAccept.length > 0 && { agreementsToAccept }),
        ...(dueAt !== undefined && { erasureDueAt: dueAt }),
      };
    },
    setAvatar: ({ caller, input }) => accounts.setAvatar(caller.accountId, input.avatar),
    getVipInfo: ({ caller }) => accounts.vipInfo(caller.accountId),
    logout: ({ request }) => endSession(request, userCookie),
    invalidateSession: ({ request }) => endSession(request, userCookie),

    staffLogin: async ({ input: { account, password, totpCode, deviceId }, facts, request, response }) => {
      const shown = readCookie(request, staffDeviceCookie);
      const typed = { name: account, password, totpCode, deviceId, facts, deviceMark: shown };
      const { token, deviceMark, info } = await service.staffLogin(typed);
      setSessionCookie(response, staffCookie, token, settings.staffSessionDays);
      setSessionCookie(response, staffDeviceCookie, deviceMark, deviceDays);
      return info;
    },
    staffLogout: ({ request }) => endSession(request, staffCookie),
    myPermissions: ({ caller }) => service.staffInfo(caller.accountId),
  };
}
