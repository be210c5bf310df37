/** Rules of codes, sessions and passwords (decisions §3). Durations in milliseconds. */
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
export const day = 24 * hour;

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

export const passwordTries = 5;
export const passwordLockMs = 15 * minute;

/**
 * Seconds to wait before another code may be sent, or null when one may be sent now.
 * @param sentAt times of the codes sent in the longest window, any order
 */
export function limitHit<L extends { windowMs: number; most: number }>(
  limits: readonly L[],
  sentAt: readonly number[],
  now: number,
): { limit: L; seconds: number } | null {
  for (const limit of limits) {
    const inWindow = sentAt.filter((at) => at > now - limit.windowMs).sort((a, b) => a - b);
    if (inWindow.length < limit.most) continue;
    const freeAt = (inWindow[inWindow.length - limit.most] as number) + limit.windowMs;
    return { limit, seconds: Math.max(1, Math.ceil((freeAt - now) / second)) };
  }
  return null;
}
