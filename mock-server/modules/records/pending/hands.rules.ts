import { sisterDays } from '#shared/domain/second-person';
import { day } from '#shared/domain/time';
import type { Hand } from './pending-change.repository.ts';

/**
 * Relation of two staff accounts: `same` for one account, `hand` for two that one person may control, `other` for two
 * that count as two persons. One person may control both when one account set the other's password (as the creator of
 * an account does), when they share a phone number or e-mail address, or when a third account set both passwords within
 * the last `sisterDays` days.
 */
export function standing(a: Hand, b: Hand, now: number): 'same' | 'hand' | 'other' {
  if (a.id === b.id) return 'same';
  if (a.given_by === b.id || b.given_by === a.id) return 'hand';
  if ((a.phone_no && a.phone_no === b.phone_no) || (a.email && a.email === b.email)) return 'hand';
  const youngest = Math.max(a.given_at ?? 0, b.given_at ?? 0);
  const areSisters = a.given_by !== null && a.given_by === b.given_by && now < youngest + sisterDays * day;
  return areSisters ? 'hand' : 'other';
}
