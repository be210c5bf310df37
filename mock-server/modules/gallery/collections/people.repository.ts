import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { AuthorCard } from '#shared/contract/gallery-picture';
import type { AuthorReportTable } from '../../../db/schema-gallery.ts';
import { notBlocked, ownerActive } from '../../../db/visibility.ts';
import type { PageWindow } from '../../base/cursor.ts';
import type { Db } from '../../base/store.ts';

/** Cards of accounts by id. */
export async function authorCards(db: Db, accountIds: readonly string[]): Promise<Map<string, AuthorCard>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .leftJoin('author_profile', 'author_profile.account_id', 'account.id')
    .select(['account.id', 'account.nick_name', 'account.avatar', 'author_profile.is_house'])
    .where('account.id', 'in', [...new Set(accountIds)])
    .execute();
  const card = (row: (typeof rows)[number]): AuthorCard => ({
    authorId: row.id,
    name: row.nick_name,
    avatar: row.avatar,
    isHouse: row.is_house === 1,
  });
  return new Map(rows.map((row) => [row.id, card(row)]));
}

/** An account that may be seen as an author: no member of staff, not deleted, not banned. */
export async function findAuthor(db: Db, id: string): Promise<{ id: string; created_at: number } | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'created_at'])
    .where('id', '=', id)
    .where('role', 'is', null)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Kept once for each who reports, until staff have answered it. */
export async function insertReport(db: Db, row: Insertable<AuthorReportTable>): Promise<void> {
  const { reason, details, created_at } = row;
  await db
    .insertInto('author_report')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['author_id', 'account_id'])
        .doUpdateSet({ reason, details, created_at, answered_at: null })
        .where('author_report.answered_at', 'is not', null),
    )
    .execute();
}

export async function aboutOf(db: Db, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('author_profile')
    .select('about')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.about ?? '';
}

export async function writeAbout(db: Db, accountId: string, about: string): Promise<void> {
  await db
    .insertInto('author_profile')
    .values({ account_id: accountId, about })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ about }))
    .execute();
}

export async function isFollowing(db: Db, followerId: string, followedId: string): Promise<boolean> {
  return (await followedAmong(db, followerId, [followedId])).has(followedId);
}

/** Those of some accounts whom an account follows. */
export async function followedAmong(db: Db, followerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('follow')
    .select('followed_id')
    .where('follower_id', '=', followerId)
    .where('followed_id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.followed_id));
}

export async function follow(db: Db, followerId: string, followedId: string, now: number): Promise<void> {
  await db
    .insertInto('follow')
    .values({ follower_id: followerId, followed_id: followedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing())
    .execute();
}

export async function unfollow(db: Db, followerId: string, followedId: string): Promise<void> {
  await db.deleteFrom('follow').where('follower_id', '=', followerId).where('followed_id', '=', followedId).execute();
}

export async function block(db: Db, accountId: string, blockedId: string, now: number): Promise<void> {
  await db
    .insertInto('author_block')
    .values({ account_id: accountId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'blocked_id']).doNothing())
    .execute();
}

export async function unblock(db: Db, accountId: string, blockedId: string): Promise<void> {
  await db.deleteFrom('author_block').where('account_id', '=', accountId).where('blocked_id', '=', blockedId).execute();
}

/** Blocks between two accounts, in both directions. */
export async function blocksBetween(db: Db, one: string, other: string): Promise<{ byOne: boolean; byOther: boolean }> {
  const rows = await db
    .selectFrom('author_block')
    .select('account_id')
    .where((where) =>
      where.or([
        where.and([where('account_id', '=', one), where('blocked_id', '=', other)]),
        where.and([where('account_id', '=', other), where('blocked_id', '=', one)]),
      ]),
    )
    .execute();
  const by = (id: string) => rows.some((row) => row.account_id === id);
  return { byOne: by(one), byOther: by(other) };
}

export type Relation = 'following' | 'followers' | 'blocked';

const relations = {
  following: { table: 'follow', own: 'follower_id', other: 'followed_id' },
  followers: { table: 'follow', own: 'followed_id', other: 'follower_id' },
  blocked: { table: 'author_block', own: 'account_id', other: 'blocked_id' },
} as const;

/** Ids of the accounts that stand to one in a relation and that the viewer may see, the last first. */
export async function related(
  db: Db,
  relation: Relation,
  accountId: string,
  viewerId: string | null,
  { after, limit }: PageWindow,
): Promise<Array<{ id: string; score: number }>> {
  const position = after ? sql`AND (created_at, ${otherOf(relation)}) < (${after.score}, ${after.id})` : sql``;
  const { rows } = await sql<{ id: string; score: number }>`
    SELECT ${otherOf(relation)} AS id, created_at AS score ${fromRelation(relation, accountId, viewerId)} ${position}
    ORDER BY created_at DESC, ${otherOf(relation)} DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countRelated(
  db: Db,
  relation: Relation,
  accountId: string,
  viewerId: string | null,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total ${fromRelation(relation, accountId, viewerId)}`.execute(db);
  return rows[0]?.total ?? 0;
}

const otherOf = (relation: Relation) => sql.ref(`${relations[relation].table}.${relations[relation].other}`);

function fromRelation(relation: Relation, accountId: string, viewerId: string | null): RawBuilder<unknown> {
  const { table, own, other } = relations[relation];
  const column = `${table}.${other}`;
  const isOpen = relation === 'blocked' ? sql`` : sql`AND ${notBlocked(column, viewerId)}`;
  return sql`FROM ${sql.table(table)} WHERE ${sql.ref(`${table}.${own}`)} = ${accountId}
    AND ${ownerActive(column)} ${isOpen}`;
}

/** Pictures of an author that a viewer finds in lists: all that are not removed for the author, the public ones for others. */
export async function countPictures(db: Db, ownerId: string, viewerId: string | null): Promise<number> {
  const { total } = await db
    .selectFrom('gallery_picture')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .$if(ownerId !== viewerId, (query) =>
      query.where('state', '=', 'public').where(notBlocked('gallery_picture.owner_id', viewerId)),
    )
    .executeTakeFirstOrThrow();
  return total;
}
