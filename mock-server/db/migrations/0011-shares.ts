import type { CompiledQuery, Kysely } from 'kysely';

/** Links by which anybody sees one result beside what it was made from. */
export function shares({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('share_link')
      .addColumn('token', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('image_id', 'text', (column) => column.notNull().references('image.id').onDelete('cascade'))
      .addColumn('base_image_id', 'text', (column) => column.references('image.id').onDelete('set null'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .compile(),
    schema.createIndex('share_link_account').on('share_link').columns(['account_id', 'created_at', 'token']).compile(),
    schema.createIndex('share_link_image').on('share_link').column('image_id').compile(),
    schema.createIndex('share_link_base').on('share_link').column('base_image_id').compile(),
  ];
}
