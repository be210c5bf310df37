import type { Insertable, Selectable } from 'kysely';
import type { StaffRequestTable } from '../../../db/schema-commerce.ts';
import type { Db } from '../../base/store.ts';

export async function findRequest(
  db: Db,
  operator: string,
  clientKey: string,
): Promise<Selectable<StaffRequestTable> | undefined> {
  return db
    .selectFrom('staff_request')
    .selectAll()
    .where('operator', '=', operator)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();
}

export async function insertRequest(db: Db, row: Insertable<StaffRequestTable>): Promise<void> {
  await db.insertInto('staff_request').values(row).execute();
}
