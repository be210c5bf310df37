import type { CompiledQuery, Kysely } from 'kysely';

/** Looks of staff through a customer's eyes, accounts that became part of another, and deletions on request. */
export function personalData({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('impersonation')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('staff_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('staff_session', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('link_hash', 'text', (column) => column.notNull().unique())
      .addColumn('token_hash', 'text', (column) => column.unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('opened_at', 'bigint')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('ended_by', 'text')
      .compile(),
    schema.createIndex('impersonation_open').on('impersonation').columns(['ended_at', 'expires_at']).compile(),
    schema.createIndex('impersonation_account').on('impersonation').columns(['account_id']).compile(),
    schema
      .createTable('account_erasure')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('answered_by', 'text')
      .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('done_at', 'bigint')
      .compile(),
    schema.createIndex('account_erasure_due').on('account_erasure').columns(['status', 'due_at']).compile(),
    schema.createIndex('account_erasure_account').on('account_erasure').columns(['account_id']).compile(),
    schema.alterTable('account').addColumn('merged_into', 'text').compile(),
    schema.alterTable('account').addColumn('erased_at', 'bigint').compile(),
  ];
}
