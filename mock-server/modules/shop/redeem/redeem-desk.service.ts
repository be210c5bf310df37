import type { PendingChange } from '#shared/contract/pending-change';
import type { RedeemBatch } from '#shared/contract/product-desk';
import type { PaidPlan } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { dayKey } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { Reasons } from '../../identity/account/reasons.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import { mostOfBatch, worthOfBatch } from '../../records/grant/grant.rules.ts';
import type { Grants } from '../../records/grant/grant.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import type { Plans } from '../product/catalogue.ts';
import { createStaffRequests } from '../ticket/staff-requests.ts';
import * as redeem from './redeem.repository.ts';
import { giveLines, newCode, shownCode, toCsv } from './redeem.rules.ts';

export interface RedeemDeskDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  plans: Plans;
  audit: AuditService;
  changeSets: ChangeSets;
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

interface RedeemDeskParts extends RedeemDeskDeps {
  requests: ReturnType<typeof createStaffRequests>;
}

/** Batches of redeem codes as staff make, export and disable them. */
export function createRedeemDesk(deps: RedeemDeskDeps) {
  const { store, clock, changeSets, grants, pending } = deps;
  const requests = createStaffRequests({ clock });
  changeSets.register('redeem', {
    async now(tx, id) {
      const [batch] = await redeem.staffBatches(tx, [id]);
      return batch ? { isDisabled: batch.is_disabled === 1 } : null;
    },
    revert: (tx, { id, before }) => redeem.setDisabled(tx, id, before?.isDisabled === true),
  });
  pending.register('redeem', {
    async carryOut(tx, { subject }) {
      const batch = await shown(deps, tx, subject);
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
  const parts: RedeemDeskParts = { ...deps, requests };
  return {
    ...withDeps(parts, { create, exportCodes, disableRow: disable }),
    list: {
      source: redeem.batchSource,
      rows: async (handle, ids) => (await redeem.staffBatches(handle, ids)).map((row) => toBatch(deps, row)),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<RedeemBatch>,
    disable: (caller: StaffCaller, id: string, facts: RequestFacts): Promise<RedeemBatch> =>
      store.transact((tx) => disable(deps, tx, caller, id, facts)),
  };
}

/**
 * Creates a batch of codes, which cannot be redeemed before approval. Throws `redeem.gives_nothing` unless the
 * draft names tickets with an amount or a plan with days, or both; `redeem.batch_ceiling`, `ticket.daily_ceiling`
 * and `request.client_key_reused`.
 */
async function create(
  deps: RedeemDeskParts,
  caller: StaffCaller,
  draft: BatchDraft,
  facts: RequestFacts,
): Promise<RedeemBatch & { pendingChange?: PendingChange }> {
  const { reasons, store, plans, ids, clock, pending, grants, audit, requests } = deps;
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
    const after = await shown(deps, tx, row.id);
    await audit.record(tx, { caller, facts, action: 'redeem.create', subject: row.id, after, reason });
    if (waits) {
      const asked = { kind: 'redeem', subject: row.id, title: after.name, version: 0, change: {}, reason } as const;
      await pending.hold(tx, { caller, facts }, { ...asked, shown: batchFields(after) });
    }
    return row.id;
  };
  return store.transact(async (tx) => {
    const asked = { operator, clientKey, content: { action: 'redeem.create', ...content } };
    const { id } = await requests.once(tx, asked, async () => ({ id: await make(tx) }));
    const pendingChange = await pending.waitingOf(tx, id, 'redeem');
    return { ...(await shown(deps, tx, id)), ...(pendingChange && { pendingChange }) };
  });
}

/** The codes as a table. Whoever has it can use them, so that it takes the permission to make codes. */
async function exportCodes(
  deps: RedeemDeskDeps,
  caller: StaffCaller,
  id: string,
  facts: RequestFacts,
): Promise<string> {
  return deps.store.transact(async (tx) => {
    const batch = await shown(deps, tx, id);
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

async function shown(deps: RedeemDeskDeps, handle: Db, id: string): Promise<RedeemBatch> {
  const [batch] = await redeem.staffBatches(handle, [id]);
  if (!batch) throw new ProductError('redeem.unknown');
  return toBatch(deps, batch);
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

async function disable(
  deps: RedeemDeskDeps,
  tx: Db,
  caller: StaffCaller,
  id: string,
  facts: RequestFacts,
): Promise<RedeemBatch> {
  const before = await shown(deps, tx, id);
  if (before.isDisabled) return before;
  await redeem.setDisabled(tx, id, true);
  const after = await shown(deps, tx, id);
  await deps.audit.record(tx, { caller, facts, action: 'redeem.disable', subject: id, before, after });
  const items = [{ resource: 'redeem', id, before: { isDisabled: false }, after: { isDisabled: true } }];
  await deps.changeSets.record(tx, { caller, facts, title: `停用兑换码批次「${before.name}」`, items });
  return after;
}

function batchFields({ gives, count, usesPerCode, expiresAt }: RedeemBatch): PendingChange['fields'] {
  const uses = usesPerCode === 1 ? '' : `，每个可用 ${usesPerCode} 次`;
  return [
    { name: 'gives', before: null, after: gives.join('；') },
    { name: 'codes', before: null, after: `${count} 个${uses}` },
    { name: 'expiresAt', before: null, after: expiresAt === null ? '长期有效' : dayKey(expiresAt) },
  ];
}
