import { type CompiledQuery, type Kysely, sql } from 'kysely';

/**
 * Extends pending changes from accounts to every kind of record, and stores who set the password of a staff account.
 */
export function secondPerson(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  return [
    // `account_id` becomes nullable; SQLite cannot drop NOT NULL from a column, so the table is rebuilt.
    schema
      .createTable('pending_change_new')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('account_id', 'text', (column) => column.references('account.id').onDelete('cascade'))
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('shown', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .addColumn('answered_by', 'text')
      .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('answered_at', 'bigint')
      .compile(),
    sql`INSERT INTO pending_change_new (id, kind, subject, account_id, fields, version, reason, status, requested_by,
          answered_by, answer, created_at, expires_at, answered_at)
        SELECT id, CASE WHEN fields LIKE '{"merge_into"%' THEN 'merge' ELSE 'account' END, account_id, account_id, fields,
          account_version, reason, status, requested_by, answered_by, answer, created_at, expires_at, answered_at
        FROM pending_change`.compile(db),
    schema.dropTable('pending_change').compile(),
    schema.alterTable('pending_change_new').renameTo('pending_change').compile(),
    schema
      .createIndex('pending_change_subject')
      .on('pending_change')
      .columns(['kind', 'subject', 'status', 'created_at'])
      .compile(),
    schema.createIndex('pending_change_account').on('pending_change').columns(['account_id']).compile(),
    schema.createIndex('pending_change_status').on('pending_change').columns(['status', 'created_at', 'id']).compile(),
    schema.createIndex('pending_change_expiry').on('pending_change').columns(['status', 'expires_at']).compile(),
    schema.createIndex('pending_change_person').on('pending_change').columns(['requested_by', 'status']).compile(),
    schema.alterTable('staff_password').addColumn('given_by', 'text').compile(),
    schema.alterTable('staff_password').addColumn('given_at', 'bigint').compile(),
    schema
      .alterTable('product')
      .addColumn('is_waiting', 'integer', (column) => column.notNull().defaultTo(0))
      .compile(),
    schema
      .alterTable('redeem_batch')
      .addColumn('is_waiting', 'integer', (column) => column.notNull().defaultTo(0))
      .compile(),
    schema.alterTable('redeem_batch').addColumn('grant_id', 'integer').compile(),
    schema.alterTable('refund').addColumn('approved_at', 'bigint').compile(),
    schema.createIndex('refund_approver').on('refund').columns(['approved_by', 'approved_at']).compile(),
  ];
}
