import type { CookieOptions, Request, Response } from 'express';
import { day } from '#shared/domain/time';
import { nameInWorld } from '#shared/domain/world';
import { spaceOf } from '../space.ts';
import { isHttps } from './context.ts';

export const userCookie = 'sid';
export const staffCookie = 'staff_sid';
/** Of staff who look at the product as a customer sees it; their own sessions lie beside it untouched. */
export const viewerCookie = 'view_sid';
/** Tells the pages of the user app that they are looked at; it opens nothing. */
const viewerHintCookie = 'is_viewing';

/**
 * Tells the pages of the user app, which cannot read `sid`, whether there is a session to ask for, so that a visitor's
 * first page asks nothing it would be refused. It opens nothing.
 */
const sessionHintCookie = 'has_session';

/** Shows that a browser has logged in with a password before; it logs nobody in. */
export const userDeviceCookie = 'login_device';
export const staffDeviceCookie = 'staff_device';
/** Secret of the browser that requested a QR code. */
export const scanBrowserCookie = 'scan_browser';

/** Name of one of the cookies above in the world of the request: a login of another world stays beside it. */
export function cookieName(request: Request, name: string): string {
  return nameInWorld(name, spaceOf(request));
}

/** Name of a cookie without the world that it is of. */
export function plainCookieName(name: string): string {
  return name.replace(/^[^~]*~/, '');
}

/** Value of a cookie of the request's world. */
export function readCookie(request: Request, name: string): string | undefined {
  return readPlainCookie(request, cookieName(request, name));
}

/** Value of a cookie that is the same in all worlds. */
export function readPlainCookie(request: Request, name: string): string | undefined {
  const { cookie = '' } = request.headers;
  // Several are asked for in every request, most of which no browser has.
  if (!cookie.includes(name)) return undefined;
  for (const part of cookie.split(';')) {
    const split = part.indexOf('=');
    if (split > 0 && part.slice(0, split).trim() === name) return part.slice(split + 1).trim();
  }
  return undefined;
}

/** HttpOnly, SameSite=Lax, Secure over https (docs/RULES.md R36). A cookie is cleared with what it was set with. */
export function cookieOptions(request: Request, path = '/'): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path, secure: isHttps(request) };
}

/** @param days until it expires */
export function setSessionCookie(response: Response, name: string, token: string, days: number): void {
  const options = { ...cookieOptions(response.req), maxAge: days * day };
  setCookie(response, name, token, options);
  if (name === userCookie) setCookie(response, sessionHintCookie, '1', { ...options, httpOnly: false });
}

/** Sets a cookie of the request's world. */
export function setCookie(response: Response, name: string, value: string, options: CookieOptions): void {
  response.cookie(cookieName(response.req, name), value, options);
}

function clearCookie(response: Response, name: string, options: CookieOptions): void {
  response.clearCookie(cookieName(response.req, name), options);
}

/** Gives a page the hint where its browser has a session but not the hint; it lasts until the browser is closed. */
export function hintSession(request: Request, response: Response): void {
  if (!readCookie(request, userCookie) || readCookie(request, sessionHintCookie)) return;
  setCookie(response, sessionHintCookie, '1', { ...cookieOptions(request), httpOnly: false });
}

export function clearSessionCookie(response: Response, name: string): void {
  const options = cookieOptions(response.req);
  clearCookie(response, name, options);
  if (name === userCookie) clearCookie(response, sessionHintCookie, { ...options, httpOnly: false });
}

/** @param lifeMs until it expires */
export function setViewerCookie(response: Response, token: string, lifeMs: number): void {
  const options = { ...cookieOptions(response.req), maxAge: lifeMs };
  setCookie(response, viewerCookie, token, options);
  setCookie(response, viewerHintCookie, '1', { ...options, httpOnly: false });
}

export function clearViewerCookie(response: Response): void {
  const options = cookieOptions(response.req);
  clearCookie(response, viewerCookie, options);
  clearCookie(response, viewerHintCookie, { ...options, httpOnly: false });
}
