import type { StaffPermission } from './staff-permissions.ts';

/** What waits for a second member of staff, and what it takes to ask for it and to decide about it. */
export const pendingKinds = {
  /** Phone, e-mail address, login name or password of a customer. */
  account: 'account.credentials',
  merge: 'account.merge',
  /** Money back, over the sum of an order or of the day. */
  refund: 'refund.write',
  /** A lower price, a higher limit, or a new product. */
  product: 'product.write',
  /** More tickets or more room in a plan. */
  plan: 'product.write',
  /** Codes that anybody could turn into tickets. */
  redeem: 'redeem.write',
  /** A version of an agreement that asks everybody for consent. */
  agreement: 'content.write',
  /** A setting that holds a check up, made looser. */
  setting: 'setting.write',
  /** A role that needs no second factor any more. */
  role: 'staff.write',
} as const satisfies Record<string, StaffPermission>;

export type PendingKind = keyof typeof pendingKinds;
export const pendingKindNames = Object.keys(pendingKinds) as [PendingKind, ...PendingKind[]];

/** Days after which a change that nobody decided about is none any more. */
export const pendingDays = 7;

/** Hours that a change waits, and is seen by everybody who could decide, in an installation that one person looks after alone. */
export const aloneHours = 24;

/** Accounts of staff count for one hand with their sisters for so many days after the same person gave both their passwords. */
export const sisterDays = 7;
