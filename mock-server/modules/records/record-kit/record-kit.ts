import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db } from '../../base/store.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ChangeSets, RecordState, RevertContext } from '../audit/change-sets.service.ts';
import type { RecordKind, States, UndoItem } from './record-kind.ts';
import * as stored from './record-kit.repository.ts';
import { placesOf, type StoredId, type TableName, updateStored } from './record-kit.repository.ts';

export interface RecordDeps {
  clock: Clock;
  audit: AuditService;
  changeSets: ChangeSets;
}

/** Fields to write; undefined ones stay. What staff typed may contain more than fields of the record. */
type Patch<State> = { [F in keyof State]?: State[F] | undefined };

/** Record on which a verb was carried out. */
interface Done<Row> {
  id: string;
  /** Absent for a new record. */
  before?: Row;
  reason?: string | undefined;
  /** Only these fields are audited and undone; all when absent. */
  only?: object;
}

/** One kind of record, ready to use. Everything takes the handle of the transaction it is part of. */
export interface RecordKit<T extends stored.TableName, Row, State, Verb> {
  list: ConsoleList<Row>;
  find(handle: Db, id: string): Promise<Row | undefined>;
  /** Throws `missing`. */
  mustFind(handle: Db, id: string): Promise<Row>;
  /** Raises the version. Throws `stale` with the record as it stands. */
  takeVersion(tx: Db, before: Row, version: number): Promise<void>;
  /**
   * Inserts a record, at the end where the kind is ordered.
   * @param more columns that staff do not change
   * @returns its id
   */
  insert(tx: Db, fields: Patch<State>, more?: stored.Columns<T>): Promise<string>;
  /** Writes fields, and `updated_at` where the table has it. */
  write(tx: Db, id: string, fields: Patch<State>, more?: stored.Columns<T>): Promise<void>;
  /** Audits a verb that was carried out and makes it a change that can be undone. Throws `missing` for a new record. */
  note(tx: Db, act: StaffAct, verb: Verb, done: Done<Row>): Promise<Row | undefined>;
  /** Audits a verb without a change that could be undone. */
  audit(tx: Db, act: StaffAct, verb: Verb, states: States<Row>, reason?: string): Promise<void>;
  /** {@link insert}, audited, as a change that can be undone. */
  create(tx: Db, act: StaffAct, fields: Patch<State>, more?: stored.Columns<T>): Promise<Row>;
  /** Changes fields of a version. @param check refuses before anything is written. Throws `missing`, `stale`. */
  change(tx: Db, act: StaffAct, id: string, change: Change<Row, State, Verb>): Promise<Row>;
  /** Deletes a version, the present one when absent. Throws `missing`, `stale`. */
  remove(tx: Db, act: StaffAct, id: string, version?: number): Promise<Row>;
  /** Puts a record before another one, or last. Throws `missing`, and `stale` where the neighbour is gone. */
  move(tx: Db, act: StaffAct, id: string, to: { beforeId: string | null; version: number }): Promise<Row>;
}

interface Change<Row, State, Verb> {
  /** `update` when absent. */
  verb?: Verb;
  fields: Patch<State>;
  /** Of kinds without versions absent. */
  version?: number;
  check?(before: Row): Promise<void> | void;
  reason?: string | undefined;
  only?: object;
}

/**
 * A kind inside this module. What is written here goes for every table and row: types are checked where a kind is
 * declared ({@link RecordKind}) and where it is used ({@link RecordKit}).
 */
type SomeRow = { id: string; version?: number } & Record<string, unknown>;
type SomeKind = RecordKind<'notice', SomeRow, string, string>;
type SomeChange = Change<SomeRow, SomeRow, string>;
type Fields = Readonly<Record<string, unknown>>;

interface Parts extends RecordDeps {
  kind: SomeKind;
}

/** Makes one kind of record ready to use, and registers how it is undone. */
export function createRecordKit<
  T extends stored.TableName,
  Row extends { id: string; version?: number },
  Field extends keyof Row & string,
  Verb extends string,
>(deps: RecordDeps, declared: RecordKind<T, Row, Field, Verb>): RecordKit<T, Row, Pick<Row, Field>, Verb> {
  const kind = declared as unknown as SomeKind;
  const parts: Parts = { clock: deps.clock, audit: deps.audit, changeSets: deps.changeSets, kind };
  if (kind.undo !== 'none')
    deps.changeSets.register(kind.resource, {
      now: (tx, id, known) => stateNow(parts, tx, id, known),
      revert: (tx, item, context) => revert(parts, tx, item, context),
    });
  const list: ConsoleList<SomeRow> = {
    source: kind.source,
    rows: (db, ids) => kind.rows(db, ids),
    idOf: ({ id }) => storedId(kind, id),
  };
  const useCases = { find, mustFind, takeVersion, insert, write, note, audit, create, change, remove, move };
  return { list, ...withDeps(parts, useCases) } as unknown as RecordKit<T, Row, Pick<Row, Field>, Verb>;
}

/** The state of a record that a change set is compared with: the fields that it knows. */
async function stateNow(parts: Parts, tx: Db, id: string, known: RecordState | null): Promise<RecordState | null> {
  const row = await find(parts, tx, id);
  return row ? only(stateOf(parts.kind, row), known ?? undefined) : null;
}

async function revert({ kind, ...deps }: Parts, tx: Db, item: UndoItem<Fields>, context: RevertContext) {
  const undo = kind.undo ?? {};
  if (undo === 'none') return;
  if ('revert' in undo) await undo.revert(tx, item as UndoItem<SomeRow>, context);
  else {
    await undo.prepare?.(tx, item as UndoItem<SomeRow>);
    await putBack({ kind, ...deps }, tx, item);
  }
  await kind.changed?.(tx);
}

async function putBack(parts: Parts, tx: Db, { id, before }: UndoItem<Fields>): Promise<void> {
  const { kind } = parts;
  const { table } = kind.source;
  if (!before) return stored.removeStored(tx, table, storedId(kind, id));
  const present = await find(parts, tx, id);
  const version = kind.stale ? { version: (present?.version ?? 0) + 1 } : {};
  if (present) await write(parts, tx, id, before, version);
  else
    await stored.insertStored(tx, table, { id: storedId(kind, id), ...columnsOf(parts, before), ...version } as never);
  if (kind.isOrdered) await putAt(tx, table, storedId(kind, id), before.place as number);
}

async function find({ kind }: Parts, handle: Db, id: string): Promise<SomeRow | undefined> {
  const key = storedId(kind, id);
  const [row] = Number.isNaN(key) ? [] : await kind.rows(handle, [key]);
  return row;
}

async function mustFind(parts: Parts, handle: Db, id: string): Promise<SomeRow> {
  const row = await find(parts, handle, id);
  if (!row) throw new ProductError(parts.kind.missing);
  return row;
}

async function takeVersion(parts: Parts, tx: Db, before: SomeRow, version: number): Promise<void> {
  const { kind } = parts;
  const row = { id: storedId(kind, before.id), version };
  if (!(await stored.raiseVersion(tx, kind.source.table, row, stampsOf(parts)))) await refuseStale(parts, tx, before);
}

async function refuseStale({ kind }: Parts, tx: Db, row: SomeRow): Promise<never> {
  if (!kind.stale) throw new Error(`${kind.resource} has no versions`);
  throw new ProductError(kind.stale, { beside: { current: (await kind.current?.(row, tx)) ?? row } });
}

function write(parts: Parts, tx: Db, id: string, fields: Fields, more: object = {}): Promise<void> {
  const { kind } = parts;
  const columns = { ...columnsOf(parts, fields), ...more };
  return stored.updateStored(tx, kind.source.table, storedId(kind, id), columns);
}

async function note(parts: Parts, tx: Db, act: StaffAct, verb: string, done: Done<SomeRow>) {
  const { kind, changeSets } = parts;
  const { id, before, reason } = done;
  const after = before ? await find(parts, tx, id) : await mustFind(parts, tx, id);
  const stateIn = (row: SomeRow | undefined) => row && only(stateOf(kind, row), done.only);
  const states = { before: stateIn(before), after: stateIn(after) };
  await auditStates(parts, tx, act, verb, {
    ...{ subject: subjectOf(kind, (before ?? after) as SomeRow), reason },
    ...(done.only ? states : { before: before && auditedOf(kind, before), after: after && auditedOf(kind, after) }),
  });
  const item = { resource: kind.resource, id, before: states.before ?? null, after: states.after ?? null };
  await changeSets.record(tx, { ...act, title: kind.titleOf(verb, { before, after }), items: [item] });
  await kind.changed?.(tx);
  return after;
}

function audit(parts: Parts, tx: Db, act: StaffAct, verb: string, { before, after }: States<SomeRow>, reason?: string) {
  const { kind } = parts;
  const subject = subjectOf(kind, (before ?? after) as SomeRow);
  const states = { before: before && auditedOf(kind, before), after: after && auditedOf(kind, after) };
  return auditStates(parts, tx, act, verb, { subject, reason, ...states });
}

interface Audited {
  subject: string;
  before: object | undefined;
  after: object | undefined;
  reason: string | undefined;
}

function auditStates(parts: Parts, tx: Db, { caller, facts }: StaffAct, verb: string, audited: Audited) {
  const action = parts.kind.actionOf?.(verb) ?? `${parts.kind.resource}.${verb}`;
  const { subject, before, after, reason } = audited;
  const states = { ...(before && { before }), ...(after && { after }), ...(reason && { reason }) };
  return parts.audit.record(tx, { caller, facts, action, subject, ...states });
}

async function insert(parts: Parts, tx: Db, fields: Fields, more: object = {}): Promise<string> {
  const { kind } = parts;
  const { table } = kind.source;
  const place = kind.isOrdered ? { place: await placeBehind(tx, table) } : {};
  const version = kind.stale ? { version: 1 } : {};
  const row = { ...place, ...version, ...columnsOf(parts, fields), ...more };
  return String(await stored.insertStored(tx, table, row as never));
}

async function create(parts: Parts, tx: Db, act: StaffAct, fields: Fields, more?: object): Promise<SomeRow> {
  const id = await insert(parts, tx, fields, more);
  return (await note(parts, tx, act, 'create', { id })) as SomeRow;
}

async function change(parts: Parts, tx: Db, act: StaffAct, id: string, asked: SomeChange): Promise<SomeRow> {
  const { verb = 'update', fields, version, check, ...about } = asked;
  const before = await mustFind(parts, tx, id);
  if (parts.kind.stale) await takeVersion(parts, tx, before, version ?? before.version ?? 0);
  await check?.(before);
  await write(parts, tx, id, fields);
  return (await note(parts, tx, act, verb, { id, before, ...about })) as SomeRow;
}

async function remove(parts: Parts, tx: Db, act: StaffAct, id: string, version?: number): Promise<SomeRow> {
  const before = await mustFind(parts, tx, id);
  await takeVersion(parts, tx, before, version ?? before.version ?? 0);
  await stored.removeStored(tx, parts.kind.source.table, storedId(parts.kind, id));
  await note(parts, tx, act, 'remove', { id, before });
  return before;
}

async function move(
  parts: Parts,
  tx: Db,
  act: StaffAct,
  id: string,
  { beforeId, version }: { beforeId: string | null; version: number },
): Promise<SomeRow> {
  const { kind } = parts;
  const before = await mustFind(parts, tx, id);
  await takeVersion(parts, tx, before, version);
  const place = await placeBefore(tx, kind.source.table, storedId(kind, id), beforeId);
  if (place === undefined) return refuseStale(parts, tx, before);
  await putAt(tx, kind.source.table, storedId(kind, id), place);
  return (await note(parts, tx, act, 'move', { id, before })) as SomeRow;
}

/** NaN for what cannot be the id of a row. */
function storedId({ hasNumberIds }: SomeKind, id: string): stored.StoredId {
  if (!hasNumberIds) return id;
  return Number.isSafeInteger(Number(id)) ? Number(id) : Number.NaN;
}

const subjectOf = (kind: SomeKind, row: SomeRow) => kind.subjectOf?.(row) ?? row.id;
const auditedOf = (kind: SomeKind, row: SomeRow) => kind.audited?.(row) ?? row;

const stateOf = (kind: SomeKind, row: SomeRow): RecordState => only(row, kind.columns);

/** The fields that `named` has a value of as well; all where it is absent. */
function only(state: Fields, named: object | undefined): Fields {
  const fields = Object.entries(named ?? state).filter(([field, value]) => value !== undefined && field in state);
  return Object.fromEntries(fields.map(([field]) => [field, state[field]]));
}

const stampsOf = ({ kind, clock }: Parts) => (kind.isStamped ? { updated_at: clock.now() } : {});

/** Fields as their columns store them, and the time of the change. Fields of no column and undefined ones are left out. */
function columnsOf(parts: Parts, fields: Fields): object {
  const columns = Object.entries(parts.kind.columns).map(([field, column]) => {
    const value = fields[field];
    if (value === undefined) return {};
    return typeof column === 'function' ? column(value) : { [column]: toStored(value) };
  });
  return Object.assign({}, ...columns, stampsOf(parts));
}

function toStored(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
}

/** Puts one row at a place among all, and numbers them anew. */
async function putAt(tx: Db, table: TableName, id: StoredId, place: number): Promise<void> {
  const others = (await placesOf(tx, table)).filter((row) => row.id !== id);
  const at = Math.min(place, others.length);
  const order = [...others.slice(0, at).map((row) => row.id), id, ...others.slice(at).map((row) => row.id)];
  for (const [next, each] of order.entries()) {
    if (others.some((row) => row.id === each && row.place === next)) continue;
    await updateStored(tx, table, each, { place: next } as never);
  }
}

/** The place before another row, or the last one where `beforeId` is null; undefined where there is no such row. */
async function placeBefore(
  tx: Db,
  table: TableName,
  id: StoredId,
  beforeId: string | null,
): Promise<number | undefined> {
  const others = (await placesOf(tx, table)).filter((row) => row.id !== id);
  if (beforeId === null) return others.length;
  const at = others.findIndex((row) => String(row.id) === beforeId);
  return at < 0 ? undefined : at;
}

/** The place behind the last row. */
async function placeBehind(tx: Db, table: TableName): Promise<number> {
  return ((await placesOf(tx, table)).at(-1)?.place ?? -1) + 1;
}
