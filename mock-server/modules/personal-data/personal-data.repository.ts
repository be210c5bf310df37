import { type CompiledQuery, type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { AccountErasureTable } from '../../db/schema-personal-data.ts';
import type { Db } from '../store.ts';
import { type PersonalTable, personalTables } from './personal-tables.repository.ts';

export type ErasureRow = Selectable<AccountErasureTable>;

/** Tables that hold something of persons, in the order in which rows go. */
export const ofPersons = Object.entries(personalTables).filter(
  (entry): entry is [string, PersonalTable] => 'own' in entry[1],
);

/** The condition of a table for one account. */
function ownBy(own: string, accountId: string): RawBuilder<boolean> {
  const parts = own.split('$').map((part) => sql.raw(part));
  return sql<boolean>`${sql.join(parts, sql`${accountId}`)}`;
}

export function rowsOf(db: Db, table: string, { own }: PersonalTable, accountId: string): CompiledQuery<object> {
  return sql<object>`select * from ${sql.table(table)} where ${ownBy(own, accountId)}`.compile(db);
}

export async function countOf(db: Db, table: string, { own }: PersonalTable, accountId: string): Promise<number> {
  const query = sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(table)} where ${ownBy(own, accountId)}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

/** Deletes or empties what a table has of an account, as its rule says. */
export async function eraseFrom(
  db: Db,
  [table, { own, erased }]: [string, PersonalTable],
  accountId: string,
  now: number,
): Promise<void> {
  const which = ownBy(own, accountId);
  if (erased === 'deleted') await sql`delete from ${sql.table(table)} where ${which}`.execute(db);
  else if ('set' in erased) {
    const dates = (erased.dated ?? []).map((column) => [column, now] as const);
    const values = [...Object.entries(erased.set), ...dates].map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    );
    await sql`update ${sql.table(table)} set ${sql.join(values)} where ${which}`.execute(db);
  }
}

/** Ids of accounts that became part of this one. */
export async function mergedInto(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('account').select('id').where('merged_into', '=', accountId).execute();
  return rows.map(({ id }) => id);
}

/** The account's pictures that nobody else uses: no work, folder, download, case, material or link of others. */
export async function freePictures(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select image.id from image where image.owner_id = ${accountId}
    and not exists (select 1 from task_input join task on task.id = task_input.task_id
      where task_input.image_id = image.id and task.account_id <> ${accountId})
    and not exists (select 1 from task_image join task on task.id = task_image.task_id
      where task_image.image_id = image.id and task.account_id <> ${accountId})
    and not exists (select 1 from material where material.image_id = image.id)
    and not exists (select 1 from share_link where share_link.account_id <> ${accountId}
      and (share_link.image_id = image.id or share_link.base_image_id = image.id))
    and not exists (select 1 from project where project.cover_image_id = image.id and project.account_id <> ${accountId})
    and not exists (select 1 from download_record where download_record.account_id <> ${accountId}
      and download_record.image_id = image.id)
    and not exists (select 1 from gallery_picture where gallery_picture.image_id = image.id and (
      exists (select 1 from download_record where download_record.picture_id = gallery_picture.id
        and download_record.account_id <> ${accountId})
      or exists (select 1 from case_picture where case_picture.picture_id = gallery_picture.id)
      or exists (select 1 from design_case where design_case.cover_picture_id = gallery_picture.id)
      or exists (select 1 from category where category.thumbnail_picture_id = gallery_picture.id)
      or exists (select 1 from set_picture join picture_set on picture_set.id = set_picture.set_id
        where set_picture.picture_id = gallery_picture.id and picture_set.owner_id <> ${accountId})))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Files of what was read in pictures of the account's tasks. */
export async function readingFiles(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('task_reading')
    .innerJoin('task', 'task.id', 'task_reading.task_id')
    .select('task_reading.sha256')
    .distinct()
    .where('task.account_id', '=', accountId)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** What names pictures without needing them: covers. */
export async function dropCovers(db: Db, imageIds: readonly string[]): Promise<void> {
  const pictures = db
    .selectFrom('gallery_picture')
    .select('id')
    .where('image_id', 'in', [...imageIds]);
  await db
    .updateTable('picture_set')
    .set({ cover_picture_id: null })
    .where('cover_picture_id', 'in', pictures)
    .execute();
  await db
    .updateTable('project')
    .set({ cover_image_id: null })
    .where('cover_image_id', 'in', [...imageIds])
    .execute();
}

/** What has to be settled before an account can go. */
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

export async function dueErasures(db: Db, now: number): Promise<ErasureRow[]> {
  return db
    .selectFrom('account_erasure')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(20)
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
