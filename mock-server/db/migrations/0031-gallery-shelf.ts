import type { CompiledQuery, Kysely } from 'kysely';

/** Image sets and cases that staff took down: their owner keeps them, nobody else is shown them. */
export function galleryShelf({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .alterTable('picture_set')
      .addColumn('is_hidden', 'bigint', (column) => column.notNull().defaultTo(0))
      .compile(),
    ...(['picture_set', 'design_case'] as const).map((table) =>
      schema
        .alterTable(table)
        .addColumn('hidden_reason', 'text', (column) => column.notNull().defaultTo(''))
        .compile(),
    ),
  ];
}
