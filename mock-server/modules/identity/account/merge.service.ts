import type { MergeOutcome, MergeOutlook, MergePhone } from '#shared/contract/merge-desk';
import { maskPhone } from '#shared/domain/phone';
import { ticketKinds } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import * as accounts from './account.repository.ts';
import { isGone } from './account.rules.ts';
import type { AccountMemberships, AccountTickets } from './account-ports.ts';
import type { PhoneHash } from './former-phone.ts';
import * as merge from './merge.repository.ts';
import type { Reasons } from './reasons.ts';

export interface MergeDeps {
  store: Store;
  clock: Clock;
  audit: AuditService;
  tickets: Pick<AccountTickets, 'spendable' | 'mergeBooks'>;
  memberships: AccountMemberships;
  reasons: Reasons;
  pending: PendingChanges;
  hashPhone: PhoneHash;
  /** Deletes all sessions of an account, inside the caller's transaction. */
  endSessions: (tx: Db, accountId: string) => Promise<void>;
  /** Has the gallery read anew whose pictures are whose. */
  galleryChanged: () => void;
}

export type MergeService = ReturnType<typeof createMergeService>;

/** Fields of a pending merge: the target account, and what happens to the phone number of the merged one. */
interface MergeChange {
  merge_into: string;
  merge_phone: MergePhone;
}

interface Order extends merge.Merged {
  phone: MergePhone;
  reason: string;
}

/** Two accounts of one person become one: all of the first is the second's, and the first cannot be entered any more. */
export function createMergeService(deps: MergeDeps) {
  const { pending, endSessions } = deps;
  pending.register<MergeChange>('merge', {
    async carryOut(tx, { id, subject: from, version, change, reason }, { caller, facts }) {
      const account = await accounts.findAccount(tx, from);
      if (!account || account.deleted_at !== null || account.version !== version)
        throw new ProductError('pending.stale');
      await apply(
        deps,
        tx,
        { caller, facts },
        { from, into: change.merge_into, phone: change.merge_phone, reason },
        id,
      );
      await endSessions(tx, from);
      return undefined;
    },
  });
  return withDeps(deps, { outlook, ask });
}

/** Effects of a merge and the obstacles to it. Nothing is changed. */
async function outlook(deps: MergeDeps, from: string, into: string): Promise<MergeOutlook> {
  const { store, memberships } = deps;
  const { old, kept } = await both(store.db, { from, into });
  const shown = async (row: accounts.AccountRow) => ({
    ...{ accountId: row.id, nickName: row.nick_name, version: row.version },
    ...{ phoneNo: row.phone_no && maskPhone(row.phone_no), tickets: await balances(deps, store.db, row.id) },
  });
  const isTwice = (await merge.hasWechat(store.db, from)) && (await merge.hasWechat(store.db, into));
  return {
    ...{ from: await shown(old), into: await shown(kept) },
    moves: await merge.movable(store.db, { from, into }),
    notes: [
      ...(isTwice ? ['两个账号都绑了微信，并入的那个微信将解除绑定'] : []),
      ...((await memberships.msLeft(store.db, from)) > 0 ? ['剩余的会员时间接在保留账号的会员之后'] : []),
    ],
    obstacles: await obstaclesOf(deps, store.db, { from, into }),
  };
}

/**
 * Merges, or has it wait for a second person. Throws `merge.same`, `merge.blocked`, `account.not_found`,
 * `account.changed_meanwhile`.
 */
async function ask(
  deps: MergeDeps,
  caller: StaffCaller,
  from: string,
  asked: { into: string; version: number; intoVersion: number; phone: MergePhone; reason: string },
  facts: RequestFacts,
): Promise<MergeOutcome> {
  const { store, reasons, pending } = deps;
  const { into, phone, reason } = asked;
  return store.transact(async (tx) => {
    const { old, kept } = await both(tx, { from, into });
    if (old.version !== asked.version || kept.version !== asked.intoVersion)
      throw new ProductError('account.changed_meanwhile');
    if (await reasons.isTrusted(tx, caller)) {
      await apply(deps, tx, { caller, facts }, { from, into, phone, reason });
      return { mergedInto: into, pendingChange: null };
    }
    const found = await obstaclesOf(deps, tx, { from, into });
    if (found.length > 0) throw new ProductError('merge.blocked', { fill: { why: found.join('、') } });
    const change: MergeChange = { merge_into: into, merge_phone: phone };
    const held = { kind: 'merge', subject: from, accountId: from, version: old.version, change, reason } as const;
    return { mergedInto: null, pendingChange: await pending.hold(tx, { caller, facts }, held) };
  });
}

async function both(handle: Db, { from, into }: merge.Merged) {
  if (from === into) throw new ProductError('merge.same');
  const rows = [await accounts.findAccount(handle, from), await accounts.findAccount(handle, into)] as const;
  const [old, kept] = rows;
  if (!old || !kept || rows.some((row) => !row || row.deleted_at !== null || isGone(row)))
    throw new ProductError('account.not_found');
  return { old, kept };
}

/** Obstacles to a merge; none of them is removed by merging. */
async function obstaclesOf(deps: MergeDeps, handle: Db, merged: merge.Merged, besides?: string): Promise<string[]> {
  const { old, kept } = await both(handle, merged);
  const found = await merge.obstacles(handle, merged, deps.clock.now(), besides);
  if (old.user_type === 9 || kept.user_type === 9) found.unshift('其中有员工账号');
  if (old.status === 'banned' || kept.status === 'banned') found.unshift('其中有停用的账号');
  if (await deps.memberships.isMergeEndless(handle, merged.from, merged.into))
    found.push('不限期的会员无法顺延，请先调整会员');
  return found;
}

async function balances(deps: MergeDeps, handle: Db, accountId: string) {
  const left = await deps.tickets.spendable(handle, accountId);
  return ticketKinds.reduce((sum, kind) => sum + left[kind], 0);
}

/** Makes one account of two, inside a transaction. Throws `merge.blocked`. */
async function apply(
  deps: MergeDeps,
  tx: Db,
  { caller, facts }: StaffAct,
  order: Order,
  besides?: string,
): Promise<void> {
  const { clock, memberships, tickets, audit } = deps;
  const { from, into, phone, reason } = order;
  const found = await obstaclesOf(deps, tx, order, besides);
  if (found.length > 0) throw new ProductError('merge.blocked', { fill: { why: found.join('、') } });
  const { old, kept } = await both(tx, order);
  const now = clock.now();
  const moved = await merge.movable(tx, order);
  await memberships.mergeInto(tx, from, into);
  await merge.untangle(tx, order);
  await tickets.mergeBooks(tx, from, into);
  await merge.moveColumns(tx, order);
  const closed = { phone_no: null, email: null, login_name: null, password_hash: null };
  const former = { hash: deps.hashPhone, now };
  const gone = { ...closed, deleted_at: now, merged_into: into, version: old.version + 1, updated_at: now };
  await accounts.updateDoors(tx, from, gone, former);
  const takesName = kept.login_name === null && old.login_name !== null;
  const { version } = (await accounts.findAccount(tx, into)) ?? kept;
  const grown = {
    ...(phone === 'move' || kept.phone_no === null ? { phone_no: old.phone_no ?? kept.phone_no } : {}),
    ...(kept.email === null ? { email: old.email } : {}),
    ...(takesName ? { login_name: old.login_name, password_hash: old.password_hash } : {}),
    ...{ version: version + 1, updated_at: now },
  };
  await accounts.updateDoors(tx, into, grown, former);
  const told = { caller, facts, reason };
  await audit.record(tx, { ...told, action: 'account.merge', subject: from, after: { into, phone, moved } });
  await audit.record(tx, { ...told, action: 'account.take_in', subject: into, after: { from, phone, moved } });
  afterCommit(tx, deps.galleryChanged);
}
