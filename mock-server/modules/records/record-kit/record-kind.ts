import type { ErrorReason } from '#shared/errors';
import type { Db } from '../../base/store.ts';
import type { RevertContext } from '../audit/change-sets.service.ts';
import type { ColumnName, Columns, Source, StoredId, TableName } from './record-kit.repository.ts';

export { storedRows } from './record-kit.repository.ts';

/** A record before and after a verb; absent where there was or is none. */
export interface States<Row> {
  before?: Row | undefined;
  after?: Row | undefined;
}

/** Definition of one kind of record: storage, search, names, audit and undo. */
export interface RecordKind<
  T extends TableName,
  Row extends { id: string; version?: number },
  Field extends keyof Row & string,
  Verb extends string,
> {
  /** Name of the kind in change sets and, with the verb, in the audit: `hotWord.update`. */
  resource: string;
  /** Its table, and the fields of the console's list. */
  source: Source<T>;
  /**
   * The fields that staff may change, each with its column; flags and lists are stored as 0/1 and JSON, other values by a
   * function. They are what undoing puts back and what drift is told by.
   */
  columns: { readonly [K in Field]: ColumnName<T> | ((value: Row[K]) => Columns<T>) };
  /** Rows by ids as the table has them, in any order, as staff see them. */
  rows(db: Db, ids: readonly StoredId[]): Promise<Row[]>;
  /** Refusal where there is no such record. */
  missing: ErrorReason;
  /** Refusal of another version than the present one; absent where rows have no version. */
  stale?: ErrorReason;
  /** The present record in the answer that refuses a stale version; the row when absent. */
  current?(row: Row, tx: Db): Promise<object> | object;
  /** Title of a change, as staff read it: see {@link titled}. */
  titleOf(verb: Verb, states: States<Row>): string;
  /** Content for the audit; the row when absent. */
  audited?(row: Row): object;
  /** Action in the audit; `resource.verb` when absent. */
  actionOf?(verb: Verb): string;
  /** Record in the audit; the row's id when absent. */
  subjectOf?(row: Row): string;
  /** Ids are numbers in the table. */
  hasNumberIds?: true;
  /** The table has `updated_at`. */
  isStamped?: true;
  /** The table has `place`, an order among all rows from 0. */
  isOrdered?: true;
  /** Keeps what is held in memory in step, after each verb and each undoing, inside the transaction. */
  changed?(tx: Db): Promise<void>;
  /**
   * `none` where verbs cannot be undone. Otherwise the fields are written back, a removed record is made anew and a new
   * one removed, after `prepare`, which may refuse; `revert` takes the place of all that.
   */
  undo?:
    | 'none'
    | { prepare?(tx: Db, item: UndoItem<Pick<Row, Field>>): Promise<void> }
    | { revert(tx: Db, item: UndoItem<Pick<Row, Field>>, context: RevertContext): Promise<void> };
}

/** A change of one record that is being undone. */
export interface UndoItem<State> {
  id: string;
  before: State | null;
  after: State | null;
}

/** Titles such as `修改热词「竹构」`: a word for the verb, one for the kind, and what the record was called before. */
export function titled<Row, Verb extends string>(
  noun: string,
  verbs: Readonly<Record<Verb, string>>,
  nameOf: (row: Row) => string,
) {
  return (verb: Verb, { before, after }: States<Row>): string => {
    const row = before ?? after;
    return `${verbs[verb]}${noun}「${row ? nameOf(row) : ''}」`;
  };
}

/** The verbs of a plain record. */
export const plainVerbs = { create: '新建', update: '修改', move: '移动', remove: '删除' } as const;
