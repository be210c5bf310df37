import type { CookieOptions, Request, Response } from 'express';
import { day } from '#shared/domain/time';
import { isHttps } from './context.ts';

export const userCookie = 'sid';
export const staffCookie = 'staff_sid';

/** Shows that a browser has logged in with a password before; it logs nobody in. */
export const userDeviceCookie = 'login_device';
export const staffDeviceCookie = 'staff_device';

export function readCookie(request: Request, name: string): string | undefined {
  for (const part of (request.get('cookie') ?? '').split(';')) {
    const split = part.indexOf('=');
    if (split > 0 && part.slice(0, split).trim() === name) return part.slice(split + 1).trim();
  }
  return undefined;
}

/** HttpOnly, SameSite=Lax, Secure over https (spec §9). A cookie is cleared with what it was set with. */
export function cookieOptions(request: Request, path = '/'): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path, secure: isHttps(request) };
}

/** @param days until it expires */
export function setSessionCookie(response: Response, name: string, token: string, days: number): void {
  response.cookie(name, token, { ...cookieOptions(response.req), maxAge: days * day });
}

export function clearSessionCookie(response: Response, name: string): void {
  response.clearCookie(name, cookieOptions(response.req));
}
