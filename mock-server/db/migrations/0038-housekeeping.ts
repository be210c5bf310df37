import { type CompiledQuery, type Kysely, sql } from 'kysely';

/**
 * Adds indexes for the queries of background work (payments of a provider by time, expired rows by expiry, orders with
 * a refund), and columns for a bill comparison that is stopped by large differences until staff resume it.
 */
export function housekeeping(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  const index = (name: string, table: string, columns: string[], where?: string) => {
    const made = schema.createIndex(name).on(table).columns(columns);
    return (where === undefined ? made : made.where(sql.ref(where), 'is not', null)).compile();
  };
  const add = (table: string, name: string, type: 'bigint' | 'text') =>
    schema.alterTable(table).addColumn(name, type).compile();
  return [
    index('purchase_order_paid', 'purchase_order', ['provider', 'paid_at', 'id'], 'paid_at'),
    index('redeem_try_created', 'redeem_try', ['created_at']),
    index('session_expires', 'session', ['expires_at']),
    index('login_code_created', 'login_code', ['created_at']),
    index('phone_search_created', 'phone_search', ['created_at']),
    index('conversation_deleted', 'conversation', ['deleted_at'], 'deleted_at'),
    index('chat_request_answer', 'chat_request', ['answer_id']),
    index('picture_set_deleted', 'picture_set', ['deleted_at'], 'deleted_at'),
    index('download_record_unlisted', 'download_record', ['created_at', 'charged_on']),
    schema
      .createIndex('audit_unforgotten')
      .on('audit')
      .columns(['action', 'created_at'])
      .where(sql.ref('forgotten_at'), 'is', null)
      .compile(),
    add('change_set', 'states_forgotten_at', 'bigint'),
    schema
      .createIndex('change_set_states')
      .on('change_set')
      .column('created_at')
      .where(sql.ref('states_forgotten_at'), 'is', null)
      .compile(),
    ...['stopped_at', 'resumed_at'].map((name) => add('bill_day', name, 'bigint')),
    ...['stop_cause', 'resumed_by'].map((name) => add('bill_day', name, 'text')),
    schema.alterTable('purchase_order').addColumn('first_refund_at', 'bigint').compile(),
    sql`UPDATE purchase_order SET first_refund_at =
      (SELECT min(refund.created_at) FROM refund WHERE refund.order_id = purchase_order.id)
      WHERE id IN (SELECT order_id FROM refund)`.compile(db),
    index('purchase_order_refunds', 'purchase_order', ['account_id', 'created_at', 'id'], 'first_refund_at'),
    index('purchase_order_standing', 'purchase_order', ['account_id', 'created_at', 'id', 'status']),
  ];
}
