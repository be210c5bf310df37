import { type CompiledQuery, type Kysely, sql } from 'kysely';

/** The audit tells whole records and hangs together as a chain; what staff change can be undone. */
export function audit(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  const text = (table: string, name: string) => schema.alterTable(table).addColumn(name, 'text').compile();
  const filled = (table: string, name: string) =>
    schema
      .alterTable(table)
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .compile();
  return [
    ...['acting_as', 'sealed', 'content_hash', 'hash'].map((name) => text('audit', name)),
    ...['resource', 'reason', 'user_agent'].map((name) => filled('audit', name)),
    schema.alterTable('audit').addColumn('forgotten_at', 'bigint').compile(),
    sql`UPDATE audit SET resource = substr(action, 1, instr(action, '.') - 1)`.compile(db),
    schema.createIndex('audit_created').on('audit').columns(['created_at', 'id']).compile(),
    schema.createIndex('audit_actor').on('audit').columns(['actor_id', 'created_at']).compile(),
    schema.createIndex('audit_resource').on('audit').columns(['resource', 'created_at']).compile(),
    schema
      .alterTable('installation')
      .addColumn('audit_rows', 'bigint', (column) => column.notNull().defaultTo(0))
      .compile(),
    filled('installation', 'audit_head'),
    schema
      .createTable('change_set')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('permission', 'text')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('reverted_at', 'bigint')
      .addColumn('reverted_by', 'text')
      .compile(),
    schema.createIndex('change_set_account').on('change_set').columns(['account_id', 'created_at']).compile(),
    schema.createIndex('change_set_created').on('change_set').column('created_at').compile(),
    schema
      .createTable('change_item')
      .addColumn('change_set_id', 'text', (column) => column.notNull().references('change_set.id').onDelete('cascade'))
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addPrimaryKeyConstraint('change_item_place', ['change_set_id', 'place'])
      .compile(),
  ];
}
