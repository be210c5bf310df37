import type { CompiledQuery, Kysely } from 'kysely';

/** No table and no column is called by a word that SQL:2016 or PostgreSQL keep for themselves. */
export function names({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema.alterTable('blob').renameTo('stored_file').compile(),
    schema.alterTable('ticket_lot').renameColumn('left', 'remaining').compile(),
    schema.alterTable('task_image').renameColumn('position', 'place').compile(),
    schema.alterTable('product').renameColumn('position', 'place').compile(),
    schema.alterTable('plan').renameColumn('running', 'running_limit').compile(),
    schema.alterTable('plan').renameColumn('queued', 'queued_limit').compile(),
    schema.alterTable('refused_notification').renameColumn('count', 'refusals').compile(),
    schema.alterTable('bill_day').renameColumn('day', 'bill_date').compile(),
  ];
}
