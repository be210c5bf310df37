import type { Insertable, Selectable } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { NoticeEditionTable, NoticeTable } from '../../../db/schema-agreement.ts';
import type { Db } from '../../base/store.ts';

export type NoticeRow = Selectable<NoticeTable>;
export type EditionRow = Selectable<NoticeEditionTable>;

/** The fields of the console's list. */
export const noticeSource: ListSource<'notice'> = {
  table: 'notice',
  columns: {
    ...{ id: 'id', title: 'title', standing: 'standing', audience: 'audience', startsAt: 'starts_at' },
    ...{ endsAt: 'ends_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  search: (typed) => contains('notice.title', typed),
};

/** The editions of notices, the newest first. */
export async function editionsOf(db: Db, noticeIds: readonly string[]): Promise<EditionRow[]> {
  if (noticeIds.length === 0) return [];
  return db
    .selectFrom('notice_edition')
    .selectAll()
    .where('notice_id', 'in', noticeIds)
    .orderBy('edition', 'desc')
    .execute();
}

/** Notices published now, the newest first. */
export async function publishedEditions(db: Db): Promise<EditionRow[]> {
  return db
    .selectFrom('notice_edition')
    .innerJoin('notice', (join) =>
      join.onRef('notice.id', '=', 'notice_edition.notice_id').onRef('notice.edition', '=', 'notice_edition.edition'),
    )
    .selectAll('notice_edition')
    .where('notice.standing', '=', 'published')
    .orderBy('notice_edition.published_at', 'desc')
    .orderBy('notice_edition.id')
    .execute();
}

export async function insertEdition(db: Db, row: Insertable<NoticeEditionTable>): Promise<void> {
  await db.insertInto('notice_edition').values(row).execute();
}

/** Forgets an edition that was never meant, and who put it away. */
export async function removeEdition(db: Db, id: string): Promise<void> {
  await db.deleteFrom('notice_dismissal').where('edition_id', '=', id).execute();
  await db.deleteFrom('notice_edition').where('id', '=', id).execute();
}

export async function countDismissals(db: Db, editionIds: readonly string[]): Promise<Map<string, number>> {
  if (editionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notice_dismissal')
    .select(['edition_id', db.fn.countAll<number>().as('count')])
    .where('edition_id', 'in', editionIds)
    .groupBy('edition_id')
    .execute();
  return new Map(rows.map(({ edition_id, count }) => [edition_id, count]));
}

/** Which of the editions somebody has put away. */
export async function dismissedBy(db: Db, accountId: string, editionIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notice_dismissal')
    .select('edition_id')
    .where('account_id', '=', accountId)
    .where('edition_id', 'in', editionIds)
    .execute();
  return new Set(rows.map(({ edition_id }) => edition_id));
}

export async function insertDismissal(db: Db, accountId: string, editionId: string, now: number): Promise<void> {
  await db
    .insertInto('notice_dismissal')
    .values({ account_id: accountId, edition_id: editionId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function loginNames(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.selectFrom('account').select(['id', 'login_name']).where('id', 'in', accountIds).execute();
  return new Map(rows.map(({ id, login_name }) => [id, login_name ?? '']));
}
