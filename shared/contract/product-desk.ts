import { z } from 'zod';
import { paidPlans, plans } from '../domain/plan.ts';
import { ticketKinds } from '../domain/ticket-kind.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { ClientKey, Id, Instant, TicketKindName } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { Fen, ProductFacts, productKinds, TicketQuota } from './order.ts';
import { WithPending } from './pending-change.ts';

/** Reason for the approver. Required when the request creates a pending change; not for callers with `isTrusted`. */
const Why = Reason.optional();
const Count = z.int().min(0).max(1_000_000);

export const StaffProduct = ProductFacts.extend({
  id: Id,
  isOnShelf: z.boolean(),
  /** True for a new product that no second person has approved yet. */
  isWaiting: z.boolean(),
  position: z.int(),
  /** Orders paid for it so far. */
  sold: z.int(),
  /** Send it back with a change; a stale one is refused with 409. */
  version: z.int(),
  updatedAt: Instant,
});
export type StaffProduct = z.infer<typeof StaffProduct>;

/** A product after a change, or with the change that waits for a second person. */
export const ChangedProduct = StaffProduct.extend(WithPending.shape);

export const PriceChange = z.object({
  id: z.int(),
  price: Fen,
  listPrice: Fen.nullable(),
  /** Member of staff who set it; null for the first price. */
  operator: z.string().nullable(),
  createdAt: Instant,
});
export type PriceChange = z.infer<typeof PriceChange>;

export const StaffPlan = z.object({
  id: z.enum(plans),
  title: z.string(),
  monthly: TicketQuota,
  daily: TicketQuota,
  running: z.int(),
  queued: z.int(),
  /** Accounts on this plan now. */
  accounts: z.int(),
  /** Its place among the plans, the free one first. */
  rank: z.int(),
  version: z.int(),
});
export type StaffPlan = z.infer<typeof StaffPlan>;

/** A plan after a change, or with the change that waits for a second person. */
export const ChangedPlan = StaffPlan.extend(WithPending.shape);

export const RedeemBatch = z.object({
  id: Id,
  name: z.string(),
  gives: z.array(z.string()),
  count: z.int(),
  usesPerCode: z.int(),
  used: z.int(),
  expiresAt: Instant.nullable(),
  isDisabled: z.boolean(),
  /** True until a second person approves the batch; until then its codes cannot be redeemed or exported. */
  isWaiting: z.boolean(),
  operator: z.string(),
  createdAt: Instant,
});
export type RedeemBatch = z.infer<typeof RedeemBatch>;

export const TicketGift = z.object({
  accountIds: z.array(Id).min(1, '请选择账号').max(1000, '一次最多1000个账号'),
  kind: TicketKindName,
  amount: z.int().min(1, '至少1张').max(100_000, '一次最多100000张'),
  /** Days they last; null for ever. */
  days: z.int().min(1).max(3650).nullable().default(null),
  reason: Reason,
  clientKey: ClientKey,
});

/** One line of a list of people to give to, and what becomes of it. */
export const GiftRecipient = z.object({
  /** As it was given; phone numbers masked. */
  given: z.string(),
  accountId: Id.nullable(),
  nickName: z.string(),
  /** `ok` gets the gift; `double` is an account listed before, `staff` an account of a member of staff. */
  state: z.enum(['ok', 'double', 'unknown', 'malformed', 'staff']),
});
export type GiftRecipient = z.infer<typeof GiftRecipient>;

const mostRecipients = 1000;

/** Calls of staff on products, plans, redeem codes and gifts. */
export const productDeskContract = {
  staffProducts: listEndpoint({
    path: '/api/admin/v1/products',
    permission: 'product.read',
    summary: '商品',
    list: listOf(
      {
        kind: listField.choice(productKinds, { isSortable: true }),
        title: listField.text({ isSortable: true }),
        plan: listField.choice(paidPlans, { canBeNull: true }),
        months: listField.number({ canBeNull: true }),
        ticketKind: listField.choice(ticketKinds, { canBeNull: true }),
        tickets: listField.number({ canBeNull: true }),
        validMonths: listField.number({ canBeNull: true }),
        price: listField.number({ isSortable: true }),
        listPrice: listField.number({ canBeNull: true }),
        limitPerPhone: listField.number({ canBeNull: true }),
        isOnShelf: listField.flag(),
        position: listField.number({ isSortable: true }),
        createdAt: listField.instant({ isSortable: true }),
        updatedAt: listField.instant({ isSortable: true }),
      },
      { hasSearch: true, defaultSort: { field: 'position', order: 'asc' } },
    ),
    row: StaffProduct,
  }),
  createProduct: endpoint({
    ...desk,
    permission: 'product.write',
    method: 'POST',
    path: '/api/admin/v1/products',
    summary: '新建券包；另一人批准后上架，见 pendingChange',
    input: z.object({
      title: z.string().trim().min(1, '请填写名称').max(40),
      ticketKind: TicketKindName,
      tickets: z.int().min(1).max(1_000_000),
      validMonths: z.int().min(1).max(120).default(24),
      price: z.int().min(1, '价格至少1分').max(100_000_000),
      listPrice: z.int().min(1).max(100_000_000).nullable().default(null),
      reason: Why,
    }),
    output: ChangedProduct,
  }),
  updateProduct: endpoint({
    ...desk,
    permission: 'product.write',
    method: 'PATCH',
    path: '/api/admin/v1/products/:id',
    summary:
      '改名、改价、上下架；已有订单不受影响。降价、放宽限购和新商品上架要另一人批准，须写 reason，整个修改一起等待，见 pendingChange',
    params: byId,
    input: z.object({
      title: z.string().trim().min(1, '请填写名称').max(40).optional(),
      price: z.int().min(1, '价格至少1分').max(100_000_000).optional(),
      listPrice: z.int().min(1).max(100_000_000).nullable().optional(),
      limitPerPhone: z.int().min(1).max(1000).nullable().optional(),
      isOnShelf: z.boolean().optional(),
      position: z.int().min(0).max(10_000).optional(),
      version: z.int(),
      reason: Why,
    }),
    output: ChangedProduct,
    errors: ['product.not_found', 'product.unusable', 'product.changed_meanwhile'],
  }),
  priceHistory: endpoint({
    ...desk,
    permission: 'product.read',
    method: 'GET',
    path: '/api/admin/v1/products/:id/prices',
    summary: '价格历史，新的在前',
    params: byId,
    output: z.array(PriceChange),
    errors: ['product.not_found'],
  }),
  staffPlans: listEndpoint({
    path: '/api/admin/v1/plans',
    permission: 'product.read',
    summary: '套餐：每月与每天的券、同时任务数',
    list: listOf(
      {
        title: listField.text(),
        running: listField.number({ isSortable: true }),
        queued: listField.number({ isSortable: true }),
        accounts: listField.number({ isSortable: true }),
        rank: listField.number({ isSortable: true }),
      },
      { defaultSort: { field: 'rank', order: 'asc' } },
    ),
    row: StaffPlan,
  }),
  updatePlan: endpoint({
    ...desk,
    permission: 'product.write',
    method: 'PATCH',
    path: '/api/admin/v1/plans/:id',
    summary: '修改套餐；从下一次发券起生效。给得更多的要另一人批准，须写 reason，见 pendingChange',
    params: z.object({ id: z.enum(plans) }),
    input: z.object({
      title: z.string().trim().min(1).max(20).optional(),
      monthly: z.object({ normal: Count, live: Count, gpt: Count }).optional(),
      daily: z.object({ normal: Count, live: Count, gpt: Count }).optional(),
      running: z.int().min(1).max(64).optional(),
      queued: z.int().min(0).max(1000).optional(),
      version: z.int(),
      reason: Why,
    }),
    output: ChangedPlan,
    errors: ['product.changed_meanwhile'],
  }),
  redeemBatches: listEndpoint({
    path: '/api/admin/v1/redeemBatches',
    permission: 'redeem.read',
    summary: '兑换码批次',
    list: listOf(
      {
        name: listField.text({ isSortable: true }),
        usesPerCode: listField.number(),
        expiresAt: listField.instant({ canBeNull: true, isSortable: true }),
        isDisabled: listField.flag(),
        createdAt: listField.instant({ isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: RedeemBatch,
  }),
  createRedeemBatch: endpoint({
    ...desk,
    permission: 'redeem.write',
    method: 'POST',
    path: '/api/admin/v1/redeemBatches',
    summary:
      '生成一批兑换码：券，或若干天的套餐；另一人批准后才能使用和导出，见 pendingChange；同一 clientKey 只生成一次',
    input: z.object({
      name: z.string().trim().min(1, '请填写名称').max(40),
      count: z.int().min(1).max(10_000, '一批最多10000个'),
      /** By how many accounts one code can be used. */
      usesPerCode: z.int().min(1).max(100_000).default(1),
      expiresAt: Instant.nullable().default(null),
      ticketKind: TicketKindName.optional(),
      amount: z.int().min(1).max(100_000).optional(),
      /** Days the tickets last; null for ever. */
      days: z.int().min(1).max(3650).nullable().default(null),
      plan: z.enum(paidPlans).optional(),
      planDays: z.int().min(1).max(366).optional(),
      /** Reason; required of staff, except of the administrator of local mode. */
      reason: Reason.optional(),
      clientKey: ClientKey,
    }),
    output: RedeemBatch.extend(WithPending.shape),
    errors: ['redeem.gives_nothing', 'redeem.batch_ceiling', 'ticket.daily_ceiling', 'request.client_key_reused'],
  }),
  redeemCodes: endpoint({
    ...desk,
    permission: 'redeem.write',
    answers: 'bytes',
    media: ['text/csv'],
    method: 'GET',
    path: '/api/admin/v1/redeemBatches/:id/codes',
    summary: '导出兑换码（CSV），导出会记入审计',
    params: byId,
    errors: ['redeem.unknown', 'redeem.waiting'],
  }),
  disableRedeemBatch: endpoint({
    ...desk,
    permission: 'redeem.write',
    method: 'POST',
    path: '/api/admin/v1/redeemBatches/:id/disable',
    summary: '停用一批兑换码',
    params: byId,
    output: RedeemBatch,
    errors: ['redeem.unknown'],
  }),
  giveTickets: endpoint({
    ...desk,
    permission: 'ticket.give',
    method: 'POST',
    path: '/api/admin/v1/tickets/give',
    encoding: 'json',
    summary: '赠送券；每名员工每天有上限，同一 clientKey 只赠送一次',
    input: TicketGift,
    output: z.object({ accounts: z.int(), tickets: z.int() }),
    errors: ['account.not_found', 'ticket.daily_ceiling', 'grant.to_staff', 'request.client_key_reused'],
  }),
  giveTicketsToMany: endpoint({
    ...desk,
    permission: 'ticket.give',
    method: 'POST',
    path: '/api/admin/v1/tickets/giveMany',
    encoding: 'json',
    summary: '按手机号或账号名单赠送券；dryRun 只试算：逐行说明认不认识、是否重复、会不会超过上限，什么都不发',
    input: TicketGift.omit({ accountIds: true })
      .extend({
        phones: z.array(z.string().trim().max(200)).default([]),
        ids: z.array(z.string().trim().max(64)).default([]),
        dryRun: z.boolean().default(false),
      })
      .refine(({ phones, ids }) => phones.length + ids.length > 0, { path: ['phones'], error: '请填写名单' })
      .refine(({ phones, ids }) => phones.length + ids.length <= mostRecipients, {
        path: ['phones'],
        error: `一次最多${mostRecipients}个`,
      }),
    output: z.object({
      rows: z.array(GiftRecipient),
      /** Accounts that get it, and tickets in all. */
      accounts: z.int(),
      tickets: z.int(),
      /** Tickets that may still be given today; null without a limit. */
      left: z.int().nullable(),
      isDone: z.boolean(),
    }),
    errors: ['ticket.nobody', 'ticket.daily_ceiling', 'grant.to_staff', 'request.client_key_reused'],
  }),
  takeBackTickets: endpoint({
    ...desk,
    permission: 'ticket.give',
    method: 'POST',
    path: '/api/admin/v1/tickets/takeBack',
    summary: '扣回券，最多扣到 0；同一 clientKey 只扣一次',
    input: z.object({
      accountId: Id,
      kind: TicketKindName,
      amount: z.int().min(1).max(100_000),
      reason: Reason,
      clientKey: ClientKey,
    }),
    output: z.object({ taken: z.int() }),
    errors: ['account.not_found', 'request.client_key_reused'],
  }),
} as const;
