import type { CompiledQuery, Kysely } from 'kysely';

/** Engines that staff connect have the settings of their adapter. */
export function engineOptions({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .alterTable('connected_engine')
      .addColumn('options', 'text', (column) => column.notNull().defaultTo('{}'))
      .compile(),
  ];
}
