import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { contains } from '../../db/dialect.ts';
import { isPhoneTyped, type Sight } from '../../db/person-search.ts';
import type { CustomRequestTable } from '../../db/schema-commerce.ts';
import type { Window } from '../list-window.ts';
import type { Db } from '../store.ts';

export type CustomRequestRow = Selectable<CustomRequestTable>;

/** False when the receipt number is taken. */
export async function insertRequest(db: Db, row: Insertable<CustomRequestTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('custom_request')
    .values(row)
    .onConflict((conflict) => conflict.column('receipt_no').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** When requests came from a phone number, after `since`. */
export async function requestTimes(db: Db, phoneNo: string, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('custom_request')
    .select('created_at')
    .where('phone_no', '=', phoneNo)
    .where('created_at', '>', since)
    .execute();
  return rows.map((row) => row.created_at);
}

export async function findByReceipt(db: Db, receiptNo: string): Promise<CustomRequestRow | undefined> {
  return db.selectFrom('custom_request').selectAll().where('receipt_no', '=', receiptNo).executeTakeFirst();
}

export async function findRequest(db: Db, id: string): Promise<CustomRequestRow | undefined> {
  return db.selectFrom('custom_request').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function updateRequest(db: Db, id: string, patch: Updateable<CustomRequestTable>): Promise<void> {
  await db.updateTable('custom_request').set(patch).where('id', '=', id).execute();
}

export const requestSorts = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  status: 'status',
  seats: 'seats',
} as const;

export async function pageOfRequests(
  db: Db,
  { q, sight, statuses }: { q?: string | undefined; sight: Sight; statuses: readonly string[] },
  window: Window,
): Promise<{ rows: CustomRequestRow[]; total: number }> {
  const matching = db
    .selectFrom('custom_request')
    .$if(statuses.length > 0, (query) => query.where('status', 'in', statuses as CustomRequestRow['status'][]))
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`(id = ${q} OR receipt_no = ${(q ?? '').toUpperCase()} OR ${contains('company', q ?? '')}
          OR ${contains('contact', q ?? '')} OR ${isPhoneTyped('phone_no', q ?? '', sight)})`,
      ),
    );
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
}
