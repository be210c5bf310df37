import type { CompiledQuery, Kysely } from 'kysely';

/** What engines read in pictures of tasks: files beside the pictures, kept as long as the task. */
export function taskReadings({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('task_reading')
      .addColumn('task_id', 'text', (column) => column.notNull().references('task.id'))
      .addColumn('image_id', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull().references('stored_file.sha256'))
      .addPrimaryKeyConstraint('task_reading_key', ['task_id', 'image_id'])
      .compile(),
    schema.createIndex('task_reading_file').on('task_reading').column('sha256').compile(),
  ];
}
