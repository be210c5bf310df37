import { z } from 'zod';
import { paidPlans } from '../domain/plan.ts';
import { ticketKinds } from '../domain/ticket-kind.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, TicketKindName } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { manyLines } from './text.ts';

/** Note of a member of staff on an account. */
export const AccountNote = z.object({
  id: Id,
  accountId: Id,
  text: z.string(),
  authorId: Id,
  authorName: z.string(),
  /** True when the caller wrote it, and may change it. */
  isOwn: z.boolean(),
  /** Send it back with a change; a stale one is refused with 409. */
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type AccountNote = z.infer<typeof AccountNote>;

/** A session of a user. */
export const AccountSession = z.object({
  /** Says nothing of the cookie. */
  id: Id,
  accountId: Id,
  address: z.string(),
  userAgent: z.string(),
  /** Id reported by the device; null when it reported none. */
  deviceId: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type AccountSession = z.infer<typeof AccountSession>;

/** A device a user has logged in with, still logged in or not. */
export const AccountDevice = z.object({
  id: Id,
  accountId: Id,
  deviceId: z.string().nullable(),
  userAgent: z.string(),
  /** Network addresses, the last one first, at most five. */
  addresses: z.array(z.string()),
  logins: z.int(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
});
export type AccountDevice = z.infer<typeof AccountDevice>;

/** Tickets that came together and end together. */
export const TicketLot = z.object({
  id: Id,
  accountId: Id,
  kind: TicketKindName,
  /** Source of the tickets, e.g. `order`. */
  source: z.string(),
  amount: z.int(),
  remaining: z.int(),
  reason: z.string(),
  reference: z.string().nullable(),
  startsAt: Instant,
  expiresAt: Instant.nullable(),
  createdAt: Instant,
});
export type TicketLot = z.infer<typeof TicketLot>;

/** A stretch of time in which an account is a member. */
export const MembershipPeriod = z.object({
  id: Id,
  accountId: Id,
  plan: z.enum(paidPlans),
  seats: z.int(),
  source: z.string(),
  reference: z.string().nullable(),
  startsAt: Instant,
  /** Null where there is no end. */
  endsAt: Instant.nullable(),
  createdAt: Instant,
});
export type MembershipPeriod = z.infer<typeof MembershipPeriod>;

/** That somebody agreed to a version of the agreements. */
export const Consent = z.object({
  id: z.int(),
  accountId: Id,
  agreementVersion: z.string(),
  address: z.string(),
  createdAt: Instant,
});
export type Consent = z.infer<typeof Consent>;

const NoteText = manyLines(z.string().trim().min(1, '请写下备注').max(2000, '备注最多2000字'));
const because = z.object({ reason: Reason });
const at = listField.instant({ isSortable: true });

/** Calls of staff on one account's notes, sessions, devices and tickets. */
export const accountDeskContract = {
  accountNotes: listEndpoint({
    path: '/api/admin/v1/accountNotes',
    permission: 'account.note',
    summary: '员工对账号的备注',
    list: listOf({ accountId: listField.id(), authorId: listField.id(), text: listField.text(), createdAt: at }),
    row: AccountNote,
  }),
  createAccountNote: endpoint({
    ...desk,
    permission: 'account.note',
    method: 'POST',
    path: '/api/admin/v1/accountNotes',
    summary: '给账号写备注；用户看不到',
    input: z.object({ accountId: Id, text: NoteText }),
    output: AccountNote,
    errors: ['account.not_found'],
  }),
  updateAccountNote: endpoint({
    ...desk,
    permission: 'account.note',
    method: 'PATCH',
    path: '/api/admin/v1/accountNotes/:id',
    summary: '改自己写的备注',
    params: byId,
    input: z.object({ text: NoteText, version: z.int() }),
    output: AccountNote,
    errors: ['note.not_found', 'note.not_own', 'note.changed_meanwhile'],
  }),
  deleteAccountNote: endpoint({
    ...desk,
    permission: 'account.note',
    method: 'DELETE',
    path: '/api/admin/v1/accountNotes/:id',
    summary: '删除自己写的备注；管理员能删除所有人的',
    params: byId,
    output: AccountNote,
    errors: ['note.not_found', 'note.not_own'],
  }),
  accountSessions: listEndpoint({
    path: '/api/admin/v1/accountSessions',
    permission: 'account.read',
    summary: '用户登录着的地方',
    list: listOf({ accountId: listField.id(), createdAt: at }),
    row: AccountSession,
  }),
  endAccountSession: endpoint({
    ...desk,
    permission: 'account.write',
    method: 'POST',
    path: '/api/admin/v1/accountSessions/:id/end',
    summary: '让用户的一处登录退出',
    params: byId,
    input: because,
    output: z.object({ ended: z.int() }),
    errors: ['staff.session_not_found'],
  }),
  endAccountSessions: endpoint({
    ...desk,
    permission: 'account.write',
    method: 'POST',
    path: '/api/admin/v1/accounts/:id/endSessions',
    summary: '让用户的登录全部退出',
    params: byId,
    input: because,
    output: z.object({ ended: z.int() }),
    errors: ['account.not_found'],
  }),
  accountDevices: listEndpoint({
    path: '/api/admin/v1/accountDevices',
    permission: 'account.read',
    summary: '用户登录用过的设备，半年内的',
    list: listOf(
      { accountId: listField.id(), deviceId: listField.id({ canBeNull: true }), lastSeenAt: at },
      { defaultSort: { field: 'lastSeenAt', order: 'desc' } },
    ),
    row: AccountDevice,
  }),
  ticketLots: listEndpoint({
    path: '/api/admin/v1/ticketLots',
    permission: 'ticket.read',
    summary: '券批次：一起到账、一起到期的券',
    list: listOf({
      accountId: listField.id(),
      kind: listField.choice(ticketKinds),
      source: listField.id(),
      remaining: listField.number(),
      expiresAt: listField.instant({ canBeNull: true }),
      createdAt: at,
    }),
    row: TicketLot,
  }),
  membershipPeriods: listEndpoint({
    path: '/api/admin/v1/membershipPeriods',
    permission: 'account.read',
    summary: '会员时段',
    list: listOf(
      {
        accountId: listField.id(),
        plan: listField.choice(paidPlans),
        source: listField.id(),
        startsAt: at,
        endsAt: listField.instant(),
      },
      { defaultSort: { field: 'startsAt', order: 'desc' } },
    ),
    row: MembershipPeriod,
  }),
  consents: listEndpoint({
    path: '/api/admin/v1/consents',
    permission: 'account.read',
    summary: '谁何时同意了哪一版协议',
    list: listOf({ accountId: listField.id(), agreementVersion: listField.id(), createdAt: at }),
    row: Consent,
  }),
  taskThumbs: endpoint({
    ...desk,
    permission: 'task.read',
    method: 'GET',
    path: '/api/admin/v1/taskThumbs',
    summary: '几个任务各自的第一张结果',
    input: z.object({
      /** Ids, parted by commas. */
      ids: z.string().regex(/^[\w-]{1,60}(,[\w-]{1,60}){0,99}$/, '任务编号之间用逗号隔开，一次最多100个'),
    }),
    output: z.array(z.object({ taskId: Id, url: z.string(), width: z.int(), height: z.int(), count: z.int() })),
  }),
} as const;
