import type { CompiledQuery, Kysely } from 'kysely';

/**
 * Outputs tell what was tried for a wished structure score. What earlier tries of a task made is kept until it ends, so
 * that a stop or a crash in the next one loses nothing that was paid for.
 */
export function structurePromises({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema.alterTable('task_image').addColumn('promise', 'text').compile(),
    schema
      .createTable('task_try')
      .addColumn('task_id', 'text', (column) => column.notNull().references('task.id'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('seed', 'integer', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull().references('stored_file.sha256'))
      .addColumn('heat_sha256', 'text', (column) => column.references('stored_file.sha256'))
      .addColumn('output', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('task_try_key', ['task_id', 'number', 'place'])
      .compile(),
    schema.createIndex('task_try_file').on('task_try').column('sha256').compile(),
    schema.createIndex('task_try_heat').on('task_try').column('heat_sha256').compile(),
  ];
}
