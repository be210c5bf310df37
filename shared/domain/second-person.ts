import type { StaffPermission } from './staff-permissions.ts';

/** Kinds of pending changes, with the permission that requester and approver need. */
export const pendingKinds = {
  /** Phone number, e-mail address, login name or password of a customer. */
  account: 'account.credentials',
  merge: 'account.merge',
  /** A refund above the limit per order or the daily limit, or to an account that staff may control. */
  refund: 'refund.write',
  /** A lower price, a higher purchase limit, or a new product. */
  product: 'product.write',
  /** More tickets or higher limits in a plan. */
  plan: 'product.write',
  /** A batch of redeem codes. */
  redeem: 'redeem.write',
  /** A new version of an agreement that requires all users to consent again. */
  agreement: 'content.write',
  /** A setting that limits or delays an action, made less strict. */
  setting: 'setting.write',
  /** An engine that is switched on, gets another address, a lower price or a larger budget. */
  engine: 'engine.write',
  /** Removing the second-factor requirement from a role. */
  role: 'staff.write',
} as const satisfies Record<string, StaffPermission>;

export type PendingKind = keyof typeof pendingKinds;
export const pendingKindNames = Object.keys(pendingKinds) as [PendingKind, ...PendingKind[]];

/** Days after which an undecided pending change expires. */
export const pendingDays = 7;

/** Hours before a requester may approve their own pending change in single-staff mode (`SINGLE_STAFF`). */
export const aloneHours = 24;

/**
 * Days during which two staff accounts count as one person, after the same person set the passwords of both, counted
 * from the later one.
 */
export const sisterDays = 7;
