import { type CompiledQuery, type Kysely, sql } from 'kysely';

/**
 * Rows without a value, for the lists that ask for them. Movements without a reference get an index. Tasks without an
 * end have one; statistics made the database prefer that of finished tasks, which takes a look at each row.
 */
export function nullFilters(db: Kysely<unknown>): CompiledQuery[] {
  return [
    'CREATE INDEX ledger_transaction_list_no_reference ON ledger_transaction (created_at, id) WHERE reference IS NULL',
    'DROP INDEX task_finished',
    'CREATE INDEX task_finished ON task (tool, finished_at) WHERE finished_at IS NOT NULL',
  ].map((statement) => sql.raw(statement).compile(db));
}
