/**
 * A condition for checks of rows that belong together in several tables: an erasure deletes them table by table, between
 * which the server may stop.
 * @param table with a column `account_id`, by its name in the query
 */
export const isNotErased = (table: string): string =>
  `NOT EXISTS (SELECT 1 FROM account erased WHERE erased.id = ${table}.account_id AND erased.erased_at IS NOT NULL)`;
