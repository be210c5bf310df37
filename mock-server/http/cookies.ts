import type { CookieOptions, Request, Response } from 'express';
import { day } from '#shared/domain/time';
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

export function readCookie(request: Request, name: string): string | undefined {
  for (const part of (request.get('cookie') ?? '').split(';')) {
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
  response.cookie(name, token, options);
  if (name === userCookie) response.cookie(sessionHintCookie, '1', { ...options, httpOnly: false });
}

/** Gives a page the hint where its browser has a session but not the hint; it lasts until the browser is closed. */
export function hintSession(request: Request, response: Response): void {
  if (!readCookie(request, userCookie) || readCookie(request, sessionHintCookie)) return;
  response.cookie(sessionHintCookie, '1', { ...cookieOptions(request), httpOnly: false });
}

export function clearSessionCookie(response: Response, name: string): void {
  const options = cookieOptions(response.req);
  response.clearCookie(name, options);
  if (name === userCookie) response.clearCookie(sessionHintCookie, { ...options, httpOnly: false });
}

/** @param lifeMs until it expires */
export function setViewerCookie(response: Response, token: string, lifeMs: number): void {
  const options = { ...cookieOptions(response.req), maxAge: lifeMs };
  response.cookie(viewerCookie, token, options);
  response.cookie(viewerHintCookie, '1', { ...options, httpOnly: false });
}

export function clearViewerCookie(response: Response): void {
  const options = cookieOptions(response.req);
  response.clearCookie(viewerCookie, options);
  response.clearCookie(viewerHintCookie, { ...options, httpOnly: false });
}
