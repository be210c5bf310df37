import { type CompiledQuery, type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { AccountErasureTable } from '../../../db/schema-personal-data.ts';
import type { Db } from '../../base/store.ts';
import { ownBy } from './erasure.repository.ts';
import type { PersonalTable } from './personal-tables.repository.ts';

export type ErasureRow = Selectable<AccountErasureTable>;

export function rowsOf(db: Db, table: string, { own }: PersonalTable, accountId: string): CompiledQuery<object> {
  return sql<object>`select * from ${sql.table(table)} where ${ownBy(own, accountId)}`.compile(db);
}

export async function countOf(db: Db, table: string, { own }: PersonalTable, accountId: string): Promise<number> {
  const query = sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(table)} where ${ownBy(own, accountId)}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

/** Ids of accounts that became part of this one. */
export async function mergedInto(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('account').select('id').where('merged_into', '=', accountId).execute();
  return rows.map(({ id }) => id);
}

/** Open matters that have to be settled before an account is deleted. */
export async function openMatters(
  db: Db,
  accountId: string,
): Promise<{ orders: number; tasks: number; refunds: number }> {
  const count = async (query: RawBuilder<{ count: number }>) => (await query.execute(db)).rows[0]?.count ?? 0;
  return {
    orders: await count(sql`select count(*) as count from purchase_order where account_id = ${accountId}
      and status in ('created', 'paying', 'paid')`),
    tasks: await count(sql`select count(*) as count from task where account_id = ${accountId}
      and status in ('queued', 'running')`),
    refunds:
      await count(sql`select count(*) as count from refund join purchase_order on purchase_order.id = refund.order_id
      where purchase_order.account_id = ${accountId} and refund.status in ('requested', 'pending', 'failed')`),
  };
}

export async function insertErasure(db: Db, row: Insertable<AccountErasureTable>): Promise<void> {
  await db.insertInto('account_erasure').values(row).execute();
}

export async function updateErasure(db: Db, id: string, patch: Updateable<AccountErasureTable>): Promise<void> {
  await db.updateTable('account_erasure').set(patch).where('id', '=', id).execute();
}

export async function newestErasure(db: Db, accountId: string): Promise<ErasureRow | undefined> {
  return db
    .selectFrom('account_erasure')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Due erasures, running ones first. Those completed by a version that did not empty all texts (`started_at` is null)
 * are due again.
 */
export async function dueErasures(db: Db, now: number): Promise<ErasureRow[]> {
  return db
    .selectFrom('account_erasure')
    .selectAll()
    .where((where) =>
      where.or([
        where('status', '=', 'running'),
        where.and([where('status', '=', 'waiting'), where('due_at', '<=', now)]),
        where.and([where('status', '=', 'done'), where('started_at', 'is', null)]),
      ]),
    )
    .orderBy('status')
    .orderBy('due_at')
    .limit(20)
    .execute();
}

export async function findErasure(db: Db, id: string): Promise<ErasureRow | undefined> {
  return db.selectFrom('account_erasure').selectAll().where('id', '=', id).executeTakeFirst();
}

/** An account's building models by their number, in turn. */
export async function buildingsAfter(
  db: Db,
  accountId: string,
  id: string,
  limit: number,
): Promise<Array<{ id: string; sha256: string; file_name: string }>> {
  return db
    .selectFrom('building_model')
    .select(['id', 'sha256', 'file_name'])
    .where('account_id', '=', accountId)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** An account's pictures by their number, in turn. */
export async function picturesAfter(
  db: Db,
  accountId: string,
  id: string,
  limit: number,
): Promise<Array<{ id: string; sha256: string; format: string }>> {
  return db
    .selectFrom('image')
    .select(['id', 'sha256', 'format'])
    .where('owner_id', '=', accountId)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}
