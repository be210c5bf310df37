import { type CompiledQuery, type Kysely, sql } from 'kysely';

/** Who searched by phone number, what waits for a second person, and what staff gave away. */
export function rights({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('phone_search')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('mask', 'text', (column) => column.notNull())
      .addColumn('number_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema.createIndex('phone_search_person').on('phone_search').columns(['account_id', 'created_at']).compile(),
    schema.createIndex('phone_search_mask').on('phone_search').columns(['account_id', 'mask', 'created_at']).compile(),
    schema.createIndex('account_phone_tail').on('account').expression(sql`substr(phone_no, 8)`).compile(),
    schema
      .createTable('pending_change')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('account_version', 'integer', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .addColumn('answered_by', 'text')
      .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('answered_at', 'bigint')
      .compile(),
    schema
      .createIndex('pending_change_account')
      .on('pending_change')
      .columns(['account_id', 'status', 'created_at'])
      .compile(),
    schema.createIndex('pending_change_status').on('pending_change').columns(['status', 'created_at', 'id']).compile(),
    schema
      .createTable('staff_grant')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('worth', 'integer', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema.createIndex('staff_grant_operator').on('staff_grant').columns(['operator', 'created_at']).compile(),
    schema.alterTable('refund').addColumn('first_approved_by', 'text').compile(),
  ];
}
