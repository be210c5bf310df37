import type { AccountNote } from '#shared/contract/account-desk';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets, RecordState } from '../../records/audit/change-sets.service.ts';
import { createAccountPageLists, shownNotes, toSession } from './account-page.lists.ts';
import * as rows from './account-page.repository.ts';

export interface AccountPageDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  accounts: Pick<AccountService, 'find'>;
  audit: AuditService;
  changeSets: ChangeSets;
}

export type AccountPage = ReturnType<typeof createAccountPage>;

interface NoteDraft {
  accountId: string;
  text: string;
}

/** What staff note about accounts, and how they end their sessions. Audit rows stand under the account. */
export function createAccountPage(deps: AccountPageDeps) {
  const { store, clock, changeSets } = deps;
  changeSets.register('accountNote', {
    now: stateOf,
    async revert(tx, { id, before }) {
      const row = await rows.findNote(tx, id);
      if (before === null) {
        await rows.removeNote(tx, id);
        return;
      }
      const now = clock.now();
      if (row) {
        await rows.updateNote(tx, id, String(before.text), row.version + 1, now);
        return;
      }
      const { accountId, authorId, text, createdAt } = before as unknown as KeptNote;
      await rows.insertNote(tx, {
        ...{ id, account_id: accountId, author_id: authorId, words: text, version: 1 },
        ...{ created_at: createdAt, updated_at: now },
      });
    },
  });
  return {
    ...withDeps(deps, { updateNote, deleteNote, endSession, endSessions }),
    lists: createAccountPageLists({ clock }),
    /** Inside a transaction, for many at once. */
    rows: withDeps(deps, { createNote }),
    createNote: (caller: StaffCaller, draft: NoteDraft, facts: RequestFacts): Promise<AccountNote> =>
      store.transact((tx) => createNote(deps, tx, caller, draft, facts)),
  };
}

/** Throws `note.not_found`, `note.not_own`, `note.changed_meanwhile`. */
async function updateNote(
  deps: AccountPageDeps,
  caller: StaffCaller,
  id: string,
  change: { text: string; version: number },
  facts: RequestFacts,
) {
  return deps.store.transact(async (tx) => {
    const row = await mustFind(tx, id);
    if (row.author_id !== caller.accountId) throw new ProductError('note.not_own');
    if (row.version !== change.version)
      throw new ProductError('note.changed_meanwhile', { beside: { current: await shown(tx, id, caller) } });
    const noted = { caller, facts, id, accountId: row.account_id, verb: 'update_note', title: '修改账号备注' };
    await noting(deps, tx, noted, () => rows.updateNote(tx, id, change.text, row.version + 1, deps.clock.now()));
    return shown(tx, id, caller);
  });
}

/** Throws `note.not_found`, `note.not_own`. */
async function deleteNote(
  deps: AccountPageDeps,
  caller: StaffCaller,
  id: string,
  facts: RequestFacts,
): Promise<AccountNote> {
  return deps.store.transact(async (tx) => {
    const row = await mustFind(tx, id);
    if (row.author_id !== caller.accountId && caller.role !== 'admin') throw new ProductError('note.not_own');
    const note = await shown(tx, id, caller);
    const noted = { caller, facts, id, accountId: row.account_id, verb: 'delete_note', title: '删除账号备注' };
    await noting(deps, tx, noted, () => rows.removeNote(tx, id));
    return note;
  });
}

/** Throws `staff.session_not_found`. */
async function endSession(
  { store, clock, audit }: AccountPageDeps,
  caller: StaffCaller,
  id: string,
  reason: string,
  facts: RequestFacts,
) {
  return store.transact(async (tx) => {
    const [row] = await rows.sessionsByIds(tx, [id], clock.now());
    if (!row) throw new ProductError('staff.session_not_found');
    await rows.endSession(tx, row.token_hash);
    const { address, userAgent } = toSession(row);
    const told = { before: { address, userAgent, sessions: 1 }, after: { sessions: 0 }, reason };
    await audit.record(tx, { caller, facts, action: 'account.end_session', subject: row.account_id, ...told });
    return { ended: 1 };
  });
}

/** Throws `account.not_found`. */
async function endSessions(
  { store, accounts, audit }: AccountPageDeps,
  caller: StaffCaller,
  accountId: string,
  reason: string,
  facts: RequestFacts,
) {
  return store.transact(async (tx) => {
    await accounts.find(tx, accountId);
    const ended = await rows.endUserSessions(tx, accountId);
    const told = { before: { sessions: ended }, after: { sessions: 0 }, reason };
    await audit.record(tx, { caller, facts, action: 'account.end_sessions', subject: accountId, ...told });
    return { ended };
  });
}

async function mustFind(tx: Db, id: string): Promise<rows.NoteRow> {
  const row = await rows.findNote(tx, id);
  if (!row) throw new ProductError('note.not_found');
  return row;
}

async function shown(tx: Db, id: string, caller: StaffCaller): Promise<AccountNote> {
  const [note] = await shownNotes(tx, [id], caller);
  if (!note) throw new ProductError('note.not_found');
  return note;
}

/** Changes a note in a way that is told and can be undone. */
async function noting(
  deps: AccountPageDeps,
  tx: Db,
  { caller, facts, id, accountId, verb, title }: Noting,
  change: () => Promise<void>,
): Promise<void> {
  const before = await stateOf(tx, id);
  await change();
  const after = await stateOf(tx, id);
  const told = { ...(before && { before: { note: before.text } }), ...(after && { after: { note: after.text } }) };
  await deps.audit.record(tx, { caller, facts, action: `account.${verb}`, subject: accountId, ...told });
  await deps.changeSets.record(tx, { caller, facts, title, items: [{ resource: 'accountNote', id, before, after }] });
}

async function createNote(
  deps: AccountPageDeps,
  tx: Db,
  caller: StaffCaller,
  { accountId, text }: NoteDraft,
  facts: RequestFacts,
) {
  const { ids, accounts, clock } = deps;
  const id = ids.next('note');
  await accounts.find(tx, accountId);
  const now = clock.now();
  const owner = { account_id: accountId, author_id: caller.accountId };
  const note = { id, ...owner, words: text, version: 1, created_at: now, updated_at: now };
  const noted = { caller, facts, id, accountId, verb: 'create_note', title: '添加账号备注' };
  await noting(deps, tx, noted, () => rows.insertNote(tx, note));
  return shown(tx, id, caller);
}

interface Noting {
  caller: StaffCaller;
  facts: RequestFacts;
  id: string;
  accountId: string;
  verb: string;
  title: string;
}

interface KeptNote {
  accountId: string;
  authorId: string;
  text: string;
  createdAt: number;
}

async function stateOf(tx: Db, id: string): Promise<RecordState | null> {
  const row = await rows.findNote(tx, id);
  if (!row) return null;
  const { account_id: accountId, author_id: authorId, words: text, created_at: createdAt } = row;
  return { accountId, authorId, text, createdAt };
}
