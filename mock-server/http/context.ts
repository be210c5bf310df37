import type { Request, RequestHandler } from 'express';
import { contract } from '#shared/contract/index';
import { secretPaths } from '#shared/contract/secret';
import type { RequestFacts } from '../modules/base/caller.ts';

/** Set by the first middleware of the app. */
export function requestIdOf(request: Request): string {
  return String(request.res?.locals.requestId ?? '');
}

export function factsOf(request: Request): RequestFacts {
  return {
    requestId: requestIdOf(request),
    address: request.ip ?? request.socket.remoteAddress ?? '',
    userAgent: (request.get('user-agent') ?? '').slice(0, 300),
    isSecure: isHttps(request),
  };
}

/** Remembers for {@link isHttps} how people reach the product. */
export function noteHttps(publicUrl: string | undefined): RequestHandler {
  const isPublicHttps = publicUrl?.startsWith('https:') === true;
  return (request, response, next) => {
    response.locals.isHttps = isPublicHttps || request.secure;
    next();
  };
}

/**
 * Returns true when people reach the product over https, so that cookies are Secure: by the operator's address, or else
 * by the connection or the trusted proxies.
 */
export function isHttps(request: Request): boolean {
  return request.res?.locals.isHttps === true;
}

/**
 * Path prefixes that are followed by a secret. Pages are not part of the contract, so that of a shared link is added
 * here.
 */
const secretBeginnings = [...secretPaths(contract), '/share/'].map((path) => path.replace(/:\w+/g, '[^/]+'));
/** Routes are found whatever the case of their letters. */
const secretPart = new RegExp(`^(${secretBeginnings.join('|')})[^/]+`, 'i');

/** The path as logs may hold it: a CAS ticket, a shared link or one to a customer's view in it is as good as a password. */
export function pathWithoutSecrets(request: Request): string {
  return request.path.replace(secretPart, '$1…');
}

/**
 * The product's address as people reach it: the operator's, or else what the browser asked for, which the caller may
 * invent. `X-Forwarded-Host` counts for nothing. Without a slash.
 */
export function originOf(request: Request, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`;
}

/** Returns true when a request comes from this very machine and names it so. */
export function isFromThisMachine(request: Request): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  // A page of another site could reach loopback through a name of its own that resolves to it.
  return isLoopback && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(request.get('host') ?? '');
}
