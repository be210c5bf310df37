import type { CompiledQuery, Kysely } from 'kysely';

/** Deleted projects for as long as they can be brought back, with the works that were in them. */
export function removedProjects({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('removed_project')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('cover_image_id', 'text', (column) => column.references('image.id').onDelete('set null'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('task_ids', 'text', (column) => column.notNull())
      .addColumn('removed_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema.createIndex('removed_project_account').on('removed_project').column('account_id').compile(),
    schema.createIndex('removed_project_cover').on('removed_project').column('cover_image_id').compile(),
  ];
}
