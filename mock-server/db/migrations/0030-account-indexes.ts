import { type CompiledQuery, type Kysely, sql } from 'kysely';

const sorted = [
  ...['created_at', 'last_login_at', 'plan', 'plan_expires_at', 'status', 'user_type', 'nick_name', 'source'],
  ...['is_test', 'login_name', 'role', 'banned_until', 'deleted_at'],
];

/**
 * The console lists deleted accounts among the others: indexes of those that are not deleted could give no order, and
 * every first page sorted all accounts.
 */
export function accountIndexes(db: Kysely<unknown>): CompiledQuery[] {
  const statements = sorted.flatMap((column) => {
    const rest = column === 'created_at' ? 'id' : 'created_at, id';
    return [
      `DROP INDEX IF EXISTS account_list_${column}`,
      `CREATE INDEX account_list_${column} ON account (${column}, ${rest}${column === 'deleted_at' ? '' : ', deleted_at'})`,
    ];
  });
  return statements.map((statement) => sql.raw(statement).compile(db));
}
