import { type RawBuilder, sql } from 'kysely';
import type { AuthorCard } from '#shared/contract/gallery-picture';
import type { Db } from '../store.ts';

/** Whether the account in a column may still be seen with what it has put in. */
export function ownerActive(column: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM account WHERE account.id = ${sql.ref(column)}
    AND account.status = 'active' AND account.deleted_at IS NULL)`;
}

/** Whether neither the account in a column nor the viewer has blocked the other. */
export function notBlocked(column: string, viewerId: string | null): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`1`;
  const other = sql.ref(column);
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM author_block
    WHERE (author_block.account_id = ${viewerId} AND author_block.blocked_id = ${other})
       OR (author_block.account_id = ${other} AND author_block.blocked_id = ${viewerId}))`;
}

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
