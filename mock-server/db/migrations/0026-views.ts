import type { CompiledQuery, Kysely } from 'kysely';

/** Lists of the console as staff want to find them again. */
export function views({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('staff_view')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('audience', 'text', (column) => column.notNull())
      .addColumn('staff_role', 'text')
      .addColumn('asked', 'text', (column) => column.notNull())
      .addColumn('layout', 'text')
      .addColumn('is_default', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema.createIndex('staff_view_owner').on('staff_view').columns(['owner_id', 'resource']).compile(),
    schema.createIndex('staff_view_role').on('staff_view').columns(['staff_role', 'resource']).compile(),
  ];
}
