import type { Request } from 'express';
import type { StaffRole } from '#shared/domain/staff-permissions';

/** A logged-in account of the user app. */
export interface UserCaller {
  kind: 'user';
  accountId: string;
  sessionHash: string;
}

/** A logged-in member of staff. */
export interface StaffCaller {
  kind: 'staff';
  accountId: string;
  role: StaffRole;
  sessionHash: string;
}

/** Facts about a request that services may keep or log. */
export interface RequestFacts {
  requestId: string;
  /** The caller's network address. */
  address: string;
  userAgent: string;
  /** Whether cookies may be marked Secure. */
  isSecure: boolean;
}

export interface Authenticator {
  user(token: string): Promise<UserCaller | null>;
  staff(token: string): Promise<StaffCaller | null>;
}

/** Set by the first middleware of the app. */
export function requestIdOf(request: Request): string {
  return String(request.res?.locals.requestId ?? '');
}

export function factsOf(request: Request): RequestFacts {
  return {
    requestId: requestIdOf(request),
    address: request.ip ?? request.socket.remoteAddress ?? '',
    userAgent: (request.get('user-agent') ?? '').slice(0, 300),
    isSecure: request.secure,
  };
}
