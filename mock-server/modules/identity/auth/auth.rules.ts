import { day, hour, minute, second } from '#shared/domain/time';

/** Rules of codes, sessions and passwords (docs/RULES.md R30). Durations in milliseconds. */

export const codeLifetime = 5 * minute;
export const codeTries = 5;
export const resendAfterSeconds = 60;

/** Sending limits: a window and how many codes may be asked for in it. */
export const phoneLimits = [
  { windowMs: resendAfterSeconds * second, most: 1, reason: 'sms.too_often' },
  { windowMs: hour, most: 5, reason: 'sms.hourly_limit' },
  { windowMs: day, most: 10, reason: 'sms.daily_limit' },
] as const;
export const emailLimits = [
  { windowMs: resendAfterSeconds * second, most: 1, reason: 'sms.too_often' },
  { windowMs: hour, most: 5, reason: 'email.hourly_limit' },
  { windowMs: day, most: 10, reason: 'email.daily_limit' },
] as const;
export const addressLimit = { windowMs: hour, most: 20, reason: 'sms.address_limit' } as const;

/** Wrong passwords at one place, and for how long they lock it. */
export const passwordTries = 5;
export const passwordLockMs = 15 * minute;
/** Passwords tried from one network, whatever the accounts; right ones do not count. */
export const networkTries = { windowMs: 15 * minute, most: 60 } as const;
/** After so many wrong passwords of strangers an account is slow for strangers, ever longer, until they let it be. */
export const slowedAfter = 10;
export const slowedFirstMs = 5 * second;
export const slowedMostMs = 15 * minute;
export const slowedForgottenMs = 6 * hour;
/** Passwords compared at once, each some 60 ms of a core, and how many may wait for it; twice as many known ones. */
export const checksAtOnce = 2;
export const checksWaiting = 20;
/** Days for which a browser counts as known after a login with a password. */
export const deviceDays = 180;

/** Logins of an account that are kept; the oldest end. */
export const sessionsKept = 50;
/** Retention of a device without further logins, milliseconds: half a year is the least the law requires. */
export const devicesKeptMs = 200 * day;
/** Devices of an account that are remembered, and addresses of each; the oldest are forgotten. */
export const devicesKept = 50;
export const addressesKept = 5;
/** Retention of failed logins of staff in the audit, milliseconds: half a year is the least the law requires. */
export const failedLoginsKeptMs = 200 * day;
