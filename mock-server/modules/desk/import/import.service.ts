import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import {
  type ImportAnswer,
  type Importable,
  type ImportResource,
  type ImportRow,
  importables,
  mostImportChanges,
  mostImportRows,
  mostRefusedRows,
} from '#shared/contract/import-desk';
import { fitted, TableFault, type TableRow, tableRows } from '#shared/domain/csv-table';
import { mayStaff } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleResource } from '../../base/console-list.ts';
import { type Db, inSavepoint, type Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeItem, ChangeSets } from '../../records/audit/change-sets.service.ts';
import { columnsOf } from '../export/columns.ts';
import {
  differing,
  meant,
  type Present,
  presentOf,
  type RowCells,
  sentenceOf,
  uniqueKey,
  valueIn,
} from './import-rows.ts';
import { createImportTargets, type ImportTarget, type ImportTargetDeps } from './import-targets.ts';

interface ImportAsk {
  isTrial: boolean;
  text: string;
  columns: readonly string[];
  versions: Readonly<Record<string, number>>;
}

interface Plan extends Importable {
  resource: ImportResource;
  target: ImportTarget;
  columns: readonly string[];
  present(db: Db, ids: readonly string[]): Promise<Map<string, Present>>;
}

/** A row that is to be written, or why it is not. */
interface Read {
  row: ImportRow;
  cells: RowCells;
}

export type Imports = ReturnType<typeof createImports>;

/** Rows read and compared between two turns of the event loop, and rows written in one transaction. */
const readAtOnce = 100;
const writtenAtOnce = 8;

/** Taken back at its end: what a trial has written. */
class TakenBack extends Error {}

interface ImportDeps extends ImportTargetDeps {
  store: Store;
  audit: AuditService;
  changeSets: ChangeSets;
  resources: readonly ConsoleResource[];
}

interface ImportParts extends ImportDeps {
  targets: ReturnType<typeof createImportTargets>;
}

/**
 * Lists of the console from files. A trial does all that the import does, in transactions that it takes back. Rows are
 * read and written a few at a time, so that nobody waits for a long file; each row is written with its audit rows in one
 * transaction, and all of them are one change.
 */
export function createImports(deps: ImportDeps) {
  const targets = createImportTargets(deps);
  const parts: ImportParts = { ...deps, targets };
  return withDeps(parts, { run });
}

/**
 * Tells what becomes of each row, and with `isTrial` false does it. Throws `request.not_found`, `auth.forbidden`,
 * `request.invalid`, `import.unreadable`, `import.too_long`, `import.too_many_changes`.
 */
async function run(
  deps: ImportParts,
  caller: StaffCaller,
  name: string,
  asked: ImportAsk,
  facts: RequestFacts,
): Promise<ImportAnswer> {
  const { store, audit } = deps;
  const { isTrial, text, columns, versions } = asked;
  const plan = planOf(deps, caller, name, columns);
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  const rows: ImportRow[] = [];
  const note = (row: ImportRow) => {
    counts[row.state]++;
    if (row.state !== 'refused' || counts.refused <= mostRefusedRows) rows.push(row);
  };
  const met = new Map<string, number>();
  const writes: Read[] = [];
  for (const part of partsOf(text, columns.length)) {
    const ids = plan.columns.includes('id') ? part.map(({ cells }) => meant(cells[columns.indexOf('id')] ?? '')) : [];
    const present = await plan.present(store.db, [...new Set(ids.filter((id) => id !== ''))]);
    for (const line of part) {
      const found = checked(read(plan, line, present, met), isTrial ? undefined : versions);
      if (!found) counts.unchanged++;
      else if (found.row.state === 'refused') note(found.row);
      else writes.push(found);
    }
    if (writes.length > mostImportChanges)
      throw new ProductError('import.too_many_changes', { fill: { most: mostImportChanges } });
    await turn();
  }
  const set = changeOf(deps, caller, facts, `从文件导入${plan.what}`);
  for (let from = 0; from < writes.length; from += writtenAtOnce) {
    const part = writes.slice(from, from + writtenAtOnce);
    for (const row of await together(deps, plan, part, isTrial, set)) note(row);
    await turn();
  }
  // Files tell who has an account, so trials are written down as well.
  const action = isTrial ? 'record.import_trial' : 'record.import';
  await store.transact((tx) =>
    audit.record(tx, { caller, facts, action, subject: name, after: { columns, ...counts } }),
  );
  rows.sort((a, b) => a.line - b.line);
  return { rows, counts, changeId: set.id };
}

/** Refuses a row whose record has changed since the trial; `versions` are those of the trial, by id. */
function checked(found: Read | undefined, versions: ImportAsk['versions'] | undefined): Read | undefined {
  if (!found || !versions || found.row.state === 'refused') return found;
  const { id, version } = found.row;
  if (id === null || versions[id] === version) return found;
  return { ...found, row: { ...found.row, state: 'refused', message: '试算之后这条记录又有改动，请重新试算' } };
}

function planOf(deps: ImportParts, caller: StaffCaller, name: string, asked: readonly string[]): Plan {
  const resource = deps.resources.find((each) => each.name === name);
  if (!resource || !Object.hasOwn(importables, name)) throw new ProductError('request.not_found');
  const known = name as ImportResource;
  const importable: Importable = importables[known];
  if (!mayStaff(caller.role, importable.permission)) throw new ProductError('auth.forbidden');
  const fields = Object.fromEntries(
    Object.entries(importable.fields).filter(([, { permission }]) => !permission || mayStaff(caller.role, permission)),
  );
  for (const [at, column] of asked.entries()) {
    if (column === '') continue;
    if (column !== 'id' && !Object.hasOwn(fields, column)) throw unmapped(`不能导入「${column}」这一项`);
    if (asked.indexOf(column) !== at) throw unmapped('两列不能对应同一项');
  }
  if (!asked.some((column) => Object.hasOwn(fields, column))) throw unmapped('请至少对应一列');
  const { output } = resource.call;
  const columns = columnsOf(name, (output as z.ZodArray<z.ZodType>).element);
  const target = deps.targets[known];
  return {
    ...{ ...importable, fields, resource: known, target, columns: asked },
    async present(db, ids) {
      const list = resource.listFor(caller);
      if ('all' in list) throw new Error(`${name} cannot be imported`);
      const rows = await list.rows(db, ids, caller);
      return new Map(rows.map((row) => [String(list.idOf(row)), presentOf(row as object, columns, target.nameField)]));
    },
  };
}

/** Write that a row asks for, before anything is written; undefined when it changes nothing. */
function read(plan: Plan, { line, cells: all }: TableRow, present: Map<string, Present>, met: Map<string, number>) {
  const cells: RowCells = Object.fromEntries(
    plan.columns.flatMap((column, index) => (column === '' ? [] : [[column, all[index] ?? '']])),
  );
  const id = meant(cells.id ?? '') || null;
  const known = id === null ? undefined : present.get(id);
  const fields = differing(plan.fields, cells, known);
  const changes = fields.map((field) => ({
    field,
    before: known?.cells[field] ?? '',
    after: meant(cells[field] ?? ''),
  }));
  const name = known?.name ?? meant(cells[plan.target.nameField] ?? '');
  const row: ImportRow = {
    ...{ line, id, name, changes, message: '', version: known?.version ?? null },
    state: id === null ? 'new' : 'changed',
  };
  const refuse = (message: string): Read => ({ row: { ...row, state: 'refused', message }, cells });
  if (id !== null && !known) return refuse(`没有编号为 ${id.slice(0, 40)} 的${plan.what}`);
  if (id === null && !plan.makesNew) return refuse(`${plan.what}不能从文件新建，请填写编号`);
  const keys = [id === null ? undefined : `id:${id}`, fields.length > 0 ? uniqueKey(plan.unique, cells) : undefined];
  for (const key of keys.filter((each) => each !== undefined)) {
    const first = met.get(key);
    if (first !== undefined) return refuse(`与第 ${first} 行重复`);
    met.set(key, line);
  }
  if (fields.length === 0) return id === null ? refuse('这一行没有可以导入的内容') : undefined;
  return { row, cells };
}

/** @returns true when the change waits for approval */
async function write(tx: Db, plan: Plan, { row, cells }: Read, call: { caller: StaffCaller; facts: RequestFacts }) {
  const values = row.changes.map(({ field }) => {
    const kind = plan.fields[field];
    if (!kind) throw new Error(`${field} is no field of ${plan.resource}`);
    return [field, valueIn(kind, meant(cells[field] ?? ''))] as const;
  });
  const given = { id: row.id, version: row.version ?? 0, values: Object.fromEntries(values) };
  const written = (await plan.target.write(tx, given, call)) as { pendingChange?: object } | undefined;
  return written?.pendingChange !== undefined;
}

/** Writes a few rows in one transaction, each for itself; a trial takes all of it back. */
async function together(
  deps: ImportDeps,
  plan: Plan,
  part: readonly Read[],
  isTrial: boolean,
  set: ReturnType<typeof changeOf>,
) {
  let told: ImportRow[] = [];
  const work = async (tx: Db) => {
    told = [];
    const items: ChangeItem[] = [];
    for (const found of part) {
      const gather: ChangeItem[] = [];
      const { permission } = plan;
      const facts = { ...set.facts, change: { permission, tell: () => undefined, gather } };
      try {
        const waits = await inSavepoint(tx, () => write(tx, plan, found, { caller: set.caller, facts }));
        items.push(...gather);
        told.push(waits ? { ...found.row, message: '要另一人批准后才生效' } : found.row);
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        told.push({ ...found.row, state: 'refused', message: sentenceOf(error) });
      }
    }
    if (isTrial) throw new TakenBack();
    return set.add(tx, items, plan.permission);
  };
  try {
    const next = await deps.store.transact(work);
    if (next) Object.assign(set, next);
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return told;
}

/** The one change of all that is imported, made with the first rows that change something. */
function changeOf(deps: ImportDeps, caller: StaffCaller, facts: RequestFacts, title: string) {
  return {
    ...{ caller, facts, id: null as string | null, count: 0 },
    async add(tx: Db, items: readonly ChangeItem[], permission: Importable['permission']) {
      if (items.length === 0) return undefined;
      if (this.id === null) {
        const change = { permission, tell: facts.change?.tell ?? (() => undefined) };
        const id = await deps.changeSets.record(tx, { caller, facts: { ...facts, change }, title, items: [...items] });
        return { id, count: items.length };
      }
      await deps.changeSets.extend(tx, this.id, items, this.count);
      return { count: this.count + items.length };
    },
  };
}

function unmapped(sentence: string): ProductError {
  return new ProductError('request.invalid', { fields: { columns: [sentence] } });
}

/** The rows of a file below its headings, some at a time. */
function* partsOf(text: string, columns: number): Generator<TableRow[], void> {
  let part: TableRow[] = [];
  let count = -1;
  try {
    for (const row of tableRows(text)) {
      count++;
      if (count === 0) {
        if (row.cells.length > columns) throw unmapped('有些列没有说明对应哪一项');
        continue;
      }
      if (count > mostImportRows) throw new ProductError('import.too_long', { fill: { most: mostImportRows } });
      part.push(fitted(row, columns));
      if (part.length < readAtOnce) continue;
      yield part;
      part = [];
    }
  } catch (error) {
    if (error instanceof TableFault) throw new ProductError('import.unreadable', { fill: { sentence: error.message } });
    throw error;
  }
  if (part.length > 0) yield part;
}
