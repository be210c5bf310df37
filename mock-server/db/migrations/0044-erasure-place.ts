import type { CompiledQuery, Kysely } from 'kysely';

/** Renames `cursor`, which is an SQL keyword. */
export function erasurePlace({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [schema.alterTable('account_erasure').renameColumn('cursor', 'reached').compile()];
}
