import { type CompiledQuery, type Kysely, sql } from 'kysely';

const numbered = ['ledger_transaction', 'refund', 'invoice'] as const;

/**
 * Rows whose order matters get a number of their own. It was the hidden number of SQLite's rows before, which VACUUM may
 * give anew; the old rows keep it. `counter` says which number of a table was given last.
 */
export function numbers(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  return [
    schema
      .createTable('counter')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('given', 'bigint', (column) => column.notNull())
      .compile(),
    ...numbered.flatMap((table) => [
      schema.alterTable(table).addColumn('number', 'bigint').compile(),
      sql`UPDATE ${sql.table(table)} SET number = rowid`.compile(db),
      schema.createIndex(`${table}_number`).unique().on(table).column('number').compile(),
      sql`INSERT INTO counter (name, given) SELECT ${sql.lit(table)}, coalesce(max(number), 0) FROM ${sql.table(table)}`.compile(
        db,
      ),
    ]),
    schema.dropIndex('ledger_transaction_account').compile(),
    schema
      .createIndex('ledger_transaction_statement')
      .on('ledger_transaction')
      .columns(['account_id', 'created_at', 'number'])
      .compile(),
    schema.createIndex('invoice_order').on('invoice').columns(['order_id', 'created_at', 'number']).compile(),
    schema.dropIndex('refund_order').compile(),
    schema.createIndex('refund_order').on('refund').columns(['order_id', 'number']).compile(),
  ];
}
