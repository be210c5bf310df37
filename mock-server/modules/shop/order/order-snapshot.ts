import type { PaidPlan } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';

/** Milliseconds; what a membership order was delivered as. */
export interface Term {
  startsAt: number;
  endsAt: number;
}

interface Sold {
  title: string;
  /** Fen, of one. */
  price: number;
  /** Benefits of the order once paid, as Chinese words. */
  gives: string[];
}

export interface SoldMembership extends Sold {
  kind: 'membership';
  plan: PaidPlan;
  /** Of the whole order. */
  months: number;
  seats: number;
  term: Term | null;
}

export interface SoldPackage extends Sold {
  kind: 'package';
  ticketKind: TicketKind;
  /** Of the whole order. */
  tickets: number;
  validMonths: number;
  /** Fen; what a used ticket is charged with at a refund. */
  singlePrice: number;
}

export interface SoldUpgrade extends Sold {
  kind: 'upgrade';
  plan: PaidPlan;
  seats: number;
  /** When the time that is upgraded ends. */
  until: number;
  term: Term | null;
}

/**
 * The product as it was ordered: everything needed to deliver it, to show it and to refund it, so that later changes of
 * prices and plans do not touch it.
 */
export type Snapshot = SoldMembership | SoldPackage | SoldUpgrade;

export function readSnapshot(text: string): Snapshot {
  return JSON.parse(text) as Snapshot;
}
