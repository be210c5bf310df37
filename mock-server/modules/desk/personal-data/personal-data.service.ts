import type { ErasureMeaning } from '#shared/contract/own-erasure';
import type { Erasure, ErasureOutlook } from '#shared/contract/personal-data-desk';
import { day, toChinaTime } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { BlobStorage } from '../../../adapters/storage/port.ts';
import type { Ids } from '../../../ids.ts';
import type { Slices } from '../../../slices.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller, UserCaller } from '../../base/caller.ts';
import type { Db } from '../../base/store.ts';
import { isGone, livePlan } from '../../identity/account/account.rules.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { TicketService } from '../../shop/ticket/ticket.service.ts';
import * as erasing from './erasure.repository.ts';
import { createErasures, type ErasureDeps, progressOf } from './erasure.service.ts';
import { personFile } from './person-file.ts';
import * as data from './personal-data.repository.ts';
import { personalTables } from './personal-tables.repository.ts';

export interface PersonalDataDeps extends ErasureDeps {
  ids: Ids;
  slices: Slices;
  storage: BlobStorage;
  accounts: Pick<AccountService, 'find'>;
  tickets: TicketService;
  /** Days from a request to its carrying out. */
  settings: { limit(name: 'erasureDays' | 'ownErasureDays'): number };
}

export type PersonalDataService = ReturnType<typeof createPersonalDataService>;

/** A member of staff, or the person. */
type Asker = Pick<StaffCaller, 'accountId'>;

interface PersonalDataParts extends PersonalDataDeps {
  erasures: ReturnType<typeof createErasures>;
}

/** Rights of people by law: a copy of their data, and its deletion. */
export function createPersonalDataService(deps: PersonalDataDeps) {
  const { store } = deps;
  const erasures = createErasures(deps);
  const parts: PersonalDataParts = { ...deps, erasures };
  return {
    ...withDeps(parts, { exportOf, outlook, sweep }),
    /** Throws `account.not_found`, `personal.not_a_customer`, `personal.already_requested`. */
    request: (caller: StaffCaller, accountId: string, reason: string, facts: RequestFacts): Promise<Erasure> =>
      store.transact((tx) => ask(deps, tx, { caller, facts }, { accountId, reason, waits: 'erasureDays' })),
    /** Throws `personal.none_waiting`. */
    withdraw: (caller: StaffCaller, accountId: string, reason: string, facts: RequestFacts): Promise<Erasure> =>
      store.transact((tx) => takeBack(deps, tx, { caller, facts }, { accountId, reason })),
    /** Calls of a person for the own account. */
    own: {
      outlook: (accountId: string): Promise<ErasureMeaning> => meaning(deps, accountId, 'ownErasureDays'),

      /** Ends every session: who logs in again can withdraw it. Throws like `request`. */
      request: ({ accountId }: UserCaller, facts: RequestFacts): Promise<Erasure> =>
        store.transact(async (tx) => {
          const asked = { accountId, reason: '本人在用户端申请注销', waits: 'ownErasureDays' } as const;
          const erasure = await ask(deps, tx, { caller: { accountId }, facts }, asked);
          await deps.endSessions(tx, accountId);
          return erasure;
        }),

      /** Throws `personal.none_waiting`. */
      withdraw: ({ accountId }: UserCaller, facts: RequestFacts): Promise<Erasure> =>
        store.transact((tx) =>
          takeBack(deps, tx, { caller: { accountId }, facts }, { accountId, reason: '本人在用户端撤回' }),
        ),

      /** When the account is deleted; undefined where nothing waits. */
      async dueAt(accountId: string): Promise<number | undefined> {
        const row = await data.newestErasure(store.db, accountId);
        return row?.status === 'waiting' ? row.due_at : undefined;
      },
    },
  };
}

/** All of one person's data as a file that is made while it is sent; told in the audit before its first byte. */
async function exportOf(
  deps: PersonalDataDeps,
  caller: StaffCaller,
  accountId: string,
  reason: string,
  facts: RequestFacts,
) {
  const { store, audit, clock, storage } = deps;
  await store.transact(async (tx) => {
    await customer(deps, tx, accountId);
    await audit.record(tx, { caller, facts, action: 'account.export', subject: accountId, reason });
  });
  const at = clock.now();
  const snapshot = await store.reading.open();
  const stamp = toChinaTime(at).replace(/\D/g, '').slice(0, 14);
  return { fileName: `个人数据-${accountId}-${stamp}.zip`, chunks: personFile(snapshot, storage, accountId, at) };
}

async function outlook(deps: PersonalDataDeps, accountId: string): Promise<ErasureOutlook> {
  const request = await data.newestErasure(deps.store.db, accountId);
  return { ...(await meaning(deps, accountId, 'erasureDays')), request: request ? toErasure(request) : null };
}

/** Carries out the due erasures in slices. Accounts with open orders, tasks or refunds wait. */
async function sweep({ slices, erasures }: PersonalDataParts): Promise<void> {
  const skipped = new Set<string>();
  await slices.run(() => erasures.slice(skipped));
}

/** Throws `account.not_found` also for one that was erased, `personal.not_a_customer`. */
async function customer(deps: PersonalDataDeps, handle: Db, id: string) {
  const account = await deps.accounts.find(handle, id);
  if (isGone(account)) throw new ProductError('account.not_found');
  if (account.user_type === 9) throw new ProductError('personal.not_a_customer');
  return account;
}

async function meaning(
  deps: PersonalDataDeps,
  accountId: string,
  waits: 'erasureDays' | 'ownErasureDays',
): Promise<ErasureMeaning> {
  const { accounts, store, clock, settings, tickets } = deps;
  const account = await accounts.find(store.db, accountId);
  if (account.user_type === 9) throw new ProductError('personal.not_a_customer');
  const count = (table: 'task' | 'image' | 'conversation') =>
    data.countOf(store.db, table, personalTables[table] as never, accountId);
  const isMember = livePlan(account, clock.now()) !== 'free';
  return {
    waitsDays: settings.limit(waits),
    open: await data.openMatters(store.db, accountId),
    lost: {
      tickets: await tickets.spendable(store.db, accountId),
      planExpiresAt: isMember ? account.plan_expires_at : null,
      isMember,
      works: await count('task'),
      pictures: await count('image'),
      conversations: await count('conversation'),
    },
    kept: keptSentences(await erasing.whatStays(store.reading.db, accountId)),
  };
}

async function ask(
  deps: PersonalDataDeps,
  tx: Db,
  { caller, facts }: { caller: Asker; facts: RequestFacts },
  { accountId, reason, waits }: { accountId: string; reason: string; waits: 'erasureDays' | 'ownErasureDays' },
): Promise<Erasure> {
  const { clock, ids, settings, audit } = deps;
  await customer(deps, tx, accountId);
  const known = await data.newestErasure(tx, accountId);
  if (known?.status === 'waiting' || known?.status === 'running') throw new ProductError('personal.already_requested');
  const now = clock.now();
  const row: data.ErasureRow = {
    ...{ id: ids.next('erasure'), account_id: accountId, reason, requested_by: caller.accountId },
    ...{ status: 'waiting', created_at: now, due_at: now + settings.limit(waits) * day },
    ...{ answered_by: null, answer: '', done_at: null, started_at: null, step: null, reached: null, files: null },
  };
  await data.insertErasure(tx, row);
  const after = toErasure(row);
  await audit.record(tx, { caller, facts, action: 'account.ask_erasure', subject: accountId, after, reason });
  return after;
}

async function takeBack(
  deps: PersonalDataDeps,
  tx: Db,
  { caller, facts }: { caller: Asker; facts: RequestFacts },
  { accountId, reason }: { accountId: string; reason: string },
): Promise<Erasure> {
  const row = await data.newestErasure(tx, accountId);
  if (row?.status !== 'waiting') throw new ProductError('personal.none_waiting');
  const patch = { status: 'withdrawn' as const, answered_by: caller.accountId, answer: reason };
  await data.updateErasure(tx, row.id, patch);
  const [before, after] = [toErasure(row), toErasure({ ...row, ...patch })];
  const words = { action: 'account.withdraw_erasure', subject: accountId, before, after, reason };
  await deps.audit.record(tx, { caller, facts, ...words });
  return after;
}

function toErasure(row: data.ErasureRow): Erasure {
  return {
    ...{ id: row.id, accountId: row.account_id, status: row.status, reason: row.reason },
    ...{ requestedBy: row.requested_by, createdAt: row.created_at, dueAt: row.due_at },
    ...{ answer: row.answer, doneAt: row.done_at, progress: progressOf(row) },
  };
}

/** Lists the data that an erasure does not delete, in sentences shown to the account's owner before they confirm. */
function keptSentences({ said, heldPictures }: Awaited<ReturnType<typeof erasing.whatStays>>): string[] {
  const pictures = `已公开且别人收藏、下载或使用的图片 ${heldPictures} 张：对这些人仍可见，不再有标题和署名`;
  return [...(heldPictures > 0 ? [pictures] : []), ...said, '数据库备份里的旧资料，随备份到期删除'];
}
