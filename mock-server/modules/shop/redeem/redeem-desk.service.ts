import type { PendingChange } from '#shared/contract/pending-change';
import type { RedeemBatch } from '#shared/contract/product-desk';
import type { PaidPlan } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { dayKey } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import type { Reasons } from '../../identity/account/reasons.ts';
import { mostOfBatch, worthOfBatch } from '../../records/grant/grant.rules.ts';
import type { Grants } from '../../records/grant/grant.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import { type RecordKind, titled } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import type { Plans } from '../product/catalogue.ts';
import { createStaffRequests } from '../ticket/staff-requests.ts';
import * as redeem from './redeem.repository.ts';
import { giveLines, newCode, shownCode, toCsv } from './redeem.rules.ts';

export interface RedeemDeskDeps extends RecordDeps {
  store: Store;
  ids: Ids;
  plans: Plans;
  grants: Grants;
  reasons: Reasons;
  pending: PendingChanges;
}

export interface BatchDraft {
  name: string;
  count: number;
  usesPerCode: number;
  expiresAt: number | null;
  ticketKind?: TicketKind | undefined;
  amount?: number | undefined;
  days: number | null;
  plan?: PaidPlan | undefined;
  planDays?: number | undefined;
  reason?: string | undefined;
  /** The same key makes the same batch. */
  clientKey: string;
}

export type RedeemDesk = ReturnType<typeof createRedeemDesk>;

type Verb = 'create' | 'disable';

interface RedeemDeskParts extends RedeemDeskDeps {
  requests: ReturnType<typeof createStaffRequests>;
  kit: RecordKit<'redeem_batch', RedeemBatch, Pick<RedeemBatch, 'isDisabled'>, Verb>;
}

const batchKind = (deps: RedeemDeskDeps): RecordKind<'redeem_batch', RedeemBatch, 'isDisabled', Verb> => ({
  resource: 'redeem',
  source: redeem.batchSource,
  columns: { isDisabled: 'is_disabled' },
  rows: async (db, ids) => (await redeem.staffBatches(db, ids)).map((row) => toBatch(deps, row)),
  missing: 'redeem.unknown',
  titleOf: titled('兑换码批次', { create: '新建', disable: '停用' }, ({ name }) => name),
});

/** Batches of redeem codes as staff make, export and disable them. */
export function createRedeemDesk(deps: RedeemDeskDeps) {
  const { store, clock, grants, pending } = deps;
  const requests = createStaffRequests({ clock });
  const kit = createRecordKit(deps, batchKind(deps));
  pending.register('redeem', {
    async carryOut(tx, { subject }) {
      const batch = await kit.mustFind(tx, subject);
      if (!batch.isWaiting || batch.isDisabled) throw new ProductError('pending.stale');
      await redeem.setWaiting(tx, subject, false);
      return undefined;
    },
    /** Disables the codes; their worth no longer counts against the ceiling of the member of staff who created them. */
    async drop(tx, { subject }, { text }) {
      const [batch] = await redeem.staffBatches(tx, [subject]);
      if (!batch || batch.is_waiting === 0) return;
      await redeem.setDisabled(tx, subject, true);
      if (batch.grant_id !== null) await grants.giveBack(tx, batch.grant_id, text);
    },
  });
  const parts: RedeemDeskParts = { ...deps, requests, kit };
  return {
    ...withDeps(parts, { create, exportCodes, disableRow: disable }),
    list: kit.list,
    disable: (act: StaffAct, id: string): Promise<RedeemBatch> => store.transact((tx) => disable(parts, tx, act, id)),
  };
}

/**
 * Creates a batch of codes, which cannot be redeemed before approval. Throws `redeem.gives_nothing` unless the
 * draft names tickets with an amount or a plan with days, or both; `redeem.batch_ceiling`, `ticket.daily_ceiling`
 * and `request.client_key_reused`.
 */
async function create(
  deps: RedeemDeskParts,
  act: StaffAct,
  draft: BatchDraft,
): Promise<RedeemBatch & { pendingChange?: PendingChange }> {
  const { reasons, store, plans, ids, clock, pending, grants, requests, kit } = deps;
  const { caller } = act;
  const { clientKey, ...content } = draft;
  const { ticketKind, amount, plan, planDays } = content;
  const isHalf =
    (ticketKind === undefined) !== (amount === undefined) || (plan === undefined) !== (planDays === undefined);
  if (isHalf || (ticketKind === undefined && plan === undefined)) throw new ProductError('redeem.gives_nothing');
  const reason = await reasons.require(store.db, caller, content.reason);
  const worth = worthOfBatch(
    { ...content, amount: amount ?? 0, planDays: planDays ?? 0 },
    plan ? plans.of(plan).monthly : null,
  );
  if (worth > mostOfBatch) throw new ProductError('redeem.batch_ceiling', { fill: { most: mostOfBatch, worth } });
  const operator = caller.accountId;
  const make = async (tx: Db) => {
    const codes = new Set<string>();
    while (codes.size < content.count) codes.add(newCode(ids.number));
    const row = {
      id: ids.next('batch'),
      name: content.name,
      ticket_kind: ticketKind ?? null,
      amount: amount ?? null,
      days: content.days,
      plan: plan ?? null,
      plan_days: planDays ?? null,
      uses_per_code: content.usesPerCode,
      expires_at: content.expiresAt,
      operator,
      created_at: clock.now(),
    };
    const waits = await pending.isNeeded(tx, caller);
    const grant_id = await grants.note(tx, caller, { what: 'redeem', subject: row.id, worth, reason });
    await redeem.insertBatch(tx, { ...row, is_waiting: waits ? 1 : 0, grant_id }, [...codes]);
    const after = await kit.mustFind(tx, row.id);
    await kit.audit(tx, act, 'create', { after }, reason);
    if (waits) {
      const asked = { kind: 'redeem', subject: row.id, title: after.name, version: 0, change: {}, reason } as const;
      await pending.hold(tx, act, { ...asked, shown: batchFields(after) });
    }
    return row.id;
  };
  return store.transact(async (tx) => {
    const asked = { operator, clientKey, content: { action: 'redeem.create', ...content } };
    const { id } = await requests.once(tx, asked, async () => ({ id: await make(tx) }));
    const pendingChange = await pending.waitingOf(tx, id, 'redeem');
    return { ...(await kit.mustFind(tx, id)), ...(pendingChange && { pendingChange }) };
  });
}

/** The codes as a table. Whoever has it can use them, so that it takes the permission to make codes. */
async function exportCodes(deps: RedeemDeskParts, { caller, facts }: StaffAct, id: string): Promise<string> {
  return deps.store.transact(async (tx) => {
    const batch = await deps.kit.mustFind(tx, id);
    if (batch.isWaiting) throw new ProductError('redeem.waiting');
    const rows = await redeem.codesOf(tx, id);
    const after = { name: batch.name, count: rows.length };
    await deps.audit.record(tx, { caller, facts, action: 'redeem.export', subject: id, after });
    const lines = rows.map(({ code, uses }) => [
      shownCode(code),
      batch.name,
      batch.gives.join('；'),
      String(uses),
      String(batch.usesPerCode),
    ]);
    return toCsv([['兑换码', '批次', '内容', '已用次数', '可用次数'], ...lines]);
  });
}

function toBatch(deps: RedeemDeskDeps, row: redeem.BatchSummary): RedeemBatch {
  return {
    id: row.id,
    name: row.name,
    gives: giveLines(row, (plan) => deps.plans.of(plan).title),
    count: row.count,
    usesPerCode: row.uses_per_code,
    used: row.used,
    expiresAt: row.expires_at,
    isDisabled: row.is_disabled === 1,
    isWaiting: row.is_waiting === 1,
    operator: row.operator_name,
    createdAt: row.created_at,
  };
}

async function disable({ kit }: RedeemDeskParts, tx: Db, act: StaffAct, id: string): Promise<RedeemBatch> {
  const before = await kit.mustFind(tx, id);
  return before.isDisabled ? before : kit.change(tx, act, id, { verb: 'disable', fields: { isDisabled: true } });
}

function batchFields({ gives, count, usesPerCode, expiresAt }: RedeemBatch): PendingChange['fields'] {
  const uses = usesPerCode === 1 ? '' : `，每个可用 ${usesPerCode} 次`;
  return [
    { name: 'gives', before: null, after: gives.join('；') },
    { name: 'codes', before: null, after: `${count} 个${uses}` },
    { name: 'expiresAt', before: null, after: expiresAt === null ? '长期有效' : dayKey(expiresAt) },
  ];
}
