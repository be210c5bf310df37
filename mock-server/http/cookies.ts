import type { Request, Response } from 'express';

export const userCookie = 'sid';
export const staffCookie = 'staff_sid';

export function readCookie(request: Request, name: string): string | undefined {
  for (const part of (request.get('cookie') ?? '').split(';')) {
    const split = part.indexOf('=');
    if (split > 0 && part.slice(0, split).trim() === name) return part.slice(split + 1).trim();
  }
  return undefined;
}

/** HttpOnly, SameSite=Lax, path `/`, an expiry in days (spec §9); Secure over https. */
export function setSessionCookie(response: Response, name: string, token: string, days: number): void {
  response.cookie(name, token, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: days * 86_400_000,
    secure: response.req.secure,
  });
}

export function clearSessionCookie(response: Response, name: string): void {
  response.clearCookie(name, { httpOnly: true, sameSite: 'lax', path: '/', secure: response.req.secure });
}
