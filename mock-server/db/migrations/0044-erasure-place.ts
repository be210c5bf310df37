import type { CompiledQuery, Kysely } from 'kysely';

/** `cursor` is a word of SQL. */
export function erasurePlace({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [schema.alterTable('account_erasure').renameColumn('cursor', 'reached').compile()];
}
