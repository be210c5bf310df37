import type { CompiledQuery, Kysely } from 'kysely';

/** Tasks that nobody has ordered are marked, so that no engine that may cost money takes them over. */
export function unorderedTasks({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .alterTable('task')
      .addColumn('is_unordered', 'integer', (column) => column.notNull().defaultTo(0))
      .compile(),
  ];
}
