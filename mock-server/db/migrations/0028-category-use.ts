import type { CompiledQuery, Kysely } from 'kysely';

/** Since when works use a category that staff made: such a one is hidden and never removed. */
export function categoryUse({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [schema.alterTable('category').addColumn('first_used_at', 'bigint').compile()];
}
