import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { worldCookie } from '#shared/domain/world';
import { ProductError } from '#shared/errors';
import { readPlainCookie } from '../http/cookies.ts';
import { spaceHeader } from '../space.ts';
import type { Worlds } from './registry.ts';

/** Parameter of addresses that a browser of somebody else opens, such as that of a QR code. */
const spaceParameter = 'space';
/** Beginnings of the pages that such addresses lead to. */
const openedByAddress = ['/scan/', '/pay/'];

/**
 * Refuses requests that name a world, where there are none. Throws `space.closed`. A cookie is left from local mode at
 * the same host, and taken back, or pages would look for a login in that world.
 */
export const refuseWorlds: RequestHandler = (request, response, next) => {
  if (readPlainCookie(request, worldCookie) !== undefined) response.clearCookie(worldCookie, { path: '/' });
  if (request.headers[spaceHeader] !== undefined) throw new ProductError('space.closed');
  next();
};

/**
 * Hands requests that name a world, by header, cookie or the address of a QR code, to that world; others go on.
 *
 * @param mayUse throws where the control plane would not be open
 */
export function worldRouter(worlds: Worlds, mayUse: (request: Request) => void): RequestHandler {
  const handOver = async (named: Named, request: Request, response: Response, next: NextFunction) => {
    mayUse(request);
    const { world, ended } = await enter(worlds, named, response);
    // The connection was closed while the world was being opened.
    if (response.closed) return ended();
    response.once('close', ended);
    response.vary('Cookie').set(spaceHeader, named.name);
    remember(request, response, named);
    request.headers[spaceHeader] = named.name;
    world.handle(request, response, next);
  };
  return (request, response, next) => {
    // Nothing has set it before.
    response.setHeader('Vary', 'X-Mock-Space');
    const named = nameOf(request);
    if (named) handOver(named, request, response, next).catch(next);
    else next();
  };
}

interface Named {
  name: string;
  by: 'header' | 'address' | 'cookie';
  /** The page of an address, without what follows its second slash. */
  path: string;
}

function nameOf(request: Request): Named | undefined {
  const header = request.headers[spaceHeader];
  if (typeof header === 'string') return { name: header, by: 'header', path: '/' };
  const page = openedByAddress.find((beginning) => request.path.startsWith(beginning));
  const { [spaceParameter]: asked } = page === undefined ? {} : request.query;
  if (page !== undefined && typeof asked === 'string') return { name: asked, by: 'address', path: page };
  const cookie = readPlainCookie(request, worldCookie);
  return cookie ? { name: cookie, by: 'cookie', path: '/' } : undefined;
}

/** Refusals of a cookie's world, after which its browser could open no page, not even that of the control plane. */
const lockingOut: ReadonlySet<string> = new Set(['space.bad_name', 'space.too_many']);

/** A cookie with the name of a world that cannot be opened is taken back. */
async function enter(worlds: Worlds, { name, by }: Named, response: Response) {
  try {
    return await worlds.use(name);
  } catch (error) {
    if (by === 'cookie' && error instanceof ProductError && lockingOut.has(error.reason))
      response.clearCookie(worldCookie, { path: '/' });
    throw error;
  }
}

/** Pages learn the world from the cookie; one that was opened by an address keeps it to itself. */
function remember(request: Request, response: Response, { name, by, path }: Named): void {
  const isPage = request.get('sec-fetch-dest') === 'document' || by === 'address';
  if (!isPage || by === 'cookie' || readPlainCookie(request, worldCookie) === name) return;
  response.cookie(worldCookie, name, { path, sameSite: 'lax' });
}
