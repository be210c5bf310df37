import { z } from 'zod';
import { paidPlans, plans } from '../domain/plan.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, TicketKindName } from './fields.ts';
import { Cursor } from './order.ts';

/** A purse: what is left and what of it goes away first. */
export const Purse = z.object({
  kind: TicketKindName,
  /** Unexpired and unheld. */
  left: z.int(),
  held: z.int(),
  /** Tickets that expire next within 7 days; null when none do. */
  expiring: z.object({ amount: z.int(), at: Instant }).nullable(),
  lots: z.array(
    z.object({
      /** gift, plan, package, daily, redeem, adjust … */
      source: z.string(),
      reason: z.string(),
      amount: z.int(),
      left: z.int(),
      expiresAt: Instant.nullable(),
    }),
  ),
});
export type Purse = z.infer<typeof Purse>;

/** A movement of the ledger as its owner sees it. */
export const TicketMovement = z.object({
  id: Id,
  kind: TicketKindName,
  /** grant, hold, spend, return, expire, revoke, adjust. */
  movement: z.string(),
  /** Change of what can be spent; 0 where tickets that were held are used up. */
  delta: z.int(),
  balanceAfter: z.int(),
  reason: z.string(),
  /** Task or order it belongs to. */
  reference: z.string().nullable(),
  createdAt: Instant,
});
export type TicketMovement = z.infer<typeof TicketMovement>;

export const membershipContract = {
  // paths chosen by this project: docs/RULES.md R2
  membership: endpoint({
    method: 'GET',
    path: '/api/user/membership',
    access: 'user',
    tag: '会员',
    summary: '我的会员：现在的套餐、之后的安排、下次发券',
    output: z.object({
      plan: z.enum(plans),
      title: z.string(),
      seats: z.int(),
      /** End of everything that is paid; null for the free plan and for one without end. */
      expiresAt: Instant.nullable(),
      periods: z.array(
        z.object({
          plan: z.enum(paidPlans),
          title: z.string(),
          seats: z.int(),
          startsAt: Instant,
          endsAt: Instant.nullable(),
          /** Anchor of its last months, which months bought after it continue; null when it ends with days. */
          anchorAt: Instant.nullable(),
        }),
      ),
      /** When the next tickets of the plan arrive; null when none will. */
      nextGrantAt: Instant.nullable(),
    }),
  }),
  ticketSummary: endpoint({
    method: 'GET',
    path: '/api/ai/ticketSummary',
    access: 'user',
    tag: '会员',
    summary: '三种券各剩多少、各批次何时到期',
    output: z.object({ purses: z.array(Purse) }),
  }),
  ticketStatement: endpoint({
    method: 'GET',
    path: '/api/ai/ticketStatement',
    access: 'user',
    tag: '会员',
    summary: '券流水，新的在前，用 cursor 翻页',
    input: Cursor.extend({ type: z.int().min(1).max(3).optional() }),
    output: z.object({ list: z.array(TicketMovement), nextCursor: z.string().nullable() }),
    errors: ['ticket.bad_cursor'],
  }),
} as const;
