import { type RawBuilder, sql } from 'kysely';

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
