import { viewingLinkMinutes, viewingMinutes } from '#shared/contract/impersonation';
import { mayStaff } from '#shared/domain/staff-permissions';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller, UserCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { AccountService } from '../account/account.service.ts';
import { hashSecret } from '../account/password.ts';
import * as views from './impersonation.repository.ts';

export interface ImpersonationDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  accounts: Pick<AccountService, 'find'>;
  audit: AuditService;
  /** A member of staff whose session counts. */
  staffOf: (sessionHash: string) => Promise<StaffCaller | null>;
}

/** Number of views checked per slice. */
const viewsAtOnce = 10;

export type ImpersonationService = ReturnType<typeof createImpersonationService>;

/** Facts for an end by the clock or by a lost session, which has no request. */
const nobodyAsked: RequestFacts = { requestId: '', address: '', userAgent: '', isSecure: false };

/**
 * Members of staff look at the product as a customer sees it: read only, for a quarter of an hour at most, and no longer
 * than their own session and right. It opens no session of the customer's, so that nothing of theirs shows it.
 */
export function createImpersonationService(deps: ImpersonationDeps) {
  return {
    ...withDeps(deps, { begin, open, viewer, shown, end: endByStaff, tick }),
    isLive: async (sessionHash: string): Promise<boolean> => (await byToken(deps, sessionHash)) !== undefined,
  };
}

/** Gives the link that opens a customer's view. Throws `account.not_found`, `impersonation.not_a_customer`. */
async function begin(
  deps: ImpersonationDeps,
  caller: StaffCaller,
  accountId: string,
  reason: string,
  facts: RequestFacts,
) {
  const { store, accounts, ids, clock, audit } = deps;
  return store.transact(async (tx) => {
    const account = await accounts.find(tx, accountId);
    if (account.deleted_at !== null) throw new ProductError('account.not_found');
    if (account.user_type === 9) throw new ProductError('impersonation.not_a_customer');
    for (const row of await views.viewsOf(tx, caller.accountId)) await end(deps, tx, row, 'newer', facts);
    const link = ids.secret();
    const now = clock.now();
    const endsAt = now + viewingMinutes * minute;
    await views.insertView(tx, {
      ...{ id: ids.next('view'), account_id: accountId, staff_id: caller.accountId, reason },
      ...{ staff_session: caller.sessionHash, link_hash: hashSecret(link), token_hash: null },
      ...{ created_at: now, opened_at: null, expires_at: endsAt, ended_at: null, ended_by: null },
    });
    await audit.record(tx, {
      ...{ caller, facts, actingAs: accountId, reason },
      ...{ action: 'account.impersonate', subject: accountId, after: { endsAt } },
    });
    return { link, endsAt };
  });
}

/** Opens a link, once and for who made it. Throws `impersonation.link_used`. @returns what the browser holds then */
async function open(
  { store, clock, ids }: ImpersonationDeps,
  caller: StaffCaller,
  link: string,
): Promise<{ token: string; lifeMs: number }> {
  return store.transact(async (tx) => {
    const now = clock.now();
    const row = await views.openView(tx, { linkHash: hashSecret(link) }, now);
    const isOwn = row?.staff_session === caller.sessionHash && row.opened_at === null;
    if (!row || !isOwn || now > row.created_at + viewingLinkMinutes * minute)
      throw new ProductError('impersonation.link_used');
    const token = ids.secret();
    await views.updateView(tx, row.id, { token_hash: hashSecret(token), opened_at: now });
    return { token, lifeMs: row.expires_at - now };
  });
}

/** The customer as whom somebody looks; null when that has ended. */
async function viewer(deps: ImpersonationDeps, token: string): Promise<UserCaller | null> {
  const sessionHash = hashSecret(token);
  const row = await byToken(deps, sessionHash);
  if (!row) return null;
  const viewing = { id: row.id, endsAt: row.expires_at };
  return { kind: 'user', accountId: row.account_id, sessionHash, viewing };
}

/** Facts for the notice on the page that is viewed as a customer. */
async function shown({ accounts, store, clock }: ImpersonationDeps, { accountId, viewing }: UserCaller) {
  if (!viewing) return null;
  const { nick_name: nickName } = await accounts.find(store.db, accountId);
  return { accountId, nickName, endsAt: viewing.endsAt, now: clock.now() };
}

/** Ends what a browser holds; one that has ended already is fine. */
async function endByStaff(deps: ImpersonationDeps, token: string, facts: RequestFacts): Promise<void> {
  await deps.store.transact(async (tx) => {
    const row = await views.openView(tx, { tokenHash: hashSecret(token) }, deps.clock.now());
    if (row) await end(deps, tx, row, 'staff', facts);
  });
}

/** Ends what the time, a lost session or a lost right has ended. */
async function tick(deps: ImpersonationDeps): Promise<void> {
  const { store, clock } = deps;
  let after: Parameters<typeof views.unendedViews>[1];
  await store.slices.run(async (most) => {
    const rows = await views.unendedViews(store.db, after, most);
    for (const row of rows) {
      const isOver = row.expires_at <= clock.now();
      if (!isOver && (await isBacked(deps, row))) continue;
      await store.transact((tx) => end(deps, tx, row, isOver ? 'time' : 'session', nobodyAsked));
    }
    after = rows.at(-1);
    return rows.length === most;
  }, viewsAtOnce);
}

/** Returns true when the member of staff is still logged in and may. */
async function isBacked(deps: ImpersonationDeps, row: views.ImpersonationRow): Promise<boolean> {
  const staff = await deps.staffOf(row.staff_session);
  return staff !== null && staff.accountId === row.staff_id && mayStaff(staff.role, 'account.impersonate');
}

async function end(
  deps: ImpersonationDeps,
  tx: Db,
  row: views.ImpersonationRow,
  endedBy: NonNullable<views.ImpersonationRow['ended_by']>,
  facts: RequestFacts,
): Promise<void> {
  if (!(await views.updateView(tx, row.id, { ended_at: deps.clock.now(), ended_by: endedBy }))) return;
  await deps.audit.record(tx, {
    ...{ caller: { accountId: row.staff_id }, facts, actingAs: row.account_id },
    ...{ action: 'account.impersonate_end', subject: row.account_id, after: { endedBy } },
  });
}

async function byToken(deps: ImpersonationDeps, tokenHash: string) {
  const row = await views.openView(deps.store.db, { tokenHash }, deps.clock.now());
  return row && (await isBacked(deps, row)) ? row : undefined;
}
