import { type Insertable, type Selectable, sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import { isPhoneTyped } from '../../../db/person-search.ts';
import type { CustomRequestTable } from '../../../db/schema-commerce.ts';
import type { Db } from '../../base/store.ts';

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

export const requestSource: ListSource<'custom_request'> = {
  table: 'custom_request',
  columns: {
    id: 'id',
    receiptNo: 'receipt_no',
    company: 'company',
    contact: 'contact',
    need: 'need',
    seats: 'seats',
    budget: 'budget',
    note: 'note',
    staffNote: 'staff_note',
    status: 'status',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  search: (typed, _db, sight) => sql`(custom_request.id = ${typed} OR custom_request.receipt_no = ${typed.toUpperCase()}
    OR ${contains('custom_request.company', typed)} OR ${contains('custom_request.contact', typed)}
    OR ${isPhoneTyped('custom_request.phone_no', typed, sight)})`,
};
