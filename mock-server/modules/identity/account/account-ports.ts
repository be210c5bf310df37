import type { Plan } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import type { Db } from '../../base/store.ts';

// Ports to services of later wings, which deps/ passes in.

/** Limits and tickets of the plans as staff have set them. */
export interface AccountPlans {
  of(plan: Plan): { title: string; running: number; queued: number; monthly: Record<TicketKind, number> };
}

export interface AccountTickets {
  giveSignUpGift(tx: Db, accountId: string): Promise<void>;
  giveInvitationGift(tx: Db, inviterId: string, invitedId: string): Promise<void>;
  /** Tickets that are neither held nor expired. */
  spendable(handle: Db, accountId: string): Promise<Record<TicketKind, number>>;
  /** Moves all tickets and movements of `from` to `into`. */
  mergeBooks(tx: Db, from: string, into: string): Promise<void>;
}

export interface AccountMemberships {
  /** Replaces what lies ahead. @param endsAt null without end */
  setByStaff(tx: Db, accountId: string, plan: Plan, endsAt: number | null): Promise<void>;
  /** Past and future stretches, which `putBack` accepts. */
  stretchesOf(handle: Db, accountId: string): Promise<readonly unknown[]>;
  putBack(tx: Db, accountId: string, stretches: readonly unknown[]): Promise<void>;
  /** Moves what is left of the membership of `from` behind that of `into`. */
  mergeInto(tx: Db, from: string, into: string): Promise<void>;
  isMergeEndless(handle: Db, from: string, into: string): Promise<boolean>;
  msLeft(handle: Db, accountId: string): Promise<number>;
}
