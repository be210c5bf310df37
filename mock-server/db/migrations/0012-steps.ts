import type { CompiledQuery, Kysely } from 'kysely';

/** What the engine is doing on a task, and the share of the whole at which that ends. */
export function steps({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema.alterTable('task').addColumn('step_words', 'text').compile(),
    schema.alterTable('task').addColumn('step_ends', 'double precision').compile(),
  ];
}
