import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ListSource } from '../../../db/list.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Db } from '../../base/store.ts';

export type TableName = keyof Schema & string;
export type ColumnName<T extends TableName> = keyof Schema[T] & string;
export type Columns<T extends TableName> = Updateable<Schema[T]>;
export type Stored<T extends TableName> = Selectable<Schema[T]>;
export type Source<T extends TableName> = ListSource<T>;
/** Ids as the table has them. */
export type StoredId = string | number;

// Kysely checks names of tables and columns where a statement is written out. Here they come from a declaration, whose
// type has checked them against the same schema; any table with an id stands in their place.
type SomeTable = 'notice';
const some = (table: TableName) => table as SomeTable;

/** Rows by their ids, in any order. */
export async function storedRows<T extends TableName>(
  db: Db,
  table: T,
  ids: readonly StoredId[],
): Promise<Array<Stored<T>>> {
  const rows = await db
    .selectFrom(some(table))
    .selectAll()
    .where('id', 'in', ids as string[])
    .execute();
  return rows as unknown as Array<Stored<T>>;
}

/** @returns its id */
export async function insertStored<T extends TableName>(tx: Db, table: T, row: Columns<T>): Promise<StoredId> {
  const { id } = await tx
    .insertInto(some(table))
    .values(row as unknown as Insertable<Schema[SomeTable]>)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateStored<T extends TableName>(
  tx: Db,
  table: T,
  id: StoredId,
  columns: Columns<T>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tx
    .updateTable(some(table))
    .set(columns as Columns<SomeTable>)
    .where('id', '=', id as string)
    .execute();
}

export async function removeStored(tx: Db, table: TableName, id: StoredId): Promise<void> {
  await tx
    .deleteFrom(some(table))
    .where('id', '=', id as string)
    .execute();
}

/** Raises the version of a row; false where it had another one than `version`. */
export async function raiseVersion<T extends TableName>(
  tx: Db,
  table: T,
  { id, version }: { id: StoredId; version: number },
  stamps: Columns<T>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(some(table))
    .set({ ...(stamps as Columns<SomeTable>), version: version + 1 })
    .where('id', '=', id as string)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Every row of a table that keeps an order, in it. */
export async function placesOf(db: Db, table: TableName): Promise<Array<{ id: StoredId; place: number }>> {
  const ordered = table as 'material';
  return db.selectFrom(ordered).select(['id', 'place']).orderBy('place').orderBy('id').execute();
}
