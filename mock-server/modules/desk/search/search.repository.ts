import { startsWith } from '../../../db/dialect.ts';
import { isPersonTyped } from '../../../db/person-search.ts';
import type { PersonalDataAccess } from '../../base/caller.ts';
import type { Db } from '../../base/store.ts';

/** Accounts whom somebody typed, the newest first. */
export async function findPeople(db: Db, typed: string, sight: PersonalDataAccess, most: number) {
  return db
    .selectFrom('account')
    .select(['id', 'nick_name', 'phone_no', 'login_name', 'deleted_at'])
    .where(isPersonTyped(typed, sight))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}

/** Orders whose number begins so. */
export async function findOrders(db: Db, typed: string, most: number) {
  return db
    .selectFrom('purchase_order')
    .select(['id', 'order_no', 'status', 'amount'])
    .where((where) => where.or([where('id', '=', typed), startsWith('order_no', typed)]))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}

/** Tasks whose id begins so. */
export async function findTasks(db: Db, typed: string, most: number) {
  return db
    .selectFrom('task')
    .select(['id', 'tool', 'status', 'created_at'])
    .where(startsWith('id', typed))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}
