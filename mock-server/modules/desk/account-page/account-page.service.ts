import type { AccountNote } from '#shared/contract/account-desk';
import { ProductError } from '#shared/errors';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import { inTransactions } from '../../base/in-transactions.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { RecordKind } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import { createAccountPageLists, shownNotes, toSession } from './account-page.lists.ts';
import * as rows from './account-page.repository.ts';

export interface AccountPageDeps extends RecordDeps {
  store: Store;
  ids: Ids;
  accounts: Pick<AccountService, 'find'>;
}

const noteColumns = {
  accountId: 'account_id',
  authorId: 'author_id',
  text: 'words',
  createdAt: 'created_at',
} as const;
const noteVerbs = { create: '添加', update: '修改', remove: '删除' } as const;
const noteActions = { create: 'account.create_note', update: 'account.update_note', remove: 'account.delete_note' };
type NoteField = keyof typeof noteColumns;
type NoteVerb = keyof typeof noteVerbs;

const noteKind: RecordKind<'account_note', AccountNote, NoteField, NoteVerb> = {
  resource: 'accountNote',
  source: rows.noteSource,
  columns: noteColumns,
  rows: (db, ids) => shownNotes(db, ids, { accountId: '' }),
  missing: 'note.not_found',
  stale: 'note.changed_meanwhile',
  // Only who wrote a note changes it.
  current: (note) => ({ ...note, isOwn: true }),
  titleOf: (verb) => `${noteVerbs[verb]}账号备注`,
  audited: ({ text }) => ({ note: text }),
  actionOf: (verb) => noteActions[verb],
  subjectOf: ({ accountId }) => accountId,
  isStamped: true,
};

interface AccountPageParts extends AccountPageDeps {
  notes: RecordKit<'account_note', AccountNote, Pick<AccountNote, NoteField>, NoteVerb>;
}

export type AccountPage = ReturnType<typeof createAccountPage>;

interface NoteDraft {
  accountId: string;
  text: string;
}

/** Notes of staff on accounts, and the ending of sessions. Audit rows stand under the account. */
export function createAccountPage(deps: AccountPageDeps) {
  const parts: AccountPageParts = { ...deps, notes: createRecordKit(deps, noteKind) };
  const noteRows = withDeps(parts, { createNote });
  return {
    ...withDeps(parts, { endSession, endSessions }),
    lists: createAccountPageLists({ clock: deps.clock }),
    /** Inside a transaction, for many at once. */
    rows: noteRows,
    ...inTransactions(deps.store, { ...noteRows, ...withDeps(parts, { updateNote, deleteNote }) }),
  };
}

/** Throws `account.not_found`. */
async function createNote(
  { ids, accounts, clock, notes }: AccountPageParts,
  tx: Db,
  act: StaffAct,
  { accountId, text }: NoteDraft,
): Promise<AccountNote> {
  const id = ids.next('note');
  await accounts.find(tx, accountId);
  const note = { accountId, authorId: act.caller.accountId, text, createdAt: clock.now() };
  return shown(await notes.create(tx, act, note, { id }), act);
}

/** Throws `note.not_found`, `note.not_own`, `note.changed_meanwhile`. */
async function updateNote(
  { notes }: AccountPageParts,
  tx: Db,
  act: StaffAct,
  id: string,
  { text, version }: { text: string; version: number },
): Promise<AccountNote> {
  const { authorId } = await notes.mustFind(tx, id);
  if (authorId !== act.caller.accountId) throw new ProductError('note.not_own');
  return shown(await notes.change(tx, act, id, { version, fields: { text } }), act);
}

/** Throws `note.not_found`, `note.not_own`. */
async function deleteNote({ notes }: AccountPageParts, tx: Db, act: StaffAct, id: string): Promise<AccountNote> {
  const { authorId } = await notes.mustFind(tx, id);
  if (authorId !== act.caller.accountId && act.caller.role !== 'admin') throw new ProductError('note.not_own');
  return shown(await notes.remove(tx, act, id), act);
}

/** A note as who reads it sees it. */
const shown = (note: AccountNote, { caller }: StaffAct) => ({ ...note, isOwn: note.authorId === caller.accountId });

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
