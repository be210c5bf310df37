import { type RawBuilder, sql } from 'kysely';

/** True when the account whose id is in `column` is active and not deleted, so that its content may be shown. */
export function ownerActive(column: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM account WHERE account.id = ${sql.ref(column)}
    AND account.status = 'active' AND account.deleted_at IS NULL)`;
}

/** True when neither the account whose id is in `column` nor the viewer has blocked the other. */
export function notBlocked(column: string, viewerId: string | null): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`1`;
  const other = sql.ref(column);
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM author_block
    WHERE (author_block.account_id = ${viewerId} AND author_block.blocked_id = ${other})
       OR (author_block.account_id = ${other} AND author_block.blocked_id = ${viewerId}))`;
}
