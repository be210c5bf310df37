import type { Insertable } from 'kysely';
import type { StaffGrantTable } from '../../db/schema-rights.ts';
import type { Db } from '../store.ts';

export async function insertGrant(db: Db, row: Insertable<StaffGrantTable>): Promise<void> {
  await db.insertInto('staff_grant').values(row).execute();
}

/** What a member of staff gave away since a moment, in tickets. */
export async function worthSince(db: Db, operator: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('staff_grant')
    .select((select) => select.fn.sum<number>('worth').as('worth'))
    .where('operator', '=', operator)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return row?.worth ?? 0;
}
