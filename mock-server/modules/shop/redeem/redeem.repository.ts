import { type Insertable, type Selectable, sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { RedeemBatchTable } from '../../../db/schema-commerce.ts';
import { type Db, removeSome } from '../../base/store.ts';

type BatchRow = Selectable<RedeemBatchTable>;

/** Rows of one statement stay below SQLite's limit of variables. */
const rowsAtOnce = 500;

export async function insertBatch(db: Db, row: Insertable<RedeemBatchTable>, codes: readonly string[]): Promise<void> {
  await db.insertInto('redeem_batch').values(row).execute();
  for (let start = 0; start < codes.length; start += rowsAtOnce) {
    const values = codes.slice(start, start + rowsAtOnce).map((code) => ({ code, batch_id: row.id }));
    await db.insertInto('redeem_code').values(values).execute();
  }
}

function summaries(db: Db) {
  return db
    .selectFrom('redeem_batch')
    .leftJoin('account', 'account.id', 'redeem_batch.operator')
    .selectAll('redeem_batch')
    .select((select) => [
      select.fn.coalesce('account.nick_name', 'redeem_batch.operator').as('operator_name'),
      sql<number>`(SELECT count(*) FROM redeem_code WHERE batch_id = redeem_batch.id)`.as('count'),
      sql<number>`(SELECT coalesce(sum(uses), 0) FROM redeem_code WHERE batch_id = redeem_batch.id)`.as('used'),
    ]);
}

export type BatchSummary = Awaited<ReturnType<typeof staffBatches>>[number];

export async function staffBatches(db: Db, ids: ReadonlyArray<string | number>) {
  return summaries(db)
    .where('redeem_batch.id', 'in', ids as string[])
    .execute();
}

export const batchSource: ListSource<'redeem_batch'> = {
  table: 'redeem_batch',
  columns: {
    id: 'id',
    name: 'name',
    usesPerCode: 'uses_per_code',
    expiresAt: 'expires_at',
    isDisabled: 'is_disabled',
    createdAt: 'created_at',
  },
  search: (typed) => contains('redeem_batch.name', typed),
};

export async function setDisabled(db: Db, id: string, isDisabled: boolean): Promise<void> {
  await db
    .updateTable('redeem_batch')
    .set({ is_disabled: isDisabled ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

export async function setWaiting(db: Db, id: string, isWaiting: boolean): Promise<void> {
  await db
    .updateTable('redeem_batch')
    .set({ is_waiting: isWaiting ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

export async function codesOf(db: Db, batchId: string): Promise<Array<{ code: string; uses: number }>> {
  return db
    .selectFrom('redeem_code')
    .select(['code', 'uses'])
    .where('batch_id', '=', batchId)
    .orderBy('code')
    .execute();
}

export async function findCode(db: Db, code: string): Promise<(BatchRow & { code: string; uses: number }) | undefined> {
  return db
    .selectFrom('redeem_code')
    .innerJoin('redeem_batch', 'redeem_batch.id', 'redeem_code.batch_id')
    .selectAll('redeem_batch')
    .select(['redeem_code.code', 'redeem_code.uses'])
    .where('code', '=', code)
    .executeTakeFirst();
}

export async function hasUsed(db: Db, code: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('redeem_use')
    .select('code')
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertUse(db: Db, code: string, accountId: string, now: number): Promise<void> {
  await db.insertInto('redeem_use').values({ code, account_id: accountId, created_at: now }).execute();
  await db
    .updateTable('redeem_code')
    .set((set) => ({ uses: set('uses', '+', 1) }))
    .where('code', '=', code)
    .execute();
}

export async function insertTry(db: Db, accountId: string, now: number): Promise<void> {
  await db.insertInto('redeem_try').values({ account_id: accountId, created_at: now }).execute();
}

export async function countTries(db: Db, accountId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('redeem_try')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns true when more rows may be left */
export async function removeTries(db: Db, before: number, rows: number): Promise<boolean> {
  return removeSome(db, 'redeem_try', 'id', sql`created_at <= ${before}`, rows);
}
