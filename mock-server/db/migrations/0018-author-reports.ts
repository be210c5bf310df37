import type { ColumnDefinitionBuilder, CompiledQuery, Kysely } from 'kysely';

/** What people report about others who publish. */
export function authorReports({ schema }: Kysely<unknown>): CompiledQuery[] {
  const account = (column: ColumnDefinitionBuilder) => column.notNull().references('account.id').onDelete('cascade');
  return [
    schema
      .createTable('author_report')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('author_id', 'text', account)
      .addColumn('account_id', 'text', account)
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('answered_at', 'bigint')
      .compile(),
    schema
      .createIndex('author_report_once')
      .on('author_report')
      .columns(['author_id', 'account_id'])
      .unique()
      .compile(),
    schema.createIndex('author_report_account').on('author_report').columns(['account_id', 'created_at']).compile(),
  ];
}
