import { sisterDays } from '#shared/domain/second-person';
import { day } from '#shared/domain/time';
import type { Hand } from './pending-change.repository.ts';

/**
 * How two accounts of staff stand to each other: `same` is one account, `hand` two that one person may hold, `other` two
 * that count as two persons. One person may hold both where one of them gave the other its password, which whoever makes
 * an account does; where they have one number or address; and where a third gave both their passwords not long ago.
 */
export function standing(a: Hand, b: Hand, now: number): 'same' | 'hand' | 'other' {
  if (a.id === b.id) return 'same';
  if (a.given_by === b.id || b.given_by === a.id) return 'hand';
  if ((a.phone_no && a.phone_no === b.phone_no) || (a.email && a.email === b.email)) return 'hand';
  const youngest = Math.max(a.given_at ?? 0, b.given_at ?? 0);
  const areSisters = a.given_by !== null && a.given_by === b.given_by && now < youngest + sisterDays * day;
  return areSisters ? 'hand' : 'other';
}
