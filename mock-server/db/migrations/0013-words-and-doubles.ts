import type { CompiledQuery, Kysely } from 'kysely';

/** What became of a task's description, and how many of its outputs repeat an earlier one. */
export function wordsAndDoubles({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema.alterTable('task').addColumn('words_read', 'text').compile(),
    schema
      .alterTable('task')
      .addColumn('doubles', 'integer', (column) => column.notNull().defaultTo(0))
      .compile(),
  ];
}
