import type { Request } from 'express';
import { scanContract } from '#shared/contract/scan';
import { day } from '#shared/domain/time';
import { readBody } from '../../http/body.ts';
import { originOf } from '../../http/context.ts';
import { cookieOptions, readCookie, setSessionCookie, userCookie } from '../../http/cookies.ts';
import type { Handlers } from '../../http/mount.ts';
import type { ScanService } from './scan.service.ts';

const browserCookie = 'scan_browser';
const browserCookieMs = day;

/** The secret of the browser that asked for a QR code. */
export const scanBrowserOf = (request: Request) => readCookie(request, browserCookie);

export function scanRoutes(
  service: ScanService,
  settings: { publicUrl: string | undefined; sessionDays: number },
): Handlers<typeof scanContract> {
  return {
    getQrCode: async ({ request, response, facts }) => {
      const origin = originOf(request, settings.publicUrl);
      const { browser, answer } = await service.open(scanBrowserOf(request), origin, facts.address);
      response.cookie(browserCookie, browser, { ...cookieOptions(request, '/api'), maxAge: browserCookieMs });
      return answer;
    },
    checkScan: async ({ input, request, response, facts }) => {
      const { ticket, ...from } = input;
      const { state, token } = await service.check(ticket, scanBrowserOf(request), { facts, ...from });
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
