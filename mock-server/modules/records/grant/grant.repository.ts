import type { Insertable, Selectable } from 'kysely';
import type { StaffGrantTable } from '../../../db/schema-rights.ts';
import type { Db } from '../../base/store.ts';

/** @returns its id */
export async function insertGrant(db: Db, row: Insertable<StaffGrantTable>): Promise<number> {
  const { id } = await db.insertInto('staff_grant').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findGrant(db: Db, id: number): Promise<Selectable<StaffGrantTable> | undefined> {
  return db.selectFrom('staff_grant').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Worth of a member's grants since a moment, in tickets. */
export async function worthSince(db: Db, operator: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('staff_grant')
    .select((select) => select.fn.sum<number>('worth').as('worth'))
    .where('operator', '=', operator)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return row?.worth ?? 0;
}
