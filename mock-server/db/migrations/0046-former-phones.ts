import type { CompiledQuery, Kysely } from 'kysely';

/** Adds former phone numbers of accounts as keyed hashes, by which the accounts can still be found. */
export function formerPhones({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('former_phone')
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('number_hash', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('former_phone_key', ['number_hash', 'account_id'])
      .compile(),
    schema.createIndex('former_phone_account').on('former_phone').column('account_id').compile(),
  ];
}
