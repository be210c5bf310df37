import type { CompiledQuery, Kysely } from 'kysely';

/** Every attempt at a task, what its engine told, whether the queue stands still, and settings changed by staff. */
export function works({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('job_attempt')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('task_id', 'text', (column) => column.notNull().references('task.id').onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('engine', 'text', (column) => column.notNull())
      .addColumn('lease_owner', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('ended_by', 'text')
      .addColumn('reason', 'text')
      .addColumn('message', 'text')
      .compile(),
    schema.createIndex('job_attempt_task').on('job_attempt').columns(['task_id', 'id']).compile(),
    schema.createIndex('job_attempt_engine').on('job_attempt').columns(['engine', 'ended_at']).compile(),
    schema
      .createTable('task_log')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('task_id', 'text', (column) => column.notNull().references('task.id').onDelete('cascade'))
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('progress', 'double precision')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema.createIndex('task_log_task').on('task_log').columns(['task_id', 'id']).compile(),
    schema.createIndex('task_log_created').on('task_log').column('created_at').compile(),
    schema.createIndex('task_retried_from').on('task').column('retried_from').compile(),
    schema.createIndex('task_parent').on('task').column('parent_id').compile(),
    schema
      .createTable('queue_pause')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('notice', 'text', (column) => column.notNull())
      .addColumn('paused_by', 'text', (column) => column.notNull())
      .addColumn('paused_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema
      .createTable('setting')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('chosen', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('updated_by', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .compile(),
  ];
}
