import type { Request, RequestHandler } from 'express';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { isFromThisMachine } from '../http/context.ts';
import { cookieOptions, readPlainCookie } from '../http/cookies.ts';
import { keyFor } from '../modules/base/seal.ts';
import { isSameHash } from '../modules/identity/account/password.ts';

const tokenCookie = 'mock_token';
const planePath = '/__mock';

/** The token of an installation's control plane: the same after a restart, 43 characters of base64url. */
export function planeToken(installationKey: string): string {
  return keyFor(installationKey, 'control plane').toString('base64url');
}

/**
 * Opens the control plane to this very machine and, elsewhere, e.g. behind the published port of a container, to who
 * knows the token: as `Authorization: Bearer …`, or in a browser once as `?token=`, which becomes a cookie. Throws
 * `control.closed` and `control.wrong_token`.
 */
export function planeAccess(token: string): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'GET' && isSameHash(tokenInAddress(request), token)) {
      const options = { ...cookieOptions(request), sameSite: 'strict' as const, maxAge: 30 * day };
      response.cookie(tokenCookie, token, options).redirect(303, `${planePath}/`);
      return;
    }
    mayUsePlane(request, token);
    next();
  };
}

/**
 * Throws `control.closed` unless the request comes from this machine or brings a token, `control.wrong_token` for one
 * that is not the token.
 */
export function mayUsePlane(request: Request, token: string): void {
  if (isFromThisMachine(request)) return;
  const given = [
    request.get('authorization')?.match(/^Bearer (.+)$/i)?.[1],
    readPlainCookie(request, tokenCookie),
    tokenInAddress(request),
  ].find((each) => each);
  if (given === undefined) throw new ProductError('control.closed');
  if (!isSameHash(given, token)) throw new ProductError('control.wrong_token');
}

const tokenInAddress = ({ query }: Request) => (typeof query.token === 'string' ? query.token : '');
