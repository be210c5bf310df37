import { type CompiledQuery, type Kysely, sql } from 'kysely';

/** What lists of one person's records are sorted by. */
const listed: ReadonlyArray<[table: string, name: string, columns: readonly string[]]> = [
  ['account_note', 'account', ['account_id', 'created_at', 'id']],
  ['account_note', 'created', ['created_at', 'id']],
  ['account_device', 'account', ['account_id', 'last_seen_at', 'id']],
  ['account_device', 'seen', ['last_seen_at', 'id']],
  ['session', 'person', ['account_id', 'created_at']],
  ['session', 'created', ['created_at']],
  ['ticket_lot', 'person', ['account_id', 'created_at', 'id']],
  ['ticket_lot', 'created', ['created_at', 'id']],
  ['membership_period', 'starts', ['starts_at', 'id']],
  ['consent', 'account', ['account_id', 'created_at', 'id']],
  ['consent', 'created', ['created_at', 'id']],
];

/** When a ban ends, what staff note about people, and what people log in with. */
export function people(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  return [
    schema.alterTable('account').addColumn('banned_until', 'bigint').compile(),
    schema
      .createIndex('account_banned_until')
      .on('account')
      .column('banned_until')
      .where(sql.ref('banned_until'), 'is not', null)
      .compile(),
    schema
      .createTable('account_note')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('author_id', 'text', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema
      .createTable('account_device')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('device_key', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text')
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('addresses', 'text', (column) => column.notNull())
      .addColumn('logins', 'integer', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('account_device_key', ['account_id', 'device_key'])
      .compile(),
    // Whoever is logged in now was seen before.
    sql`INSERT INTO account_device (id, account_id, device_key, device_id, user_agent, addresses, logins, first_seen_at,
        last_seen_at)
      SELECT 'device_' || lower(hex(randomblob(10))), account_id, coalesce('id:' || device_id, 'agent:' || user_agent),
        max(device_id), max(user_agent), json_group_array(DISTINCT address), count(*), min(created_at), max(created_at)
      FROM session WHERE kind = 'user'
      GROUP BY account_id, coalesce('id:' || device_id, 'agent:' || user_agent)`.compile(db),
    ...listed.map(([table, name, columns]) =>
      schema
        .createIndex(`${table}_${name}_list`)
        .on(table)
        .columns(columns as string[])
        .compile(),
    ),
  ];
}
