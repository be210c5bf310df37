import type { CompiledQuery, Kysely } from 'kysely';

/** Which file of the models' folder works in which slot, and how files did when they were tried. */
export function models({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('model_slot')
      .addColumn('slot', 'text', (column) => column.primaryKey())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('adapter', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('updated_by', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema
      .createTable('model_trial')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('fault', 'text', (column) => column.notNull())
      .addColumn('ms', 'bigint', (column) => column.notNull())
      .addColumn('tried_at', 'bigint', (column) => column.notNull())
      .compile(),
  ];
}
