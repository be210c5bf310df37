import { isDeepStrictEqual } from 'node:util';
import { type Change, type DriftedField, type LeftRecord, namedRecords, undoMs } from '#shared/contract/change-desk';
import { mayStaff } from '#shared/domain/staff-permissions';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import { afterCommit, type Db, inSavepoint, type Store } from '../../base/store.ts';
import type { AuditService } from './audit.service.ts';
import * as changes from './change.repository.ts';
import { masked } from './private-values.ts';

/** Maximum number of change sets deleted at once: each may have a few thousand records. */
const changesAtOnce = 10;

/** A record's state: the fields that undoing puts back and that drift is told by. Plain JSON. */
export type RecordState = Readonly<Record<string, unknown>>;

export interface ChangeItem {
  /** Kind of record: the same word as in the audit's actions, e.g. `account`. */
  resource: string;
  id: string;
  /** States as the resource's `now` gives them; null where there was or is no record. */
  before: RecordState | null;
  after: RecordState | null;
}

export interface RevertContext {
  caller: StaffCaller;
  facts: RequestFacts;
  /** `撤销：` and the title of the change. */
  reason: string;
  /** Has something done once the transaction is committed, before the call is answered. */
  afterwards(effect: () => Promise<void>): void;
}

/** Undo of one kind of record. */
export interface Undoable {
  /** Records that live on by themselves: one that cannot be put back any more stays, and the answer says why. */
  isIndependent?: true;
  /**
   * The record's present state; null where there is none. Only what staff change: no counts, no version.
   * @param known the state to compare it with
   */
  now(tx: Db, id: string, known: RecordState | null): Promise<RecordState | null>;
  /**
   * Puts a record back to `item.before`; the present state is `item.after`. Raises the record's version and does all
   * that the change itself does. Rights beyond that of the call are asked here. The audit row is written by the caller.
   */
  revert(tx: Db, item: ChangeItem, context: RevertContext): Promise<void>;
}

export interface ChangeRecord {
  caller: StaffCaller;
  facts: RequestFacts;
  /** Title of the change in Chinese: `下架商品「普通券 20 张」`. */
  title: string;
  items: readonly ChangeItem[];
}

/** States are kept a little longer than they are of use; which records a change was of, for this long. */
const statesKeptMs = undoMs + day;
const changesKeptMs = 30 * day;

export type ChangeSets = ReturnType<typeof createChangeSets>;

interface ChangeSetsDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  audit: AuditService;
}

interface ChangeSetsParts extends ChangeSetsDeps {
  undoables: Map<string, Undoable>;
}

/** Changes of staff that can be undone, for ten minutes, from any tab. */
export function createChangeSets(deps: ChangeSetsDeps) {
  const undoables = new Map<string, Undoable>();
  const parts: ChangeSetsParts = { ...deps, undoables };
  return withDeps(parts, { register, record, extend, detail, revert, sweep, listOf });
}

/** Says how records of one kind are put back; once for each kind, when the services are joined. */
function register({ undoables }: ChangeSetsParts, resource: string, undoable: Undoable): void {
  if (undoables.has(resource)) throw new Error(`${resource} is registered twice`);
  undoables.set(resource, undoable);
}

/**
 * Keeps what a call changed, in its transaction, and has the answer carry the id. Nothing where nothing changed.
 * @returns the id of the change
 */
async function record(
  deps: ChangeSetsParts,
  tx: Db,
  { caller, facts, title, items }: ChangeRecord,
): Promise<string | null> {
  const changed = items.filter(({ before, after }) => !isDeepStrictEqual(plain(before), plain(after)));
  if (changed.length === 0) return null;
  const gather = facts.change?.gather;
  if (gather) {
    gather.push(...changed);
    return null;
  }
  for (const { resource } of changed) undoableOf(deps, resource);
  const id = deps.ids.next('change');
  await changes.insertChange(
    tx,
    {
      id,
      account_id: caller.accountId,
      permission: facts.change?.permission ?? null,
      title,
      request_id: facts.requestId,
      created_at: deps.clock.now(),
      reverted_at: null,
      reverted_by: null,
    },
    toRows(id, changed, 0),
  );
  afterCommit(tx, () => facts.change?.tell(id));
  return id;
}

/**
 * Adds to a change that is being made in several transactions, inside one of them.
 * @param from how many records it has already
 */
async function extend(
  deps: ChangeSetsParts,
  tx: Db,
  id: string,
  items: readonly ChangeItem[],
  from: number,
): Promise<void> {
  for (const { resource } of items) undoableOf(deps, resource);
  await changes.insertItems(tx, toRows(id, items, from));
}

async function detail(deps: ChangeSetsDeps, id: string, caller: StaffCaller): Promise<Change> {
  const [change] = await describe(deps, deps.store.db, [await find(deps.store.db, id, caller)]);
  return change as Change;
}

/**
 * Puts everything back, or nothing where something moved on meanwhile. Of records that live apart those that can
 * be put back are, and the answer names the others. Throws `change.not_found`, `auth.forbidden`,
 * `change.reverted`, `change.too_late`, `change.drifted`, `change.none_left`, and what a single record throws.
 */
async function revert(
  deps: ChangeSetsParts,
  id: string,
  caller: StaffCaller,
  facts: RequestFacts,
): Promise<Change & { left: LeftRecord[] }> {
  const { store, audit, clock } = deps;
  let effects: Array<() => Promise<void>> = [];
  const reverted = await store.transact(async (tx) => {
    effects = [];
    const set = await find(tx, id, caller);
    if (set.permission !== null && !mayStaff(caller.role, set.permission)) throw new ProductError('auth.forbidden');
    const state = stateOf(deps, set);
    if (state === 'reverted') throw new ProductError('change.reverted');
    if (state === 'expired') throw new ProductError('change.too_late');
    const items = (await changes.itemsOf(tx, id)).map(toItem).reverse();
    const drift: DriftedField[] = [];
    for (const item of items)
      drift.push(...driftOf(item, await undoableOf(deps, item.resource).now(tx, item.id, item.after)));
    if (drift.length > 0) {
      const shown = drift.filter(({ field }) => field !== 'passwordHash').map((field) => masked(field, '', {}));
      throw new ProductError('change.drifted', { beside: { drift: shown } });
    }
    const reason = `撤销：${set.title}`;
    const putBack = async (item: ChangeItem): Promise<void> => {
      const undoable = undoableOf(deps, item.resource);
      await undoable.revert(tx, item, { caller, facts, reason, afterwards: (effect) => effects.push(effect) });
      const now = await undoable.now(tx, item.id, item.before);
      const states = { ...(item.after ? { before: item.after } : {}), ...(now ? { after: now } : {}) };
      const action = `${item.resource}.undo`;
      await audit.record(tx, { caller, facts, action, subject: item.id, reason, ...states });
    };
    const left: LeftRecord[] = [];
    for (const item of items) {
      if (items.length === 1 || !undoableOf(deps, item.resource).isIndependent) await putBack(item);
      else left.push(...(await whatStays(tx, item, putBack)));
    }
    if (left.length === items.length) throw new ProductError('change.none_left', { beside: { drift: left } });
    await changes.markReverted(tx, id, caller.accountId, clock.now());
    const [change] = await describe(deps, tx, [await find(tx, id, caller)]);
    return { ...(change as Change), left };
  });
  for (const effect of effects) await effect();
  return reverted;
}

/** Forgets what can be undone no longer. */
async function sweep({ clock, store }: ChangeSetsDeps): Promise<void> {
  const [statesBefore, changesBefore] = [clock.now() - statesKeptMs, clock.now() - changesKeptMs];
  await store.slices.run((rows) => store.transact((tx) => changes.forgetStates(tx, statesBefore, clock.now(), rows)));
  await store.slices.run(
    (rows) => store.transact((tx) => changes.removeChanges(tx, changesBefore, rows)),
    changesAtOnce,
  );
}

function undoableOf(deps: ChangeSetsParts, resource: string): Undoable {
  const undoable = deps.undoables.get(resource);
  if (!undoable) throw new Error(`Nobody knows how to undo a change of ${resource}`);
  return undoable;
}

function stateOf(deps: ChangeSetsDeps, { created_at, reverted_at }: changes.ChangeSetRow): Change['state'] {
  if (reverted_at !== null) return 'reverted';
  return deps.clock.now() < created_at + undoMs ? 'open' : 'expired';
}

async function describe(deps: ChangeSetsDeps, handle: Db, rows: readonly changes.ChangeSetRow[]): Promise<Change[]> {
  const setIds = rows.map(({ id }) => id);
  if (setIds.length === 0) return [];
  const counts = await changes.countItems(handle, setIds);
  const records = await changes.recordsOf(handle, setIds, namedRecords);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    state: stateOf(deps, row),
    count: counts.get(row.id) ?? 0,
    records: records
      .filter(({ change_set_id }) => change_set_id === row.id)
      .map(({ resource, subject }) => ({ resource, id: subject })),
    createdAt: row.created_at,
    undoUntil: row.created_at + undoMs,
    revertedAt: row.reverted_at,
  }));
}

/** One's own, and those of others for who reads the audit. */
async function find(handle: Db, id: string, caller: StaffCaller): Promise<changes.ChangeSetRow> {
  const set = await changes.findChange(handle, id);
  const mayKnow = set?.account_id === caller.accountId || mayStaff(caller.role, 'audit.read');
  if (!set || !mayKnow) throw new ProductError('change.not_found');
  return set;
}

function listOf(deps: ChangeSetsDeps, caller: StaffCaller): ConsoleList<Change> {
  return {
    source: {
      table: 'change_set',
      columns: { id: 'id', createdAt: 'created_at', title: 'title' },
      scope: (query) => query('change_set.account_id' as never, '=', caller.accountId as never),
    },
    rows: async (handle, setIds) => describe(deps, handle, await changes.changesByIds(handle, setIds.map(String))),
    idOf: (row) => row.id,
  };
}

/** Puts one record back, or says why it stays. */
async function whatStays(
  tx: Db,
  item: ChangeItem,
  putBack: (item: ChangeItem) => Promise<void>,
): Promise<LeftRecord[]> {
  try {
    await inSavepoint(tx, () => putBack(item));
    return [];
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return [{ resource: item.resource, id: item.id, message: error.message }];
  }
}

/** @param from the place of the first */
function toRows(id: string, items: readonly ChangeItem[], from: number) {
  return items.map((item, index) => ({
    change_set_id: id,
    place: from + index,
    resource: item.resource,
    subject: item.id,
    before: item.before && JSON.stringify(item.before),
    after: item.after && JSON.stringify(item.after),
  }));
}

function toItem(row: changes.ChangeItemRow): ChangeItem {
  const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as RecordState));
  return { resource: row.resource, id: row.subject, before: read(row.before), after: read(row.after) };
}

/** The record state as JSON keeps it. */
function plain(state: RecordState | null): unknown {
  return state && JSON.parse(JSON.stringify(state));
}

function driftOf({ resource, id, before, after }: ChangeItem, present: RecordState | null): DriftedField[] {
  const now = plain(present) as RecordState | null;
  if ((now === null) !== (after === null)) return [{ resource, id, field: '*', before, after, now }];
  return Object.keys(now ?? {})
    .filter((field) => !isDeepStrictEqual(now?.[field], after?.[field]))
    .map((field) => ({
      ...{ resource, id, field },
      ...{ before: before?.[field] ?? null, after: after?.[field] ?? null, now: now?.[field] ?? null },
    }));
}
