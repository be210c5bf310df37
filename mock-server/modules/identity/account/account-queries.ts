import type { Account, AccountRow } from '#shared/contract/staff';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import * as accounts from './account.repository.ts';
import { deletedAccountsKeptMs } from './account.rules.ts';
import { toAccount } from './account-change.rules.ts';
import { accountsBehind, type PhoneHash } from './former-phone.ts';

interface AccountQueryDeps {
  store: Store;
  clock: Clock;
  pending: Pick<PendingChanges, 'waitingOf'>;
  hashPhone: PhoneHash;
}

/** Accounts as staff see them. */
export function createAccountQueries(deps: AccountQueryDeps) {
  return { ...withDeps(deps, { list, detail }), ...consoleLists(deps) };
}

async function list(
  { store, clock, hashPhone }: AccountQueryDeps,
  {
    page,
    size,
    sort,
    order,
    ...filter
  }: Parameters<typeof accounts.pageOfAccounts>[2] & Omit<accounts.AccountFilter, 'deletedSince'>,
) {
  const now = clock.now();
  const deletedSince = now - deletedAccountsKeptMs;
  const leads = filter.keyword ? await accountsBehind(store.db, filter.keyword, hashPhone) : [];
  const { rows, total } = await accounts.pageOfAccounts(
    store.db,
    { ...filter, sight: { ...filter.sight, leads }, deletedSince },
    { page, size, sort, order },
    now,
  );
  return { list: rows.map((row) => toAccount(row, now)), total, page, size };
}

/** Throws `account.not_found`. */
async function detail(deps: AccountQueryDeps, id: string): Promise<Account> {
  const { store, pending } = deps;
  const account = await accountNow(deps, store.db, id);
  const pendingChange = await pending.waitingOf(store.db, id, 'account', 'merge');
  return pendingChange ? { ...account, pendingChange } : account;
}

/** Throws `account.not_found`. */
export async function accountNow({ clock }: { clock: Clock }, handle: Db, id: string): Promise<Account> {
  const row = await accounts.findSummary(handle, id, clock.now());
  if (!row) throw new ProductError('account.not_found');
  return toAccount(row, clock.now());
}

function consoleLists({ clock }: AccountQueryDeps) {
  const accountList: ConsoleList<AccountRow> = {
    source: accounts.accountSource,
    rows: async (handle, ids) =>
      (await accounts.accountSummaries(handle, ids, clock.now())).map((row) => toRow(row, clock.now())),
    idOf: ({ id }) => id,
  };
  const staffList: ConsoleList<AccountRow> = {
    source: { ...accounts.accountSource, scope: accounts.isStaff },
    rows: async (handle, ids) =>
      (await accounts.accountSummaries(handle, ids, clock.now()))
        .filter((row) => row.user_type === 9)
        .map((row) => toRow(row, clock.now())),
    idOf: ({ id }) => id,
  };
  return { accountList, staffList };
}

const toRow = (row: accounts.AccountSummaryRow, now: number): AccountRow => ({ id: row.id, ...toAccount(row, now) });
