import { scanContract } from '#shared/contract/scan';
import { day } from '#shared/domain/time';
import { readBody } from '../../../http/body.ts';
import { originOf } from '../../../http/context.ts';
import {
  cookieOptions,
  readCookie,
  scanBrowserCookie,
  setCookie,
  setSessionCookie,
  userCookie,
} from '../../../http/cookies.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { ScanService } from './scan.service.ts';

const browserCookieMs = day;

export function scanRoutes(
  service: ScanService,
  settings: { publicUrl: string | undefined; sessionDays: number },
): Handlers<typeof scanContract> {
  return {
    getQrCode: async ({ request, response, facts }) => {
      const origin = originOf(request, settings.publicUrl);
      const { browser, answer } = await service.open(readCookie(request, scanBrowserCookie), origin, facts.address);
      setCookie(response, scanBrowserCookie, browser, { ...cookieOptions(request, '/api'), maxAge: browserCookieMs });
      return answer;
    },
    checkScan: async ({ input, request, response, facts }) => {
      const { ticket, ...from } = input;
      const { state, token } = await service.check(ticket, readCookie(request, scanBrowserCookie), { facts, ...from });
      if (token) setSessionCookie(response, userCookie, token, settings.sessionDays);
      return state;
    },
    scanCallbackProof: async ({ input, response }) => {
      response.type('text/plain').send(await service.proveAddress(input));
    },
    scanCallback: async ({ request, response }) => {
      const body = await readBody(request, scanContract.scanCallback.bodyLimit);
      const query = Object.fromEntries(new URL(request.originalUrl, 'http://localhost').searchParams);
      await service.receiveCallback({ query, body });
      response.type('text/plain').send('success');
    },
  };
}
