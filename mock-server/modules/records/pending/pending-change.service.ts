import type { PendingChange } from '#shared/contract/pending-change';
import {
  aloneHours,
  type PendingKind,
  pendingDays,
  pendingKindNames,
  pendingKinds,
} from '#shared/domain/second-person';
import { mayStaff } from '#shared/domain/staff-permissions';
import { day, hour } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { standing } from './hands.rules.ts';
import * as pending from './pending-change.repository.ts';
import { masks, same, toPendingChange, type Viewed } from './pending-view.ts';

/** Milliseconds after which a waiting change expires. */
const waitsFor = pendingDays * day;
const aloneAfter = aloneHours * hour;
/** Maximum number of changes that one sweep expires. */
const mostSwept = 50;

/** A requested change of a record; the handler of its kind carries it out after approval. */
export interface Asked<C extends object = object> {
  kind: PendingKind;
  subject: string;
  /** Title of the record; empty for accounts, whose current name is shown. */
  title?: string;
  /** The account that the change concerns, if any. */
  accountId?: string;
  /** Version of the record at the time of the request. */
  version: number;
  change: C;
  /** Fields to show, unless the view reads them from the account. */
  shown?: PendingChange['fields'];
  reason: string;
}

/** A change that was approved, rejected or has expired. */
export interface Held<C extends object = object> extends Omit<Asked<C>, 'title' | 'shown' | 'accountId'> {
  id: string;
  requestedBy: string;
}

/** Handler of the changes of one kind. */
export interface PendingHandler<C extends object> {
  /**
   * Carries out the change, inside the transaction of the approval. Throws `pending.stale` when the record has changed.
   * @returns more values for the audit row, and what to run after the commit
   */
  carryOut(
    tx: Db,
    held: Held<C>,
    decision: StaffAct,
  ): Promise<{ before?: object; after?: object; afterwards?: () => Promise<void> } | undefined>;
  /** Undoes the preparations of a change that was rejected or has expired; `by` is null on expiry. */
  drop?(tx: Db, held: Held<C>, answer: { text: string; by: StaffCaller | null }): Promise<void>;
}

export interface PendingDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  audit: AuditService;
  /** True when the caller needs no approval: the administrator that the first start in local mode creates. */
  isTrusted: (handle: Db, caller: StaffCaller) => Promise<boolean>;
  /** True when the installation is configured as run by a single person. */
  isAlone: boolean;
  /**
   * Consumes a code of the caller's own authenticator. Throws `staff.totp_needed`, `staff.totp_wrong`,
   * `staff.factor_off`.
   */
  proveOwn: (tx: Db, accountId: string, code: string | undefined) => Promise<void>;
  /** Runs `work` and counts wrong codes. */
  guard: <T>(accountId: string, work: () => Promise<T>) => Promise<T>;
}

export type PendingChanges = ReturnType<typeof createPendingChanges>;

interface PendingParts extends PendingDeps {
  handlers: Map<PendingKind, PendingHandler<object>>;
}

/** Changes that one member of staff requests and another one approves or rejects, for all kinds of records. */
export function createPendingChanges(deps: PendingDeps) {
  const { clock, ids, audit, isTrusted, guard } = deps;
  const handlers = new Map<PendingKind, PendingHandler<object>>();
  const parts: PendingParts = { ...deps, handlers };
  return {
    ...withDeps(parts, { refuseUndo, requireOther, waitingOf, approve, approveOf, reject, answered, sweep, listOf }),
    /** Registers the handler of a kind; called once per kind at startup. */
    register<C extends object>(kind: PendingKind, handler: PendingHandler<C>): void {
      if (handlers.has(kind)) throw new Error(`${kind} is registered twice`);
      handlers.set(kind, handler as PendingHandler<object>);
    },
    /** Kinds without a handler; empty after startup. */
    unregistered: (): PendingKind[] => pendingKindNames.filter((kind) => !handlers.has(kind)),
    /** True when changes by the caller need approval. */
    isNeeded: async (handle: Db, caller: StaffCaller): Promise<boolean> => !(await isTrusted(handle, caller)),
    /** Stores a change for approval; it replaces a waiting one of the same record. For use inside a transaction. */
    async hold<C extends object>(tx: Db, { caller, facts }: StaffAct, asked: Asked<C>): Promise<PendingChange> {
      const now = clock.now();
      const { kind, subject, reason } = asked;
      const sisters: PendingKind[] = kind === 'account' || kind === 'merge' ? ['account', 'merge'] : [kind];
      for (const row of await pending.allWaitingOf(tx, sisters, subject))
        await expire(parts, tx, row, '已被新的修改取代');
      const id = ids.next('change');
      await pending.insertPending(tx, {
        ...{ id, kind, subject, title: asked.title ?? '', account_id: asked.accountId ?? null },
        ...{ fields: JSON.stringify(asked.change), shown: JSON.stringify(asked.shown ?? []), version: asked.version },
        ...{ reason, status: 'waiting', requested_by: caller.accountId, answered_by: null },
        ...{ created_at: now, expires_at: now + waitsFor, answered_at: null },
      });
      const row = await mustFind(tx, id);
      const action = `${auditName(kind)}.ask_change`;
      await audit.record(tx, { caller, facts, action, subject, after: viewed(deps, row, same), reason });
      return viewed(deps, row);
    },
    /** Runs the transaction of an approval and counts wrong codes of an authenticator. Throws `request.too_often`. */
    guardCodes: guard,
  };
}

/** Throws `pending.undo` when the caller would need approval for the change that undoing makes. */
async function refuseUndo({ isTrusted }: PendingDeps, handle: Db, caller: StaffCaller): Promise<void> {
  if (!(await isTrusted(handle, caller))) throw new ProductError('pending.undo');
}

/** Throws `pending.same_person` or `pending.same_hand` when two active staff accounts may belong to one person. */
async function requireOther({ clock }: PendingDeps, tx: Db, asker: string, decider: string): Promise<void> {
  const hands = await pending.activeStaff(tx, clock.now(), [asker, decider]);
  const [one, two] = [asker, decider].map((id) => hands.find((hand) => hand.id === id));
  const found = one && two ? standing(one, two, clock.now()) : 'other';
  if (found !== 'other') throw new ProductError(found === 'same' ? 'pending.same_person' : 'pending.same_hand');
}

/** The newest waiting change of a record, for display. */
async function waitingOf(
  deps: PendingDeps,
  handle: Db,
  subject: string,
  ...kinds: PendingKind[]
): Promise<PendingChange | undefined> {
  const row = await pending.waitingOf(handle, kinds, subject, deps.clock.now());
  return row && viewed(deps, await mustFind(handle, row.id));
}

/**
 * Approves and carries out a change. Throws `pending.not_found`, `pending.not_waiting`, `auth.forbidden`,
 * `pending.same_person`, `pending.same_hand`, `pending.requester_gone`, `pending.stale` when the record has
 * changed, and the errors of the change itself; for a single person also `pending.too_early`, `staff.totp_needed`,
 * `staff.totp_wrong`, `staff.factor_off`.
 */
function approve(
  deps: PendingParts,
  caller: StaffCaller,
  id: string,
  totpCode: string | undefined,
  facts: RequestFacts,
): Promise<PendingChange> {
  return deps.guard(caller.accountId, async () => {
    const { answered, afterwards } = await deps.store.transact((tx) =>
      decide(deps, tx, { caller, facts }, id, totpCode),
    );
    await afterwards?.();
    return answered;
  });
}

/**
 * Approves the waiting change of a record like `approve`, inside the caller's transaction, which runs in
 * {@link guardCodes}. Returns false when there is none.
 */
async function approveOf(
  deps: PendingParts,
  tx: Db,
  decision: StaffAct,
  { kind, subject, totpCode }: { kind: PendingKind; subject: string; totpCode: string | undefined },
): Promise<boolean> {
  const [row] = await pending.allWaitingOf(tx, [kind], subject);
  if (row) await decide(deps, tx, decision, row.id, totpCode);
  return row !== undefined;
}

/**
 * Rejects a change, or withdraws one's own. Throws `pending.not_found`, `pending.not_waiting`, `auth.forbidden`.
 */
async function reject(
  deps: PendingParts,
  caller: StaffCaller,
  id: string,
  answer: string,
  facts: RequestFacts,
): Promise<PendingChange> {
  const { store, clock, audit } = deps;
  return store.transact(async (tx) => {
    const row = await mustWait(deps, tx, id, caller);
    const before = viewed(deps, row, same);
    const patch = { status: 'rejected' as const, answer, answered_by: caller.accountId, answered_at: clock.now() };
    await pending.answerPending(tx, id, patch);
    await handlerOf(deps, row.kind).drop?.(tx, toHeld(row), { text: answer, by: caller });
    const answered = await mustFind(tx, id);
    const states = { before, after: viewed(deps, answered, same) };
    const action = `${auditName(row.kind)}.reject_change`;
    await audit.record(tx, { caller, facts, action, subject: row.subject, ...states, reason: answer });
    return viewed(deps, answered);
  });
}

/** Records an answer given through the record's own endpoint, inside the caller's transaction. */
async function answered(
  { clock }: PendingDeps,
  tx: Db,
  kind: PendingKind,
  subject: string,
  { status, by, text = '' }: { status: 'approved' | 'rejected'; by: string; text?: string },
): Promise<void> {
  const row = await pending.waitingOf(tx, [kind], subject, 0);
  const patch = { status, answer: text, answered_by: by, answered_at: clock.now() };
  if (row) await pending.answerPending(tx, row.id, patch);
}

/** Expires the changes that nobody answered in time. */
async function sweep(deps: PendingParts): Promise<void> {
  const { store, clock } = deps;
  for (const { id } of await pending.overdue(store.db, clock.now(), mostSwept))
    await store.transact(async (tx) => {
      const row = await pending.findPending(tx, id);
      if (row) await expire(deps, tx, row, `${pendingDays} 天内没有批准`);
    });
}

function viewed({ isAlone }: PendingDeps, row: pending.PendingWithAccount, show: Viewed = masks): PendingChange {
  return toPendingChange(row, show, isAlone ? row.created_at + aloneAfter : null);
}

function handlerOf(deps: PendingParts, kind: PendingKind): PendingHandler<object> {
  const handler = deps.handlers.get(kind);
  if (!handler) throw new Error(`Nobody carries out changes of ${kind}`);
  return handler;
}

async function mustFind(handle: Db, id: string): Promise<pending.PendingWithAccount> {
  const [row] = await pending.pendingByIds(handle, [id]);
  if (!row) throw new ProductError('pending.not_found');
  return row;
}

async function mustWait(
  deps: PendingDeps,
  tx: Db,
  id: string,
  caller: StaffCaller,
): Promise<pending.PendingWithAccount> {
  const row = await mustFind(tx, id);
  const isOwn = row.requested_by === caller.accountId;
  if (!isOwn && !mayStaff(caller.role, pendingKinds[row.kind])) throw new ProductError('auth.forbidden');
  if (row.status !== 'waiting' || row.expires_at <= deps.clock.now()) throw new ProductError('pending.not_waiting');
  return row;
}

/**
 * Current data of requester and approver. Throws `pending.requester_gone` when the requester is no longer active
 * staff with the permission, and `auth.forbidden` when the approver is not active staff.
 */
async function bothHands(deps: PendingDeps, tx: Db, row: pending.PendingRow, caller: StaffCaller) {
  const now = deps.clock.now();
  const hands = await pending.activeStaff(tx, now, [row.requested_by, caller.accountId]);
  const asker = hands.find(({ id }) => id === row.requested_by);
  const decider = hands.find(({ id }) => id === caller.accountId);
  if (!asker?.role || !mayStaff(asker.role, pendingKinds[row.kind])) throw new ProductError('pending.requester_gone');
  if (!decider) throw new ProductError('auth.forbidden');
  return { asker, decider };
}

/** True when another active member of staff could approve the change. */
async function hasOther(deps: PendingDeps, tx: Db, kind: PendingKind, asker: pending.Hand): Promise<boolean> {
  const now = deps.clock.now();
  return (await pending.activeStaff(tx, now)).some(
    (hand) => hand.role && mayStaff(hand.role, pendingKinds[kind]) && standing(asker, hand, now) === 'other',
  );
}

/**
 * Throws unless the caller may approve the change.
 * @returns `second` for another person, `alone` for a single person after the waiting time and with an authenticator
 * code
 */
async function requireDecider(
  deps: PendingDeps,
  tx: Db,
  row: pending.PendingRow,
  caller: StaffCaller,
  totpCode: string | undefined,
): Promise<'second' | 'alone'> {
  const { clock, isAlone, proveOwn } = deps;
  if (!mayStaff(caller.role, pendingKinds[row.kind])) throw new ProductError('auth.forbidden');
  const { asker, decider } = await bothHands(deps, tx, row, caller);
  const now = clock.now();
  const found = standing(asker, decider, now);
  if (found === 'other') return 'second';
  if (!isAlone || (await hasOther(deps, tx, row.kind, asker)))
    throw new ProductError(found === 'same' ? 'pending.same_person' : 'pending.same_hand');
  const hours = Math.ceil((row.created_at + aloneAfter - now) / hour);
  if (hours > 0) throw new ProductError('pending.too_early', { fill: { hours } });
  await proveOwn(tx, caller.accountId, totpCode);
  return 'alone';
}

async function decide(
  deps: PendingParts,
  tx: Db,
  { caller, facts }: StaffAct,
  id: string,
  totpCode: string | undefined,
) {
  const row = await mustWait(deps, tx, id, caller);
  const decidedBy = await requireDecider(deps, tx, row, caller, totpCode);
  const known = viewed(deps, row);
  const before = viewed(deps, row, same);
  const answer = { status: 'approved' as const, answeredBy: caller.accountId, answeredAt: deps.clock.now() };
  const patch = { status: answer.status, answered_by: answer.answeredBy, answered_at: answer.answeredAt };
  await pending.answerPending(tx, id, patch);
  const done = await handlerOf(deps, row.kind).carryOut(tx, toHeld(row), { caller, facts });
  const states = {
    before: { ...before, ...done?.before },
    after: { ...before, ...done?.after, ...answer, decidedBy },
  };
  const words = { action: `${auditName(row.kind)}.approve_change`, subject: row.subject, reason: row.reason };
  await deps.audit.record(tx, { caller, facts, ...words, ...states });
  return { answered: { ...known, ...answer, aloneFrom: null }, afterwards: done?.afterwards };
}

/** Ends a waiting change without an answer, and undoes its preparations. */
async function expire(deps: PendingParts, tx: Db, row: pending.PendingRow, text: string): Promise<void> {
  const isEnded = await pending.answerPending(tx, row.id, { status: 'expired', answered_at: deps.clock.now() });
  if (isEnded) await handlerOf(deps, row.kind).drop?.(tx, toHeld(row), { text, by: null });
}

const auditName = (kind: PendingKind) => (kind === 'merge' ? 'account' : kind);

function listOf(deps: PendingDeps, caller: StaffCaller): ConsoleList<PendingChange> {
  return {
    source: {
      table: 'pending_change',
      columns: {
        id: 'id',
        kind: 'kind',
        subject: 'subject',
        accountId: 'account_id',
        status: 'status',
        requestedBy: 'requested_by',
        createdAt: 'created_at',
        expiresAt: 'expires_at',
      },
      scope: (query) =>
        query.or([
          query('pending_change.kind' as never, 'in', decidedBy(caller) as never),
          query('pending_change.requested_by' as never, '=', caller.accountId as never),
        ]),
    },
    rows: async (handle, wanted) => (await pending.pendingByIds(handle, wanted)).map((row) => viewed(deps, row)),
    idOf: ({ id }) => id,
  };
}

/** Kinds of changes that the caller's role may approve. */
function decidedBy({ role }: StaffCaller): PendingKind[] {
  return pendingKindNames.filter((kind) => mayStaff(role, pendingKinds[kind]));
}

function toHeld(row: pending.PendingRow): Held {
  const { id, kind, subject, version, reason, fields, requested_by: requestedBy } = row;
  return { id, kind, subject, version, reason, change: JSON.parse(fields) as object, requestedBy };
}
