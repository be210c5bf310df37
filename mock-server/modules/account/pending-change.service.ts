import type { MergePhone } from '#shared/contract/merge-desk';
import type { PendingChange } from '#shared/contract/pending-change';
import { maskEmail, maskPhone } from '#shared/domain/phone';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { SmsSender } from '../../adapters/sms/port.ts';
import type { Ids } from '../../ids.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { RequestFacts, StaffCaller } from '../caller.ts';
import type { ConsoleList } from '../console-list.ts';
import type { Db, Store } from '../store.ts';
import type { AccountRow } from './account.repository.ts';
import * as accounts from './account.repository.ts';
import * as pending from './pending-change.repository.ts';

/** A change that nobody approved in this time is none any more. */
const waitsFor = 7 * day;

/** The doors of an account: columns and their new values; a password as its hash. */
export type DoorChange = Partial<Pick<AccountRow, 'phone_no' | 'email' | 'login_name' | 'password_hash'>>;

/** That an account is to become part of another one, and what becomes of its number. */
export interface MergeChange {
  merge_into: string;
  merge_phone: MergePhone;
}

/** Makes one account of two, in the transaction in which that is approved. */
export type MergeHandler = (
  tx: Db,
  asked: {
    caller: StaffCaller;
    facts: RequestFacts;
    from: string;
    into: string;
    phone: MergePhone;
    reason: string;
    changeId: string;
  },
) => Promise<void>;

export interface PendingDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  audit: AuditService;
  sms: SmsSender;
  log: { warn(fact: object, sentence: string): void };
  /** Ends every session of an account, inside the caller's transaction. */
  endSessions: (tx: Db, accountId: string) => Promise<void>;
}

export type PendingChanges = ReturnType<typeof createPendingChanges>;

/** Changes of what opens an account: they are another member of staff's to approve, or proved by the customer. */
export function createPendingChanges({ store, clock, ids, audit, sms, log, endSessions }: PendingDeps) {
  const { db, transact } = store;

  const list: ConsoleList<PendingChange> = {
    source: {
      table: 'pending_change',
      columns: {
        id: 'id',
        accountId: 'account_id',
        status: 'status',
        requestedBy: 'requested_by',
        createdAt: 'created_at',
        expiresAt: 'expires_at',
      },
    },
    rows: async (handle, wanted) => (await pending.pendingByIds(handle, wanted)).map((row) => toPendingChange(row)),
    idOf: ({ id }) => id,
  };

  async function shown(handle: Db, id: string): Promise<PendingChange> {
    return toPendingChange(await mustFind(handle, id));
  }

  async function mustFind(handle: Db, id: string): Promise<pending.PendingWithAccount> {
    const [row] = await pending.pendingByIds(handle, [id]);
    if (!row) throw new ProductError('pending.not_found');
    return row;
  }

  /** Tells the number that was; the change stands even where nothing can be sent. */
  async function tellOldPhone(phoneNo: string | null): Promise<void> {
    if (phoneNo === null) return;
    await sms.sendNotice({ phoneNo, notice: 'phone_changed', at: clock.now() }).catch((error: unknown) => {
      log.warn({ error, phoneNo: maskPhone(phoneNo) }, '换绑手机号的通知没有发出');
    });
  }

  async function requireFree(tx: Db, accountId: string, change: DoorChange): Promise<void> {
    const { phone_no: phoneNo, login_name: loginName, email } = change;
    const others = [
      [phoneNo ? await accounts.findByPhone(tx, phoneNo) : undefined, 'account.phone_taken'],
      [loginName ? await accounts.findByLoginName(tx, loginName) : undefined, 'account.name_taken'],
      [email ? await accounts.findByEmail(tx, email) : undefined, 'account.email_taken'],
    ] as const;
    for (const [other, reason] of others) if (other && other.id !== accountId) throw new ProductError(reason);
  }

  let merge: MergeHandler | undefined;

  return {
    list,

    /** Who merges accounts once that is approved. */
    onMerge(handler: MergeHandler): void {
      merge = handler;
    },

    /** The account's change that waits, as it is shown. */
    async waitingOf(handle: Db, accountId: string): Promise<PendingChange | null> {
      const row = await pending.waitingOf(handle, accountId, clock.now());
      return row ? shown(handle, row.id) : null;
    },

    /** Keeps a change for somebody else to approve, in the place of one that waits. Inside a transaction. */
    async hold(
      tx: Db,
      caller: StaffCaller,
      account: Pick<AccountRow, 'id' | 'version'>,
      change: DoorChange | MergeChange,
      reason: string,
      facts: RequestFacts,
    ): Promise<PendingChange> {
      const now = clock.now();
      await pending.replaceWaiting(tx, account.id, now);
      const id = ids.next('change');
      await pending.insertPending(tx, {
        id,
        account_id: account.id,
        fields: JSON.stringify(change),
        account_version: account.version,
        reason,
        status: 'waiting',
        requested_by: caller.accountId,
        answered_by: null,
        created_at: now,
        expires_at: now + waitsFor,
        answered_at: null,
      });
      const row = await mustFind(tx, id);
      const after = toPendingChange(row, same);
      await audit.record(tx, { caller, facts, action: 'account.ask_change', subject: account.id, after, reason });
      return toPendingChange(row);
    },

    tellOldPhone,

    /**
     * Makes the change. Throws `pending.not_found`, `pending.not_waiting`, `pending.same_person`, `pending.stale` when
     * the account was changed since, and where somebody else has the number, name or address by now.
     */
    async approve(caller: StaffCaller, id: string, facts: RequestFacts): Promise<PendingChange> {
      const { after, oldPhone } = await transact(async (tx) => {
        const row = await mustWait(tx, id);
        if (row.requested_by === caller.accountId) throw new ProductError('pending.same_person');
        const account = await accounts.findAccount(tx, row.account_id);
        if (!account || account.deleted_at !== null || account.version !== row.account_version)
          throw new ProductError('pending.stale');
        const asked = JSON.parse(row.fields) as DoorChange | MergeChange;
        const isMerge = 'merge_into' in asked;
        const change: DoorChange = isMerge ? {} : asked;
        const known = await mustFind(tx, id);
        const now = clock.now();
        if (isMerge) {
          if (!merge) throw new Error('nobody merges accounts');
          const { merge_into: into, merge_phone: phone } = asked;
          await merge(tx, { caller, facts, from: account.id, into, phone, reason: row.reason, changeId: id });
        } else {
          await requireFree(tx, account.id, change);
          await accounts.updateAccount(tx, account.id, { ...change, version: account.version + 1, updated_at: now });
        }
        await pending.answerPending(tx, id, { status: 'approved', answered_by: caller.accountId, answered_at: now });
        await endSessions(tx, account.id);
        const answer = { status: 'approved' as const, answeredBy: caller.accountId, answeredAt: now };
        const before = toPendingChange(known, same);
        const was = { ...before, ...valuesOf(account, change) };
        const states = { before: was, after: { ...before, ...valuesOf(change, change), ...answer } };
        const words = { action: 'account.approve_change', subject: account.id, reason: row.reason };
        await audit.record(tx, { caller, facts, ...words, ...states });
        return {
          after: { ...toPendingChange(known), ...answer },
          oldPhone: change.phone_no === undefined ? null : account.phone_no,
        };
      });
      await tellOldPhone(oldPhone);
      return after;
    },

    /** Throws `pending.not_found`, `pending.not_waiting`. */
    async reject(caller: StaffCaller, id: string, answer: string, facts: RequestFacts): Promise<PendingChange> {
      return transact(async (tx) => {
        const row = await mustWait(tx, id);
        const before = toPendingChange(await mustFind(tx, id), same);
        const patch = { status: 'rejected' as const, answer, answered_by: caller.accountId, answered_at: clock.now() };
        await pending.answerPending(tx, id, patch);
        const answered = await mustFind(tx, id);
        const states = { before, after: toPendingChange(answered, same) };
        const words = { action: 'account.reject_change', subject: row.account_id, ...states, reason: answer };
        await audit.record(tx, { caller, facts, ...words });
        return toPendingChange(answered);
      });
    },

    /** Ends the waiting of what nobody answered. */
    sweep: () => pending.expirePending(db, clock.now()),
  };

  async function mustWait(tx: Db, id: string): Promise<pending.PendingRow> {
    const row = await pending.findPending(tx, id);
    if (!row) throw new ProductError('pending.not_found');
    if (row.status !== 'waiting' || row.expires_at <= clock.now()) throw new ProductError('pending.not_waiting');
    return row;
  }
}

/** Number, address and name where a change is of them, by the names of the account's fields. */
function valuesOf(row: DoorChange, change: DoorChange): Record<string, unknown> {
  return {
    ...(change.phone_no === undefined ? {} : { phoneNo: row.phone_no }),
    ...(change.email === undefined ? {} : { email: row.email }),
    ...(change.login_name === undefined ? {} : { loginName: row.login_name }),
  };
}

/** How numbers and addresses are shown to staff; the audit is told them whole and masks them itself. */
const masks = { phone: maskPhone, email: maskEmail };
const same = { phone: (text: string) => text, email: (text: string) => text };

function toPendingChange(row: pending.PendingWithAccount, show = masks): PendingChange {
  const change = JSON.parse(row.fields) as DoorChange & Partial<MergeChange>;
  const phone = (phoneNo: string | null) => phoneNo && show.phone(phoneNo);
  const email = (address: string | null) => address && show.email(address);
  const fields: PendingChange['fields'] = [];
  if (change.phone_no !== undefined)
    fields.push({ name: 'phoneNo', before: phone(row.phone_no), after: phone(change.phone_no) });
  if (change.email !== undefined) fields.push({ name: 'email', before: email(row.email), after: email(change.email) });
  if (change.login_name !== undefined)
    fields.push({ name: 'loginName', before: row.login_name, after: change.login_name });
  if (change.merge_into !== undefined) fields.push({ name: 'mergeInto', before: null, after: change.merge_into });
  // A password is never shown, nor its hash.
  if (change.password_hash !== undefined) fields.push({ name: 'password', before: null, after: '••••••' });
  return {
    id: row.id,
    accountId: row.account_id,
    nickName: row.nick_name,
    fields,
    reason: row.reason,
    status: row.status,
    requestedBy: row.requested_by,
    answeredBy: row.answered_by,
    answer: row.answer,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    answeredAt: row.answered_at,
  };
}
